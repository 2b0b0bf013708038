import { expect, it } from "vitest";
import { claims } from "../../../src/experiment/ours/ties-decide.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { crawlsByHand } from "../crawls-by-hand.js";

it("what ties decide is the spread of three rules beside the distance of two orderings, and beside their own", () => {
  const TIES = ["fifo", "lifo", "random"] as const;
  const found = (counted: readonly number[], ranked: readonly number[], hot?: number) => {
    const areas = TIES.flatMap((ties, i) => [
      [backlink({ ties }).label, counted[i]],
      [pageRank({ accuracy: 1e-2, ties }).label, ranked[i]],
    ]);
    return claims.map(({ test }) => test(crawlsByHand(Object.fromEntries(areas), hot)));
  };
  const [wide, narrow] = [
    [0.5, 0.6, 0.8],
    [0.55, 0.56, 0.54],
  ];
  expect(found(wide, narrow)).toMatchObject([
    { verdict: "agrees", ours: "ties 0.300 (fifo 0.500, lifo 0.600, random 0.800), ordering 0.050" },
    { verdict: "agrees", ours: "backlink 0.300, PageRank 0.020" },
  ]);
  // 0.02 beside |0.55 - 0.7|; 0.02 beside 0.2
  expect(found(narrow, [0.7, 0.6, 0.8]).map(({ verdict }) => verdict)).toEqual(["disagrees", "disagrees"]);
  // 0.02 beside 0.01; 0.02 beside 0.02
  expect(found(narrow, [0.56, 0.57, 0.55]).map(({ verdict }) => verdict)).toEqual(["no difference", "no difference"]);
  expect(found(wide, narrow, 19).map(({ verdict }) => verdict)).toEqual(["cannot be tested", "cannot be tested"]);
});
