import { quantile } from "../../base/statistics/quantile.js";
import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { areaStrip } from "../../figure/area-strip.js";
import { backlink } from "../../ordering/backlink.js";
import { pageRank } from "../../ordering/page-rank.js";
import { AREA_MARGIN, beyond, type Claim, testClaims, tooFewHot, unless } from "../claim.js";
import { forCompare, REPEATS, resultOf, type WebExperiment } from "../experiment.js";

const TIES = ["fifo", "lifo", "random"] as const;
const counted = TIES.map((ties) => backlink({ ties }));
const ranked = TIES.map((ties) => pageRank({ accuracy: 1e-2, ties }));

const medians = (runs: Comparison, methods: typeof counted) =>
  methods.map(({ label }) => quantile(runs.areas(label), 0.5));
const spread = (areas: readonly number[]) => Math.max(...areas) - Math.min(...areas);
const tooFew = ({ judgement: { hot } }: Comparison) => tooFewHot(hot, "have 100 backlinks");

export const claims: readonly Claim<Comparison>[] = [
  {
    claim:
      "Under backlink order, the rule for ties moves the area more than the choice between backlink and PageRank order does",
    source: "ours",
    published: "-",
    tolerance: `spread over tie rules larger than the distance of the two orderings (both first-in-first-out) by ${AREA_MARGIN}`,
    wouldChange:
      "A web whose queue holds few equal counts when the crawler chooses, under a tenth of it: a spread below the distance of the orderings there would make this a matter of short counts",
    test: unless(tooFew, (runs) => {
      const areas = medians(runs, counted);
      const distance = Math.abs(areas[0] - medians(runs, ranked)[0]);
      const excess = spread(areas) - distance;
      return {
        ours: `ties ${spread(areas).toFixed(3)} (${TIES.map((ties, i) => `${ties} ${areas[i].toFixed(3)}`).join(", ")}), ordering ${distance.toFixed(3)}`,
        verdict: beyond(excess, AREA_MARGIN),
        because: "medians over the crawls",
      };
    }),
  },
  {
    claim: "PageRank order depends less on ties than backlink order",
    source: "ours",
    published: "-",
    tolerance: `spread over tie rules smaller by ${AREA_MARGIN}, two-sided`,
    wouldChange:
      "PageRank at accuracy 0.1, where scores tie as counts do: a spread as wide as backlink order's would show that ties, not the metric, make an ordering depend on them",
    test: unless(tooFew, (runs) => {
      const [wide, narrow] = [spread(medians(runs, counted)), spread(medians(runs, ranked))];
      return {
        ours: `backlink ${wide.toFixed(3)}, PageRank ${narrow.toFixed(3)}`,
        verdict: beyond(wide - narrow, AREA_MARGIN),
        because: "largest less smallest median area over three tie rules",
      };
    }),
  },
];

/** What the figure shows, and its names. */
const SMALL_PRINT = [
  "hot pages found (P_ST), hot from 100 links on",
  "of pages with equal counts first goes the one found first (fifo), the one found last (lifo), or any (random)",
];

/**
 * What the rule for equal scores does to a curve. Nobody states theirs; ORDERING of the paper leaves it open (Figure 1,
 * reorder_queue).
 */
export const tiesDecide: WebExperiment = {
  id: "ours/ties-decide",
  title: "Ties decide as much as the metric",
  paper:
    "Cho et al. 1998 sort url_queue by backlink count and do not say what comes first among pages with the same count, which is most of " +
    "the queue on a real web. Here the same orderings run with the page discovered first, last, or any of them first.",
  suits: "cho1998",
  async run(web, options = {}) {
    const runs = await compare(web, {
      repeats: REPEATS,
      ...forCompare(options),
      orderings: [...counted, ...ranked],
      importance: backlinks({ hotAt: 100 }),
    });
    const rows = [...counted, ...ranked].flatMap((method) =>
      runs.areas(method.label).map((area, repeat) => ({
        dataset: web.name,
        ordering: method.name,
        group: `ties ${method.options.ties}`,
        area,
        seed: repeat,
      })),
    );
    return resultOf(tiesDecide, web.name, testClaims(claims, runs), rows, runs.provenance, () =>
      areaStrip(rows, { notes: [...SMALL_PRINT, ...runs.notes()] }),
    );
  },
};
