import { option, problem } from "../../base/error.js";
import { type ChosenOf, flag, inWords, number, type ValuesOf, valuesOf, word } from "../../base/method.js";
import { ours } from "../../base/ours.js";
import { Collection, IDFS } from "../../page/text/collection.js";
import type { PageTerms } from "../../page/text/page-terms.js";
import { idfFrom, recorded } from "../../page/text/reference.js";
import { termsOf } from "../../page/text/terms-of.js";
import { RELEVANCE_RULES, TOPIC_OPTIONS, Topic } from "../../page/text/topic.js";
import type { Web } from "../../web/web.js";
import { hotAtRule, type Importance } from "./importance.js";

/** How relevance is told: the paper's test, which is true or false, or a similarity. */
export type RelevanceRule = (typeof RELEVANCE_RULES)[number];

const OPTIONS = {
  ...TOPIC_OPTIONS,
  /** "title-or-body": see `Topic`. */
  rule: word(
    RELEVANCE_RULES,
    "title-or-body, 1 or 0 as in Cho et al. 1998, section 7; cosine or inner-product, section 2",
    { unit: "rule" },
  ),
  /** Whatever they are about: 5 in Graphs 9 and 10. */
  backlinks: number(0, "[0, ∞)", "pages with fewer links to them are worth 0", {
    whole: true,
    is: "a number of links, 0 or more",
  }),
  /** "it has 5 backlinks", as section 7 says of Graph 10, to the letter; false: "five or more". */
  backlinksExactly: flag("pages with more links to them than that are worth 0 as well"),
  idf: word(
    IDFS,
    "cosine and inner-product: weight of a word by its rarity on the whole web: paper (1 / occurrences), log or none",
    { unit: "how" },
  ),
  /** "Reference idf terms computed at some other time", Cho et al. 1998, section 2. */
  idfFrom: idfFrom("cosine and inner-product", "the whole web"),
  titleWeight: number(1, "[0, ∞)", "cosine and inner-product: an occurrence in the title, in occurrences in the body"),
  hotAt: hotAtRule,
} as const;

export type RelevanceOptions = ChosenOf<typeof OPTIONS>;

type Chosen = Omit<ValuesOf<typeof OPTIONS>, "hotAt">;

/** Options that only the test knows, and those that only similarities know. */
const OF_TEST = ["atLeast", "match"] as const;
const OF_SIMILARITY = ["idf", "idfFrom", "titleWeight"] as const;

/**
 * What a page is worth to who looks for something, IS(P, Q). Cho et al. 1998, section 2; with the test of section 7 for
 * what is on topic, and its combination with backlinks for Graphs 9 and 10.
 *
 * relevance("computer"): 1 for a page with the word in its title, or 10 times in its body; else 0. Hot is what is worth
 * 1 then. Similarities have no threshold of their own: give one, or judge by model `stop`, which needs none.
 *
 * Section 7 forks: "more than 10 occurrences" (Graphs 7 and 8) is atLeast 11, "10 or more" (Figure 5, Graphs 9 and 10)
 * the default; "five or more backlinks" is backlinks 5, "5 backlinks" (Graph 10) the same with backlinksExactly. Links
 * are counted on the web that the crawl is judged on.
 *
 * @throws "option" when the query holds no word, or an option makes no sense, naming it
 *
 * O(terms of all pages).
 */
export function relevance(query: string, options: RelevanceOptions = {}): Importance<"links" | "text"> {
  const { hotAt: asked, ...chosen } = valuesOf("relevance", OPTIONS, options);
  const topic = new Topic(query, chosen);
  const isTest = chosen.rule === "title-or-body";
  const hotAt = asked ?? (isTest ? 1 : undefined);
  check(options, chosen);
  const differing = (Object.keys(chosen) as (keyof Chosen)[]).filter(
    (key) => key !== "rule" && chosen[key] !== OPTIONS[key].default,
  );
  return {
    kind: "importance",
    name: "relevance",
    label: [
      `relevance to ${topic.query.text}`,
      ...(isTest ? [] : [chosen.rule]),
      ...differing.map((key) => choiceInWords(key, chosen[key])),
    ].join(", "),
    source: isTest ? "Cho et al. 1998, section 7, IS(P)" : "Cho et al. 1998, section 2, IS(P, Q)",
    needs: ["links", "text"],
    options: { query, ...recorded(chosen) },
    hotAt,
    of: ours((web: Web) =>
      withBacklinks(web, isTest ? tested(web, query, chosen) : graded(web, query, chosen), chosen),
    ),
  };
}

relevance.takes = "query" as const;
relevance.declared = OPTIONS;

/** @throws "option" for an option that goes with another */
function check(given: RelevanceOptions, { rule, backlinksExactly, idf, idfFrom }: Chosen): void {
  if (backlinksExactly && given.backlinks === undefined)
    throw problem.option`${option("backlinksExactly")} needs a number of links: { backlinks: 5, backlinksExactly: true }`;
  const isTest = rule === "title-or-body";
  const misplaced = (isTest ? OF_SIMILARITY : OF_TEST).find((key) => given[key] !== undefined);
  if (misplaced)
    throw problem.option`relevance: ${option(misplaced)} does not go with ${option("rule")} ${rule}: it belongs to ${isTest ? "cosine and inner-product" : "title-or-body"}`;
  if (idfFrom && idf === "none")
    throw problem.option`relevance: ${option("idfFrom")} says nothing where ${option("idf")} is none; leave one of them out`;
}

/** Whether each page is on topic: 1 or 0. */
function tested(web: Web, query: string, chosen: Chosen): Float64Array {
  const topic = new Topic(query, chosen);
  return eachPage(web, (terms) => (topic.holds(terms) ? 1 : 0));
}

function graded(web: Web, query: string, { rule, idf, idfFrom, titleWeight, ...chosen }: Chosen): Float64Array {
  const measure = rule === "inner-product" ? rule : "cosine";
  const weights = { idf, measure, titleWeight } as const;
  const collection = new Collection(new Topic(query, chosen).query, weights, idfFrom && termsOf(idfFrom));
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
function choiceInWords(key: keyof Chosen, value: unknown): string {
  if (key === "idfFrom") return OPTIONS[key].told?.(value as Chosen["idfFrom"]) ?? "";
  return value === true ? inWords(key) : `${inWords(key)} ${value}`;
}
