import { describe, expect, it } from "vitest";
import { type LeagueCell, leagueTable, rankShades } from "../../src/figure/league-table.js";
import { expectGolden, overhang } from "./golden.js";
import { luminance } from "./luminance.js";

const ranks: Readonly<Record<string, readonly [string, number, boolean][]>> = {
  campus: [
    ["page-rank, accuracy 0.001, ties fifo", 1, false],
    ["backlink, ties fifo", 2, true],
    ["breadth-first", 2, true],
    ["random", 4, false],
  ],
  "web-NotreDame": [
    ["page-rank, accuracy 0.001, ties fifo", 1, true],
    ["backlink, ties fifo", 3, false],
    ["breadth-first", 1, true],
    ["random", 4, false],
  ],
  "cnr-2000": [
    ["page-rank, accuracy 0.001, ties fifo", 2, false],
    ["backlink, ties fifo", 1, false],
    ["random", 3, false],
  ],
};
const rows: LeagueCell[] = Object.entries(ranks).flatMap(([dataset, cells]) =>
  cells.map(([ordering, rank, shared]) => ({ dataset, ordering, rank, shared, area: 0.9 - rank / 10 })),
);

describe("leagueTable", () => {
  it("draws a cell per ordering and web, the best mean rank on top, and nothing where an ordering did not crawl", async () => {
    const figure = await leagueTable(rows);
    expectGolden(figure, "league-table");
    expect(overhang(figure)).toBe(0);
  });

  it("writes every rank as a number, with = where it is shared, so that no colour needs to be told", async () => {
    const { svg, summary } = await leagueTable(rows);
    for (const [text, count] of [
      ["1=", 2],
      ["2=", 2],
      ["4", 2],
    ] as const)
      expect(svg.split(`>${text}<`).length - 1, text).toBe(count);
    expect(summary?.[0]).toEqual({
      ordering: "PageRank",
      campus: "1",
      "web-NotreDame": "1=",
      "cnr-2000": "2",
      "mean rank": 4 / 3,
    });
    expect(summary?.map((line) => (line as { ordering: string }).ordering).at(-1)).toBe("random");
  });

  it("can be read: its numbers stand out from each ground, which lightens with the rank", () => {
    const grounds = rankShades.map(({ color }) => luminance(color));
    expect(grounds).toEqual(grounds.toSorted((a, b) => a - b));
    for (const { color, ink } of rankShades) {
      const [dark, light] = [luminance(color), luminance(ink)].sort((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5); // WCAG 2.1, 1.4.3: small text
    }
  });

  it("refuses no rows, an area that is no share, and a second rank of an ordering on one web", async () => {
    await expect(leagueTable([])).rejects.toThrow("leagueTable: expected at least one row");
    await expect(leagueTable([{ ...rows[0], area: 70 }])).rejects.toThrow("row 0: area must be a share");
    await expect(leagueTable([rows[0], rows[0]])).rejects.toThrow(
      "leagueTable: row 1: page-rank, accuracy 0.001, ties fifo already has a rank on campus",
    );
  });
});
