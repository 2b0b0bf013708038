import { option, problem } from "../base/error.js";
import { type ChosenOf, flag, inWords, number, type ValuesOf, valuesOf, word } from "../base/method.js";
import { Collection, IDFS } from "../page/text/collection.js";
import { idfFrom, recorded } from "../page/text/reference.js";
import { termsOf } from "../page/text/terms-of.js";
import { TOPIC_OPTIONS, Topic } from "../page/text/topic.js";
import { BestFirst } from "./frontier/best-first.js";
import { CountBuckets } from "./frontier/count-buckets.js";
import { INSIDES, type QueueMetricName, queueMetric } from "./frontier/queue-metric.js";
import type { Ties } from "./frontier/queue-term.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { accuracy, damping, reorderEvery, stableTies } from "./frontier/shared-options.js";
import { SortedQueue } from "./frontier/sorted-queue.js";
import { TopicQueues } from "./frontier/topic-queues.js";
import { END_RULES, type Queue, TwoQueues } from "./frontier/two-queues.js";
import { type Ordering, type OrderingContext, type OrderingMethod, ourOrdering } from "./ordering.js";

export const SIMILARITY_RULES = ["figure4", "figure5", "graded"] as const;

/** Which crawler: those of Figures 4 and 5 of Cho et al. 1998, or one for graded relevance. */
export type SimilarityRule = (typeof SIMILARITY_RULES)[number];

const share = (usual: number, says: string) => number(usual, "[0, 1]", says, { unit: "share" });

const OPTIONS = {
  ...TOPIC_OPTIONS,
  /**
   * "graded": best-first by anchor, address and the relevance of the pages above, see `BestFirst`. "figure4": URLs whose
   * address or anchor holds the query go first. "figure5": also those near a hot page.
   */
  rule: word(SIMILARITY_RULES, "figure4 or figure5 of Cho et al. 1998, or graded, shark-search", {
    default: "graded",
    unit: "rule",
  }),
  inside: word(INSIDES, "figures: what sorts both queues", { unit: "ordering" }),
  /**
   * "fifo": the one that has been in its queue for longest. "lifo": for shortest. "random": the one with the smaller lot,
   * which it drew when it came there. "stable", inside "backlink": the one that reached its score first, as
   * reorder_queue leaves it where it is a stable sort, and dequeue takes from the front.
   */
  ties: stableTies,
  /** Before the first of k pages, both queues. */
  reorderEvery,
  /** Inside "page-rank": see `pageRank`. */
  damping,
  accuracy: accuracy(1e-3),
  /** 2: the code, "distance_from_hotpage(u) < 3"; 3: the prose, "within 3 links". */
  distance: number(
    2,
    "[1, 200]",
    "figure5: links from a hot page within which a URL counts as hot: 2, the paper's code, or 3, its prose",
    {
      whole: true,
      is: "a number of links, 1 to 200",
      unit: "links",
    },
  ),
  /** To the end of hot_queue, when a hot anchor, or a hot page near it, turns up; false as printed. */
  promote: flag("figures: move a waiting URL once it turns out to be hot; as printed, it stays"),
  /** As printed, "not empty and not empty", it does not begin. */
  ends: word(END_RULES, "figures: when the crawl ends: both-empty, or one-empty as printed, which ends it at once", {
    unit: "rule",
  }),
  /** Delta, gamma and beta of Hersovici et al. 1998: see `BestFirst`. */
  decay: share(0.5, "graded: share of a score that is passed on over each link"),
  inherited: share(0.5, "graded: weight of the linking page, relative to anchor text and URL"),
  anchor: share(0.8, "graded: weight of the anchor text, relative to the URL"),
  idf: word(
    IDFS,
    "graded: weight of a word by its rarity on the pages crawled so far: log, paper (1 / occurrences) or none",
    {
      default: "log",
      unit: "how",
    },
  ),
  /** "Reference idf terms computed at some other time", Cho et al. 1998, section 2. */
  idfFrom: idfFrom("graded", "the pages crawled so far"),
} as const;

type Chosen = ValuesOf<typeof OPTIONS>;

export type SimilarityOptions<R extends SimilarityRule = SimilarityRule> = ChosenOf<typeof OPTIONS> & {
  readonly rule?: R;
};

/** What a web must carry: Figure 4 alone reads no text. */
export type SimilarityNeeds<R extends SimilarityRule> =
  | "links"
  | "urls"
  | "anchors"
  | (R extends "figure4" ? never : "text");

/** Options that only some rules know. */
const ONLY: Readonly<Record<string, readonly SimilarityRule[]>> = {
  inside: ["figure4", "figure5"],
  damping: ["figure4", "figure5"],
  accuracy: ["figure4", "figure5"],
  promote: ["figure4", "figure5"],
  ends: ["figure4", "figure5"],
  match: ["figure4", "figure5"],
  atLeast: ["figure5"],
  distance: ["figure5"],
  decay: ["graded"],
  inherited: ["graded"],
  anchor: ["graded"],
  idf: ["graded"],
  idfFrom: ["graded"],
};

/** Options that only some metrics inside have a use for. */
const ONLY_INSIDE: Readonly<Record<string, readonly QueueMetricName[]>> = {
  reorderEvery: ["backlink", "page-rank"],
  damping: ["page-rank"],
  accuracy: ["page-rank"],
};

