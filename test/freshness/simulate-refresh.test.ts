import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { gamma } from "../../src/freshness/change/gamma.js";
import { oneRate } from "../../src/freshness/change/one-rate.js";
import { ageAt, ageAtRandom, freshnessAt, freshnessAtRandom } from "../../src/freshness/closed-form.js";
import { type ChangeHistory, poissonHistory, versionAt } from "../../src/freshness/history.js";
import { optimalFrequencies } from "../../src/freshness/optimal-frequencies.js";
import { estimated } from "../../src/freshness/policy/estimated.js";
import { optimal } from "../../src/freshness/policy/optimal.js";
import { proportional } from "../../src/freshness/policy/proportional.js";
import { purelyRandom } from "../../src/freshness/policy/purely-random.js";
import { randomised } from "../../src/freshness/policy/randomised.js";
import { roundRobin } from "../../src/freshness/policy/round-robin.js";
import { uniform } from "../../src/freshness/policy/uniform.js";
import { RecrawlPlan } from "../../src/freshness/recrawl-plan.js";
import { atFrequencies, definePolicy, type RefreshPolicy } from "../../src/freshness/refresh-policy.js";
import { simulateRefresh } from "../../src/freshness/simulate-refresh.js";
import { depth } from "../depth.js";
import { meanOver } from "./mean-over.js";

/** A history of a few pages, by hand. */
const historyOf = (duration: number, ...changes: number[][]): ChangeHistory => ({
  duration,
  offsets: Uint32Array.from([0, ...changes.map((_, page) => changes.slice(0, page + 1).flat().length)]),
  times: Float64Array.from(changes.flat()),
});

/** Fetches each page at equal intervals of its own, from the first interval on. */
const every = (...intervals: number[]): RefreshPolicy =>
  definePolicy({
    name: "every",
    source: "a test",
    options: {},
    create: () => ({ interval: (page) => intervals[page], phase: () => 1 }),
  });

