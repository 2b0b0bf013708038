import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { simulate } from "../../../src/cache/simulate.js";
import { CircularChaining } from "../../../src/cache/table/circular-chaining.js";
import { ScatterTable } from "../../../src/cache/table/scatter-table.js";
import { claims as fourProcesses } from "../../../src/experiment/broder2003/four-processes.js";
import { type IndependentRow, claims as theory } from "../../../src/experiment/broder2003/section-3-7.js";
import type { Sweep } from "../../../src/experiment/broder2003/setting.js";
import { chainingBits, filled, missesOn, scatterBits, storages } from "../../../src/experiment/broder2003/tables.js";
import { uniqueLinks } from "../../../src/experiment/broder2003/trace-statistics.js";

const random = new Random(7);
/** Requests for a hundred URLs, numbered as they turn up, in no order. */
function someTrace(requests = 2_000) {
  const numbers = new Map<number, number>();
  const drawn = Uint32Array.from({ length: requests }, () => {
    const url = random.below(1 + random.below(100));
    if (!numbers.has(url)) numbers.set(url, numbers.size);
    return numbers.get(url) as number;
  });
  return { name: "some trace", requests: drawn, urls: numbers.size };
}

describe("bits of a table", () => {
  it("are the paper's at 2^16 entries and x = 2: l + 7 and l + 8, and l + 1 and l + 2 of a scatter table", () => {
    const beyond = (bits: number) => bits / 2 ** 16 - 64;
    expect([chainingBits(16, 2, false), chainingBits(16, 2, true)].map(beyond)).toEqual([7, 8]);
    expect([scatterBits(16, false), scatterBits(16, true)].map(beyond)).toEqual([1, 2]);
  });

  it("are counted on tables of every size, r and x, with marks and without", () => {
    const all = storages();
    expect(all.length).toBe(2 * 7 * (4 + 1));
    for (const { bits, formula } of all) {
      expect(bits).toBeGreaterThanOrEqual(formula);
      expect(bits).toBeLessThan(formula + 32);
    }
  });
});

describe("a table of a trace", () => {
  it("misses as often as plain CLOCK, and is filled until as many again were asked for", () => {
    const trace = someTrace();
    expect(missesOn(new CircularChaining(16, { marks: true }), trace, 3)).toBe(simulate(trace, clock, 16));
    const { table } = filled(new ScatterTable(16, { marks: true }), trace, 3);
    expect(table.size).toBe(16);
  });

  it("is left as it is when the trace has too few URLs to fill it", () => {
    expect(filled(new CircularChaining(128, { marks: true }), someTrace(50), 3).table.size).toBeLessThan(51);
  });
});

describe("different links of a page", () => {
  it("are counted page by page, pages without links left out", () => {
    // pages: 0 1 0 | (none) | 2 2 | 3 4 5 0
    const found = uniqueLinks(Uint32Array.of(0, 1, 0, 2, 2, 3, 4, 5, 0), Uint32Array.of(3, 3, 5, 9));
    expect(found).toEqual({ mean: 7 / 3, median: 2 });
  });
});

describe("what theory says", () => {
  const row = (policy: string, misses: number) => ({ policy, misses, exponent: 2, size: 16 }) as IndependentRow;
  const loop = { requests: 6_500, lru: 6_500, min: 101 };
  const verdicts = (lru: number, more: object = {}) =>
    theory.map(
      ({ test }) =>
        test({
          rows: [row("LRU", lru), row("CLOCK", 1_500), row("RANDOM", 1_500), row("STATIC", 1_000)],
          full: [{ exponent: 2, size: 16, lru, fixed: 1_000 }],
          loop,
          ...more,
        }).verdict,
    );

  it("agrees up to its bounds, and not beyond", () => {
    expect(verdicts(1_700)).toEqual(["agrees", "agrees", "agrees"]);
    expect(verdicts(2_100)[2]).toBe("mixed"); // 2.1 / 1.781 = 1.18
    expect(verdicts(2_400)[2]).toBe("disagrees");
    expect(verdicts(900)[1]).toBe("disagrees");
  });

  it("is broken by a loop on which LRU misses more than k times as often as MIN", () => {
    expect(verdicts(1_700, { loop: { ...loop, min: 50 } })[0]).toBe("disagrees");
    expect(verdicts(1_700, { loop: { ...loop, lru: 2_000 } })[0]).toBe("disagrees"); // a third of the bound
  });

  it("is not tested on too few misses", () => {
    expect(theory[2].test({ rows: [], full: [{ exponent: 2, size: 16, lru: 5, fixed: 3 }], loop }).verdict).toBe(
      "cannot be tested",
    );
  });
});

describe("four processes", () => {
  const sweep = (rate: number): Sweep => {
    const [requests, distinct] = [1_000_000, 2 ** 16];
    const rows = Array.from({ length: 17 }, (_, x) => ({
      trace: "by hand",
      policy: "CLOCK",
      name: "clock",
      size: 2 ** x,
      requests,
      distinct,
      misses: rate * requests,
      missRate: rate,
      hitRate: 1 - rate,
      seed: 1,
    }));
    return {
      threads: 50,
      openHosts: 50,
      trace: { name: "by hand", requests: new Uint32Array(0), urls: distinct },
      requests,
      distinct,
      rows,
    };
  };

  it("are alike within 3 points, nearly so within 10", () => {
    const verdict = (...rates: number[]) => fourProcesses[0].test(rates.map(sweep)).verdict;
    expect([verdict(0.5, 0.52, 0.48, 0.5), verdict(0.5, 0.5, 0.5, 0.58), verdict(0.5, 0.39)]).toEqual([
      "agrees",
      "mixed",
      "disagrees",
    ]);
  });
});
