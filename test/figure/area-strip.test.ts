import { describe, expect, it } from "vitest";
import { type AreaRow, areaStrip } from "../../src/figure/area-strip.js";
import { expectGolden, overhang } from "./golden.js";

const rows: AreaRow[] = ["backlink", "PageRank"].flatMap((ordering, o) => [
  { dataset: "campus", ordering, group: "first in, first out", area: 0.31 + o / 5, seed: 0 },
  ...Array.from({ length: 11 }, (_, seed) => ({
    dataset: "campus",
    ordering,
    group: "at random",
    area: 0.58 + o / 10 + ((seed * 7) % 11) / 100,
    seed,
  })),
]);

describe("areaStrip", () => {
  it("draws a dot per run, a median and an interval, a panel per ordering", async () => {
    const figure = await areaStrip(rows);
    expectGolden(figure, "area-strip");
    expect(overhang(figure)).toBe(0);
  });

  it("draws a panel per ordering and dataset", async () => {
    const figure = await areaStrip([...rows, ...rows.map((row) => ({ ...row, dataset: "stanford" }))], { width: 240 });
    expectGolden(figure, "area-strip-datasets");
    expect(overhang(figure)).toBe(0);
  });

  it("stands in a column per dataset, in two where that are many, or orderings of one; in one per ordering of many datasets", async () => {
    const columnsOf = async (datasets: number, orderings: number) => {
      const all = Array.from({ length: datasets * orderings }, (_, i) => ({
        ...rows[i % rows.length],
        dataset: `web ${i % datasets}`,
        ordering: `order ${Math.floor(i / datasets)}`,
      }));
      return (await areaStrip(all)).spec.columns;
    };
    expect([await columnsOf(1, 4), await columnsOf(1, 5)]).toEqual([1, 2]);
    expect([await columnsOf(2, 5), await columnsOf(3, 2), await columnsOf(4, 1)]).toEqual([2, 3, 2]);
    expect([await columnsOf(4, 3), await columnsOf(4, 4)]).toEqual([3, 2]);
  });

  it("has a row for each of many datasets, its orderings beside each other in their own colours", async () => {
    const webs = ["a", "b", "c", "d"];
    const figure = await areaStrip(webs.flatMap((dataset) => rows.map((row) => ({ ...row, dataset }))));
    expect((figure.spec.facet as { sort: string[] }).sort).toEqual(
      webs.flatMap((web) => [`backlink · ${web}`, `PageRank · ${web}`]),
    );
    const { data } = figure.spec as unknown as { data: { values: { panel: string; color?: string }[] } };
    const [first, second] = ["backlink", "PageRank"].map(
      (name) => new Set(data.values.flatMap(({ panel, color }) => (color && panel.startsWith(name) ? [color] : []))),
    );
    // the colours of both in every figure
    expect([[...first], [...second]]).toEqual([["#b74900"], ["#008a5a"]]);
    expect(overhang(figure)).toBe(0);
  });

  it("leaves what all strips have in common out of the title", async () => {
    const { title } = await areaStrip(rows.filter(({ group }) => group === "at random"));
    expect(title).toBe("Most found: PageRank, 0.73; least: backlink, 0.63");
  });

  it("summarises each strip by median and 90 % interval", async () => {
    // areas of "at random" are 0.58, 0.59, ..., 0.68: 5 % and 95 % quantiles lie half a step from the ends
    const { summary } = await areaStrip(rows);
    const strip = summary![1] as { low: number; median: number; high: number; runs: number };
    expect(strip.runs).toBe(11);
    expect(strip.median).toBeCloseTo(0.63, 12);
    expect(strip.low).toBeCloseTo(0.585, 12);
    expect(strip.high).toBeCloseTo(0.675, 12);
  });

  it("writes the names of orderings as people do, also where they are groups", async () => {
    const named = rows.map((row) => ({ ...row, group: row.seed === 0 ? "page-rank" : "hits", area: row.seed / 20 }));
    const { title, svg } = await areaStrip(named.filter(({ ordering }) => ordering === "backlink"));
    expect(title).toBe("Most found: HITS, 0.28; least: PageRank, 0.00");
    expect(svg).not.toMatch(/>(?:page-rank|hits)</);
  });

  it("draws chance unless told not to", async () => {
    expect((await areaStrip(rows)).svg).toContain("dotted: chance");
    expect((await areaStrip(rows, { random: undefined })).svg).not.toContain("dotted: chance");
  });

  it("refuses no rows, and an area that is no share", async () => {
    await expect(areaStrip([])).rejects.toThrow("areaStrip: expected at least one row");
    await expect(areaStrip([rows[0], { ...rows[1], area: 31 }])).rejects.toThrow("row 1: area must be a share");
  });

  it("leaves out runs that have no area, and says so where none has one", async () => {
    const none = { ...rows[1], area: Number.NaN };
    expect((await areaStrip([rows[0], none])).rows).toEqual([rows[0]]);
    expect((await areaStrip([none])).svg).toContain("there is nothing to find");
  });
});
