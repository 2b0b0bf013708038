import { describe, expect, it } from "vitest";
import { type MissRateRow, missRateCurve } from "../../src/figure/miss-rate-curve.js";
import { missesOverTimeCurve } from "../../src/figure/misses-over-time-curve.js";
import { expectGolden, overhang } from "./golden.js";

const exponents = Array.from({ length: 26 }, (_, i) => i);
/**
 * A fall from one rate to another around an exponent: made-up numbers in the shape of Figure 2 of Broder et al. 2003.
 */
const lineOf = (policy: string, high: number, low: number, middle: number): MissRateRow[] =>
  exponents.map((x) => ({ policy, size: 2 ** x, missRate: low + (high - low) / (1 + Math.exp(1.5 * (x - middle))) }));

const rows = [
  ...lineOf("LRU", 0.7, 0.2, 16),
  ...lineOf("CLOCK", 0.7, 0.2, 16.05),
  ...lineOf("RANDOM", 0.72, 0.2, 16.6),
  ...lineOf("MIN", 0.68, 0.2, 15.9),
  ...lineOf("STATIC", 1, 0.05, 21),
  ...lineOf("INFINITE", 0.2, 0.2, 1),
];
const sweep = {
  rows: () => rows,
  notes: () => ["made up · 7,000,000,000 requests"],
  region: () => ({ kind: "region", from: 2 ** 14, to: 2 ** 18 }),
  threads: 500,
};

describe("missRateCurve", () => {
  it("draws the six policies of Figure 2 with the critical region shaded, and room for all labels", async () => {
    const figure = await missRateCurve(sweep);
    expectGolden(figure, "miss-rate-curve");
    expect(overhang(figure)).toBe(0);
    for (const label of ["LRU", "CLOCK", "RANDOM", "MIN", "STATIC", "INFINITE", "2⁰", "2²⁴"])
      expect(figure.svg).toContain(`>${label}<`);
    expect(figure.description).toContain("shaded: the critical region");
    expect(figure.rows).toBe(rows);
  });

  it("draws miss rates over MIN's", async () => {
    const figure = await missRateCurve(sweep, { relative: true });
    expectGolden(figure, "miss-rate-curve-relative");
    expect(overhang(figure)).toBe(0);
    const own = figure.summary?.find((row) => "policy" in row && row.policy === "MIN") ?? {};
    expect(Object.values(own).slice(1)).toEqual(
      Object.keys(own)
        .slice(1)
        .map(() => 1),
    );
    const others = rows.filter(({ policy }) => policy !== "MIN");
    await expect(missRateCurve(others, { relative: true })).rejects.toThrow('relative needs rows of "MIN"');
  });

  it("draws entries per thread, below 1 too, and intervals as bands", async () => {
    const banded = rows
      .filter(({ policy }) => policy === "LRU" || policy === "RANDOM")
      .map((row) => ({ ...row, low: row.missRate - 0.03, high: row.missRate + 0.03 }));
    const figure = await missRateCurve({ ...sweep, rows: () => banded }, { x: "per thread" });
    expectGolden(figure, "miss-rate-curve-per-thread");
    expect(overhang(figure)).toBe(0);
    expect(figure.svg).toContain(">2⁻⁸<");
    expect(figure.description).toContain("bands: 95 % intervals");
    await expect(missRateCurve({ ...sweep, threads: undefined }, { x: "per thread" })).rejects.toThrow("needs threads");
  });

  it("draws the mean of several seeds", async () => {
    const two = [0.4, 0.6].map((missRate) => ({ policy: "RANDOM", size: 8, missRate }));
    const figure = await missRateCurve([...two, { policy: "RANDOM", size: 16, missRate: 0.25 }]);
    expect(figure.summary).toEqual([{ policy: "RANDOM", "8 %": 50, "16 %": 25 }]);
  });

  it("refuses percents, sizes of 0 and no rows", async () => {
    await expect(missRateCurve([{ policy: "LRU", size: 1, missRate: 70 }])).rejects.toThrow(
      /row 0: missRate must be a share/,
    );
    await expect(missRateCurve([{ policy: "LRU", size: 0, missRate: 0.7 }])).rejects.toThrow("has no size 0");
    await expect(missRateCurve([])).rejects.toThrow("expected at least one row");
  });
});

describe("missesOverTimeCurve", () => {
  it("draws a line per policy, and per size where there are several", async () => {
    const over = ["LRU", "INFINITE"].flatMap((policy, p) =>
      [2 ** 14, 2 ** 18].flatMap((size, s) =>
        exponents.map((i) => ({
          policy,
          size,
          until: (i + 1) * 1e8,
          missRate: 0.2 + 0.3 / (1 + i) + (1 - p) * (1 - s) * 0.2,
        })),
      ),
    );
    const figure = await missesOverTimeCurve(over);
    expectGolden(figure, "misses-over-time-curve");
    expect(overhang(figure)).toBe(0);
    expect(figure.svg).toContain(">LRU, 16,384 entries<");
    const single = await missesOverTimeCurve(over.filter(({ size }) => size === 2 ** 18));
    expect(single.svg).toContain(">LRU<");
    // 0.2 + 0.3 / (1 + i), i from 0 to 25: the middle is that of i = 12 or 13
    const stretches = { "first stretch %": 50, "median %": 22.3, "last stretch %": 21.2 };
    expect(single.summary).toEqual(["LRU", "INFINITE"].map((policy) => ({ policy, ...stretches })));
  });
});
