import { type Command, Option } from "commander";
import { INSIDES } from "../frontier/queue-metric.js";
import { END_RULES } from "../frontier/two-queues.js";
import { meant, plain } from "../nearest.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import { SIMILARITY_RULES } from "../ordering/similarity.js";
import { libraryOrderings, libraryTopicOrderings, type TopicFamily } from "../run/library.js";
import { IDFS } from "../text/collection.js";
import { ChoiceError, integer, number, options } from "./choices.js";
import { refusal, shareOut, type Taker, typed } from "./share-out.js";
import { oneOf, someOf, topicOptions } from "./topic-flags.js";

/** Choices of orderings that the command line offers, by option. `rule` and `inside` may be several: each is an ordering of its own. */
export interface OrderingFlags {
  readonly ties?: string;
  readonly reorderEvery?: number;
  readonly accuracy?: number;
  readonly damping?: number;
  readonly query?: string;
  readonly rule?: readonly string[];
  readonly inside?: readonly string[];
  readonly words?: string;
  readonly language?: string;
  readonly match?: string;
  readonly atLeast?: number;
  readonly distance?: number;
  readonly promote?: boolean;
  readonly ends?: string;
  readonly decay?: number;
  readonly inherited?: number;
  readonly anchor?: number;
  readonly idf?: string;
}

/** Flags that orderings without a use for them pass over. */
const SHARED: readonly string[] = ["ties", "reorderEvery", "accuracy", "damping"];

const short: Readonly<Record<string, string>> = { bfs: "breadthfirst", dfs: "depthfirst" };

const single = (words: readonly string[]) => (text: string) => [oneOf(words)(text)];

/** The choices of orderings, each with its default and unit. @param several whether --rule and --inside may be lists */
export function addOrderingFlags(command: Command, { several = false }: { readonly several?: boolean } = {}): Command {
  const read = several ? someOf : single;
  const more = several ? "; several, with commas between, are orderings of their own" : "";
  return command
    .addOption(options.ties())
    .addOption(options.seed())
    .addOption(
      new Option("--reorder-every <pages>", "sort the queue before every k-th page only").argParser(integer).default(1),
    )
    .addOption(
      new Option(
        "--accuracy <share>",
        "pagerank: largest residual that a page may hold back, as a share of its rank (default: 0.001)",
      ).argParser(number),
    )
    .addOption(
      new Option(
        "--damping <d>",
        "pagerank orderings: d, the share of rank that flows along links (default: 0.9)",
      ).argParser(number),
    )
    .addOption(topicOptions.query())
    .addOption(
      new Option(
        "--rule <rule>",
        `similarity: figure4 or figure5 of Cho et al. 1998, or graded, shark-search (default: graded)${more}`,
      ).argParser(read(SIMILARITY_RULES)),
    )
    .addOption(
      new Option(
        "--inside <ordering>",
        `similarity, figures: by what both queues are sorted: breadth-first, backlink or pagerank (default: breadth-first)${more}`,
      ).argParser(read(INSIDES)),
    )
    .addOption(topicOptions.words())
    .addOption(topicOptions.language())
    .addOption(topicOptions.match())
    .addOption(topicOptions.atLeast())
    .addOption(
      new Option(
        "--distance <links>",
        "similarity, figure5: how near a hot page a URL is hot, in links: 2, the paper's code, or 3, its prose (default: 2)",
      ).argParser(integer),
    )
    .option(
      "--promote",
      "similarity, figures: move a waiting URL when it turns out hot later (default: it stays, as printed)",
    )
    .addOption(
      new Option(
        "--ends <rule>",
        "similarity, figures: the crawl is over with both-empty queues, or as printed with one-empty: at once (default: both-empty)",
      ).argParser(oneOf(END_RULES)),
    )
    .addOption(
      new Option(
        "--decay <share>",
        "similarity, graded: what is left of a score a link further (default: 0.5)",
      ).argParser(number),
    )
    .addOption(
      new Option(
        "--inherited <share>",
        "similarity, graded: weight of the page above, against anchor and address (default: 0.5)",
      ).argParser(number),
    )
    .addOption(
      new Option(
        "--anchor <share>",
        "similarity, graded: weight of the anchor, against its address (default: 0.8)",
      ).argParser(number),
    )
    .addOption(
      new Option(
        "--idf <how>",
        "similarity, graded: weight of a word by its rarity on the pages crawled so far: log, paper (1 / occurrences) or none (default: log)",
      ).argParser(oneOf(IDFS)),
    );
}

