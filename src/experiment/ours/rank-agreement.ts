import { quantile } from "../../base/statistics/quantile.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { rankAgreementCurve } from "../../figure/rank-agreement-curve.js";
import { beyond, type Claim, signed, testClaims, untestable } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { crawlModern } from "./modern-setting.js";

type Rows = ReturnType<Comparison["rankAgreement"]>;

/** Share of the crawl at which orderings are compared: early, where they differ. */
const AT = 0.1;

/** Shares at which PageRank is solved anew, and crawls of each ordering for which it is: it is dear. */
const SHARES = [0.02, 0.05, AT, 0.2, 0.4];
const CRAWLS = 2;

/** Correlations nearer to 0 than this tell nothing with so few orderings. */
const TELLING = 0.3;

/** Medians over the crawls of each ordering, at one share. */
function medians(rows: Rows, at: number): { ordering: string; mass: number; tau: number }[] {
  const early = rows.filter(({ crawled, tau }) => Math.abs(crawled - at) < 0.005 && tau !== undefined);
  return [...new Set(early.map(({ ordering }) => ordering))].map((ordering) => {
    const own = early.filter((row) => row.ordering === ordering);
    return {
      ordering,
      mass: quantile(
        own.map(({ massCovered }) => massCovered),
        0.5,
      ),
      tau: quantile(
        own.map(({ tau }) => tau as number),
        0.5,
      ),
    };
  });
}

/** Spearman's rank correlation of values without ties to speak of. */
function correlation(first: readonly number[], second: readonly number[]): number {
  const ranks = (values: readonly number[]) => values.map((value) => values.filter((other) => other < value).length);
  const [a, b] = [ranks(first), ranks(second)];
  const n = first.length;
  const squares = a.reduce((sum, rank, i) => sum + (rank - b[i]) ** 2, 0);
  return 1 - (6 * squares) / (n * (n * n - 1));
}

export const claims: readonly Claim<Rows>[] = [
  {
    claim: "Crawls that gather PageRank fastest tell it worst",
    source: "Boldi, Santini and Vigna 2004",
    published: "the paradox of their title: the worse the crawl gathers, the better it tells",
    tolerance: `over the orderings, after ${100 * AT} % of the pages, Spearman's correlation of PageRank covered and Kendall's tau below -${TELLING}; above ${TELLING} disagrees`,
    wouldChange:
      "The same on .it or another national web of 40 million pages, as theirs, with a correlation of the other sign",
    test(rows) {
      const found = medians(rows, AT);
      if (found.length < 5) return untestable(`only ${found.length} orderings reach ${100 * AT} % of the pages`);
      const rho = correlation(
        found.map(({ mass }) => mass),
        found.map(({ tau }) => tau),
      );
      const most = found.reduce((a, b) => (b.mass > a.mass ? b : a));
      const truest = found.reduce((a, b) => (b.tau > a.tau ? b : a));
      return {
        ours: `correlation ${signed(rho, 2)} over ${found.length} orderings`,
        verdict: beyond(-rho, TELLING),
        because: `${most.ordering} covers most (${most.mass.toFixed(2)}) with tau ${most.tau.toFixed(2)}; ${truest.ordering} tells best (${truest.tau.toFixed(2)}) and covers ${truest.mass.toFixed(2)}`,
      };
    },
  },
];

/** Whether a crawl's own PageRank can be trusted. */
export const rankAgreement: WebExperiment = {
  id: "ours/rank-agreement",
  title: "Does a crawl rank its pages as the whole web does?",
  paper:
    "Boldi, Santini and Vigna 2004 compute PageRank on what a crawl has so far, and lay it beside the PageRank that these pages have on the whole " +
    "web: crawls that gather much PageRank early may rank their pages wrongly. Here the orderings of ours/which-ordering, by Kendall's tau.",
  suits: "cho1998",
  async run(web, options) {
    const runs = await crawlModern(web, options);
    const rows = runs.only(({ repeat }) => repeat < CRAWLS).rankAgreement({ at: SHARES });
    return resultOf(rankAgreement, web.name, testClaims(claims, rows), rows, runs.provenance, () =>
      rankAgreementCurve(rows),
    );
  },
};
