import { describe, expect, it } from "vitest";
import type { Figure } from "../../src/figure/figure.js";
import { type FreshnessRow, freshnessCurve } from "../../src/figure/freshness-curve.js";
import { expectGolden, overhang } from "./golden.js";

const budgets = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4];
/**
 * Closed form for pages that all change once per unit of time: (1 - e^-x) / x with x = 1 / budget; others by made-up
 * shifts.
 */
const lineOf = (policy: string, shift: number): FreshnessRow[] =>
  budgets.map((budget) => {
    const freshness = Math.max(0, budget * (1 - Math.exp(-1 / budget)) + shift);
    return { policy, budget, freshness, low: Math.max(0, freshness - 0.02), high: Math.min(1, freshness + 0.02) };
  });
const rows = [...lineOf("uniform", 0), ...lineOf("proportional", -0.1), ...lineOf("optimal", 0.1)];

describe("freshnessCurve", () => {
  it("draws a line and a band per policy, with room for all labels", async () => {
    const figure = await freshnessCurve(rows, { notes: ["made up"], unit: "day" });
    expectGolden(figure, "freshness-curve");
    expect(overhang(figure)).toBe(0);
    for (const label of ["uniform", "proportional", "optimal", "2⁻⁴", "2²"]) expect(figure.svg).toContain(`>${label}<`);
    expect(figure.svg).toContain("fetches per page and day");
    expect(figure.description).toBe("made up; bands: least to greatest of the webs drawn");
    expect(figure.rows).toBe(rows);
  });

  it("names lines below where their names would leave the plot no room beside", async () => {
    const named = (letters: number) => freshnessCurve(["a", "b"].flatMap((name) => lineOf(name.repeat(letters), 0))); // lines that run together
    const ticksOf = ({ svg }: Figure) => /d="M0,0h(\d+)v300h-\d+Z"/.exec(svg)?.[1];
    expect(Number(ticksOf(await named(10)))).toBeGreaterThan(400);
    expect(Number(ticksOf(await named(70)))).toBeGreaterThan(400);
    expect(overhang(await named(70))).toBe(0);
  });

  it("sums up each policy in a line, in percent", async () => {
    const { summary, description } = await freshnessCurve([
      { policy: "uniform", budget: 1, freshness: 0.6321 },
      { policy: "uniform", budget: 2, freshness: 0.787 },
    ]);
    expect(summary).toEqual([{ policy: "uniform", "% at 1": 63.2, "% at 2": 78.7 }]);
    expect(description).toBe("");
  });

  it("refuses percents, a budget of 0 and no rows", async () => {
    await expect(freshnessCurve([{ policy: "uniform", budget: 1, freshness: 63 }])).rejects.toThrow(
      /row 0: freshness must be a share/,
    );
    await expect(freshnessCurve([{ policy: "uniform", budget: 0, freshness: 0.6 }])).rejects.toThrow("has no budget 0");
    await expect(freshnessCurve([])).rejects.toThrow("expected at least one row");
  });
});
