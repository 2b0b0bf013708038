import { BestFirst } from "../frontier/best-first.js";
import { CountBuckets } from "../frontier/count-buckets.js";
import { INSIDES, type QueueMetricName, queueMetric } from "../frontier/queue-metric.js";
import { scoredFrontier, type Ties } from "../frontier/scored-frontier.js";
import { SortedQueue } from "../frontier/sorted-queue.js";
import { TopicQueues } from "../frontier/topic-queues.js";
import { END_RULES, type EndRule, type Queue, TwoQueues } from "../frontier/two-queues.js";
import { checkOptions, inWords } from "../options.js";
import { Collection, IDFS, type Idf } from "../text/collection.js";
import { TOPIC_DEFAULTS, TOPIC_RULES, Topic, type TopicOptions } from "../text/topic.js";
import { checkReorderEvery, type Ordering, type OrderingContext, type OrderingMethod } from "./ordering.js";

export const SIMILARITY_RULES = ["figure4", "figure5", "graded"] as const;

/** Which crawler: those of Figures 4 and 5 of Cho et al. 1998, or one for graded relevance. */
export type SimilarityRule = (typeof SIMILARITY_RULES)[number];

export interface SimilarityOptions<R extends SimilarityRule = SimilarityRule> extends TopicOptions {
  /**
   * "graded" (default): best-first by anchor, address and the relevance of the pages above, see `BestFirst`. "figure4": URLs whose
   * address or anchor holds the query go first. "figure5": also those near a hot page.
   */
  readonly rule?: R;
  /** Figures 4 and 5: by what both queues are reordered; default "breadth-first". */
  readonly inside?: QueueMetricName;
  /**
   * Which of several pages with the same score in one queue comes first. "fifo" (default): the one that has been in that queue for longest.
   * "lifo": for shortest. "random": the one with the smaller lot, which it drew when it came there. "stable", inside "backlink": the one that
   * reached its score first, as reorder_queue leaves it where it is a stable sort, and dequeue takes from the front.
   */
  readonly ties?: Ties | "stable";
  /** Sort the queues once in k pages only, before the first of them; 1 is the paper. */
  readonly reorderEvery?: number;
  /** Inside "page-rank": see `pageRank`. */
  readonly damping?: number;
  readonly accuracy?: number;
  /** Figure 5: largest distance from a hot page, in links. 2 (default): the code, "distance_from_hotpage(u) < 3"; 3: the prose, "within 3 links". */
  readonly distance?: number;
  /** Figures 4 and 5: is a URL moved to the end of hot_queue when a hot anchor, or a hot page near it, turns up later? Default false, as printed. */
  readonly promote?: boolean;
  /** Figures 4 and 5: "both-empty" (default): the crawl ends when both queues are empty. "one-empty": as printed, "not empty and not empty"; it does not begin then. */
  readonly ends?: EndRule;
  /** Graded: see `BestFirst`, delta, gamma and beta of Hersovici et al. 1998; defaults 0.5, 0.5 and 0.8. */
  readonly decay?: number;
  readonly inherited?: number;
  readonly anchor?: number;
  /** Graded: what a word weighs by its rarity in the pages crawled so far; default "log". */
  readonly idf?: Idf;
}

/** What a web must carry: Figure 4 alone reads no text. */
export type SimilarityNeeds<R extends SimilarityRule> =
  | "links"
  | "urls"
  | "anchors"
  | (R extends "figure4" ? never : "text");

const DEFAULTS = {
  ...TOPIC_DEFAULTS,
  rule: "graded",
  inside: "breadth-first",
  ties: "fifo",
  reorderEvery: 1,
  damping: 0.9,
  accuracy: 1e-3,
  distance: 2,
  promote: false,
  ends: "both-empty",
  decay: 0.5,
  inherited: 0.5,
  anchor: 0.8,
  idf: "log",
} satisfies Required<SimilarityOptions>;

type Chosen = Required<SimilarityOptions>;

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
};

/** Options that only some metrics inside have a use for. */
const ONLY_INSIDE: Readonly<Record<string, readonly QueueMetricName[]>> = {
  reorderEvery: ["backlink", "page-rank"],
  damping: ["page-rank"],
  accuracy: ["page-rank"],
};

/**
 * Crawls for a topic: pages first that promise to be about what is looked for. Cho et al. 1998, section 7, Figures 4 and 5; and, unless
 * another rule is named, shark-search (Hersovici et al. 1998), which reads more than their rules do.
 *
 * similarity("computer", { rule: "figure5", inside: "page-rank" })
 *
 * The paper's branches and the others are options: see docs/forks.md, 9 to 12, 19 and 23. A link's first anchor alone decides (fork 23) unless
 * `promote` is chosen.
 *
 * @throws RangeError when the query holds no word, for an option that the rule does not know, or a value that makes no sense
 *
 * Figures 4 and 5: as `breadthFirst`, `backlink` or `pageRank`, and O(terms) per page. Graded: O(log w) per link, O(terms) per page.
 */
