import { describe, expect, it } from "vitest";
import { compare } from "../../../src/crawl/compare/compare.js";
import { rankAgreementTable } from "../../../src/crawl/compare/comparison-rank-agreement.js";
import { pageRankOf } from "../../../src/crawl/importance/page-rank-of.js";
import { mass } from "../../../src/crawl/model/mass.js";
import { rankAgreement } from "../../../src/crawl/rank-agreement.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { random } from "../../../src/ordering/random.js";
import { pageRankKernel as rankOf } from "../../../src/web/graph/page-rank.js";
import { pairsOf } from "../../fixture/pairs.js";
import { grownWeb, smallWeb } from "../small-web.js";

const web = grownWeb(200, 3, 2);
const comparing = (repeats: number) =>
  compare(web, {
    orderings: [breadthFirst, random, ideal],
    importance: pageRankOf(),
    model: mass(),
    repeats,
    cache: false,
  });

describe("the rank agreement of a comparison", () => {
  it("has a row per crawl and share: what rankAgreement says of the crawl", async () => {
    const runs = await comparing(2);
    const at = [0.1, 0.5, 1];
    const rows = runs.rankAgreement({ at });
    expect(rows).toHaveLength(3 * 2 * 3);
    for (const { method, repeat, order, from } of runs.crawls) {
      const own = rows.filter((row) => row.ordering === method.label && row.repeat === repeat);
      const common = { dataset: "grown-200", ordering: method.label, repeat, start: `page ${from[0]}` };
      expect(own).toEqual(rankAgreement(web.graph, order, { at }).map((row) => ({ ...common, ...row })));
    }
  });

  it("covers the mass that model mass finds, whatever the crawls are judged by", async () => {
    const runs = await comparing(1);
    for (const row of runs.rankAgreement())
      expect(row.massCovered).toBeCloseTo(runs.performance(row.ordering, row.crawled)[0], 6);
    const [tight, loose] = [0.9, 0.3].map((damping) => runs.rankAgreement({ damping, at: [0.2] })[0].massCovered);
    expect(tight).not.toBe(loose);
  });

  it("takes what the start reaches for the whole web, under its own page numbers", async () => {
    // 0 is out of reach of 1 -> 2 -> 3 -> 1, 1 -> 3, and its link to 2 counts for nothing.
    const parts = smallWeb(4, pairsOf("0,2 1,2 2,3 3,1 1,3"), { start: 1 });
    const runs = await compare(parts, {
      orderings: [breadthFirst],
      importance: pageRankOf(),
      model: mass(),
      cache: false,
    });
    const [half, end] = runs.rankAgreement({ at: [0.4, 1] });
    const rank = rankOf(smallWeb(3, pairsOf("0,1 1,2 2,0 0,2")).graph);
    expect([half.pages, end.pages, end.tau]).toEqual([1, 3, 1]);
    expect(half.massCovered).toBeCloseTo(rank[0] / (rank[0] + rank[1] + rank[2]), 6);
  });

  it("is a table of medians for people, empty where tau cannot be told", () => {
    const row = { dataset: "w", ordering: "a", start: "page 0", pages: 1 };
    const rows = [0.2, 0.6, 0.3].flatMap((tau, repeat) => [
      { ...row, repeat, crawled: 0.005, tau: undefined, massCovered: 0.1 },
      { ...row, repeat, crawled: 0.5, tau, massCovered: 0.7 },
    ]);
    expect(rankAgreementTable(rows)).toMatchInlineSnapshot(`
      "Kendall's tau of the PageRank of the crawled part and of the whole web
      ordering  after crawling     0.5 %  50 %
      --------  -----------------  -----  -----
      a         tau                       0.300
      a         share of PageRank  0.100  0.700"
    `);
  });
});
