import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairedDifference } from "../../../src/base/statistics/paired-difference.js";
import { draws, mean } from "../../crawl/small-web.js";
import { coded } from "../../fixture/problems.js";

/** The means of all n^n resamples of n differences, ascending. */
const allMeans = (differences: readonly number[]): number[] =>
  draws(differences.length, differences.length)
    .map((picked) => mean(picked.map((pair) => differences[pair])))
    .sort((a, b) => a - b);

/** The smallest of equally likely values that a share `q` of them does not exceed. */
const exactQuantile = (values: readonly number[], q: number): number =>
  values[Math.min(values.length - 1, Math.max(0, Math.ceil(q * values.length) - 1))];

const nothing = (differences: readonly number[]) => differences.map(() => 0);

describe("pairedDifference", () => {
  it("gives the mean of the differences, first less second, and how many of them are above 0", () => {
    // By hand: 0.5, 0.25, -0.25, 0.
    const { mean, pairs, positive, level } = pairedDifference([1, 0.5, 0.25, 3], [0.5, 0.25, 0.5, 3]);
    expect({ mean, pairs, positive, level }).toEqual({ mean: 0.125, pairs: 4, positive: 0.5, level: 0.95 });
  });

  it("holds the middle of all resamples of three pairs, 3^3 of them", () => {
    // By hand, differences 1, 2, 6: the least sums are 3 (1 of 27) and 4 (3 of 27), the largest 18 (1) and 14 (3).
    const found = (level: number) => pairedDifference([1, 2, 6], [0, 0, 0], { level });
    expect(found(0.95)).toMatchObject({ mean: 3, low: 1, high: 6 }); // 1/27 is more than 2.5 %
    expect(found(0.9).low).toBeCloseTo(4 / 3, 12); // 1/27 is less than 5 %, 4/27 more
    expect(found(0.9).high).toBeCloseTo(14 / 3, 12);
  });

  it("holds the middle of all resamples of four pairs, 4^4 of them", () => {
    const differences = [0.3, -0.1, 0.7, 0.2];
    const all = allMeans(differences);
    for (const level of [0.5, 0.8, 0.9, 0.95]) {
      const { low, high } = pairedDifference(differences, nothing(differences), { level });
      expect(low).toBeCloseTo(exactQuantile(all, (1 - level) / 2), 12);
      expect(high).toBeCloseTo(exactQuantile(all, (1 + level) / 2), 12);
    }
  });

  it("lies within a hundredth of the resamples of where all of them have it, for any two to four pairs", () => {
    // Of 10,000 draws the share below a value has a standard deviation of 0.0022 at 5 %, and less further out.
    const anyDifferences = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(anyDifferences, fc.constantFrom(0.9, 0.95, 0.98), (differences, level) => {
        const all = allMeans(differences);
        const { low, high } = pairedDifference(differences, nothing(differences), { level });
        for (const [found, q] of [
          [low, (1 - level) / 2],
          [high, (1 + level) / 2],
        ] as const) {
          expect(found).toBeGreaterThanOrEqual(exactQuantile(all, Math.max(0, q - 0.01)) - 1e-9);
          expect(found).toBeLessThanOrEqual(exactQuantile(all, Math.min(1, q + 0.01)) + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("goes from one to the other with two pairs: each is drawn twice in a quarter of the resamples", () => {
    expect(pairedDifference([0.4, 0.1], [0, 0])).toMatchObject({ low: 0.1, high: 0.4, mean: 0.25, positive: 1 });
  });

  it("lets what both of a pair share fall out: only the differences count", () => {
    const shared = [0.1, 0.9, 0.5, 0.3];
    const first = shared.map((value, pair) => value + [0.25, 0.125, 0.5, 0.25][pair]);
    const { low, high, mean } = pairedDifference(first, shared);
    const alone = pairedDifference([0.25, 0.125, 0.5, 0.25], [0, 0, 0, 0]);
    for (const [one, other] of [
      [low, alone.low],
      [high, alone.high],
      [mean, alone.mean],
    ])
      expect(one).toBeCloseTo(other, 12);
    expect(pairedDifference([0.2, 0.6, 0.4], [0.1, 0.5, 0.3]).high).toBeCloseTo(0.1, 12); // always 0.1
  });

  it("narrows with the pairs as the standard error does", () => {
    // Differences -1 and 1 in turn: the mean of n draws has the standard deviation 1 / sqrt(n), and 95 % lie within
    // 1.96 of these.
    const values = Array.from({ length: 400 }, (_, pair) => (pair % 2 === 0 ? 1 : -1));
    const { low, high } = pairedDifference(values, nothing(values));
    expect(high).toBeGreaterThan(1.8 / 20);
    expect(high).toBeLessThan(2.1 / 20);
    expect(low).toBeLessThan(-1.8 / 20);
    expect(low).toBeGreaterThan(-2.1 / 20);
  });

  it("is of Student's t where that is asked for, and says which it is", () => {
    // By hand: differences 1, 2, 6 of mean 3 and deviation sqrt(14 / 2); t of 2 degrees at 97.5 %: 4.302653 (tables)
    const { low, high, interval } = pairedDifference([1, 2, 6], [0, 0, 0], { interval: "t" });
    const half = (4.302653 * Math.sqrt(7)) / Math.sqrt(3);
    expect(low).toBeCloseTo(3 - half, 5);
    expect(high).toBeCloseTo(3 + half, 5);
    expect([interval, pairedDifference([1, 2], [0, 0]).interval]).toEqual(["t", "percentile"]);
  });

  it("turns over with the lists", () => {
    const [one, other] = [
      [0.3, 0.5, 0.9, 0.1],
      [0.2, 0.6, 0.1, 0],
    ];
    const [there, back] = [pairedDifference(one, other), pairedDifference(other, one)];
    expect(back.mean).toBeCloseTo(-there.mean, 12);
    expect(back.low).toBeCloseTo(-there.high, 12);
    expect(back.high).toBeCloseTo(-there.low, 12);
  });

  it("repeats itself with a seed, and widens with the level", () => {
    const values = Array.from({ length: 30 }, (_, pair) => Math.sin(pair));
    const of = (seed: number, level = 0.95) => pairedDifference(values, nothing(values), { seed, level });
    expect(of(3)).toEqual(of(3));
    expect(of(3).low).not.toBe(of(4).low);
    expect(of(3, 0.99).low).toBeLessThan(of(3, 0.95).low);
    expect(of(3, 0.99).high).toBeGreaterThan(of(3, 0.95).high);
    expect(pairedDifference(values, nothing(values))).toEqual(of(1));
  });

  it("refuses lists that make no pairs, and options that make no sense", () => {
    expect(() => pairedDifference([1], [2])).toThrow(coded("option", "an interval needs at least 2 pairs; found 1"));
    expect(() => pairedDifference([1, 2], [2])).toThrow(
      coded("option", "paired lists are of one length; found 2 and 1 values"),
    );
    for (const value of [Number.NaN, Infinity, -Infinity])
      expect(() => pairedDifference([1, value], [2, 3])).toThrow("paired values are finite numbers; one is not");
    for (const level of [0, 1, 95]) {
      expect(() => pairedDifference([1, 2], [2, 3], { level })).toThrow(
        coded("option", `level is a share between 0 and 1, such as 0.95; found ${level}`),
      );
    }
    expect(() => pairedDifference([1, 2], [2, 3], { resamples: 0 })).toThrow(
      coded("option", "resamples is a number of draws, 1 or more; found 0"),
    );
  });
});
