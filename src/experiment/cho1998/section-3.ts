import { Random } from "../../base/random.js";
import { quantile } from "../../base/statistics/quantile.js";
import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { judgedWeb, worth } from "../../crawl/judge.js";
import { stop } from "../../crawl/model/stop.js";
import { hotPageCurve } from "../../figure/hot-page-curve.js";
import { ideal } from "../../ordering/ideal.js";
import { random } from "../../ordering/random.js";
import type { Web } from "../../web/web.js";
import { type Claim, testClaims, tooFewHot, unless, within } from "../claim.js";
import { forCompare, REPEATS, resultOf, type WebExperiment } from "../experiment.js";

/** Crawls of a crawler that takes any page at all, links or none. */
const DRAWS = 20;
const TENTHS = Array.from({ length: 10 }, (_, tenth) => (tenth + 1) / 10);

export interface Evidence {
  readonly hot: number;
  readonly pages: number;
  /**
   * Share of hot pages found after each tenth, mean over draws: by one that may come back to a page, and by one that
   * does not.
   */
  readonly revisiting: readonly number[];
  readonly once: readonly number[];
  /** The random frontier, and the ideal crawler that must follow links: judged by P_ST. */
  readonly runs: Comparison;
  /** The same crawls by P_CS. */
  readonly stopped: Comparison;
}

const tooFew = ({ hot }: Evidence) => tooFewHot(hot, "have 100 backlinks");

/** Largest distance to the diagonal, over the tenths of a crawl. */
const offDiagonal = (curve: readonly number[]) => Math.max(...curve.map((found, i) => Math.abs(found - TENTHS[i])));

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "A random crawler that may come back to a page has found K / T of the hot pages after K visits",
    source: "section 3, Crawl & Stop with Threshold",
    kind: "theorem",
    published: "K 100 / T, for a crawler that revisits pages",
    tolerance: "within 0.02 of K / T at every tenth of the crawl (mixed: 0.1)",
    quote:
      "A purely random crawler that revisits pages is expected to visit (H/T) · K hot pages when it stops. Thus, its performance is (K · 100)/T",
    wouldChange:
      "Visits counted in place of pages: each visit is one to a hot page with probability H / T, and the formula holds for those",
    test: (evidence) =>
      tooFew(evidence) ?? {
        ours: `${(100 * evidence.revisiting[9]).toFixed(1)} % after as many visits as there are pages`,
        verdict: within(offDiagonal(evidence.revisiting), 0.02, 0.1),
        because: `1 - (1 - 1/T)^K by theory, ${(100 * (1 - Math.exp(-1))).toFixed(1)} % at K = T; ${DRAWS} crawls, ${evidence.hot} hot pages of ${evidence.pages}`,
      },
  },
  {
    claim: "One that does not come back has found K / T of them: the diagonal of all graphs",
    source: "section 3; section 6, Graph 1",
    kind: "theorem",
    published: "a straight diagonal line; all pages are visited in the end",
    tolerance: "within 0.02 of K / T at every tenth of the crawl (mixed: 0.1)",
    quote: "the performance of a random crawler is a straight diagonal line",
    wouldChange:
      "Hot pages so few that chance moves the curve by more than the margin: fewer than some 300 in 20 crawls",
    test: (evidence) =>
      tooFew(evidence) ?? {
        ours: `${offDiagonal(evidence.once).toFixed(3)} off at most`,
        verdict: within(offDiagonal(evidence.once), 0.02, 0.1),
        because: `${DRAWS} orders of all pages, links or none`,
      },
  },
  {
    claim: "A crawler that must follow links, and takes any page that waits, is the diagonal too",
    source: "ours, on section 3: what could be built is a random frontier",
    published: "-",
    tolerance: "median curve within 0.02 of K / T at every tenth of the crawl (mixed: 0.1)",
    wouldChange:
      "A web without hubs, in which hot pages have links from the start page no nearer than others: the frontier then holds a fair sample",
    test: unless(tooFew, (evidence) => {
      const curve = TENTHS.map((share) => quantile(evidence.runs.performance(random.label, share), 0.5));
      return {
        ours: `${offDiagonal(curve).toFixed(3)} off at most, area ${quantile(evidence.runs.areas(random.label), 0.5).toFixed(3)}`,
        verdict: within(offDiagonal(curve), 0.02, 0.1),
        because: "pages with many backlinks are waiting early: links are drawn, not pages",
      };
    }),
  },
  {
    claim:
      "The ideal crawler has all hot pages once it has visited as many: 100 % from K = H on, and under Crawl & Stop throughout",
    source: "ours, on section 3 and Graph 3: the paper's ideal crawler may jump to any page, this one follows links",
    published: "K 100 / H while K < H, and 100 % of P_CS at all times",
    tolerance:
      "an ideal crawler that must follow links has 98 % at K = H, and 0.98 of P_CS in the mean (mixed: 80 % and 0.8)",
    wouldChange: "A web whose hot pages all lie one link from the start page: the bound is reached there",
    test: unless(tooFew, (evidence) => {
      const { runs, stopped, hot, pages } = evidence;
      const found = quantile(runs.performance(ideal.label, hot / pages), 0.5);
      const area = quantile(stopped.areas(ideal.label), 0.5);
      const least = Math.min(found, area);
      return {
        ours: `${(100 * found).toFixed(1)} % at K = H, P_CS ${area.toFixed(3)} in the mean`,
        verdict: least >= 0.98 ? "agrees" : least >= 0.8 ? "mixed" : "disagrees",
        because:
          "the paper's ideal may jump to any page; ours knows all importance, and must find pages by links; it does not plan ahead",
      };
    }),
  },
];