/** The flags of `addOrderingFlags` among all that a command was given. */
export function orderingFlags<F extends OrderingFlags>(flags: F): OrderingFlags {
  const { ties, reorderEvery, accuracy, damping, query, rule, inside, words, language, match } = flags;
  const { atLeast, distance, promote, ends, decay, inherited, anchor, idf } = flags;
  const topic = { query, rule, inside, words, language, match, atLeast, distance, promote, ends };
  const all = { ties, reorderEvery, accuracy, damping, ...topic, decay, inherited, anchor, idf };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/**
 * "backlink" -> backlink({ ties }). Names may be written with or without hyphens; bfs and dfs are understood.
 *
 * @throws ChoiceError when there is no such ordering, or for flags that do not go with it
 */
export async function orderingNamed(name: string, flags: OrderingFlags = {}): Promise<OrderingMethod> {
  const takers = await orderingTakers([name], flags);
  return shareOut(takers, { ...flags }, refuseOrdering(`--by ${name}`))[0];
}

/** Orderings by name, without the choices that they share with others. @throws ChoiceError as `orderingNamed` */
export async function orderingTakers(names: readonly string[], flags: OrderingFlags): Promise<Taker<OrderingMethod>[]> {
  const families = await libraryOrderings();
  const topics = await libraryTopicOrderings();
  return names.flatMap((name): Taker<OrderingMethod>[] => {
    const wanted = short[plain(name)] ?? plain(name);
    const family = families.find((each) => plain(each.name) === wanted);
    if (family) {
      const known = Object.fromEntries(Object.keys(family.options).map((option) => [option, option]));
      const make = (chosen: object) => family(chosen as never) as OrderingMethod;
      return [{ options: known, chosen: {}, used: [], alternatives: [], make }];
    }
    const topic = topics.find((each) => plain(each.name) === wanted);
    if (topic) return topicTakers(topic, flags);
    const all = [...families, ...topics].map((each) => each.name).sort();
    const none = name === "" ? "--by names an ordering." : `no ordering "${name}".${meant(name, all)}`;
    throw new ChoiceError(`${none} There are: ${all.join(", ")}`);
  });
}

/** An ordering for each rule, and for each ordering inside where the rule has one. */
function topicTakers({ name, make }: TopicFamily<OrderingMethod>, flags: OrderingFlags): Taker<OrderingMethod>[] {
  const { query, rule, inside } = flags;
  if (query === undefined) throw new ChoiceError(`${name} needs a topic: --by ${name} --query computer`);
  const usual = make(query);
  const fits = (chosen: object) => {
    try {
      return make(query, chosen) !== usual;
    } catch {
      return false;
    }
  };
  const known = Object.keys(usual.options).filter((option) => option !== "query");
  const combined = (rules: readonly object[], insides: readonly string[]) =>
    rules.flatMap((each) => {
      const both = insides.map((name) => ({ ...each, inside: name })).filter(fits);
      return both.length > 0 ? both : [each];
    });
  const all = SIMILARITY_RULES.map((each) => ({ rule: each }));
  const takers = combined(rule?.map((each) => ({ rule: each })) ?? [{}], inside ?? []).map(
    (chosen): Taker<OrderingMethod> => ({
      options: Object.fromEntries(known.map((option) => [option, option])),
      chosen: chosen as Taker<OrderingMethod>["chosen"],
      used: ["query", "rule", ...("inside" in chosen ? ["inside"] : [])],
      alternatives: [...all, ...(combined(all, INSIDES) as Taker<OrderingMethod>["alternatives"])],
      make: (options) => make(query, options),
    }),
  );
  if (inside && !takers.some(({ used }) => used.includes("inside"))) throw refusal(takers[0], "inside", inside[0]);
  return takers;
}

/** Complains of flags that say nothing to the orderings, but would to others. */
export const refuseOrdering =
  (found: string) =>
  (flag: string): void => {
    if (SHARED.includes(flag)) return;
    throw new ChoiceError(
      `${typed(flag)} goes with --by similarity; found ${found}. Leave it out, or type: --by similarity --query computer`,
    );
  };
