import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { pairedDifference } from "../../../src/base/statistics/paired-difference.js";
import { startsNeeded } from "../../../src/crawl/compare/starts-needed.js";
import { coded } from "../../fixture/problems.js";

/** Differences with exactly this mean and standard deviation: two pairs, s = |a - b| / sqrt(2). */
const withMoments = (mean: number, deviation: number) => [mean - deviation / Math.SQRT2, mean + deviation / Math.SQRT2];
const needed = (mean: number, deviation: number, options = {}) =>
  startsNeeded(withMoments(mean, deviation), [0, 0], options);

/** Normal variables, by Box and Muller. */
function normals(count: number, random: Random, mean: number): number[] {
  return Array.from(
    { length: count },
    () => mean + Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  );
}

/** Share of so many experiments of `pairs` normal differences, mean / deviation as given, of which `is` holds. */
function shareOf(experiments: number, pairs: number, mean: number, is: (differences: number[]) => boolean): number {
  const random = new Random(17);
  let count = 0;
  for (let i = 0; i < experiments; i++) if (is(normals(pairs, random, mean))) count++;
  return count / experiments;
}
const zeros = (values: readonly number[]) => values.map(() => 0);
const byT = (differences: readonly number[]) => pairedDifference(differences, zeros(differences), { interval: "t" });

describe("startsNeeded", () => {
  it("is what G*Power 3.1 says of the paired t-test, two-sided, 5 %, power 80 %", () => {
    // Effect size dz = mean / deviation -> sample size.
    for (const [dz, size] of [
      [0.2, 199],
      [0.3, 90],
      [0.5, 34],
      [0.8, 15],
      [1, 10],
    ])
      expect(needed(dz, 1)).toBe(size);
  });

  it("is the smallest that is enough by its own t, for any level and power", () => {
    // By hand: t35(0.95) = 1.68957, t35(0.9) = 1.30621: 2.99578^2 * 4 = 35.90 <= 36; t34: 1.69092 + 1.30695 -> 35.95 >
    // 35.
    expect(needed(0.5, 1, { level: 0.9, power: 0.9 })).toBe(36);
    expect(needed(-0.5, 1, { level: 0.9, power: 0.9 })).toBe(36);
    expect(needed(5, 10, { level: 0.9, power: 0.9 })).toBe(36); // the unit falls out
  });

  it("is within a pair of the correction of Guenther 1981 for a deviation that is estimated, with many pairs and very many", () => {
    // (z(0.975) + z(0.8))^2 = 7.84888, and z(0.975)^2 / 2 = 1.92.
    for (const dz of [0.2, 0.1, 0.03])
      expect(Math.abs((needed(dz, 1) as number) - (7.84888 / dz ** 2 + 1.92))).toBeLessThan(1.1);
    const many = needed(1e-5, 1) as number;
    expect(many / 7.84888e10).toBeCloseTo(1, 5);
  });

  it("grows with deviation, level and power, and falls with the difference", () => {
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(share, share, share, fc.double({ min: 1, max: 3, noNaN: true }), (mean, level, power, factor) => {
        const base = needed(mean, 1, { level, power }) as number;
        expect(needed(mean, factor, { level, power })).toBeGreaterThanOrEqual(base);
        expect(needed(mean * factor, 1, { level, power })).toBeLessThanOrEqual(base);
        expect(needed(mean, 1, { level: 0.96, power: 0.96 })).toBeGreaterThanOrEqual(base);
      }),
      { numRuns: 100 },
    );
  });

  it("is the two of an interval where the difference is always the same, and cannot be told where it is 0", () => {
    expect(startsNeeded([3, 4, 5], [2, 3, 4])).toBe(2);
    expect(startsNeeded([1, 2], [1, 2])).toBeUndefined();
    expect(startsNeeded([1, -1], [0, 0])).toBeUndefined();
  });

  it("gives the power it promises: of 500 experiments of that many pairs, about 80 % exclude 0", () => {
    // A binomial share of 0.8 has a standard deviation of 0.018; four of these are 0.07.
    for (const dz of [1, 0.5]) {
      const pairs = needed(dz, 1) as number;
      const found = shareOf(500, pairs, dz, (differences) => byT(differences).low > 0);
      expect(Math.abs(found - 0.8)).toBeLessThan(0.07);
    }
  });

  it("refuses lists that make no pairs, and shares that are none", () => {
    expect(() => startsNeeded([1], [2])).toThrow(coded("option", "an interval needs at least 2 pairs; found 1"));
    expect(() => startsNeeded([1, 2], [2, 4], { level: 95 })).toThrow("level is a share between 0 and 1");
    expect(() => startsNeeded([1, 2], [2, 4], { power: 1 })).toThrow(
      coded("option", "power is a share between 0 and 1, such as 0.8; found 1"),
    );
  });
});

describe("the t interval of pairedDifference", () => {
  it("is mean -+ t s / sqrt(n), by hand for 1, 2, 6", () => {
    // Mean 3, s = sqrt(7), t = 4.3027 for two degrees of freedom: 3 -+ 6.5725.
    const found = byT([1, 2, 6]);
    expect(found).toMatchObject({ mean: 3, pairs: 3, positive: 1, level: 0.95, interval: "t" });
    expect(found.low).toBeCloseTo(3 - 6.5725, 3);
    expect(found.high).toBeCloseTo(3 + 6.5725, 3);
    expect(byT([0.25, 0.25])).toMatchObject({ low: 0.25, high: 0.25 });
  });

  it("holds the true mean in 95 of 100 experiments of five pairs, where the percentile interval does in fewer than 90", () => {
    // Standard deviations of the shares over 1,500 and 400 experiments: 0.006 and 0.02. Percentile, five normal values:
    // about 0.84.
    const holds = ({ low, high }: { low: number; high: number }) => low <= 0.3 && high >= 0.3;
    const found = shareOf(1500, 5, 0.3, (differences) => holds(byT(differences)));
    expect(Math.abs(found - 0.95)).toBeLessThan(0.024);
    const resampled = shareOf(400, 5, 0.3, (differences) =>
      holds(pairedDifference(differences, zeros(differences), { resamples: 500 })),
    );
    expect(resampled).toBeLessThan(0.9);
  });

  it("nears the percentile interval with many pairs", () => {
    const differences = normals(300, new Random(5), 1);
    const [one, other] = [byT(differences), pairedDifference(differences, zeros(differences))];
    expect(Math.abs(one.low - other.low)).toBeLessThan(0.01);
    expect(Math.abs(one.high - other.high)).toBeLessThan(0.01);
    expect(() => pairedDifference([1, 2], [2, 3], { interval: "bca" as never })).toThrow(
      coded("option", 'pairedDifference: interval is "percentile", "t"; found "bca"'),
    );
  });
});
