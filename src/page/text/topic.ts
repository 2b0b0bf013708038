import { type ChosenOf, number, valuesOf } from "../../base/method.js";
import type { PageTerms } from "./page-terms.js";
import { QUERY_OPTIONS, Query, QueryCounter } from "./query.js";

export const TOPIC_OPTIONS = {
  ...QUERY_OPTIONS,
  /** 10: Figure 5 and Graphs 9 and 10, "10 or more"; 11: Graph 7, "more than 10". */
  atLeast: number(10, "[1, ∞)", "a page is on topic with the words in its title, or n times in its body", {
    whole: true,
    is: "a number of occurrences in the body, 1 or more",
  }),
} as const;

export type TopicOptions = ChosenOf<typeof TOPIC_OPTIONS>;

/** How relevance to a topic is told: by the test of `Topic`, or by a measure of `Collection`. */
export const RELEVANCE_RULES = ["title-or-body", "cosine", "inner-product"] as const;

/**
 * Is a page about what is looked for? Cho et al. 1998, section 7: when the word is in its title, or often enough in its
 * body.
 *
 * Of several words, all (match "any": one of them) must be in the title, or all often enough in the body.
 */
export class Topic {
  readonly query: Query;
  readonly atLeast: number;
  readonly #counter: QueryCounter;

  /** @throws "option" when `atLeast` is no whole number from 1, or the query holds no word */
  constructor(query: string, options: TopicOptions = {}) {
    const { words, language, match, atLeast } = options;
    this.query = new Query(query, { words, language, match });
    this.atLeast = valuesOf("topic", TOPIC_OPTIONS, { atLeast }).atLeast;
    this.#counter = new QueryCounter(this.query);
  }

  /** True for a page on topic. Pages must be of one web. O(terms of the page). */
  holds({ title, body }: PageTerms): boolean {
    return this.query.holds(this.#counter.in(title), 1) || this.query.holds(this.#counter.in(body), this.atLeast);
  }
}
