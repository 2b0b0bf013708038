import type { Comparison } from "../../crawl/compare/comparison.js";
import { followShare } from "../../crawl/follow-share.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { hotPageCurve } from "../../figure/hot-page-curve.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { random } from "../../ordering/random.js";
import { AREA_MARGIN, type Claim, type Finding, larger, testClaims, tooFewHot } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { statedOf } from "../paper-points.js";
import { crawlAll, hotAtShare, PAGE_RANK, PAPER_SHARE, QUOTES, unlikeShare } from "./setting.js";

export interface Evidence {
  /** G = 100. */
  readonly runs: Comparison;
  /** The same crawls at the G by which this web has the paper's share of hot pages. */
  readonly atShare: Comparison;
}

const tooFew = ({ judgement: { hot } }: Comparison) => tooFewHot(hot, "have 100 backlinks");

const overBacklink = (runs: Comparison) =>
  larger(["IR'", runs.areas(PAGE_RANK.label)], ["IB'", runs.areas(backlink.label)]);

const overBreadthFirst = (runs: Comparison) =>
  larger(["IR'", runs.areas(PAGE_RANK.label)], ["breadth-first", runs.areas(breadthFirst.label)]);

function overChance(runs: Comparison): Finding {
  const areas = runs.areas(PAGE_RANK.label);
  return larger(["IR'", areas], ["closed form", areas.map(() => 0.5)]);
}

const QUOTE = "However, this is not the case, and the IR'(P) metric outperforms the IB'(P) one";

/** A claim of Graph 2 at this web's own G. */
const atShare = (
  claim: string,
  published: string,
  test: (runs: Comparison) => Finding,
  quote?: string,
): Claim<Evidence> => ({
  claim: `${claim}, at the paper's share of hot pages`,
  source: `section 6, Graph 2: 1,400 hot pages of 179,000${quote === QUOTES.excellent ? "; section 8" : ""}`,
  published,
  ...(quote !== undefined && { quote }),
  tolerance: `at the G that 0.78 % of the pages reach: median area larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
  wouldChange:
    "A G twice as large, and one half as large: a sign that changes between them is a matter of G, not of the web",
  test(evidence) {
    const { judgement, importance } = evidence.atShare;
    const unlike =
      unlikeShare(evidence.atShare, PAPER_SHARE) ?? tooFewHot(judgement.hot, `are hot by ${importance.label}`);
    if (unlike) return unlike;
    const found = test(evidence.atShare);
    return { ...found, because: `G = ${importance.hotAt}, ${judgement.hot} hot pages: ${found.because}` };
  },
});

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "PageRank order beats backlink order, though importance is the backlink count",
    source: "section 6, Graph 2",
    published: "IR' above IB'",
    tolerance: `median area larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
    quote: QUOTE,
    wouldChange:
      "The Stanford web of 1998 in another archive: its own crawl; short of that, a fifth real web of the late 1990s on which the sign is clear over twenty start pages and under all three tie rules",
    test: ({ runs }) => tooFew(runs) ?? overBacklink(runs),
  },
  {
    claim: "PageRank order beats breadth-first",
    source: "section 6, Graph 2; section 8",
    published: "IR' above breadth-first, read off the graph",
    tolerance: `median area larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
    quote: QUOTES.excellent,
    wouldChange:
      "A web on which depth grows with importance (long archives below every home page): if breadth-first loses or wins there by 0.1, depth is what decides between the two",
    test: ({ runs }) => tooFew(runs) ?? overBreadthFirst(runs),
  },
  {
    claim: "PageRank order beats chance",
    source: "section 6, Graph 2",
    published: "IR' above the diagonal, read off the graph",
    tolerance: `median area larger than 0.5 by ${AREA_MARGIN}, in 4 of 5 crawls`,
    quote: QUOTES.besideRandom,
    wouldChange:
      "A start page deep in a site that nobody links to: areas at or below 0.5 in 4 of 5 such crawls would show that the home page, not the rank, did it",
    test: ({ runs }) => tooFew(runs) ?? overChance(runs),
  },
  atShare("PageRank order beats backlink order", "IR' above IB'", overBacklink, QUOTE),
  atShare(
    "PageRank order beats breadth-first",
    "IR' above breadth-first, read off the graph",
    overBreadthFirst,
    QUOTES.excellent,
  ),
  atShare("PageRank order beats chance", "IR' above the diagonal, read off the graph", overChance, QUOTES.besideRandom),
  {
    claim: "Backlink order behaves depth-first: it goes on from the page just crawled more often than PageRank order",
    source: "section 6, on Graph 2",
    published: "stated, no number",
    tolerance: "share of steps along a link of the page just crawled larger by 0.05, in 4 of 5 crawls",
    quote:
      'often the IB\'(P) crawler behaved like a depth-first one, frequently visiting pages in one "cluster" before moving on to the next',
    wouldChange:
      "A count over the same crawls that leaves out steps from pages with one link only: if the two shares then differ by 0.05, forced steps had hidden the depth-first habit",
    test({ runs }) {
      const shares = (label: string) =>
        runs.crawls
          .filter(({ method }) => method.label === label)
          .map(({ order }) => followShare(runs.web.graph, order));
      return larger(["IB'", shares(backlink.label)], ["IR'", shares(PAGE_RANK.label)], 0.05);
    },
  },
  {
    claim: "Orderings beat the random frontier, which no one drew",
    source: "ours, beside Graph 2",
    published: "-",
    tolerance: `median area of IR' larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
    wouldChange:
      "A frontier drawn by host in place of by page: if that comes within 0.02 of IR', it was the spread over hosts that paid",
    test: ({ runs }) =>
      tooFew(runs) ?? larger(["IR'", runs.areas(PAGE_RANK.label)], ["random frontier", runs.areas(random.label)]),
  },
];

/** Three orderings, hot pages by backlinks. Cho et al. 1998, section 6, Graph 2. */
export const graph2: WebExperiment = {
  id: "cho1998/graph-2",
  title: "Three orderings, hot pages with 100 backlinks",
  paper:
    "Cho et al. 1998, section 6, Graph 2: breadth-first, backlink and PageRank order on the Stanford web, P_ST with I = IB and G = 100. " +
    "PageRank order wins although backlink order matches the importance; backlink order gets caught in clusters, like a depth-first crawl.",
  suits: "cho1998",
  async run(web, options) {
    const runs = await crawlAll(web, options);
    const atShare = runs.judge(backlinks({ hotAt: hotAtShare(web, PAPER_SHARE) }));
    return resultOf(
      graph2,
      web.name,
      testClaims(claims, { runs, atShare }),
      [...runs.curveRows(), ...atShare.curveRows()],
      runs.provenance,
      () => hotPageCurve(runs, { paper: statedOf(graph2.id) }),
      { runs },
    );
  },
};
