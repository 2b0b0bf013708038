import { quantile } from "../../base/statistics/quantile.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { hotPageCurve } from "../../figure/hot-page-curve.js";
import { backlink } from "../../ordering/backlink.js";
import { type Claim, howMany, signed, testClaims, tooFewHot, unless } from "../claim.js";
import { ExperimentResult, type WebExperiment } from "../experiment.js";
import { statedOf } from "../paper-points.js";
import { crawlAll, PAGE_RANK } from "./setting.js";
import { smallSite } from "./small-site.js";

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

/** A small site. Cho et al. 1998, section 6, Graph 5. */
export const graph5: WebExperiment = {
  id: "cho1998/graph-5",
  title: "One small site, hot pages with 5 backlinks",
  paper:
    "Cho et al. 1998, section 6, Graph 5: the pages of one research group, about 1,100, P_ST with I = IB and G = 5. Every ordering can do " +
    "worse than random: backlink order stays in the first cluster it meets until about 20 %, PageRank order finds the large one earlier.",
  suits: "cho1998-small-site",
  async run(whole, options) {
    const web = smallSite(whole);
    const runs = (await crawlAll(web, options)).judge(backlinks({ hotAt: HOT_AT }));
    return new ExperimentResult(
      graph5,
      whole.name,
      testClaims(graph5, whole.name, claims, runs),
      runs.curveRows(),
      runs.provenance,
      () => hotPageCurve(runs, { paper: statedOf(graph5.id) }),
      { runs },
    );
  },
};
