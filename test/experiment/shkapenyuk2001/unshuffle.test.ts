import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bitReversed,
  crowding,
  leastDistance,
  overBound,
  provable,
} from "../../../src/experiment/shkapenyuk2001/crowding.js";
import {
  paceOf,
  type Evidence as SpeedEvidence,
  claims as speedClaims,
} from "../../../src/experiment/shkapenyuk2001/speed.js";
import { claims, type Evidence, unshuffledBatch } from "../../../src/experiment/shkapenyuk2001/unshuffle.js";
import { unshuffle } from "../../../src/urldb/unshuffle.js";

/** Most of one host in each window, by counting all of it. */
function counted(hosts: readonly number[], window: number): number[] {
  return hosts.slice(window - 1).map((_, from) => {
    const part = hosts.slice(from, from + window);
    return Math.max(...part.map((host) => part.filter((other) => other === host).length));
  });
}

describe("crowding", () => {
  it("is that of all windows, counted one by one", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3), { minLength: 5, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (hosts, window) => {
          const most = counted(hosts, window);
          const { worst, mean } = crowding(hosts, window);
          expect(worst).toBe(Math.max(...most));
          expect(mean).toBeCloseTo(most.reduce((sum, each) => sum + each, 0) / most.length, 12);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("what is provable of an unshuffle", () => {
  it("holds for hosts of any sizes, and is not vacuous", () => {
    let nearest = 0;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 20 }),
        fc.integer({ min: 2, max: 8 }),
        (sizes, ways) => {
          const sorted = sizes.flatMap((size, host) => new Array<number>(size).fill(host));
          fc.pre(sorted.length >= 2 * ways);
          const dealt = Uint32Array.from(unshuffle(sorted.length, ways), (index) => sorted[index]);
          const over = overBound(dealt, sizes.length, 10, ways);
          expect(over).toBeLessThanOrEqual(1);
          nearest = Math.max(nearest, over);
        },
      ),
      { numRuns: 100 },
    );
    expect(nearest).toBeGreaterThan(0.4);
  });

  it("is broken by URLs that were not dealt", () => {
    const together = new Uint32Array(100).fill(0, 0, 20).fill(1, 20);
    expect(provable(20, 10, 100, 25)).toBe(4); // one of a file in each of ceil(9 / 4) + 1 files
    expect(overBound(together, 2, 10, 25)).toBe(10 / 4);
    // of two hosts in turn 5 stand in any window, where ceil(50 / 25) of a file in each of 4 files may
    const inTurn = Uint32Array.from({ length: 100 }, (_, place) => place % 2);
    expect(overBound(inTurn, 2, 10, 25)).toBe(5 / 8);
  });

  it("has its least distance between neighbours", () => {
    expect(leastDistance(Uint32Array.of(0, 5, 1, 9))).toBe(4);
    expect(leastDistance(Uint32Array.of(9, 0, 1, 5))).toBe(1);
    expect(leastDistance(Uint32Array.of(3))).toBe(1); // the number of things, as none follows another
  });
});

describe("a bit reversal", () => {
  it("has each thing once, and those that were side by side half of all apart where they are a power of two", () => {
    expect([...bitReversed(8)]).toEqual([0, 4, 2, 6, 1, 5, 3, 7]);
    expect([...bitReversed(6)]).toEqual([0, 4, 2, 1, 5, 3]); // 6 and 7 left out
    expect([0, 1, 2].map((count) => [...bitReversed(count)])).toEqual([[], [0], [0, 1]]);
    for (const count of [9, 100, 1_000]) {
      expect([...bitReversed(count)].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, thing) => thing));
    }
    const places = new Uint32Array(1_024);
    bitReversed(1_024).forEach((thing, place) => {
      places[thing] = place;
    });
    // 2i and 2i + 1 differ in the last bit, which becomes the first: 512; the nearest two, 511 and 512, in all: 1,022 and 1
    expect([places[0], places[1], places[511], places[512]]).toEqual([0, 512, 1_022, 1]);
  });
});

describe("the pace of a log", () => {
  it("is pages over its time, the best second, and the longest pause of all requests", () => {
    const at = (time: number, kind: "page" | "robots" = "page") => ({
      time,
      kind,
      status: 200,
      host: "",
      path: "",
      bytes: 0,
      page: 0,
      agent: "",
    });
    const log = [at(0, "robots"), at(100), at(1_000), at(1_050), at(4_000)];
    // 4 pages in 4 s; 100, 1,000 and 1,050 lie within a second; nothing was asked for between 1,050 and 4,000; five requests, four gaps
    expect(paceOf(log)).toEqual({ sustained: 1, briefly: 3, pause: 2_950, gap: 1_000 });
  });
});

