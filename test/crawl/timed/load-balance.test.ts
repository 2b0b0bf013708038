import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { effectiveCount, expectedVariation, loadBalance } from "../../../src/crawl/timed/load-balance.js";

describe("loadBalance", () => {
  it("is that of four loads counted by hand", () => {
    // mean 2; deviations 4, 0, 2, 2: variance (16 + 0 + 4 + 4) / 4 = 6
    const balance = loadBalance([6, 2, 0, 0]);
    expect(balance).toEqual({ mean: 2, largestOverMean: 3, variation: Math.sqrt(6) / 2, without: 0.5 });
  });

  it("is perfect where all have as much, and where nobody has anything", () => {
    expect(loadBalance([7, 7, 7])).toEqual({ mean: 7, largestOverMean: 1, variation: 0, without: 0 });
    expect(loadBalance([0, 0])).toEqual({ mean: 0, largestOverMean: 1, variation: 0, without: 1 });
  });

  it("has a largest load of P means and a variation of the root of P - 1 where one of P has all", () => {
    // variance (P - 1) / P^2 of a load of 1, mean 1 / P
    for (const processes of [2, 5, 400]) {
      const loads = new Float64Array(processes);
      loads[1] = 12;
      const { largestOverMean, variation, without } = loadBalance(loads);
      expect(largestOverMean).toBeCloseTo(processes, 9);
      expect(variation).toBeCloseTo(Math.sqrt(processes - 1), 9);
      expect(without).toBeCloseTo(1 - 1 / processes, 12);
    }
  });

  it("does not depend on the unit of the loads", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1 }), (loads) => {
        const [one, other] = [loadBalance(loads), loadBalance(loads.map((load) => 8 * load))];
        expect(other.largestOverMean).toBeCloseTo(one.largestOverMean, 9);
        expect(other.variation).toBeCloseTo(one.variation, 9);
        expect(other.mean).toBe(8 * one.mean);
      }),
    );
  });

  it("refuses to speak of no processes", () => {
    expect(() => loadBalance([])).toThrow("1 process or more; found none");
  });
});

describe("effectiveCount", () => {
  it("is the number of sizes that are equal, and less of others", () => {
    expect(effectiveCount([5, 5, 5])).toBe(3);
    expect(effectiveCount([3, 1])).toBeCloseTo(16 / 10, 12);
    expect(effectiveCount([9, 0])).toBe(1);
    expect(effectiveCount([0, 0])).toBe(0);
  });

  it("tells the variation of loads that are dealt by chance", () => {
    // 60 units of sizes 1, 2 or 3 over 4 processes, 4,000 times: the mean square of the variation is (P - 1) /
    // effective, within 5 %
    const random = new Random(1);
    const sizes = Array.from({ length: 60 }, (_, i) => 1 + (i % 3));
    let squares = 0;
    for (let draw = 0; draw < 4000; draw++) {
      const loads = new Float64Array(4);
      for (const size of sizes) loads[random.below(4)] += size;
      squares += loadBalance(loads).variation ** 2;
    }
    const expected = expectedVariation(effectiveCount(sizes), 4);
    expect(Math.sqrt(squares / 4000) / expected).toBeGreaterThan(0.95);
    expect(Math.sqrt(squares / 4000) / expected).toBeLessThan(1.05);
  });

  it("expects none where one process has all", () => {
    expect(expectedVariation(10, 1)).toBe(0);
  });
});
