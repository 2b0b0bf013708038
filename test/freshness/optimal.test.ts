import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { optimalFrequencies, optimalRandomFrequencies } from "../../src/freshness/optimal-frequencies.js";
import { optimal } from "../../src/freshness/policy/optimal.js";
import { randomised } from "../../src/freshness/policy/randomised.js";
import { atFrequencies } from "../../src/freshness/refresh-policy.js";
import { coded } from "../fixture/problems.js";

const rates = Float64Array.of(1, 2, 0.5);
const importance = Float64Array.of(0.1, 0.8, 0.1);
const setting = (seed = 1) => ({ size: 3, budget: 2, rates, importance, random: new Random(seed) });
const pages = [0, 1, 2];

describe("the optimal policy", () => {
  it("has the intervals of the optimal frequencies, for most pages or for most importance", () => {
    for (const [of, weights] of [
      ["pages", undefined],
      ["importance", importance],
    ] as const) {
      const { interval } = optimal({ of }).create(setting());
      const frequencies = optimalFrequencies(rates, 2, weights);
      expect(pages.map((page) => interval?.(page))).toEqual(pages.map((page) => 1 / frequencies[page]));
    }
    expect(optimalFrequencies(rates, 2, importance)).not.toEqual(optimalFrequencies(rates, 2));
    expect(atFrequencies(Float64Array.of(0, 4)).interval?.(0)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the optimal policy of random fetches", () => {
  it("draws exponential intervals of the optimal frequencies' means, from any moment on", () => {
    for (const [of, weights] of [
      ["pages", undefined],
      ["importance", importance],
    ] as const) {
      const { interval, phase } = randomised({ of }).create(setting(7));
      const frequencies = optimalRandomFrequencies(rates, 2, weights);
      const draws = Array.from({ length: 4000 }, () => interval?.(1) as number);
      const mean = draws.reduce((sum, each) => sum + each) / draws.length;
      // the standard error of a mean of 4,000 exponentials: a 63rd of it; four of them
      expect(Math.abs(mean * frequencies[1] - 1)).toBeLessThan(4 / Math.sqrt(4000));
      expect(phase?.(1)).toBe(1);
    }
  });

  it("gives pages sqrt(weight rate) in proportion, less their rate: Azar et al. 2018", () => {
    // (f + rate) / sqrt(weight rate) is one number for all pages that are fetched, and the budget is spent
    for (const weights of [undefined, importance]) {
      const frequencies = optimalRandomFrequencies(rates, 20, weights);
      const scales = pages.map(
        (page) => (frequencies[page] + rates[page]) / Math.sqrt((weights?.[page] ?? 1) * rates[page]),
      );
      for (const scale of scales) expect(scale).toBeCloseTo(scales[0], 12);
      expect(frequencies.reduce((sum, each) => sum + each)).toBeCloseTo(20, 12);
    }
    expect([...optimalRandomFrequencies(Float64Array.of(0, 1), 3)]).toEqual([0, 3]); // what never changes needs none
  });
});

describe("policies that know the rates", () => {
  it("are refused where they are given none, each by its name", () => {
    for (const policy of [optimal, randomised])
      expect(() => policy.create({ ...setting(), rates: undefined })).toThrow(
        `${policy.name} knows the rates of all pages, and was given none`,
      );
    expect([optimal.name, randomised.name]).toEqual(["optimal", "randomised"]);
  });
});

describe("frequencies", () => {
  it.each([
    [() => optimalFrequencies(rates, -1), "budget is a number of fetches per unit of time, 0 or more; found -1"],
    [
      () => optimalRandomFrequencies(rates, Number.NaN),
      "budget is a number of fetches per unit of time, 0 or more; found NaN",
    ],
    [
      () => optimalFrequencies(rates, Number.POSITIVE_INFINITY),
      "budget is a number of fetches per unit of time, 0 or more; found Infinity",
    ],
    [() => optimalFrequencies(rates, 1, Float64Array.of(1)), "each page has one rate and one weight; found 3 and 1"],
    [() => optimalFrequencies(Float64Array.of(1, -1), 1), "the rate of a page is 0 or more; that of page 1 is -1"],
    [
      () => optimalFrequencies(rates, 1, Float64Array.of(1, Number.NaN, 1)),
      "the weight of a page is 0 or more; that of page 1 is NaN",
    ],
    [
      () => optimalFrequencies(Float64Array.of(Infinity), 1),
      "the rate of a page is 0 or more; that of page 0 is Infinity",
    ],
  ])("are refused for what is no budget, rate or weight: %#", (make, message) => {
    expect(make).toThrow(coded("option", message));
  });
});
