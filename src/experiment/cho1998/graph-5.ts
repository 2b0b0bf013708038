import { quantile } from "../../base/statistics/quantile.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { hotPageCurve } from "../../figure/hot-page-curve.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import {
  AREA_MARGIN,
  type Claim,
  type Finding,
  howMany,
  signed,
  testClaims,
  tooFewHot,
  unless,
  untestable,
} from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { statedOf } from "../paper-points.js";
import { crawlAll, hotAtShare, PAGE_RANK, unlikeShare } from "./setting.js";
import { smallSite, webAround } from "./small-site.js";

const HOT_AT = 5;
const STEPS = Array.from({ length: 99 }, (_, step) => (step + 1) / 100);

const median = (runs: Comparison, label: string, crawled: number) => quantile(runs.performance(label, crawled), 0.5);
const tooFew = ({ judgement: { hot } }: Comparison) => tooFewHot(hot, `have ${HOT_AT} backlinks`);

/** Where a curve rises most in a twentieth of the crawl: from where, and by how much. */
function jump(runs: Comparison, label: string): { at: number; rise: number } {
  let best = { at: 0, rise: 0 };
  for (const at of STEPS.filter((share) => share <= 0.95)) {
    const rise = median(runs, label, at + 0.05) - median(runs, label, at);
    if (rise > best.rise) best = { at, rise };
  }
  return best;
}

export const claims: readonly Claim<Comparison>[] = [
  {
    claim: "On a small site every ordering does worse than chance at times",
    source: "section 6, Graph 5",
    published: "below the diagonal at times, all orderings",
    tolerance: "median curve somewhere 0.02 below the diagonal; each of the three orderings counts",
    quote: "performance can be even worse than that of a random crawler at times, for all ordering metrics",
    wouldChange:
      "Ten other sites of about 1,100 pages, each from its home page: if fewer than half of the curves dip below the diagonal, this site is the exception",
    test: unless(tooFew, (runs) => {
      const labels = runs.orderings.filter((label) => label !== "random");
      const lowest = labels.map((label) => Math.min(...STEPS.map((at) => median(runs, label, at) - at)));
      return {
        ours: labels.map((label, index) => `${label} ${signed(lowest[index])}`).join(", "),
        verdict: howMany(lowest.map((value) => value < -0.02)),
        because: "distance to the diagonal where the curve is lowest",
      };
    }),
  },
  {
    claim: "Backlink order is flat at first, and jumps when it discovers a large cluster, at about 20 %",
    source: "section 6, Graph 5",
    published: "flat until about 20 %, then a jump",
    tolerance:
      "a rise of 0.15 within a twentieth of the crawl, begun between 5 % and 40 %, with P below the diagonal before it (mixed: two of the three)",
    quote:
      "The performance of the backlink IB'(P) crawler is initially quite flat ... After visiting about 20% of the pages, the crawler suddenly discovers a large cluster",
    wouldChange:
      "The same site from another page of it: a jump that moves out of 5 to 40 % or vanishes belongs to the start page",
    test: unless(tooFew, (runs) => {
      const { at, rise } = jump(runs, backlink.label);
      const before = median(runs, backlink.label, at);
      const held = [rise >= 0.15, at >= 0.05 && at <= 0.4, before < at].filter(Boolean).length;
      return {
        ours: `steepest from ${(100 * at).toFixed(0)} % on: ${signed(rise)}, P ${before.toFixed(3)} before it`,
        verdict: held === 3 ? "agrees" : held === 2 ? "mixed" : "disagrees",
        because: "the steepest twentieth of the median curve",
      };
    }),
  },
  {
    claim: "PageRank order finds the large cluster earlier than backlink order",
    source: "section 6, Graph 5",
    published: "IR' finds it earlier, and is better at first",
    tolerance: "IR' has a third of the hot pages earlier by 2 % of the crawl, two-sided",
    quote: "the PageRank IR'(P) crawler found this large cluster earlier, so its performance is much better initially",
    wouldChange:
      "The same with ties drawn: on a site where most pages tie, a third found first by IB' in 4 of 5 draws would turn this",
    test: unless(tooFew, (runs) => {
      const third = (label: string) => STEPS.find((at) => median(runs, label, at) >= 1 / 3) ?? 1;
      const [ranked, counted] = [third(PAGE_RANK.label), third(backlink.label)];
      const gain = Math.round(100 * (counted - ranked));
      return {
        ours: `a third of the hot pages: IR' after ${(100 * ranked).toFixed(0)} %, IB' after ${(100 * counted).toFixed(0)} %`,
        verdict: gain >= 2 ? "agrees" : gain <= -2 ? "disagrees" : "no difference",
        because: "median curves",
      };
    }),
  },
];