export function similarity<R extends SimilarityRule = "graded">(
  query: string,
  options: SimilarityOptions<R> = {},
): OrderingMethod<SimilarityNeeds<R>> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const chosen: Chosen = { ...DEFAULTS, ...given };
  check(given, chosen);
  const { rule } = chosen;
  new Topic(query, chosen); // refuses what is no topic
  return {
    kind: "ordering",
    name: "similarity",
    label: labelOf(query, chosen),
    source:
      rule === "graded"
        ? "Hersovici et al. 1998, shark-search; compare Cho et al. 1998, section 8"
        : `Cho et al. 1998, section 7, Figure ${rule === "figure4" ? 4 : 5}`,
    offline: false,
    needs: ["links", "urls", "anchors", ...(rule === "figure4" ? [] : ["text"])] as SimilarityNeeds<R>[],
    options: { query, ...chosen },
    create: (context) => (rule === "graded" ? graded(context, query, chosen) : queued(context, query, chosen)),
  };
}

/** "similarity figure5, inside backlink, ties fifo, query computer": what moves curves, what is not the default, and the query, which may hold anything. */
function labelOf(query: string, chosen: Chosen): string {
  const { rule, inside } = chosen;
  const always = ["rule", "inside", "ties", ...(inside === "page-rank" ? ["accuracy"] : [])];
  const differing = (Object.keys(DEFAULTS) as (keyof Chosen)[]).filter(
    (key) => !always.includes(key) && chosen[key] !== DEFAULTS[key],
  );
  return [
    `similarity ${rule}`,
    rule !== "graded" && `inside ${inside}`,
    rule !== "graded" && inside === "page-rank" && `accuracy ${chosen.accuracy}`,
    (rule === "graded" || inside !== "breadth-first") && `ties ${chosen.ties}`,
    ...differing.map((key) => `${inWords(key)} ${chosen[key]}`),
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
  const { ties, reorderEvery, idf } = chosen;
  const topic = new Topic(query, chosen);
  const collection = new Collection(topic.query, { idf, measure: "cosine", titleWeight: 1 });
  const frontier = scoredFrontier({ size, random, ties: ties as Ties, reorderEvery });
  return new BestFirst(size, frontier, topic.query, collection, context, chosen);
}

function check(options: SimilarityOptions, chosen: Chosen): void {
  const differs = (key: keyof Chosen) => chosen[key] !== DEFAULTS[key];
  checkOptions("similarity", options, {
    ...Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, undefined])),
    ...TOPIC_RULES,
    rule: SIMILARITY_RULES,
    inside: INSIDES,
    ties: ["fifo", "lifo", "random", "stable"],
    ends: END_RULES,
    idf: IDFS,
  });
  const { rule, inside, ties, reorderEvery } = chosen;
  for (const key of Object.keys(options)) {
    const rules = ONLY[key];
    if (rules && !rules.includes(rule))
      throw new RangeError(`similarity: ${key} goes with rule ${rules.join(" or ")}; the rule is ${rule}`);
    const insides = ONLY_INSIDE[key];
    if (rule !== "graded" && insides && !insides.includes(inside) && differs(key as keyof Chosen))
      throw new RangeError(`similarity: ${key} goes with inside ${insides.join(" or ")}; inside is ${inside}`);
  }
  checkReorderEvery(chosen);
  if (typeof chosen.promote !== "boolean")
    throw new RangeError(`promote is true or false; found ${JSON.stringify(chosen.promote)}`);
  if (ties === "stable" && (rule === "graded" || inside === "page-rank" || reorderEvery > 1))
    throw new RangeError(
      'similarity: ties "stable" go with rule figure4 or figure5, inside backlink, reorderEvery 1; choose ties "fifo"',
    );
  if (inside === "breadth-first" && rule !== "graded" && ties !== "fifo")
    throw new RangeError(
      `similarity: inside "breadth-first" leaves nothing to ties; choose inside "backlink" or "page-rank" for ties "${ties}"`,
    );
  for (const key of ["damping", "accuracy"] as const) {
    if (!(chosen[key] > 0 && chosen[key] < 1)) throw new RangeError(`${key} lies in (0, 1); found ${chosen[key]}`);
  }
  for (const key of ["decay", "inherited", "anchor"] as const) {
    if (!(chosen[key] >= 0 && chosen[key] <= 1)) throw new RangeError(`${key} lies in [0, 1]; found ${chosen[key]}`);
  }
  if (!(Number.isInteger(chosen.distance) && chosen.distance >= 1 && chosen.distance <= 200))
    throw new RangeError(`distance is a number of links, 1 to 200; found ${chosen.distance}`);
}