/**
 * P after each tenth of a crawl that takes any page of the web: with pages drawn anew each time, and with each page
 * once.
 */
export function randomCrawlers(hot: Uint8Array, random: Random, draws: number) {
  const { length } = hot;
  const total = hot.reduce((sum, each) => sum + each, 0);
  const revisiting = TENTHS.map(() => 0);
  const once = TENTHS.map(() => 0);
  const ends = TENTHS.map((share) => Math.round(share * length));
  for (let draw = 0; draw < draws; draw++) {
    const seen = new Uint8Array(length);
    const order = Uint32Array.from({ length }, (_, page) => page);
    let [found, met] = [0, 0];
    for (let visit = 0, tenth = 0; visit < length; visit++) {
      const any = random.below(length);
      if (seen[any] === 0) found += hot[any];
      seen[any] = 1;
      const next = visit + random.below(length - visit);
      [order[visit], order[next]] = [order[next], order[visit]];
      met += hot[order[visit]];
      while (tenth < ends.length && visit + 1 === ends[tenth]) {
        revisiting[tenth] += found / total / draws;
        once[tenth++] += met / total / draws;
      }
    }
  }
  return { revisiting, once };
}

/** The crawlers that all others are held against. Cho et al. 1998, section 3. */
export const section3: WebExperiment = {
  id: "cho1998/section-3",
  title: "The ideal crawler and the random one",
  paper:
    "Cho et al. 1998, section 3: three models of a crawl, and in each what an ideal and a random crawler do, in closed form. The random crawler may revisit pages; the formulas are those of one that does not, or count visits. " +
    "Neither follows links. Here they are run, beside two that do: any page of the frontier, and the most important one of it.",
  suits: "cho1998",
  async run(web: Web, options = {}) {
    const importance = backlinks({ hotAt: 100 });
    const runs = await compare(web as Web<"links">, {
      repeats: REPEATS,
      ...forCompare(options),
      orderings: [ideal, random],
      importance,
    });
    const part = judgedWeb(web, runs.crawls[0].from).web;
    const hot = Uint8Array.from(worth(part, importance), (value) => (value >= 100 ? 1 : 0));
    const evidence: Evidence = {
      ...randomCrawlers(hot, new Random(options.seed ?? 1), DRAWS),
      hot: hot.reduce((sum, each) => sum + each, 0),
      pages: hot.length,
      runs,
      stopped: runs.judge(backlinks(), { model: stop() }),
    };
    return resultOf(section3, web.name, testClaims(claims, evidence), runs.curveRows(), runs.provenance, () =>
      hotPageCurve(runs),
    );
  },
};
