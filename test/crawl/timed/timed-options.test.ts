import { describe, expect, it } from "vitest";
import { constantLatency, lognormalLatency } from "../../../src/crawl/timed/latency.js";
import { settled } from "../../../src/crawl/timed/timed-options.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { coded } from "../../fixture/problems.js";

describe("a timed replay", () => {
  it("is told no more than Broder et al. 2003 and Heydon and Najork 1999 say", () => {
    const { latency, ...found } = settled({});
    expect(found).toEqual({
      processes: 4, // Broder et al. 2003
      threads: 500,
      ordering: breadthFirst,
      politeness: 10,
      backEndQueues: 1500, // three times the threads: Heydon and Najork 1999
      batch: 0,
      outside: "fetched",
      from: undefined,
      seed: 1,
      copies: 1,
      until: {},
      log: false,
      assignment: {},
    });
    expect(latency.label).toBe(lognormalLatency().label);
    expect(settled({ threads: 7 }).backEndQueues).toBe(21);
  });

  it("takes what it is told, to the last number that makes sense", () => {
    const told = {
      processes: 65_536,
      threads: 65_536,
      ordering: backlink,
      politeness: 0,
      latency: constantLatency(5),
      backEndQueues: Number.POSITIVE_INFINITY,
      batch: 0.5,
      outside: "ignored",
      from: [3],
      seed: -2,
      copies: 2 ** 32,
      until: { requests: 1, milliseconds: 0 },
      log: true,
    } as const;
    expect(settled({ ...told, by: "host", partitions: 4 })).toEqual({
      ...told,
      assignment: { by: "host", partitions: 4 },
    });
    expect(settled({ backEndQueues: 2 ** 32 }).backEndQueues).toBe(2 ** 32);
  });

  it.each([
    [{ processes: 0 }, "timedReplay: processes is a whole number from 1 to 65,536; found 0"],
    [{ processes: 65_537 }, "timedReplay: processes is a whole number from 1 to 65,536; found 65537"],
    [{ threads: 1.5 }, "timedReplay: threads is a whole number from 1 to 65,536; found 1.5"],
    [{ threads: 65_537 }, "timedReplay: threads is a whole number from 1 to 65,536; found 65537"],
    [{ copies: 2 ** 32 + 1 }, "timedReplay: copies is a whole number from 1; found 4294967297"],
    [{ backEndQueues: 0 }, "timedReplay: backEndQueues is a whole number from 1, or Infinity; found 0"],
    [
      { backEndQueues: 2 ** 32 + 1 },
      "timedReplay: backEndQueues is a whole number from 1, or Infinity; found 4294967297",
    ],
    [{ politeness: -1 }, "timedReplay: politeness is a number from 0; found -1"],
    [{ politeness: Number.POSITIVE_INFINITY }, "timedReplay: politeness is a number from 0; found Infinity"],
    [{ batch: Number.NaN }, "timedReplay: batch is milliseconds, from 0; found NaN"],
    [{ seed: 0.5 }, "timedReplay: seed is an integer; found 0.5"],
    [{ until: { requests: 0.5 } }, "timedReplay: until.requests is a number from 1; found 0.5"],
    [{ until: { milliseconds: -1 } }, "timedReplay: until.milliseconds is a number from 0; found -1"],
    [{ until: { pages: 1 } }, 'timedReplay: until has no option "pages": it takes requests, milliseconds'],
    [{ ordering: "backlink" }, 'timedReplay: ordering is a method, such as breadthFirst; found "backlink"'],
    [{ latency: 5 }, "timedReplay: latency is a model, such as timed.constantLatency(1000); found 5"],
    [{ outside: "none" }, 'timedReplay: outside is "fetched", "ignored"; found "none"'],
    [{ repeatPlace: "near" }, 'timedReplay: repeatPlace is "mixed", "adjacent", "spread"; found "near"'],
    [
      { by: "url" },
      'timedReplay: by "url" splits hosts, and no process can keep the delay of a host that others ask too: count it on the links, timed.linkShares(web, { by: "url", .. })',
    ],
  ])("refuses what makes no sense: %j", (options, message) => {
    expect(() => settled(options as never)).toThrow(coded("option", message));
  });

  it("knows each option by its name", () => {
    const others = { repeats: 0, repeatPlace: "mixed", hostOf: [], pagesPerHost: 1 } as object;
    expect(() => settled(others)).not.toThrow();
    expect(() => settled({ thread: 1 } as object)).toThrow(/^timedReplay has no option "thread".*mean threads\?$/);
  });
});
