import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshnessAt, freshnessAtRandom } from "../../src/freshness/closed-form.js";
import { optimalFrequencies, optimalRandomFrequencies } from "../../src/freshness/optimal-frequencies.js";
import { meanOver } from "./mean-over.js";

const rate = fc.double({ min: 0.01, max: 50, noNaN: true });
const anyRates = (most: number) =>
  fc.array(rate, { minLength: 2, maxLength: most }).map((rates) => Float64Array.from(rates));
const anyBudget = fc.double({ min: 0.05, max: 50, noNaN: true });
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

/** The best mean of `value` on a grid of all ways to share a budget out in `parts` parts among three pages. */
function bestOnGrid(
  value: (rate: number, frequency: number) => number,
  rates: Float64Array,
  budget: number,
  weights: Float64Array,
) {
  const parts = 60;
  let best = 0;
  for (let a = 0; a <= parts; a++)
    for (let b = 0; a + b <= parts; b++) {
      const shares = Float64Array.of(a, b, parts - a - b).map((share) => (share * budget) / parts);
      best = Math.max(best, meanOver(value, rates, shares, weights));
    }
  return best;
}

describe.each([
  { name: "optimalFrequencies", optimum: optimalFrequencies, value: freshnessAt },
  { name: "optimalRandomFrequencies", optimum: optimalRandomFrequencies, value: freshnessAtRandom },
])("$name", ({ optimum, value }) => {
  it("shares out the budget, no more and no less, and no page gets less than none", () => {
    fc.assert(
      fc.property(anyRates(30), anyBudget, (rates, budget) => {
        const found = optimum(rates, budget);
        expect(total(found) / budget).toBeCloseTo(1, 9);
        expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("gives no page less than none where rounding leaves something at the greatest gain", () => {
    const found = optimum(Float64Array.of(49.99999999999997, 49.99999999999994), 0.05); // found by the property above
    expect(total(found)).toBeCloseTo(0.05, 12);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
  });

  it("is never beaten by any division of the budget among three pages, weighted or not", () => {
    const three = fc.tuple(rate, rate, rate).map((each) => Float64Array.from(each));
    fc.assert(
      fc.property(three, three, anyBudget, (rates, weights, budget) => {
        const found = meanOver(value, rates, optimum(rates, budget, weights), weights);
        expect(found).toBeGreaterThanOrEqual(bestOnGrid(value, rates, budget, weights) - 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it("is at least as good as fetching all equally often, which is at least as good as fetching in proportion", () => {
    // Cho and Garcia-Molina 2000, section 5, prove the second for any distribution of rates
    fc.assert(
      fc.property(anyRates(30), anyBudget, (rates, budget) => {
        const uniform = new Float64Array(rates.length).fill(budget / rates.length);
        const proportional = rates.map((each) => (budget * each) / total(rates));
        const [best, equal, prop] = [optimum(rates, budget), uniform, proportional].map((each) =>
          meanOver(value, rates, each),
        );
        expect(best).toBeGreaterThanOrEqual(equal - 1e-9);
        expect(equal).toBeGreaterThanOrEqual(prop - 1e-9);
      }),
    );
  });

  it("gives pages that never change nothing, and a page alone everything", () => {
    expect([...optimum(Float64Array.of(0, 2), 3)]).toEqual([0, 3]);
    expect([...optimum(Float64Array.of(0, 0), 3)]).toEqual([0, 0]);
  });

  it("gives a page that is worth nothing nothing", () => {
    const found = optimum(Float64Array.of(1, 1), 2, Float64Array.of(0, 1));
    expect(found[0]).toBe(0);
    expect(found[1]).toBeCloseTo(2, 9);
  });
});

describe("the optimum", () => {
  it("gives up the page that changes most, as published for five pages that change 1 to 5 times a day", () => {
    // the example of Cho and Garcia-Molina 2000: five fetches a day are best shared out as 1.15, 1.36, 1.35, 1.14, 0.00
    const found = optimalFrequencies(Float64Array.of(1, 2, 3, 4, 5), 5);
    expect([...found].map((each) => each.toFixed(2))).toEqual(["1.15", "1.36", "1.35", "1.14", "0.00"]);
  });

  it("lets every page that is fetched gain the same by a fetch more, and those that are not gain less", () => {
    fc.assert(
      fc.property(anyRates(20), anyBudget, (rates, budget) => {
        const found = optimalFrequencies(rates, budget);
        const gain = (page: number) => {
          const x = rates[page] / found[page]; // derivative of (1 - e^-x) / x by the frequency
          return found[page] > 0 ? (1 - (1 + x) * Math.exp(-x)) / rates[page] : 1 / rates[page];
        };
        const fetched = [...rates.keys()].filter((page) => found[page] > 1e-3 * budget);
        const gains = fetched.map(gain);
        for (const each of gains) expect(each / gains[0]).toBeCloseTo(1, 5);
        for (const page of rates.keys())
          if (found[page] === 0) expect(gain(page)).toBeLessThanOrEqual(gains[0] * (1 + 1e-6));
      }),
    );
  });

  it("at random moments is worth less than at equal intervals: fetches at random come in heaps", () => {
    fc.assert(
      fc.property(anyRates(20), anyBudget, (rates, budget) => {
        const equal = meanOver(freshnessAt, rates, optimalFrequencies(rates, budget));
        const random = meanOver(freshnessAtRandom, rates, optimalRandomFrequencies(rates, budget));
        expect(random).toBeLessThanOrEqual(equal + 1e-9);
      }),
    );
  });
});
