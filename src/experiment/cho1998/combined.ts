import { quantile } from "../../base/statistics/quantile.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { hotPageCurve } from "../../figure/hot-page-curve.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { INSIDES } from "../../ordering/frontier/queue-metric.js";
import { random } from "../../ordering/random.js";
import type { Web } from "../../web/web.js";
import { AREA_MARGIN, type Claim, howMany, larger, together } from "../claim.js";
import { type ExperimentOptions, type ExperimentResult, resultOf, type WebExperiment } from "../experiment.js";
import { statedOf } from "../paper-points.js";
import { PAGE_RANK } from "./setting.js";
import {
  byName,
  crawlForTopic,
  nameIn,
  onTopicAndLinked,
  onTopicAtLarge,
  testOnTopic,
  tooFewOnTopic,
  twoQueues,
} from "./topic-setting.js";

/**
 * What Graphs 9 and 10 show: the same crawls judged by relevance and backlinks together, and by the same relevance
 * alone.
 */
export interface Combined {
  readonly runs: Comparison;
  readonly relevant: Comparison;
}

/** Under a name that fits a legend. */
const RANK_ALONE = { ...PAGE_RANK, label: "page-rank" };

/** Those that the paper names as good. */
const NAMED = ["breadth-first", "page-rank"] as const;
const inside = (name: (typeof INSIDES)[number]) => nameIn("figure5", name);

/** Said of Graph 9 alone: of Graph 10, "the performance details vary from the previous case". */
const ofGraph9 = (graph: string, quote: string) => (graph === "Graph 9" ? quote : undefined);

/** By the share of the pages that is crawled. */
const QUOTES = {
  0.4: "after having seen only 40% of the pages, these crawlers have obtained over 80% of the hot pages",
  0.6: "After visiting 60% of the pages, most of the hot pages have been gathered",
} as const;

const MOST_IS_MORE =
  "half would do for most elsewhere, but after 60 % chance alone has 60 %, and over 80 % were found before: so 90 % is most here";

/** "At 40 % of the pages, over 80 % of the hot pages", of the two that the paper names. */
const foundAt = (
  graph: string,
  crawled: keyof typeof QUOTES,
  share: number,
  published: string,
  why = "",
): Claim<Combined> => ({
  claim: `After ${100 * crawled} % of the pages, Figure 5's crawler has ${100 * share} % of the hot pages, with breadth-first and with PageRank inside`,
  source: sourceOf(graph),
  published,
  tolerance: `median P at least ${share} after ${100 * crawled} %; each of the two counts${why}`,
  quote: ofGraph9(graph, QUOTES[crawled]),
  wouldChange:
    "A topic whose hot pages lie in ten or more clusters on several hosts: a median below the stated share there would show that one cluster found early did it",
  test({ runs }) {
    const found = NAMED.map((name) => quantile(runs.performance(inside(name), crawled), 0.5));
    return (
      tooFewOnTopic(runs) ?? {
        ours: NAMED.map((name, index) => `${name} ${found[index].toFixed(3)}`).join(", "),
        verdict: howMany(found.map((value) => value >= share)),
        because: "median curves",
      }
    );
  },
});

/** The paper says it of Graph 9, and of Graph 10 that details vary. */
const sourceOf = (graph: string): string =>
  graph === "Graph 9" ? "section 7, Graph 9" : `ours, on ${graph}: as Graph 9`;

/** The claims of Graph 9, which Graph 10 tests again: "the overall conclusion is the same". */
export const combinedClaims = (graph: "Graph 9" | "Graph 10"): readonly Claim<Combined>[] => {
  const again = graph === "Graph 10" ? ", and the same here" : "";
  return [
    foundAt(graph, 0.4, 0.8, `over 80 % after 40 %, in Graph 9${again}`),
    foundAt(graph, 0.6, 0.9, `most of them after 60 %, in Graph 9${again}`, `; ${MOST_IS_MORE}`),
    {
      claim: "Breadth-first and PageRank inside are ahead of backlink inside",
      source: sourceOf(graph),
      published: `"especially for" these two, in Graph 9${again}`,
      tolerance: `median area larger by ${AREA_MARGIN}, in 4 of 5 crawls; each of the two counts`,
      quote: ofGraph9(
        graph,
        "The results are very good now, especially for the crawlers that order based on PageRank IR'(P) and breadth-first order",
      ),
      wouldChange:
        "The same with ties drawn inside backlink order: if its area rises to within 0.02 of the two, ties had held it back",
      test({ runs }) {
        const counted = ["backlink", runs.areas(inside("backlink"))] as const;
        return (
          tooFewOnTopic(runs) ?? together(byName(NAMED, (name) => larger([name, runs.areas(inside(name))], counted)))
        );
      },
    },
    {
      claim: "Pages on topic with 5 backlinks are found sooner than pages on topic at large",
      source: sourceOf(graph),
      published: `"the results are very good now", in Graph 9${again}`,
      tolerance: `median area larger than by the same topic test without backlinks, by ${AREA_MARGIN}, in 4 of 5 crawls; each inside counts`,
      quote: ofGraph9(
        graph,
        "Graph 9 shows the P_ST results for this combined IS(P) and IB(P) importance metric. The results are very good now",
      ),
      wouldChange:
        "Pages on topic matched with others of equal distance from the start page: if linked ones are then found no sooner, they only lay nearer",
      test: ({ runs, relevant }) =>
        tooFewOnTopic(runs) ??
        together(
          byName(INSIDES, (name) =>
            larger(["linked", runs.areas(inside(name))], ["all", relevant.areas(inside(name))]),
          ),
        ),
    },
    {
      claim:
        "A combined ordering is effective: PageRank with anchors and distance to hot pages beats PageRank order alone",
      source: `section 7, ${graph}; section 8`,
      published: '"it is effective to use a combined ordering metric"',
      tolerance: `median area larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
      quote:
        "it is effective to use a combined ordering metric that considers IR'(P), the content of anchors, and the distance to pages known to be hot",
      wouldChange:
        "PageRank computed over hot pages alone: if that order reaches the combined one within 0.02, the queues add nothing",
      test: ({ runs }) =>
        tooFewOnTopic(runs) ??
        larger(["IR' inside Figure 5", runs.areas(inside("page-rank"))], ["IR' alone", runs.areas(RANK_ALONE.label)]),
    },
  ];
};

/** Crawls a web for a topic by Figure 5, and judges by relevance and backlinks. */
export async function runCombined(
  experiment: WebExperiment,
  claims: readonly Claim<Combined>[],
  web: Web,
  topic: string,
  options?: ExperimentOptions,
): Promise<ExperimentResult> {
  const orderings = [...INSIDES.map((name) => twoQueues(topic, "figure5", name)), RANK_ALONE, breadthFirst, random];
  const runs = await crawlForTopic(web, orderings, onTopicAndLinked(topic), options);
  const evidence = { runs, relevant: runs.judge(onTopicAtLarge(topic)) };
  return resultOf(
    experiment,
    web.name,
    testOnTopic(topic, claims, evidence),
    runs.curveRows(),
    runs.provenance,
    () =>
      hotPageCurve(runs, {
        notes: [`Figure 5's crawler, topic ${topic}, at least 5 backlinks`, ...runs.notes()],
        paper: statedOf(experiment.id),
      }),
    { runs },
  );
}