describe("the batch of URLs", () => {
  it("is of as many hosts per page as the crawl of section 4.1, in the paper's 1,000 ways or the root of its URLs", async () => {
    const { provenance } = await unshuffledBatch.run({ scale: 0.0012 });
    // 120 million pages on 5 million hosts are 24 a host; 34^2 < 1,200 < 35^2
    expect(provenance).toMatchObject({ urls: 1_200, hosts: 50, ways: 35 });
  });
});

describe("the claims about an unshuffle", () => {
  const evidence: Evidence = {
    ways: 10,
    urls: 1_000,
    worst: { "as found": 50, unshuffled: 11, "bits reversed": 12, "at random": 10 },
    mean: { "as found": 20, unshuffled: 11, "bits reversed": 10, "at random": 10 },
    least: 99,
    overBound: 1,
  };
  const verdicts = (change: Partial<Evidence> = {}) =>
    claims.map(({ test }) => test({ ...evidence, ...change }).verdict);
  const mean = (found: number, unshuffled = 11, reversed = 10) => ({
    ...{ "as found": found, unshuffled, "bits reversed": reversed, "at random": 10 },
  });

  it("agree at the bounds that are proved, and at twice and a tenth more than at random", () => {
    expect(verdicts()).toEqual(new Array(5).fill("agrees"));
    expect(claims.map(({ test }) => test(evidence).ours)).toEqual([
      "20.0 of 100, at random 10.0",
      "99 places at least",
      "1.00 times the bound at most",
      "worst window 11, at random 10; mean 11.00 and 10.00",
      "worst window 12, unshuffled 11; mean 10.00 and 11.00",
    ]);
  });

  it("turn beyond them", () => {
    const crowded = [19, 12.5, 12].map((found) => verdicts({ mean: mean(found) })[0]);
    expect(crowded).toEqual(["mixed", "mixed", "disagrees"]);
    // floor(1,000 / 10) - 1 = 99, and half of that
    expect([98, 50, 49].map((least) => verdicts({ least })[1])).toEqual(["mixed", "mixed", "disagrees"]);
    expect(verdicts({ overBound: 1.01 })[2]).toBe("disagrees");
    expect(verdicts({ mean: mean(20, 12) })[3]).toBe("mixed");
    expect(verdicts({ mean: mean(20, 12), worst: mean(50, 12) })[3]).toBe("disagrees");
    // 1.25 times 8 are 10, and 1.25 times 12 are 15
    const reversed = [mean(20, 8, 10), mean(20, 8, 11), mean(20, 15, 12), mean(20, 16, 12)];
    expect(reversed.map((each) => verdicts({ mean: each })[4])).toEqual(["agrees", "mixed", "agrees", "mixed"]);
    expect(verdicts({ mean: mean(20, 8, 11), worst: mean(50, 8, 11) })[4]).toBe("disagrees");
  });
});

describe("the claims about speed", () => {
  const evidence: SpeedEvidence = {
    ...{ sustained: 140, briefly: 300, parsing: 400, bytes: 13_000, hashing: 800 },
    ...{ pause: 1_000, gap: 10, pages: 500 },
  };

  it("agree from the paper's numbers on, and are mixed from half of them", () => {
    const found = (change: Partial<SpeedEvidence>) => speedClaims.map(({ test }) => test({ ...evidence, ...change }));
    const verdicts = (change: Partial<SpeedEvidence>) => found(change).map(({ verdict }) => verdict);
    expect(verdicts({})).toEqual(new Array(4).fill("agrees"));
    expect(verdicts({ sustained: 139, briefly: 299, parsing: 399, pause: 999 })).toEqual(new Array(4).fill("mixed"));
    expect(verdicts({ sustained: 70, briefly: 150, parsing: 200, pause: 250 })).toEqual(new Array(4).fill("mixed"));
    expect(verdicts({ sustained: 69, briefly: 149, parsing: 199, pause: 249 })).toEqual(new Array(4).fill("disagrees"));
    expect(found({}).map(({ ours, ratios = [] }) => [ours, ratios[0].mean])).toEqual([
      ["140 pages per second", expect.closeTo(400 / 140, 9)],
      ["300 pages in the best second", expect.closeTo(300 / 140, 9)],
      ["400 pages per second of 13.0 KB", expect.closeTo(2, 9)],
      ["1.00 s without a request at most", expect.closeTo(100, 9)],
    ]);
  });
});
