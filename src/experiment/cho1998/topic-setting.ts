import { Random } from "../../base/random.js";
import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import type { Importance } from "../../crawl/importance/importance.js";
import { relevance } from "../../crawl/importance/relevance.js";
import { judgedWeb, worth } from "../../crawl/judge.js";
import type { QueueMetricName } from "../../ordering/frontier/queue-metric.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { type SimilarityOptions, similarity } from "../../ordering/similarity.js";
import { datasets } from "../../web/dataset/card.js";
import type { Web } from "../../web/web.js";
import { type Claim, type ClaimTests, type Finding, testClaims, tooFewHot } from "../claim.js";
import { type ExperimentOptions, forCompare, REPEATS } from "../experiment.js";
import { byHost, byParent, type HotChildren, hotChildren } from "../hot-children.js";

/** What the crawls of Graphs 7 to 10 read. */
export const TOPIC_NEEDS = ["links", "urls", "text", "anchors"] as const;

/** The two topics that a web is crawled for: one's own, else those of its card, else the paper's. */
export function topicsOf(
  { name }: Pick<Web, "name">,
  { query }: Pick<ExperimentOptions, "query"> = {},
): readonly [first: string, second: string] {
  if (query !== undefined) return [query, query];
  const [first = "computer", second = "admission"] = datasets().find(({ id }) => id === name)?.topics ?? [];
  return [first, second];
}

/**
 * A crawler of Figure 4 or 5, under a name that fits a legend; PageRank at the accuracy at which the experiments run
 * it.
 */
export const twoQueues = (
  topic: string,
  rule: "figure4" | "figure5",
  inside: QueueMetricName,
  { ties, ...more }: SimilarityOptions = {},
): OrderingMethod => ({
  ...similarity(topic, {
    rule,
    inside,
    ...(inside === "page-rank" && { accuracy: 1e-2 }),
    ...(ties && { ties }),
    ...more,
  }),
  label: nameIn(rule, inside, ties),
});

/** Name of a crawler of `twoQueues` in tables and figures: "backlink, Figure 4, ties lifo". */
export const nameIn = (rule: "figure4" | "figure5", inside: QueueMetricName, ties?: string): string =>
  `${inside}, Figure ${rule.slice(-1)}${ties ? `, ties ${ties}` : ""}`;

/** I = IS of Graphs 7 and 8: the word in the title, or more than 10 times in the body. Cho et al. 1998, section 7. */
export const onTopic = (topic: string): Importance => relevance(topic, { atLeast: 11 }) as Importance;

/**
 * I of Graphs 9 and 10: on topic (10 times or more in the body), with 5 backlinks or more. Cho et al. 1998, section 7.
 */
export const onTopicAndLinked = (topic: string): Importance =>
  relevance(topic, { ...OF_GRAPH_9, backlinks: 5 }) as Importance;

/** The topic test of Graphs 9 and 10 alone, whatever links to a page. */
export const onTopicAtLarge = (topic: string): Importance => relevance(topic, OF_GRAPH_9) as Importance;

/** "10 or more", where Graphs 7 and 8 have "more than 10". Cho et al. 1998, section 7. */
const OF_GRAPH_9 = { atLeast: 10 } as const;

/** Crawls of one web under several orderings, as Graphs 7 to 10 judge them. */
export function crawlForTopic(
  web: Web,
  orderings: readonly OrderingMethod[],
  importance: Importance,
  options: ExperimentOptions = {},
): Promise<Comparison> {
  return compare(web, { repeats: REPEATS, ...forCompare(options), orderings, importance });
}

/** Tests every claim on the same evidence; each verdict says for which topic, since webs have different ones. */
export const testOnTopic =
  <E>(topic: string, claims: readonly Claim<E>[], evidence: E): ClaimTests =>
  (experiment, dataset) =>
    testClaims(claims, evidence)(experiment, dataset).map((verdict) => ({
      ...verdict,
      because: `topic ${topic}: ${verdict.because}`,
    }));

/** The finding for webs with too few pages on topic; undefined where there are enough. */
export const tooFewOnTopic = ({ judgement: { hot }, importance }: Comparison) =>
  tooFewHot(hot, `are hot by "${importance.label}"`);

/** A finding for each name. */
export const byName = <N extends string>(names: readonly N[], find: (name: N) => Finding): Record<string, Finding> =>
  Object.fromEntries(names.map((name) => [name, find(name)]));

/** Hosts below which children are drawn by parent. */
const FEWEST_HOSTS = 10;

/**
 * The hot pages of the part that the first crawl is judged on: how many links lead to each, and how hot their children
 * are.
 */
export function hotPages(runs: Comparison, seed = 1): HotPages {
  const { web } = judgedWeb(runs.web, runs.crawls[0].from);
  const hot = Uint8Array.from(worth(web, runs.importance), (value) => (value >= (runs.importance.hotAt ?? 1) ? 1 : 0));
  const counts = new Uint32Array(hot.length);
  for (const target of web.graph.targets) counts[target]++;
  const hosts = web.urls ? byHost(web.urls, hot.length) : new Uint32Array(hot.length);
  const drawn = new Set(hosts).size >= FEWEST_HOSTS ? "hosts" : "parents";
  const groups = drawn === "hosts" ? hosts : byParent(web.graph, hot);
  return {
    backlinks: counts.filter((_, page) => hot[page] === 1),
    children: hotChildren(web.graph, hot, { groups, random: new Random(seed) }),
    drawn,
  };
}

/** What the claims of Graphs 7 and 8 are tested on. */
export interface TopicEvidence {
  readonly runs: Comparison;
  readonly pages: HotPages;
}

export interface HotPages {
  /** Backlinks of each hot page. */
  readonly backlinks: Uint32Array;
  readonly children: HotChildren;
  /** What the interval's bootstrap drew. */
  readonly drawn: "hosts" | "parents";
}
