import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHANGE_CLASSES } from "../../src/freshness/change-classes.js";
import { ageAt, ageAtRandom, freshnessAt, freshnessAtRandom } from "../../src/freshness/closed-form.js";
import { optimalFrequencies } from "../../src/freshness/optimal-frequencies.js";
import { meanOver } from "./mean-over.js";

/** Simpson's rule. */
function integral(f: (t: number) => number, from: number, to: number, steps = 2000): number {
  const h = (to - from) / steps;
  let sum = f(from) + f(to);
  for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * f(from + i * h);
  return (sum * h) / 3;
}

const anyRate = fc.double({ min: 0.1, max: 10, noNaN: true });

describe("freshness and age in closed form", () => {
  it("are the means over an interval between two fetches of what a copy is expected to be", () => {
    fc.assert(
      fc.property(anyRate, anyRate, (rate, frequency) => {
        const interval = 1 / frequency;
        const fresh = integral((t) => Math.exp(-rate * t), 0, interval) / interval; // no change yet
        // t less the mean time of the first change
        const old = integral((t) => t + Math.expm1(-rate * t) / rate, 0, interval) / interval;
        expect(freshnessAt(rate, frequency)).toBeCloseTo(fresh, 6);
        expect(ageAt(rate, frequency)).toBeCloseTo(old, 6);
      }),
      { numRuns: 50 },
    );
  });

  it("are, for fetches at random, the means over intervals that are exponential", () => {
    fc.assert(
      fc.property(anyRate, anyRate, (rate, frequency) => {
        const chance = (t: number) => frequency * Math.exp(-frequency * t); // of the last fetch to be t ago
        const far = 40 / frequency;
        const fresh = integral((t) => chance(t) * Math.exp(-rate * t), 0, far, 20_000);
        const old = integral((t) => chance(t) * (t + Math.expm1(-rate * t) / rate), 0, far, 20_000);
        expect(freshnessAtRandom(rate, frequency)).toBeCloseTo(fresh, 4);
        expect(ageAtRandom(rate, frequency)).toBeCloseTo(old, 4);
      }),
      { numRuns: 20 },
    );
  });

  it("know pages that never change and pages that are never fetched again", () => {
    expect([freshnessAt(0, 0), ageAt(0, 0), freshnessAt(2, 0), ageAt(2, 0)]).toEqual([1, 0, 0, Infinity]);
    expect([freshnessAtRandom(0, 0), ageAtRandom(0, 0), freshnessAtRandom(2, 0)]).toEqual([1, 0, 0]);
  });

  it("have an age that is smooth where the formula's terms cancel", () => {
    // x = rate / frequency = 0.01 is where the series begins
    expect(ageAt(0.01 - 1e-12, 1)).toBeCloseTo(ageAt(0.01 + 1e-12, 1), 10);
    expect(ageAt(1e-9, 1) / (1e-9 / 6)).toBeCloseTo(1, 8);
  });

  it("give the numbers published for pages of five classes that are fetched once a month", () => {
    // Cho and Garcia-Molina 2003: freshness 0.12, 0.57, 0.62 and age 400 and 5.6 days of the proportional, uniform and
    // optimal policies
    const rates = Float64Array.from(
      CHANGE_CLASSES.flatMap(({ perDay, share }) => new Array<number>(Math.round(100 * share)).fill(perDay)),
    );
    const sum = rates.reduce((all, rate) => all + rate, 0);
    const budget = 100 / 30;
    const uniform = new Float64Array(100).fill(1 / 30);
    const proportional = rates.map((rate) => (budget * rate) / sum);
    const optimal = optimalFrequencies(rates, budget);
    const freshness = [proportional, uniform, optimal].map((each) => meanOver(freshnessAt, rates, each));
    expect(freshness.map((each) => each.toFixed(3))).toEqual(["0.129", "0.573", "0.616"]);
    expect(meanOver(ageAt, rates, uniform)).toBeCloseTo(5.6, 1);
    expect(meanOver(ageAt, rates, proportional) / 400).toBeCloseTo(1, 1);
  });
});
