import type { Web } from "../graph/web.js";
import { checkOptions } from "../options.js";
import { Collection, type Idf } from "../text/collection.js";
import type { PageTerms } from "../text/page-terms.js";
import { termsOf } from "../text/terms-of.js";
import { TOPIC_DEFAULTS, TOPIC_RULES, Topic, type TopicOptions } from "../text/topic.js";
import { checkThreshold, type Importance, type Threshold } from "./importance.js";

/** How relevance is told: the paper's test, which is true or false, or a similarity. */
export type RelevanceRule = "title-or-body" | "cosine" | "inner-product";

export interface RelevanceOptions extends TopicOptions, Threshold {
  /** "title-or-body" (default): 1 for a page on topic, else 0, see `Topic`. "cosine", "inner-product": similarity of the vectors of page and query. */
  readonly rule?: RelevanceRule;
  /** Pages with fewer links to them are worth 0, whatever they are about: 5 in Graphs 9 and 10; default 0. */
  readonly backlinks?: number;
  /** Similarities: what a word weighs by its rarity on the whole web; default "paper". */
  readonly idf?: Idf;
  /** Similarities: what an occurrence in the title counts, in occurrences in the body; default 1. */
  readonly titleWeight?: number;
}

type Chosen = Omit<Required<RelevanceOptions>, "hotAt">;

const DEFAULTS: Chosen = { ...TOPIC_DEFAULTS, rule: "title-or-body", backlinks: 0, idf: "paper", titleWeight: 1 };

const GRADED = ["idf", "titleWeight"] as const;

/**
 * What a page is worth to who looks for something, IS(P, Q). Cho et al. 1998, section 2; with the test of section 7 for what is on topic, and
 * its combination with backlinks for Graphs 9 and 10.
 *
 * relevance("computer"): 1 for a page with the word in its title, or 10 times in its body; else 0. Hot is what is worth 1 then.
 *
 * @throws RangeError when the query holds no word, or an option makes no sense, naming it
 *
 * O(terms of all pages).
 */
export function relevance(query: string, options: RelevanceOptions = {}): Importance<"links" | "text"> {
  checkOptions("relevance", options, {
    ...Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, undefined])),
    ...TOPIC_RULES,
    hotAt: undefined,
    rule: ["title-or-body", "cosine", "inner-product"],
    idf: ["paper", "log", "none"],
  });
  const chosen = { ...DEFAULTS, ...options };
  const { rule, backlinks, titleWeight } = chosen;
  const isTest = rule === "title-or-body";
  const { hotAt = isTest ? 1 : undefined } = options;
  checkThreshold(hotAt);
  const topic = new Topic(query, chosen);
  if (!(Number.isInteger(backlinks) && backlinks >= 0))
    throw new RangeError(`backlinks is a number of links, 0 or more; found ${backlinks}`);
  if (!(titleWeight >= 0 && Number.isFinite(titleWeight)))
    throw new RangeError(`titleWeight is a number, 0 or more; found ${titleWeight}`);
  const misplaced = isTest
    ? GRADED.find((key) => options[key] !== undefined)
    : options.atLeast !== undefined && "atLeast";
  if (misplaced)
    throw new RangeError(
      `relevance: ${misplaced} does not go with rule ${rule}: it belongs to ${isTest ? "cosine and inner-product" : "title-or-body"}`,
    );
  const { hotAt: _, ...choices } = chosen as typeof chosen & Threshold;
  const differing = Object.keys(DEFAULTS).filter(
    (key) => key !== "rule" && choices[key as keyof typeof choices] !== DEFAULTS[key as keyof typeof DEFAULTS],
  );
  return {
    kind: "importance",
    name: "relevance",
    label: [
      `relevance to ${topic.query.text}`,
      ...(isTest ? [] : [rule]),
      ...differing.map((key) => `${words(key)} ${choices[key as keyof typeof choices]}`),
    ].join(", "),
    source: isTest ? "Cho et al. 1998, section 7, IS(P)" : "Cho et al. 1998, section 2, IS(P, Q)",
    needs: ["links", "text"],
    options: { query, ...choices },
    hotAt,
    of: (web) => withBacklinks(web, isTest ? tested(web, query, chosen) : graded(web, query, chosen), backlinks),
  };
}

/** Whether each page is on topic: 1 or 0. */
function tested(web: Web, query: string, chosen: Chosen): Float64Array {
  const topic = new Topic(query, chosen);
  return eachPage(web, (terms) => (topic.holds(terms) ? 1 : 0));
}

function graded(web: Web, query: string, { rule, idf, titleWeight, ...chosen }: Chosen): Float64Array {
  const measure = rule === "inner-product" ? rule : "cosine";
  const collection = new Collection(new Topic(query, chosen).query, { idf, measure, titleWeight });
  eachPage(web, (terms) => {
    collection.add(terms);
    return 0;
  });
  return eachPage(web, (terms) => collection.similarity(terms));
}

function eachPage(web: Web, value: (terms: PageTerms) => number): Float64Array {
  const terms = termsOf(web);
  return Float64Array.from({ length: web.graph.size }, (_, page) => value(terms.of(page)));
}

function withBacklinks({ graph }: Web, values: Float64Array, least: number): Float64Array {
  if (least === 0) return values;
  const counts = new Uint32Array(graph.size);
  for (const target of graph.targets) counts[target]++;
  return values.map((value, page) => (counts[page] >= least ? value : 0));
}

/** atLeast -> "at least" */
const words = (key: string): string => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