describe("simulateRefresh", () => {
  it("does as a hand does", () => {
    // budget 1: slots at 1, 2, ... 8. Page 0 every 2, page 1 every 4: both are due at 4 and 8, where page 0 goes first;
    // at 5 page 1, its next at 9. Page 0 changes at 0.5 and 6.5, page 1 at 3.
    // Page 0 is stale in 0.5 .. 2 and 6.5 .. 8: 3 of 8. Page 1 in 3 .. 5: 2 of 8. Ages: (1.5^2 + 1.5^2) / 2 and 2^2 /
    // 2, over 8, for 2 pages.
    const history = historyOf(8, [0.5, 6.5], [3]);
    const seen: (number | boolean)[][] = [];
    const found = simulateRefresh(history, every(2, 4), {
      budget: 1,
      onFetch: (...fetch) => seen.push(fetch),
    });
    expect(seen).toEqual([
      [0, 2, true],
      [0, 4, false],
      [1, 5, true],
      [0, 6, false],
      [0, 8, true],
    ]);
    expect([found.fetches, found.useful, ...found.perPage]).toEqual([5, 3, 4, 1]);
    expect(found.freshness).toBeCloseTo((5 / 8 + 6 / 8) / 2, 12);
    expect(found.age).toBeCloseTo((2.25 + 2) / 8 / 2, 12);
  });

  it("counts pages by importance, and time from `from` on", () => {
    // as above, from 4 on: page 0 is stale 1.5 of 4, page 1 is stale 1 of 4, with age 1 to 2; page 1 counts three times
    // as much
    const found = simulateRefresh(historyOf(8, [0.5, 6.5], [3]), every(2, 4), {
      budget: 1,
      from: 4,
      importance: Float64Array.of(1, 3),
    });
    expect(found.freshness).toBeCloseTo((2.5 / 4 + 3 / 4) / 2, 12);
    expect(found.weighted).toBeCloseTo((2.5 / 4 + 3 * (3 / 4)) / 4, 12);
    expect(found.age).toBeCloseTo((1.5 ** 2 / 2 + (2 ** 2 - 1 ** 2) / 2) / 4 / 2, 12);
  });

  it("has the freshness, age and curve that their definitions give, looked up moment by moment", () => {
    const anyHistory = fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.integer(), fc.double({ min: 0.1, max: 3, noNaN: true }))
      .map(([pages, seed, rate]) => poissonHistory(new Float64Array(pages).fill(rate), 12, new Random(seed)));
    fc.assert(
      fc.property(anyHistory, fc.double({ min: 0.2, max: 8, noNaN: true }), fc.integer(), (history, budget, seed) => {
        const size = history.offsets.length - 1;
        const fetches: [number, number][] = [];
        const found = simulateRefresh(history, purelyRandom, {
          budget,
          seed,
          points: 24,
          onFetch: (page, slot) => fetches.push([page, slot / budget]),
        });
        const at = (time: number) => {
          let [fresh, age] = [0, 0];
          for (let page = 0; page < size; page++) {
            const made = Math.max(
              0,
              ...fetches.filter(([own, when]) => own === page && when <= time).map(([, when]) => when),
            );
            const missed = history.offsets[page] + versionAt(history, page, made);
            if (versionAt(history, page, made) === versionAt(history, page, time)) fresh++;
            else age += time - history.times[missed];
          }
          return { freshness: fresh / size, age: age / size };
        };
        for (const { time, freshness, age } of found.curve) {
          if (fetches.some(([, when]) => Math.abs(when - time) < 1e-6)) continue; // a moment of rounding
          const own = at(time);
          expect(freshness).toBeCloseTo(own.freshness, 9);
          expect(age).toBeCloseTo(own.age, 9);
        }
        const steps = 4000;
        const moments = Array.from({ length: steps }, (_, i) => at(((i + 0.5) * 12) / steps));
        const mean = (value: "freshness" | "age") => moments.reduce((sum, each) => sum + each[value], 0) / steps;
        expect(found.freshness).toBeCloseTo(mean("freshness"), 1);
        expect(found.age).toBeCloseTo(mean("age"), 1);
      }),
      { numRuns: 8 },
    );
  });

  const size = 20_000;

  it.each([0.25, 1, 4])("has the closed forms of uniform and random fetching at budget %d per page", (budget) => {
    const rates = oneRate.rates({ size, random: new Random(1) });
    const history = poissonHistory(rates, 8 / budget, new Random(2));
    const options = { budget: budget * size, from: 2 / budget };
    // Shares of intervals are within [0, 1] and independent: standard error at most 0.5 / sqrt(6 rounds of 20,000),
    // 0.0014; four of them, and 0.001 for the slot that waiting adds. Ages are at most of the order of the interval.
    const error = 0.007;
    for (const policy of [uniform, roundRobin]) {
      const found = simulateRefresh(history, policy, options);
      expect(Math.abs(found.freshness - freshnessAt(1, budget))).toBeLessThan(error);
      expect(Math.abs(found.age - ageAt(1, budget))).toBeLessThan(error / budget);
    }
    const random = simulateRefresh(history, purelyRandom, options);
    expect(Math.abs(random.freshness - freshnessAtRandom(1, budget))).toBeLessThan(2 * error);
    expect(Math.abs(random.age - ageAtRandom(1, budget))).toBeLessThan((6 * error) / budget);
  });

  it("has the closed form of the optimal policies for rates that differ", () => {
    const rates = gamma.rates({ size, random: new Random(1) });
    const history = poissonHistory(rates, 12, new Random(2));
    const options = { budget: size, from: 6, rates };
    const best = meanOver(freshnessAt, rates, optimalFrequencies(rates, size));
    expect(Math.abs(simulateRefresh(history, optimal, options).freshness - best)).toBeLessThan(0.007);
    // pages that are given up were never fetched, and are still fresh for a while: none after 6 units at these rates
    const { freshness } = simulateRefresh(history, randomised, options);
    expect(freshness).toBeLessThan(best);
  });

  it("has the closed form of the proportional policy at once, when it starts settled", () => {
    // all pages have x = rate / frequency = 1; those of small rates are fetched after ages only, and stay fresh too
    // long when all copies begin at 0
    const rates = gamma.rates({ size, random: new Random(1) });
    const sum = rates.reduce((all, rate) => all + rate, 0);
    const history = poissonHistory(rates, 4, new Random(2));
    const options = { budget: sum, rates };
    const expected = freshnessAt(1, 1);
    const settled = simulateRefresh(history, proportional, { ...options, settled: true, points: 4 });
    // 4 * 0.5 / sqrt(20,000) is 0.014 for any moment, less for the mean
    expect(Math.abs(settled.freshness - expected)).toBeLessThan(0.01);
    for (const { freshness } of settled.curve) expect(Math.abs(freshness - expected)).toBeLessThan(0.015);
    expect(simulateRefresh(history, proportional, options).freshness).toBeGreaterThan(expected + 0.05);
  });

  it("comes near the optimal policy when it learns the rates, and is better than uniform", () => {
    const learners = depth({ everyday: 2000, prove: 5000 });
    // the median over seeds is a claim of ours/freshness-learning; here one web, with room to spare
    const rates = gamma.rates({ size: learners, random: new Random(1) });
    const history = poissonHistory(rates, 24, new Random(2));
    const options = { budget: learners, from: 16, rates };
    const [learned, equal, best] = [estimated, uniform, optimal].map(
      (policy) => simulateRefresh(history, policy, options).freshness,
    );
    expect(learned).toBeGreaterThan(equal + 0.5 * (best - equal));
    expect(learned).toBeLessThan(best + 0.01);
  });

  it("fetches each page as often as the policy wants it, but for rounding, where the queue is not full", () => {
    const frequency = fc.double({ min: 0.02, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.array(frequency, { minLength: 1, maxLength: 40 }), (wanted) => {
        const frequencies = Float64Array.from(wanted);
        const sum = wanted.reduce((all, each) => all + each, 0);
        const budget = 20 * sum; // waits of a few slots are short beside the shortest interval
        const fixed = definePolicy({
          name: "fixed",
          source: "a test",
          options: {},
          create: () => atFrequencies(frequencies),
        });
        const duration = 100;
        const history = poissonHistory(frequencies, duration, new Random(1));
        const { perPage } = simulateRefresh(history, fixed, { budget });
        for (const [page, count] of perPage.entries()) {
          expect(count).toBeLessThanOrEqual(duration * frequencies[page] + 1);
          expect(count).toBeGreaterThanOrEqual(0.9 * duration * frequencies[page] - 1);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("refuses what makes no sense, and says what was expected", () => {
    const history = historyOf(8, [1], [2]);
    const run = (options: Partial<Parameters<typeof simulateRefresh>[2]>) => () =>
      simulateRefresh(history, uniform, { budget: 1, ...options });
    expect(run({ budget: 0 })).toThrow("budget is a number of fetches per unit of time, above 0");
    expect(run({ from: 8 })).toThrow("from is a time before the end, 8; found 8");
    expect(run({ settled: true })).toThrow("a settled start takes the rates of the pages: give rates");
    expect(run({ points: 0 })).toThrow("points is a whole number, 1 or more; found 0");
    expect(run({ rates: Float64Array.of(1) })).toThrow("rates has one value per page, 2; found 1");
    expect(run({ importance: Float64Array.of(1, -1) })).toThrow("importance are finite numbers, 0 or more; found -1");
    expect(() => simulateRefresh(history, optimal, { budget: 1 })).toThrow("optimal knows the rates of all pages");
  });
});

describe("a plan of whole slots", () => {
  it("is never a slot away from the sum of the intervals", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 2, max: 1000, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        (interval, times) => {
          const plan = new RecrawlPlan({ interval: () => interval }, 1, 1, new Random(1));
          let slots = 0;
          for (let i = 1; i <= times; i++) {
            slots += plan.after(0);
            expect(Math.abs(slots - i * interval)).toBeLessThan(1 + 1e-6);
          }
        },
      ),
    );
  });

  it("waits two slots at least, and never comes back after an interval without end", () => {
    const of = (interval: number) => new RecrawlPlan({ interval: () => interval }, 1, 1, new Random(1)).after(0);
    expect([of(0.1), of(2), of(Infinity)]).toEqual([2, 2, 0]);
    expect(() => of(Number.NaN)).toThrow("a time above 0, or Infinity for never; found NaN for page 0");
  });
});

it("a policy is defined by name, source and create", () => {
  expect(() => definePolicy(undefined as never)).toThrow("definePolicy takes a definition");
  expect(() => definePolicy({ name: "mine", source: "ours" } as never)).toThrow("found one without create");
});
