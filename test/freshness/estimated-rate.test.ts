import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { estimatedRate, type Look, likeliestRate } from "../../src/freshness/estimated-rate.js";

const look = (since: number, changed: boolean): Look => ({ since, changed });

describe("estimatedRate", () => {
  it("is the estimator with reduced bias, by hand", () => {
    // n = 10, X = 6, I = 2: -ln(4.5 / 10.5) / 2
    expect(estimatedRate(10, 6, 2)).toBeCloseTo(0.42364893, 8);
    expect(estimatedRate(10, 0, 2)).toBeCloseTo(0, 12);
    expect(estimatedRate(10, 10, 2)).toBeCloseTo(Math.log(21) / 2, 12); // where -ln(1 - X/n) has no value
    expect(estimatedRate(0, 0, 2)).toBeCloseTo(0, 12);
  });

  it("has hardly a bias where X/n, the estimate that counts changes, has a large one", () => {
    // 50 looks one apart at a page of rate 1: a look finds a change with chance 1 - 1/e
    const random = new Random(5);
    const trials = 20_000;
    let [ours, naive] = [0, 0];
    for (let trial = 0; trial < trials; trial++) {
      let found = 0;
      for (let i = 0; i < 50; i++) if (random.next() < 1 - Math.exp(-1)) found++;
      ours += estimatedRate(50, found, 1) / trials;
      naive += found / 50 / trials;
    }
    // standard error of the mean: sqrt((e - 1) / 50 / trials) = 0.0013; what is left of the bias is of the order 1 /
    // n^2
    expect(Math.abs(ours - 1)).toBeLessThan(0.008);
    expect(naive).toBeCloseTo(1 - Math.exp(-1), 2);
  });
});

describe("likeliestRate", () => {
  it("is -ln(1 - X/n) / I at equal intervals", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0.1, max: 9, noNaN: true }),
        (changed, unchanged, interval) => {
          const looks = [...Array(changed + unchanged).keys()].map((i) => look(interval, i < changed));
          const closed = -Math.log(unchanged / (changed + unchanged)) / interval;
          expect(likeliestRate(looks) / closed).toBeCloseTo(1, 6);
        },
      ),
    );
  });

  it("is the rate of a grid under which what irregular looks found is most likely", () => {
    const likelihood = (looks: readonly Look[], rate: number) =>
      looks.reduce(
        (sum, { since, changed }) => sum + (changed ? Math.log(-Math.expm1(-rate * since)) : -rate * since),
        0,
      );
    const anyLooks = fc.array(fc.tuple(fc.double({ min: 0.1, max: 9, noNaN: true }), fc.boolean()), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyLooks, (pairs) => {
        const looks = pairs.map(([since, changed]) => look(since, changed));
        const rate = likeliestRate(looks);
        fc.pre(rate > 0 && rate < Infinity);
        for (let factor = 0.5; factor <= 2; factor += 0.05)
          expect(likelihood(looks, rate)).toBeGreaterThanOrEqual(likelihood(looks, factor * rate) - 1e-9);
      }),
    );
  });

  it("is 0 when nothing changed, without bound when everything did", () => {
    expect(likeliestRate([look(1, false), look(3, false)])).toBe(0);
    expect(likeliestRate([look(1, true), look(3, true)])).toBe(Infinity);
  });

  it("refuses looks at one moment", () => {
    expect(() => likeliestRate([look(0, true)])).toThrow("a look comes some time after the one before; found 0");
  });
});
