import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { pareto } from "../../src/freshness/change/pareto.js";
import { type ChangeHistory, poissonHistory } from "../../src/freshness/history.js";
import { refreshPolicies } from "../../src/freshness/library.js";
import type { RefreshFamily, RefreshPolicy } from "../../src/freshness/refresh-policy.js";
import { simulateRefresh } from "../../src/freshness/simulate-refresh.js";
import { camelCase, methodsOf, variantsOf } from "../discover.js";

// What every policy owes, found by listing the folder.

const families = await methodsOf<RefreshFamily>("freshness/policy");
const policies = families.flatMap(({ value }) => variantsOf<RefreshPolicy>(value));

interface Case {
  readonly history: ChangeHistory;
  readonly rates: Float64Array;
  readonly importance: Float64Array;
  readonly budget: number;
  readonly seed: number;
}

const anyCase = fc
  .tuple(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 0, max: 1e6 }),
    fc.double({ min: 0.3, max: 30, noNaN: true }),
  )
  .map(([size, seed, budget]): Case => {
    const random = new Random(seed);
    const rates = pareto.rates({ size, random });
    const importance = pareto.rates({ size, random });
    return { history: poissonHistory(rates, 20, random), rates, importance, budget, seed };
  });

/** All fetches, in order. */
function fetchesOf(policy: RefreshPolicy, { history, ...options }: Case): string[] {
  const fetches: string[] = [];
  simulateRefresh(history, policy, { ...options, onFetch: (...fetch) => fetches.push(fetch.join(" ")) });
  return fetches;
}

describe("the folder of policies", () => {
  it("holds one policy per file, which the library finds", async () => {
    expect(families.length).toBeGreaterThanOrEqual(8);
    expect((await refreshPolicies()).map(({ name }) => name)).toEqual(families.map(({ file }) => file));
  });

  for (const { file, export: name, value: policy } of families) {
    it(`${file} exports ${camelCase(file)}, with a source, a label and plain options`, () => {
      expect([name, policy.name, policy.kind, policy.label]).toEqual([camelCase(file), file, "refresh", file]);
      expect(policy.source.length).toBeGreaterThan(3);
      expect(structuredClone(policy.options)).toEqual(policy.options);
      expect(() => policy({ budgets: 3 } as object)).toThrow(`${file} has no option "budgets"`);
    });
  }
});

it("every policy takes a web where nothing changes", () => {
  const rates = Float64Array.of(0, -0, 0);
  const history = poissonHistory(rates, 5, new Random(1));
  for (const policy of policies)
    expect(simulateRefresh(history, policy, { budget: 2, rates })).toMatchObject({ freshness: 1, age: 0, useful: 0 });
});

for (const policy of policies) {
  describe(`the policy ${policy.label}`, () => {
    it("never makes more fetches than the budget has room for, at any time, nor two at once", () => {
      fc.assert(
        fc.property(anyCase, (given) => {
          const slots = fetchesOf(policy, given).map((fetch) => Number(fetch.split(" ")[1]));
          expect(slots.filter((slot, i) => !(slot > (i === 0 ? 0 : slots[i - 1])))).toEqual([]);
          expect(slots.at(-1) ?? 0).toBeLessThanOrEqual(20 * given.budget);
        }),
        { numRuns: 30 },
      );
    });

    it("wants intervals above 0, from what it is told and nothing else", () => {
      fc.assert(
        fc.property(anyCase, ({ rates, importance, budget, seed }) => {
          const setting = { size: rates.length, budget, importance, random: new Random(seed) };
          const refresher = policy.create(policy.offline ? { ...setting, rates } : setting);
          const intervals = Array.from(rates, (_, page) => refresher.interval(page));
          expect(intervals.filter((interval) => !(interval > 0))).toEqual([]);
        }),
        { numRuns: 30 },
      );
    });

    it("asks for as many fetches as the budget has, before it has learnt anything", () => {
      // more would wait for one another, whatever the policy says of each; fewer would leave the budget unused
      const random = new Random(1);
      const [rates, importance] = [1, 2].map(() => pareto.rates({ size: 40, random }));
      const setting = { size: 40, budget: 7, importance, random };
      const refresher = policy.create(policy.offline ? { ...setting, rates } : setting);
      const meanOf = (page: number) => {
        const asked = Array.from({ length: 500 }, () => refresher.interval(page)); // some draw them
        return asked.reduce((sum, interval) => sum + interval, 0) / asked.length;
      };
      const fetches = Array.from(rates, (_, page) => 1 / meanOf(page)).reduce((sum, each) => sum + each, 0);
      expect(Math.abs(fetches / 7 - 1), `${fetches} fetches per unit of time, of 7`).toBeLessThan(0.1);
    });

    it("makes the same fetches again for the same seed", () => {
      fc.assert(
        fc.property(anyCase, (given) => {
          expect(fetchesOf(policy, given)).toEqual(fetchesOf(policy, given));
        }),
        { numRuns: 15 },
      );
    });

    it("sees no change that comes later", () => {
      fc.assert(
        fc.property(anyCase, fc.double({ min: 1, max: 19, noNaN: true }), (given, until) => {
          const { offsets, times, duration } = given.history;
          const kept = Array.from({ length: offsets.length - 1 }, (_, page) =>
            times.subarray(offsets[page], offsets[page + 1]).filter((time) => time <= until),
          );
          const ends = kept.map((_, page) => kept.slice(0, page + 1).flatMap((own) => [...own]).length);
          const quiet = {
            duration,
            offsets: Uint32Array.of(0, ...ends),
            times: Float64Array.from(kept.flatMap((own) => [...own])),
          };
          const before = (fetch: string) => Number(fetch.split(" ")[1]) / given.budget <= until;
          expect(fetchesOf(policy, { ...given, history: quiet }).filter(before)).toEqual(
            fetchesOf(policy, given).filter(before),
          );
        }),
        { numRuns: 15 },
      );
    });

    it("does not know the rates, unless it says so", (context) => {
      context.skip(policy.offline, "it says so");
      fc.assert(
        fc.property(anyCase, (given) => {
          const others = given.rates.map((rate) => 3 * rate + 1);
          expect(fetchesOf(policy, { ...given, rates: others })).toEqual(fetchesOf(policy, given));
        }),
        { numRuns: 10 },
      );
    });
  });
}
