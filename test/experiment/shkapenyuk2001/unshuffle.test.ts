import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crowding, leastDistance, overBound, provable } from "../../../src/experiment/shkapenyuk2001/crowding.js";
import { paceOf } from "../../../src/experiment/shkapenyuk2001/speed.js";
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
    expect(overBound(together, 2, 10, 25)).toBeGreaterThan(1);
  });

  it("has its least distance between neighbours", () => {
    expect(leastDistance(Uint32Array.of(0, 5, 1, 9))).toBe(4);
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