/** The site, and the crawls of Graph 2 on the web that it is a part of, judged by two thresholds. */
interface Beside {
  readonly site: Comparison;
  /** By Graph 2's. None where the site is all that is at hand. */
  readonly around?: Comparison;
  /** By that which as large a share of its pages reaches as of the site's reaches its own. */
  readonly aroundAtShare?: Comparison;
}

/** Whether each ordering's median area on the site is smaller than on the web around it. */
function besideWeb(site: Comparison, around: Comparison | undefined): Finding {
  if (around === undefined) return untestable("the web that it is a part of is not at hand");
  const few =
    tooFew(site) ?? tooFewHot(around.judgement.hot, `of the web around have ${around.importance.hotAt} backlinks`);
  if (few) return few;
  const orderings = { "IR'": PAGE_RANK, "IB'": backlink, "breadth-first": breadthFirst };
  const areas = Object.entries(orderings).map(([name, { label }]) => {
    const [here, there] = [site, around].map((runs) => quantile(runs.areas(label), 0.5));
    return { gain: here - there, told: `${name} ${here.toFixed(3)} and ${there.toFixed(3)}` };
  });
  const gains = areas.map(({ gain }) => gain);
  return {
    ours: areas.map(({ told }) => told).join(", "),
    verdict: gains.every((gain) => Math.abs(gain) <= AREA_MARGIN)
      ? "no difference"
      : howMany(gains.map((gain) => gain < -AREA_MARGIN)),
    because: `median areas on the site, G = ${HOT_AT}, and on all of ${around.web.name}, G = ${around.importance.hotAt}`,
  };
}

export const besideItsWeb: readonly Claim<Beside>[] = [
  {
    claim: "Crawling performance is not as good on a small site as on the web that it is a part of",
    source: "section 6, beside Graph 5",
    published: "not as good, in general",
    tolerance: `median area smaller by ${AREA_MARGIN}, G = 5 on the site and G = 100 on the web, as in Graph 2; each of the three orderings counts`,
    quote: "In general, crawling performance is not as good on the smaller subset",
    wouldChange:
      "The same G on both: hot pages that are rarer are found sooner, so a difference that goes away is one of G and not of size",
    test: ({ site, around }) => besideWeb(site, around),
  },
  {
    claim:
      "Crawling performance is not as good on a small site as on the web that it is a part of, with as large a share of hot pages",
    source: "ours, on section 6: at G = 100 the hot pages are rarer than at G = 5",
    published: "-",
    tolerance: `median area smaller by ${AREA_MARGIN}, at the G that as large a share of the web's pages reaches; each of the three orderings counts`,
    wouldChange:
      "Parts of a web as small as its sites, but drawn by chance: as poor as the sites, they would make size the reason, and not that it is one site",
    test({ site, aroundAtShare }) {
      const { hot = 0, pages } = site.judgement;
      return (
        (aroundAtShare && !tooFew(site) && unlikeShare(aroundAtShare, hot / pages)) || besideWeb(site, aroundAtShare)
      );
    },
  },
];

/** A small site. Cho et al. 1998, section 6, Graph 5. */
export const graph5: WebExperiment = {
  id: "cho1998/graph-5",
  title: "One small site, hot pages with 5 backlinks",
  paper:
    "Cho et al. 1998, section 6, Graph 5: the pages of one research group, about 1,100, P_ST with I = IB and G = 5. Every ordering can do " +
    "worse than random: backlink order stays in the first cluster it meets until about 20 %, PageRank order finds the large one earlier.",
  suits: "cho1998-small-site",
  async run(whole, options) {
    const site = smallSite(whole);
    const runs = (await crawlAll(site, options)).judge(backlinks({ hotAt: HOT_AT }));
    const { hot = 0, pages } = runs.judgement;
    const share = Math.max(1, hot) / pages;
    const web = await webAround(whole, site);
    const around = web && (await crawlAll(web, options));
    const beside = {
      site: runs,
      around: around?.judge(backlinks({ hotAt: 100 })),
      aroundAtShare: around?.judge(backlinks({ hotAt: hotAtShare(around.web, share) })),
    };
    return resultOf(
      graph5,
      whole.name,
      [testClaims(claims, runs), testClaims(besideItsWeb, beside)],
      runs.curveRows(),
      runs.provenance,
      () => hotPageCurve(runs, { paper: statedOf(graph5.id) }),
      { runs },
    );
  },
};