/**
 * Crawls for a topic: pages first that promise to be about what is looked for. Cho et al. 1998, section 7, Figures 4
 * and 5; and, unless another rule is named, shark-search (Hersovici et al. 1998), which reads more than their rules do.
 *
 * similarity("computer", { rule: "figure5", inside: "page-rank" })
 *
 * The paper's branches and the others are options: see docs/forks.md, 9 to 12, 19 and 23. A link's first anchor alone
 * decides (fork 23) unless `promote` is chosen.
 *
 * @throws "option" when the query holds no word, for an option that the rule does not know, or a value that makes no
 *   sense
 *
 * Figures 4 and 5: as `breadthFirst`, `backlink` or `pageRank`, and O(terms) per page. Graded: O(log w) per link,
 * O(terms) per page.
 */
export function similarity<R extends SimilarityRule = "graded">(
  query: string,
  options: SimilarityOptions<R> = {},
): OrderingMethod<SimilarityNeeds<R>> {
  const chosen = valuesOf("similarity", OPTIONS, options);
  check(options, chosen);
  const { rule } = chosen;
  new Topic(query, chosen); // refuses what is no topic
  return ourOrdering({
    kind: "ordering",
    name: "similarity",
    label: labelOf(query, chosen),
    source:
      rule === "graded"
        ? "Hersovici et al. 1998, shark-search; compare Cho et al. 1998, section 8"
        : `Cho et al. 1998, section 7, Figure ${rule === "figure4" ? 4 : 5}`,
    offline: false,
    needs: ["links", "urls", "anchors", ...(rule === "figure4" ? [] : ["text"])] as SimilarityNeeds<R>[],
    options: { query, ...recorded(chosen) },
    create: (context) => (rule === "graded" ? graded(context, query, chosen) : queued(context, query, chosen)),
  });
}

similarity.takes = "query" as const;
similarity.declared = OPTIONS;

/**
 * "similarity figure5, inside backlink, ties fifo, query computer": what moves curves, what is not the default, and the
 * query, which may hold anything.
 */
function labelOf(query: string, chosen: Chosen): string {
  const { rule, inside } = chosen;
  const always = ["rule", "inside", "ties", ...(inside === "page-rank" ? ["accuracy"] : [])];
  const differing = (Object.keys(OPTIONS) as (keyof Chosen)[]).filter(
    (key) => !always.includes(key) && chosen[key] !== OPTIONS[key].default,
  );
  return [
    `similarity ${rule}`,
    rule !== "graded" && `inside ${inside}`,
    rule !== "graded" && inside === "page-rank" && `accuracy ${chosen.accuracy}`,
    (rule === "graded" || inside !== "breadth-first") && `ties ${chosen.ties}`,
    ...differing.map((key) =>
      key === "idfFrom" ? OPTIONS[key].told?.(chosen[key]) : `${inWords(key)} ${chosen[key]}`,
    ),
    `query ${query}`,
  ]
    .filter(Boolean)
    .join(", ");
}

function queued(context: OrderingContext, query: string, chosen: Chosen): Ordering {
  const { size, random } = context;
  const { rule, inside, ties, reorderEvery, distance, promote, ends } = chosen;
  const queue = (): Queue => {
    if (ties === "stable") return new CountBuckets(size);
    return reorderEvery > 1
      ? new SortedQueue(size, ties, random)
      : scoredFrontier({ size, random, ties, reorderEvery });
  };
  const queues = new TwoQueues(size, queue, queueMetric(inside, size, chosen), { ends, reorderEvery });
  return new TopicQueues(size, queues, new Topic(query, chosen), context, {
    distance: rule === "figure5" ? distance : 0,
    promote,
  });
}

function graded(context: OrderingContext, query: string, chosen: Chosen): Ordering {
  const { size, random } = context;
  const { ties, reorderEvery, idf, idfFrom } = chosen;
  const topic = new Topic(query, chosen);
  const weights = { idf, measure: "cosine", titleWeight: 1 } as const;
  const collection = new Collection(topic.query, weights, idfFrom && termsOf(idfFrom));
  const values = new Float64Array(size);
  const frontier = scoredFrontier({ size, random, ties: ties as Ties, reorderEvery, scores: { values } });
  return new BestFirst(values, frontier, topic.query, collection, context, chosen);
}

function check(options: SimilarityOptions, chosen: Chosen): void {
  const { rule, inside, ties, reorderEvery } = chosen;
  const given = (Object.keys(options) as (keyof Chosen)[]).filter((key) => options[key] !== undefined);
  for (const key of given) {
    const rules = ONLY[key];
    if (rules && !rules.includes(rule))
      throw problem.option`similarity: ${option(key)} goes with ${option("rule")} ${rules.join(" or ")}; the ${option("rule")} is ${rule}`;
    const insides = ONLY_INSIDE[key];
    if (rule !== "graded" && insides && !insides.includes(inside) && chosen[key] !== OPTIONS[key].default)
      throw problem.option`similarity: ${option(key)} goes with ${option("inside")} ${insides.join(" or ")}; ${option("inside")} is ${inside}`;
  }
  if (ties === "stable" && (rule === "graded" || inside === "page-rank" || reorderEvery > 1))
    throw problem.option`similarity: ${option("ties")} "stable" go with ${option("rule")} figure4 or figure5, ${option("inside")} backlink, ${option("reorderEvery")} 1; choose ${option("ties")} "fifo"`;
  if (chosen.idfFrom && chosen.idf === "none")
    throw problem.option`similarity: ${option("idfFrom")} says nothing where ${option("idf")} is none; leave one of them out`;
  if (inside === "breadth-first" && rule !== "graded" && ties !== "fifo")
    throw problem.option`similarity: ${option("inside")} "breadth-first" leaves nothing to ${option("ties")}; choose ${option("inside")} "backlink" or "page-rank" for ${option("ties")} "${ties}"`;
}
