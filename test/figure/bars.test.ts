import { describe, expect, it } from "vitest";
import { type BarRow, bars } from "../../src/figure/bars.js";
import { expectGolden, overhang } from "./golden.js";

const groups = ["lowest rank", "oldest", "random page"];
const rows: BarRow[] = ["breadth-first", "backlink (random ties)", "PageRank"].flatMap((ordering, i) =>
  groups.map((group, j) => {
    const value = 0.2 + 0.2 * i + 0.1 * j;
    return { dataset: "campus", ordering, group, value, low: value - 0.05, high: value + 0.08 };
  }),
);

const fills = (svg: string) =>
  [...svg.matchAll(/fill="(#[0-9a-f]{6})" stroke="#333333" stroke-width="0.6"/g)].map((match) => match[1]);

describe("bars", () => {
  it("draws groups side by side with intervals and values", async () => {
    const figure = await bars(rows);
    expectGolden(figure, "bars");
    expect(overhang(figure)).toBe(0);
    expect(figure.summary).toEqual(rows.map(({ dataset: _, ...bar }) => bar)); // in a terminal, all but the web
  });

  it("draws without intervals where there are none", async () => {
    const figure = await bars(rows.map(({ low: _, high: __, ...row }) => row));
    expect(figure.warnings).toEqual([]);
    expect(figure.svg).not.toContain("90 % of the runs");
  });

  it("keeps the shade of a group when the others are left out and the list of groups is given", async () => {
    const all = await bars(rows, { groups });
    const oldest = await bars(
      rows.filter((row) => row.group === "oldest"),
      { groups },
    );
    expect(new Set(fills(all.svg)).size).toBe(3);
    expect(new Set(fills(oldest.svg))).toEqual(new Set([fills(all.svg)[1]]));
  });

  it("explains a single group below the title in place of a legend, unless the axis says what it is", async () => {
    const oldest = rows.filter((row) => row.group === "oldest");
    const { svg } = await bars(oldest);
    expect(svg).toContain(">campus · lines: 90 % of the runs · oldest<");
    expect(svg).not.toContain("legend");
    expect((await bars(oldest, { axis: "oldest kept (%)" })).svg).toContain(">campus · lines: 90 % of the runs<");
  });

  it("refuses no rows, NaN, a bar that occurs twice, and a group outside the list", async () => {
    await expect(bars([])).rejects.toThrow("bars: expected at least one row");
    await expect(bars([{ ...rows[0], value: Number.NaN }])).rejects.toThrow("row 0: value must be a share");
    await expect(bars([rows[0], rows[0]])).rejects.toThrow("row 1: breadth-first, lowest rank already has a bar");
    await expect(bars(rows, { groups: ["oldest"] })).rejects.toThrow('group "lowest rank" is none of oldest');
  });
});
