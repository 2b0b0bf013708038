import { plural } from "../../base/numbers.js";
import { Random } from "../../base/random.js";
import { quantile } from "../../base/statistics/quantile.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { judgedWeb, worth } from "../../crawl/judge.js";
import { areaStrip } from "../../figure/area-strip.js";
import { backlink } from "../../ordering/backlink.js";
import { clusters } from "../../web/graph/clusters.js";
import { crawlAll, PAGE_RANK } from "../cho1998/setting.js";
import { type Claim, testClaims, tooFewHot, untestable } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";

const DRAWS = 200;

export interface Evidence {
  readonly hot: number;
  readonly effective: number;
  readonly count: number;
  /** Area of IR' less area of IB', of the same crawl, once per draw of clusters. */
  readonly differences: readonly number[];
}

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "The hot pages at G = 100 are a handful of clusters, so that a curve is a handful of observations",
    source: "ours, on section 6",
    published: "-",
    tolerance: "effective number of clusters at most 5 (mixed: at most 20)",
    wouldChange:
      "Clusters by strong connection or by host in place of weak connection: an effective number above 20 under both would make the pages, not the clusters, the observations",
    test: ({ hot, effective, count }) =>
      tooFewHot(hot, "have 100 backlinks") ?? {
        ours: `${plural(hot, "hot page")} in ${plural(count, "cluster")}, effectively ${effective.toFixed(1)}`,
        verdict: effective <= 5 ? "agrees" : effective <= 20 ? "mixed" : "disagrees",
        because: "1 / sum of squared shares of the weakly connected components of the hot pages",
      },
  },
  {
    claim: "One crawl does not tell PageRank from backlink order: drawing clusters anew can turn the sign",
    source: "ours",
    published: "-",
    tolerance: "the middle 90 % of the cluster bootstrap of the difference in area holds 0",
    wouldChange:
      "A web with ten effective clusters or more whose bootstrap interval excludes 0: there one crawl does tell the two apart",
    test({ hot, effective, differences }) {
      const tooFew = tooFewHot(hot, "have 100 backlinks");
      if (tooFew) return tooFew;
      if (effective < 1.5)
        return untestable(`effectively ${effective.toFixed(1)} clusters: there is nothing to draw from`);
      const [low, high] = [quantile(differences, 0.05), quantile(differences, 0.95)];
      return {
        ours: `IR' less IB': ${low.toFixed(3)} to ${high.toFixed(3)}`,
        verdict: low <= 0 && high >= 0 ? "agrees" : "disagrees",
        because: `${DRAWS} draws of clusters with replacement, first crawl`,
      };
    },
  },
];

/** How many observations a curve of hot pages is. */
export const hotClusters: WebExperiment = {
  id: "ours/hot-clusters",
  title: "How many clusters the hot pages are",
  paper:
    "Cho et al. 1998 draw one curve per ordering over 1,400 hot pages. Hot pages come in clusters that link among themselves, and a crawler " +
    "that enters one finds all of it: the clusters, not the pages, are the observations. Here they are counted and drawn anew (cluster bootstrap).",
  suits: "cho1998",
  async run(web, options) {
    const runs = await crawlAll(web, options);
    const first = runs.crawls.filter(({ repeat }) => repeat === 0);
    const part = judgedWeb(web, first[0].from);
    const values = worth(part.web, backlinks());
    const hot = Uint8Array.from(values, (value) => (value >= 100 ? 1 : 0));
    const { pages, effective } = clusters(part.web.graph, hot);
    const random = new Random(options?.seed ?? 1);
    const draws = Array.from({ length: DRAWS }, () => pages.map(() => random.below(pages.length)));
    const areas = new Map(
      first.map(({ method, order }) => {
        const found = clusterAreas(pages, order, part.local);
        return [method.label, draws.map((draw) => weightedMean(found, pages, draw))] as const;
      }),
    );
    const [ranked = [], counted = []] = [areas.get(PAGE_RANK.label), areas.get(backlink.label)];
    const evidence = {
      hot: hot.reduce((sum, each) => sum + each, 0),
      effective,
      count: pages.length,
      differences: ranked.map((area, index) => area - counted[index]),
    };
    const rows = [...areas].flatMap(([ordering, values]) =>
      values.map((area, seed) => ({
        dataset: web.name,
        ordering,
        group: "cluster bootstrap",
        area: Number.isNaN(area) ? 0 : area,
        seed,
      })),
    );
    return resultOf(hotClusters, web.name, testClaims(claims, evidence), rows, runs.provenance, () =>
      areaStrip(rows, {
        notes: [
          "hot pages found (P_ST), the clusters of hot pages drawn anew",
          `${evidence.hot} hot pages, effectively ${effective.toFixed(1)} clusters; ${DRAWS} draws, one crawl each`,
        ],
      }),
    );
  },
};

/** Mean over the pages of each cluster of 1 - (k - 1) / T, k the place in the order: what the page adds to the area. */
function clusterAreas(pages: readonly (readonly number[])[], order: Uint32Array, local: Uint32Array): number[] {
  const place = new Float64Array(local.length);
  for (let k = 0; k < order.length; k++) place[local[order[k]]] = 1 - k / order.length;
  return pages.map((cluster) => cluster.reduce((sum, page) => sum + place[page], 0) / cluster.length);
}

function weightedMean(
  areas: readonly number[],
  pages: readonly (readonly number[])[],
  draw: readonly number[],
): number {
  let sum = 0;
  let weight = 0;
  for (const index of draw) {
    sum += areas[index] * pages[index].length;
    weight += pages[index].length;
  }
  return sum / weight;
}
