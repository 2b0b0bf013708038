import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { compare } from "../../../src/crawl/compare/compare.js";
import type { Comparison } from "../../../src/crawl/compare/comparison.js";
import { League } from "../../../src/crawl/compare/league.js";
import { league } from "../../../src/crawl/compare/league-of.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { pageRankOf } from "../../../src/crawl/importance/page-rank-of.js";
import { mass } from "../../../src/crawl/model/mass.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { random } from "../../../src/ordering/random.js";
import { coded } from "../../fixture/problems.js";
import { grownWeb } from "../small-web.js";

const twin = ordering("twin", () => 0); // breadth-first under another name
const orderings = [random, breadthFirst, backlink, twin, ideal];
const comparing = (pages: number, repeats = 5) =>
  compare(grownWeb(pages, 3, 2), { orderings, importance: backlinks({ hotAt: 6 }), repeats, cache: false });
const both = async (): Promise<[Comparison, Comparison]> => [await comparing(300), await comparing(400)];

describe("league", () => {
  it("ranks by how many are told to be ahead, on each web, and counts every pair once from both sides", async () => {
    const webs = await both();
    const rows = league(webs).rows();
    expect(rows).toHaveLength(2 * 4); // the offline bound does not play
    for (const row of rows) {
      const runs = webs.find(({ web }) => web.name === row.dataset) as Comparison;
      const others = runs.orderings.filter((label) => label !== row.ordering && label !== "ideal");
      const intervals = others.map((other) => runs.difference(row.ordering, other));
      expect(row.lost).toBe(intervals.filter(({ high }) => high < 0).length);
      expect(row.won).toBe(intervals.filter(({ low }) => low > 0).length);
      expect(row.won + row.lost + row.open).toBe(3);
      expect(row.rank).toBe(1 + row.lost);
      const [summary] = runs.summary().filter((line) => line.ordering === row.ordering);
      expect(row).toMatchObject({ area: summary.area, low: summary.low, high: summary.high, starts: 5 });
    }
  });

  it("lets orderings that are not told apart share a rank: one and the same under two names", async () => {
    const rows = league(await both()).rows();
    for (const { dataset, rank, shared } of rows.filter((row) => row.ordering === "breadth-first")) {
      const [other] = rows.filter((row) => row.ordering === "twin, ties fifo" && row.dataset === dataset);
      expect([rank, shared]).toEqual([other.rank, true]);
    }
  });

  it("sums up over the webs: mean rank, won, lost, open, the best first", async () => {
    const table = league(await both());
    const rows = table.rows();
    const standings = table.standings();
    for (const standing of standings) {
      const own = rows.filter((row) => row.ordering === standing.ordering);
      expect(standing).toEqual({
        ordering: standing.ordering,
        meanRank: (own[0].rank + own[1].rank) / 2,
        won: own[0].won + own[1].won,
        lost: own[0].lost + own[1].lost,
        open: own[0].open + own[1].open,
        webs: 2,
      });
    }
    const ranks = standings.map(({ meanRank }) => meanRank);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  it("refuses no web, one web twice, a web with one start, and webs that were judged otherwise", async () => {
    const [one, other] = await both();
    expect(() => league([])).toThrow(coded("option", "a league needs comparisons, one per web; found none"));
    expect(() => league([one, other, one])).toThrow(
      coded("option", "a league takes one comparison per web; found two of grown-300"),
    );
    const single = await comparing(200, 1);
    expect(() => league([one, single])).toThrow(
      "grown-200 was crawled from one start page, and orderings are told apart over start pages. Crawl from more: compare(web, { ..., repeats: 20 })",
    );
    expect(() => league([one, other.judge(pageRankOf(), { model: mass() })])).toThrow(
      "a league is judged by one model and one importance; found model threshold, importance backlinks; model mass, importance page-rank",
    );
    expect(() => league([one], { repeats: 3 } as object)).toThrow('league has no option "repeats"');
    expect(league([one, other.judge(backlinks({ hotAt: 3 }))]).judgedBy).toBe("model threshold, importance backlinks");
  });
});

describe("League", () => {
  const row = (dataset: string, name: string, rank: number, shared = false) => {
    const counts = { won: 2 - (rank - 1) - (shared ? 1 : 0), lost: rank - 1, open: shared ? 1 : 0 };
    return { dataset, ordering: name, area: 0.5, low: 0.4, high: 0.6, rank, shared, ...counts, starts: 5 };
  };
  const three = new League(
    [row("w_1", "a", 1), row("w_1", "b", 2), row("w_1", "c", 3), row("w_2", "a", 1, true), row("w_2", "b", 1, true)],
    "model m, importance i",
  );

  it("shows itself as a table: ranks per web, = where shared, nothing where an ordering did not crawl", () => {
    expect(inspect(three)).toBe(three.table());
    expect(three.table()).toMatchInlineSnapshot(`
      "Rank by area, model m, importance i; = where a rank is shared
      ordering  w_1  w_2  mean rank  won  lost  open
      --------  ---  ---  ---------  ---  ----  ----
      a         1    1=   1.00         3     0     1
      b         2    1=   1.50         2     1     1
      c         3         3.00         0     2     0"
    `);
  });

  it("is a LaTeX tabular when asked", () => {
    const lines = three.latex().split("\n");
    expect(lines[0]).toBe("\\begin{tabular}{lrrrrrr}");
    expect(lines[1]).toBe("ordering & w\\_1 & w\\_2 & mean rank & won & lost & open \\\\");
    expect(lines[3]).toBe("a & 1 & 1= & 1.00 & 3 & 0 & 1 \\\\");
    expect(lines.at(-1)).toBe("\\end{tabular}");
  });
});
