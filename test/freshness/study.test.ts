import { describe, expect, it } from "vitest";
import { gamma } from "../../src/freshness/change/gamma.js";
import { hostClasses } from "../../src/freshness/change/host-classes.js";
import { oneRate } from "../../src/freshness/change/one-rate.js";
import { freshnessAt } from "../../src/freshness/closed-form.js";
import { optimal } from "../../src/freshness/policy/optimal.js";
import { uniform } from "../../src/freshness/policy/uniform.js";
import { type RefreshRun, refreshRows, refreshStudy } from "../../src/freshness/study.js";

const pages = { size: 500 };
const usual = { policies: [uniform, optimal], model: gamma, budgets: [0.5, 2] };

describe("refreshStudy", () => {
  it("runs every policy under every budget on every drawn web, and the same again", async () => {
    const runs = await refreshStudy(pages, { ...usual, repeats: 2, seed: 5 });
    expect(runs.map(({ seed, budget, policy }) => `${seed} ${budget} ${policy}`)).toEqual([
      "5 0.5 uniform",
      "5 0.5 optimal",
      "5 2 uniform",
      "5 2 optimal",
      "6 0.5 uniform",
      "6 0.5 optimal",
      "6 2 uniform",
      "6 2 optimal",
    ]);
    expect(runs[0].freshness).not.toBe(runs[4].freshness); // another web
    expect(await refreshStudy(pages, { ...usual, repeats: 2, seed: 5 })).toEqual(runs);
    expect(await refreshStudy(pages, { ...usual, repeats: 1, seed: 6 })).toEqual(runs.slice(4));
  });

  it("starts settled: without a warm-up a page is as fresh at once as its closed form says", async () => {
    const options = { policies: [uniform], model: oneRate, budgets: [0.25], repeats: 4, rounds: 1, warmUp: 0 };
    const [row] = refreshRows(await refreshStudy({ size: 4000 }, options));
    // all fetched at the start it would be (1 - e^-x) / x over the first x = 4 / 2 on average, far above
    expect(Math.abs(row.freshness - freshnessAt(1, 0.25))).toBeLessThan(0.02);
  });

  it("has the closed form where all pages change equally often, whoever is important", async () => {
    const importance = Float64Array.from({ length: 4000 }, (_, page) => 1 + (page % 7));
    const options = { policies: [uniform], model: oneRate, budgets: [1], repeats: 4, correlation: 0.9 };
    const runs = await refreshStudy({ size: 4000, importance }, options);
    const [row] = refreshRows(runs);
    const error = (4 * 0.5) / Math.sqrt(4 * 4 * 4000); // four standard errors: 4 webs, 4 rounds, 4000 pages
    expect(Math.abs(row.freshness - freshnessAt(1, 1))).toBeLessThan(error);
    expect(Math.abs(row.weighted - freshnessAt(1, 1))).toBeLessThan(2 * error);
    expect(row.used).toBeGreaterThan(0.99);
    expect(row.low).toBeLessThan(row.high);
  });

  it("lets whoever waits stop it between two policies", async () => {
    let asked = 0;
    const runs = await refreshStudy(pages, { ...usual, stopped: () => ++asked > 3 });
    expect(runs).toHaveLength(3);
  });

  it("refuses what makes no sense, and says what was expected", async () => {
    await expect(refreshStudy(pages, { ...usual, budgets: [1, 0] })).rejects.toThrow("time above 0; found 0");
    await expect(refreshStudy(pages, { ...usual, budgets: [] })).rejects.toThrow("time above 0; found none");
    await expect(refreshStudy(pages, { ...usual, policies: [uniform, optimal, uniform] })).rejects.toThrow(
      'two policies are called "uniform": give them different names or choices', // their rows would be one
    );
    for (const repeats of [0, 1.5, 10_001])
      await expect(refreshStudy(pages, { ...usual, repeats })).rejects.toThrow(
        `repeats is a number of webs, 1 to 10000; found ${repeats}`,
      );
    await expect(refreshStudy(pages, { ...usual, rounds: 2 })).rejects.toThrow(
      "warmUp is less than rounds, 2, and 0 or more; found 4",
    );
    await expect(refreshStudy(pages, { ...usual, correlation: 3 })).rejects.toThrow("from -1 to 1; found 3");
    await expect(refreshStudy(pages, { ...usual, model: hostClasses })).rejects.toThrow("needs a web with URLs");
  });
});

describe("refreshRows", () => {
  it("are means over the webs, with the least and the greatest", () => {
    const run = { policy: "uniform", budget: 1, room: 80, age: 1, weighted: 0.5, fetches: 60, useful: 30 };
    const runs: RefreshRun[] = [
      { ...run, seed: 1, freshness: 0.4 },
      { ...run, seed: 2, freshness: 0.6, age: 3, fetches: 80, useful: 20 },
    ];
    expect(refreshRows(runs)).toEqual([
      {
        policy: "uniform",
        budget: 1,
        freshness: 0.5,
        low: 0.4,
        high: 0.6,
        weighted: 0.5,
        age: 2,
        used: 70 / 80,
        useful: 0.375,
      },
    ]);
  });

  it.each([8, 16])("tell how much of the budget was used in %i rounds", async (rounds) => {
    const options = { policies: [uniform], model: oneRate, budgets: [1], repeats: 1, rounds };
    const [{ used }] = refreshRows(await refreshStudy({ size: 4000 }, options));
    expect(used).toBeGreaterThan(0.99); // a budget that is spread evenly is used up, but for the ends
    expect(used).toBeLessThanOrEqual(1);
  });
});
