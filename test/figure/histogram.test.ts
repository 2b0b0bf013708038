import { describe, expect, it } from "vitest";
import { histogram } from "../../src/figure/histogram.js";
import { expectGolden, overhang } from "./golden.js";

// pages with b backlinks: 1000 / (b + 1)^2, down to none from b = 31 on, plus one page with 400
const rows = [
  ...Array.from({ length: 60 }, (_, b) => ({ backlinks: b, pages: Math.floor(1000 / (b + 1) ** 2) })),
  { backlinks: 400, pages: 1 },
]
  .filter((row) => row.pages > 0)
  .map((row) => ({ dataset: "campus", ...row }));

describe("histogram", () => {
  it("draws pages per backlink count on a linear scale", async () => {
    const figure = await histogram(rows);
    expectGolden(figure, "histogram");
    expect(overhang(figure)).toBe(0);
  });

  it("draws a single page as a visible bar on a log scale", async () => {
    const figure = await histogram(rows, { scale: "log" });
    expectGolden(figure, "histogram-log");
    expect(overhang(figure)).toBe(0);
  });

  it("adds up everything from the last bin on, and loses no page", async () => {
    const { summary } = await histogram(rows, { lastBin: 5 });
    const total = rows.reduce((sum, row) => sum + row.pages, 0);
    const bins = summary as { backlinks: string; pages: number; "pages %": number }[];
    expect(bins.map((bin) => bin.backlinks)).toEqual(["0", "1", "2", "3", "4", ">= 5"]);
    expect(bins[0].pages).toBe(1000);
    expect(bins.reduce((sum, bin) => sum + bin.pages, 0)).toBe(total);
    for (const bin of bins) expect(bin["pages %"]).toBeCloseTo((100 * bin.pages) / total, 1);
  });

  it("states the share of pages with fewer than ten backlinks", async () => {
    const two = [
      { dataset: "campus", backlinks: 9, pages: 3 },
      { dataset: "campus", backlinks: 10, pages: 1 },
    ];
    expect((await histogram(two)).svg).toContain("75 % of the pages have fewer than 10 backlinks");
  });

  it("does not say that it is all where pages are left over", async () => {
    const left = (few: number, many: number) =>
      histogram([
        { dataset: "campus", backlinks: 9, pages: few },
        { dataset: "campus", backlinks: 10, pages: many },
      ]);
    expect((await left(996, 4)).title).toBe("99.6 % of the pages have fewer than 10 backlinks");
    expect((await left(1_000_000, 1)).title).toBe("99.9 % of the pages have fewer than 10 backlinks");
    expect((await left(1, 0)).title).toBe("100 % of the pages have fewer than 10 backlinks");
  });

  it("refuses no rows, NaN and two datasets", async () => {
    await expect(histogram([])).rejects.toThrow("histogram: expected at least one row");
    await expect(histogram([{ dataset: "campus", backlinks: 1, pages: Number.NaN }])).rejects.toThrow(
      "row 0: pages must be a finite number >= 0, found NaN",
    );
    await expect(histogram([rows[0], { ...rows[0], dataset: "stanford" }])).rejects.toThrow(
      "one picture shows one dataset",
    );
  });
});
