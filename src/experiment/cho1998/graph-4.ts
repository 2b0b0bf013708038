import type { Comparison } from "../../crawl/compare/comparison.js";
import { FEWEST_HOT } from "../../crawl/few-hot.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { pageRankOf } from "../../crawl/importance/page-rank-of.js";
import { hotPageCurve } from "../../figure/hot-page-curve.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { AREA_MARGIN, type Claim, larger, testClaims, tooFewHot, untestable } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { crawlAll, hotAtShare, PAGE_RANK, PAPER_SHARE, QUOTES, unlikeShare } from "./setting.js";

interface Evidence {
  readonly byRank: Comparison;
  /** The same crawls as in Graph 2. */
  readonly byBacklinks: Comparison;
}

const tooFew = ({ judgement: { hot }, importance }: Comparison) =>
  tooFewHot(hot, `have ${importance.hotAt} times the mean PageRank`);

/** By how much IR' beats the better of the two others, crawl by crawl. */
function lead(runs: Comparison): number[] {
  const others = [runs.areas(backlink.label), runs.areas(breadthFirst.label)];
  return runs.areas(PAGE_RANK.label).map((area, index) => area - Math.max(...others.map((areas) => areas[index])));
}

const QUOTE = "The results are similar to those of Graph 2, except that the IR'(P) is even more effective now";

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "PageRank order beats backlink order when importance is PageRank",
    source: "section 6, Graph 4",
    published: "IR' above IB'",
    tolerance: `median area larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
    quote: QUOTE,
    wouldChange:
      'Ranks over the unreachable pages too, which the paper may have counted as "the Web": if G = 13 then marks other pages and the sign turns, the reach was the reason',
    test: ({ byRank }) =>
      tooFew(byRank) ?? larger(["IR'", byRank.areas(PAGE_RANK.label)], ["IB'", byRank.areas(backlink.label)]),
  },
  {
    claim: "PageRank order beats breadth-first when importance is PageRank",
    source: "section 6, Graph 4; section 8",
    published: "IR' above breadth-first, read off the graph",
    tolerance: `median area larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
    quote: QUOTES.excellent,
    wouldChange:
      "Damping 0.5 and 0.99 in importance and ordering alike: a sign that changes between them would tie the result to d = 0.9",
    test: ({ byRank }) =>
      tooFew(byRank) ??
      larger(["IR'", byRank.areas(PAGE_RANK.label)], ["breadth-first", byRank.areas(breadthFirst.label)]),
  },
  {
    claim: "PageRank order is even more effective than in Graph 2",
    source: "section 6, Graph 4",
    published: "IR' leads by more than with I = IB",
    tolerance: `lead over the better of the others larger than in Graph 2 by ${AREA_MARGIN}, in 4 of 5 crawls`,
    quote: QUOTE,
    wouldChange:
      "Ranks and backlinks that tell the same pages apart, as on a web of one site: leads that differ there would need another reason than the importance",
    test: ({ byRank, byBacklinks }) =>
      tooFew(byRank) ??
      ((byBacklinks.judgement.hot ?? 0) < FEWEST_HOT
        ? untestable(`Graph 2 has only ${byBacklinks.judgement.hot} hot pages here`)
        : larger(["lead with I = IR", lead(byRank)], ["with I = IB", lead(byBacklinks)])),
  },
];

/** The same where as large a share of the pages is hot as in Graph 2; for Graph 4 the paper states none. */
export const atShare: readonly Claim<Evidence>[] = claims.map(({ test, ...claim }) => ({
  ...claim,
  claim: `${claim.claim}, at the paper's share of hot pages`,
  source: `${claim.source}; Graph 2: 1,400 hot pages of 179,000`,
  tolerance: `at the G that 0.78 % of the pages reach: ${claim.tolerance}`,
  test(evidence) {
    const { byRank, byBacklinks } = evidence;
    const unlike = unlikeShare(byRank, PAPER_SHARE) ?? unlikeShare(byBacklinks, PAPER_SHARE);
    if (unlike) return unlike;
    const found = test(evidence);
    return found.verdict === "cannot be tested"
      ? found
      : { ...found, because: `G = ${byRank.importance.hotAt}, ${byRank.judgement.hot} hot pages: ${found.because}` };
  },
}));

/** Importance by PageRank. Cho et al. 1998, section 6, Graph 4. */
export const graph4: WebExperiment = {
  id: "cho1998/graph-4",
  title: "Three orderings, hot pages by PageRank",
  paper:
    "Cho et al. 1998, section 6, Graph 4: the crawls of Graph 2 judged by PageRank, P_ST with I = IR and G = 13, that is 13 times the " +
    "average page. Like Graph 2, with PageRank order even more effective.",
  suits: "cho1998",
  async run(web, options) {
    const crawls = await crawlAll(web, options);
    const byRank = crawls.judge(pageRankOf({ hotAt: 13 }));
    const byBacklinks = crawls.judge(backlinks({ hotAt: 100 }));
    const shares: Evidence = {
      byRank: crawls.judge(pageRankOf({ hotAt: hotAtShare(web, PAPER_SHARE, pageRankOf()) })),
      byBacklinks: crawls.judge(backlinks({ hotAt: hotAtShare(web, PAPER_SHARE) })),
    };
    return resultOf(
      graph4,
      web.name,
      [testClaims(claims, { byRank, byBacklinks }), testClaims(atShare, shares)],
      [...byRank.curveRows(), ...shares.byRank.curveRows()],
      byRank.provenance,
      () => hotPageCurve(byRank),
      { runs: byRank },
    );
  },
};
