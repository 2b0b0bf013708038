import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { normalQuantile } from "../../src/base/statistics/normal-quantile.js";
import { chanceOf, holm, isExpected, type Paired, pairedOf, seenBy } from "../../src/experiment/paired.js";

/** Hours of sleep gained by two drugs, ten patients. Student 1908, The probable error of a mean, section IX. */
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

const normal = (random: Random): number => normalQuantile((random.bits() + 0.5) / 2 ** 32);
const drawn = (random: Random, crawls: number, shift = 0): Paired => {
  const values = Array.from({ length: crawls }, () => normal(random) + shift);
  return pairedOf(
    "a - b",
    values,
    values.map(() => 0),
  ) as Paired;
};

describe("paired crawls", () => {
  it("give the interval and the chance that Student's patients are known for", () => {
    const sleep = pairedOf("second - first", SECOND, FIRST) as Paired;
    // R: t.test(extra ~ group, data = sleep, paired = TRUE): mean 1.58, 0.7001142 to 2.4598858, p = 0.002833
    expect(sleep).toMatchObject({ of: "second - first", crawls: 10 });
    expect(sleep.mean).toBeCloseTo(1.58, 12);
    expect([sleep.low, sleep.high]).toEqual([expect.closeTo(0.7001142, 7), expect.closeTo(2.4598858, 7)]);
    expect(chanceOf(sleep)).toBeCloseTo(0.002833, 6);
    // by hand: (2.262157 + 0.883404) x 1.229995 / sqrt(10), quantiles of t with 9 degrees
    expect(seenBy(sleep)).toBeCloseTo(1.22349, 4);
  });

  it("of a claim that one is no larger are held against the margin", () => {
    const sleep = { of: "a - b", mean: -1.58, low: -2.46, high: -0.7, deviation: 1.2299955, crawls: 10, atMost: 0 };
    expect(chanceOf(sleep)).toBeCloseTo(0.002833 / 2, 6); // one side of Student's patients
    expect(chanceOf({ ...sleep, mean: 0, deviation: 0 })).toBe(0); // all alike
    expect(chanceOf({ ...sleep, mean: 1.58 })).toBeCloseTo(0.002833, 6); // it is larger
  });

  it("tell nothing when there is one, and everything when all differences are equal", () => {
    expect(pairedOf("a - b", [1], [0])).toBeUndefined();
    expect(chanceOf(pairedOf("a - b", [2, 3, 4], [1, 2, 3]) as Paired)).toBe(0);
    expect(chanceOf(pairedOf("a - b", [2, 3], [2, 3]) as Paired)).toBe(1);
  });

  it("of a later run lie where the record leads to expect, but for one run in a thousand", () => {
    const random = new Random(5);
    const runs = 20_000;
    let outside = 0;
    for (let i = 0; i < runs; i++) if (!isExpected(drawn(random, 20), drawn(random, 3))) outside++;
    // binomial, 20 expected of 20,000: 4.5 standard deviations on each side
    expect(outside).toBeGreaterThan(0);
    expect(outside).toBeLessThan(40);
  });

  it("of a run that is off by eight deviations do not", () => {
    const random = new Random(5);
    for (let i = 0; i < 200; i++) expect(isExpected(drawn(random, 20), drawn(random, 3, 8))).toBe(false);
  });

  it("that do not vary are held to the third decimal", () => {
    const same = (mean: number): Paired => ({ of: "a - b", mean, low: mean, high: mean, deviation: 0, crawls: 5 });
    expect(isExpected(same(0.3), same(0.3004))).toBe(true);
    expect(isExpected(same(0.3), same(0.301))).toBe(false);
  });
});

describe("Holm's correction", () => {
  it("multiplies each chance by how many are as large or larger, and keeps their order", () => {
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02].map((each) => expect.closeTo(each, 12)));
    expect(holm([])).toEqual([]);
  });

  it("lies between the chance itself and Bonferroni's, at most 1", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (chances) => {
        for (const [index, each] of holm(chances).entries()) {
          expect(each).toBeGreaterThanOrEqual(chances[index]);
          expect(each).toBeLessThanOrEqual(Math.min(1, chances.length * chances[index]));
        }
      }),
    );
  });
});
