import type { Web } from "../graph/web.js";
import { checkOptions, inWords } from "../options.js";
import { Collection, IDFS, type Idf } from "../text/collection.js";
import type { PageTerms } from "../text/page-terms.js";
import { termsOf } from "../text/terms-of.js";
import { RELEVANCE_RULES, TOPIC_DEFAULTS, TOPIC_RULES, Topic, type TopicOptions } from "../text/topic.js";
import { checkThreshold, type Importance, type Threshold } from "./importance.js";

/** How relevance is told: the paper's test, which is true or false, or a similarity. */
export type RelevanceRule = (typeof RELEVANCE_RULES)[number];

export interface RelevanceOptions extends TopicOptions, Threshold {
  /** "title-or-body" (default): 1 for a page on topic, else 0, see `Topic`. "cosine", "inner-product": similarity of the vectors of page and query. */
  readonly rule?: RelevanceRule;
  /** Pages with fewer links to them are worth 0, whatever they are about: 5 in Graphs 9 and 10; default 0. */
  readonly backlinks?: number;
  /** "it has 5 backlinks", as section 7 says of Graph 10, to the letter: pages with more links to them are worth 0 as well. Default false: "five or more". */
  readonly backlinksExactly?: boolean;
  /** Similarities: what a word weighs by its rarity on the whole web; default "paper". */
  readonly idf?: Idf;
  /** Similarities: what an occurrence in the title counts, in occurrences in the body; default 1. */
  readonly titleWeight?: number;
}

type Chosen = Omit<Required<RelevanceOptions>, "hotAt">;

const DEFAULTS: Chosen = {
  ...TOPIC_DEFAULTS,
  rule: "title-or-body",
  backlinks: 0,
  backlinksExactly: false,
  idf: "paper",
  titleWeight: 1,
};

/** Options that only the test knows, and those that only similarities know. */
const OF_TEST = ["atLeast", "match"] as const;
const OF_SIMILARITY = ["idf", "titleWeight"] as const;

/**
 * What a page is worth to who looks for something, IS(P, Q). Cho et al. 1998, section 2; with the test of section 7 for what is on topic, and
 * its combination with backlinks for Graphs 9 and 10.
 *
 * relevance("computer"): 1 for a page with the word in its title, or 10 times in its body; else 0. Hot is what is worth 1 then. Similarities
 * have no threshold of their own: give one, or judge by model `stop`, which needs none.
 *
 * Section 7 forks: "more than 10 occurrences" (Graphs 7 and 8) is atLeast 11, "10 or more" (Figure 5, Graphs 9 and 10) the default; "five or
 * more backlinks" is backlinks 5, "5 backlinks" (Graph 10) the same with backlinksExactly. Links are counted on the web that the crawl is
 * judged on.
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
    rule: RELEVANCE_RULES,
    idf: IDFS,
  });
  const given: RelevanceOptions = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  const { hotAt: asked, ...choices } = given;
  const chosen: Chosen = { ...DEFAULTS, ...choices };
  const topic = new Topic(query, chosen);
  const isTest = chosen.rule === "title-or-body";
  const hotAt = asked ?? (isTest ? 1 : undefined);
  checkThreshold(hotAt);
  check(given, chosen);
  const differing = Object.keys(DEFAULTS).filter(
    (key) => key !== "rule" && chosen[key as keyof Chosen] !== DEFAULTS[key as keyof Chosen],
  );
  return {
    kind: "importance",
    name: "relevance",
    label: [
      `relevance to ${topic.query.text}`,
      ...(isTest ? [] : [chosen.rule]),
      ...differing.map((key) => choiceInWords(key, chosen[key as keyof Chosen])),
    ].join(", "),
    source: isTest ? "Cho et al. 1998, section 7, IS(P)" : "Cho et al. 1998, section 2, IS(P, Q)",
    needs: ["links", "text"],
    options: { query, ...chosen },
    hotAt,
    of: (web) => withBacklinks(web, isTest ? tested(web, query, chosen) : graded(web, query, chosen), chosen),
  };
}

/** @throws RangeError for an option that makes no sense, or goes with another rule */
function check(given: RelevanceOptions, { rule, backlinks, backlinksExactly, titleWeight }: Chosen): void {
  if (!(Number.isInteger(backlinks) && backlinks >= 0))
    throw new RangeError(`backlinks is a number of links, 0 or more; found ${backlinks}`);
  if (typeof backlinksExactly !== "boolean")
    throw new RangeError(`backlinksExactly is true or false; found ${JSON.stringify(backlinksExactly)}`);
  if (backlinksExactly && given.backlinks === undefined)
    throw new RangeError("backlinksExactly needs a number of links: { backlinks: 5, backlinksExactly: true }");
  if (!(titleWeight >= 0 && Number.isFinite(titleWeight)))
    throw new RangeError(`titleWeight is a number, 0 or more; found ${titleWeight}`);
  const isTest = rule === "title-or-body";
  const misplaced = (isTest ? OF_SIMILARITY : OF_TEST).find((key) => given[key] !== undefined);
  if (misplaced)
    throw new RangeError(
      `relevance: ${misplaced} does not go with rule ${rule}: it belongs to ${isTest ? "cosine and inner-product" : "title-or-body"}`,
    );
}

/** Whether each page is on topic: 1 or 0. */
function tested(web: Web, query: string, chosen: Chosen): Float64Array {
  const topic = new Topic(query, chosen);
  return eachPage(web, (terms) => (topic.holds(terms) ? 1 : 0));
}

function graded(web: Web, query: string, { rule, idf, titleWeight, ...chosen }: Chosen): Float64Array {
  const measure = rule === "inner-product" ? rule : "cosine";
  const collection = new Collection(new Topic(query, chosen).query, { idf, measure, titleWeight });
  const terms = termsOf(web);
  for (let page = 0; page < web.graph.size; page++) collection.add(terms.of(page));
  return eachPage(web, (page) => collection.similarity(page));
}

function eachPage(web: Web, value: (terms: PageTerms) => number): Float64Array {
  const terms = termsOf(web);
  return Float64Array.from({ length: web.graph.size }, (_, page) => value(terms.of(page)));
}

function withBacklinks({ graph }: Web, values: Float64Array, { backlinks, backlinksExactly }: Chosen): Float64Array {
  if (backlinks === 0 && !backlinksExactly) return values;
  const counts = new Uint32Array(graph.size);
  for (const target of graph.targets) counts[target]++;
  const counted = (links: number) => (backlinksExactly ? links === backlinks : links >= backlinks);
  return values.map((value, page) => (counted(counts[page]) ? value : 0));
}

/** atLeast 11 -> "at least 11"; backlinksExactly -> "backlinks exactly" */
function choiceInWords(key: string, value: unknown): string {
  return value === true ? inWords(key) : `${inWords(key)} ${value}`;
}
