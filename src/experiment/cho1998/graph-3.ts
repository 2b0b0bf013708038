import { quantile } from "../../base/statistics/quantile.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { stop } from "../../crawl/model/stop.js";
import { type CurveRow, crawlCurve } from "../../figure/crawl-curve.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { AREA_MARGIN, type Claim, larger, testClaims } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { crawlAll, PAGE_RANK } from "./setting.js";

interface Evidence {
  /** P_CS where all pages that tie with R_K are hot, as the paper defines it. */
  readonly literal: Comparison;
  /** P_CS where exactly K pages are hot. */
  readonly strict: Comparison;
}

/** The orderings of Figure 2. */
const PAPERS_OWN: ReadonlySet<string> = new Set([breadthFirst.label, backlink.label, PAGE_RANK.label]);

/** First hundredth of the crawl from which every median curve stays at 1. */
function saturation(runs: Comparison): number {
  const full = (step: number) =>
    runs.orderings.every((label) => quantile(runs.performance(label, step / 100), 0.5) > 0.9999);
  let step = 100;
  while (step > 0 && full(step - 1)) step--;
  return step / 100;
}

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "As in Graph 2, PageRank order beats backlink order",
    source: "section 6, Graph 3",
    published: "IR' above IB'",
    tolerance: `median area of P_CS larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
    quote: "The results are analogous to those of the Crawl & Stop with Threshold model",
    wouldChange:
      "P_CS read only up to the tenth of the crawl where R_K still has more than one backlink: if the order of the two changes there, saturation had decided it",
    test: ({ literal }) => larger(["IR'", literal.areas(PAGE_RANK.label)], ["IB'", literal.areas(backlink.label)]),
  },
  {
    claim: "The same with exactly K hot pages, ties drawn",
    source: "ours, beside Graph 3",
    published: "-",
    tolerance: `median area of strict P_CS larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
    wouldChange:
      "Ten other draws of the ties among the K-th page's equals: a sign that changes with the draw would make this a matter of luck",
    test: ({ strict }) => larger(["IR'", strict.areas(PAGE_RANK.label)], ["IB'", strict.areas(backlink.label)]),
  },
  {
    claim: "P_CS tells orderings apart throughout the crawl",
    source: "ours, on Graph 3, whose curves are drawn from 0 to 100 %",
    published: "curves drawn from 0 to 100 %",
    tolerance: "all curves reach 1 no sooner than at 90 % of the crawl (mixed: at 50 %)",
    wouldChange:
      "A web in which every page has a backlink count of its own: there R_K never ties, and curves that still meet at 1 before 90 % would need another reason",
    test({ literal }) {
      const at = saturation(literal);
      return {
        ours: `all curves at 1 from ${(100 * at).toFixed(0)} % on`,
        verdict: at >= 0.9 ? "agrees" : at >= 0.5 ? "mixed" : "disagrees",
        because:
          "once R_K is a page with the fewest backlinks, every page ties with it and is hot: the measure saturates",
      };
    },
  },
];

/** Crawl & Stop in place of a threshold. Cho et al. 1998, section 6, Graph 3. */
export const graph3: WebExperiment = {
  id: "cho1998/graph-3",
  title: "Three orderings under Crawl & Stop",
  paper:
    "Cho et al. 1998, section 6, Graph 3: the crawls of Graph 2 under Crawl & Stop: P_CS, the share of the K visited pages that are " +
    "among the K with most backlinks. Results analogous to Graph 2, and no G to choose; the ideal crawler is at 100 % throughout.",
  suits: "cho1998",
  async run(web, options) {
    const crawls = await crawlAll(web, options);
    const literal = crawls.judge(backlinks(), { model: stop() });
    const strict = crawls.judge(backlinks(), { model: stop({ tied: "strict" }) });
    const drawn = [
      ...literal.curveRows({ crawls: true }),
      ...strict.curveRows({ crawls: true }).map((row) => ({ ...row, importance: `${row.importance}, strict top K` })),
    ];
    const isIdeal = (row: CurveRow) => row.ordering === "ideal (closed form)";
    return resultOf(
      graph3,
      web.name,
      testClaims(claims, { literal, strict }),
      drawn,
      literal.provenance,
      () =>
        crawlCurve(
          drawn.filter((row) => isIdeal(row) || PAPERS_OWN.has(row.ordering)),
          {
            series: ({ ordering, importance }) =>
              `${ordering.split(",")[0]}${importance.endsWith("K") ? ", strict" : ""}`,
            notes: ["strict: exactly K pages are hot; else all that tie with the K-th, as printed", ...literal.notes()],
          },
        ),
      { runs: literal },
    );
  },
};
