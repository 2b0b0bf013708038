import { isProblem } from "../../base/error.js";
import { counted } from "../../base/numbers.js";
import { quantile } from "../../base/statistics/quantile.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { FEWEST_HOT } from "../../crawl/few-hot.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { centrality } from "../../crawl/importance/centrality.js";
import type { Importance } from "../../crawl/importance/importance.js";
import { areaStrip } from "../../figure/area-strip.js";
import type { Web } from "../../web/web.js";
import { crawlAll } from "../cho1998/setting.js";
import { smallSite } from "../cho1998/small-site.js";
import { AREA_MARGIN, type Claim, noLarger, testClaims, untestable } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";

/** Hot is the tenth of the pages that is worth most. */
const HOT_SHARE = 0.1;

/** Where so many pages tie that more than this is hot, nothing is told. */
const MOST_HOT = 0.25;

/** The same crawls, by what is hot. */
export interface Evidence {
  readonly byLinks: Comparison;
  readonly byCentrality: Readonly<Record<(typeof COMPARED)[number], Comparison>>;
}

const COMPARED = ["closeness", "betweenness", "authority"] as const;

const WOULD_CHANGE = {
  closeness:
    "Freeman's closeness, which does not ask how many pages reach a page, on a site without dead ends: another ordering ahead by 0.02 there would bound this to closeness that counts them",
  betweenness:
    "Ten sites whose sections hang together by one page each: if another ordering is ahead by 0.02 on most of them, bridges are found by other means than popular pages",
  authority:
    "A site with two large clusters, of which HITS sees the larger only: another ordering ahead by 0.02 in 4 of 5 crawls there would bound this to sites with one centre",
} as const satisfies Record<(typeof COMPARED)[number], string>;

/** The ordering whose median area is largest. */
const firstOf = (runs: Comparison): string =>
  runs.orderings.reduce((a, b) => (quantile(runs.areas(b), 0.5) > quantile(runs.areas(a), 0.5) ? b : a));

const hotShare = ({ judgement: { hot = 0, pages } }: Comparison) => hot / pages;

export const claims: readonly Claim<Evidence>[] = COMPARED.map((name) => ({
  claim: `The ordering that is first to the pages with most backlinks is first to those of largest ${name}, too`,
  source: "ours",
  published: "-",
  tolerance: `hot is the tenth of the pages worth most: the ordering with the largest median area by ${name} is ahead of the one with the largest by backlinks by ${AREA_MARGIN} at most in the median; by more, and ahead in 4 of 5 crawls, disagrees (else mixed)`,
  wouldChange: WOULD_CHANGE[name],
  test({ byLinks, byCentrality }) {
    const central = byCentrality[name];
    for (const [runs, by] of [
      [byLinks, "backlinks"],
      [central, name],
    ] as const) {
      const { hot = 0 } = runs.judgement;
      if (hot < FEWEST_HOT) return untestable(`only ${hot} pages are hot by ${by}`);
      if (hotShare(runs) > MOST_HOT)
        return untestable(`${Math.round(100 * hotShare(runs))} % of the pages tie as the most worth by ${by}`);
    }
    const [linked, best] = [firstOf(byLinks), firstOf(central)];
    const found = noLarger(
      [`${best} (first by ${name})`, central.areas(best)],
      [`${linked} (first by backlinks)`, central.areas(linked)],
    );
    return best === linked ? { ...found, because: "the same ordering is first by both" } : found;
  },
}));

/** An importance whose hot pages are the tenth that is worth most on `web`. */
function topTenth(web: Web, make: (options: { hotAt?: number }) => Importance): Importance {
  return make({ hotAt: quantile([...make({}).of(web)], 1 - HOT_SHARE) });
}

/** Whether orderings that find popular pages find central ones. */
export const whichCentrality: WebExperiment = {
  id: "ours/which-centrality",
  title: "Popular pages and central pages of one small site",
  paper:
    "Cho et al. 1998 judge crawls of a small site by backlinks (Graphs 5 and 6). On so small a web one can afford measures of the whole graph: " +
    "closeness, betweenness and the authority of HITS, by graphology-metrics. Here the same crawls are judged by each, to see whether the choice of importance chooses the ordering.",
  suits: "cho1998-small-site",
  refuses(whole) {
    const web = smallSite(whole);
    try {
      for (const name of COMPARED) centrality(name).estimate?.(web);
      return undefined;
    } catch (error) {
      if (!isProblem(error, "option")) throw error;
      return `${counted(web.graph.size)} pages and ${counted(web.graph.links)} links are too many for measures of the whole graph`;
    }
  },
  async run(whole, options) {
    const web = smallSite(whole);
    const byLinks = (await crawlAll(web, options)).judge(topTenth(web, backlinks));
    const by = (name: (typeof COMPARED)[number]) => byLinks.judge(topTenth(web, (chosen) => centrality(name, chosen)));
    const byCentrality = { closeness: by("closeness"), betweenness: by("betweenness"), authority: by("authority") };
    const all = { backlinks: byLinks, ...byCentrality };
    const rows = Object.entries(all).flatMap(([importance, runs]) =>
      runs.orderings.flatMap((ordering) =>
        runs.areas(ordering).map((area, seed) => ({ dataset: web.name, ordering, group: importance, area, seed })),
      ),
    );
    return resultOf(
      whichCentrality,
      whole.name,
      testClaims(claims, { byLinks, byCentrality }),
      rows,
      byLinks.provenance,
      () => areaStrip(rows, { notes: ["hot: the tenth worth most by each importance", ...byLinks.notes()] }),
    );
  },
};
