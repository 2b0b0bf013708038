import type { PageTerms } from "./page-terms.js";
import { QUERY_DEFAULTS, QUERY_RULES, Query, QueryCounter, type QueryOptions } from "./query.js";

export interface TopicOptions extends QueryOptions {
  /** Occurrences in the body from which a page is on topic. 10 (default): Figure 5 and Graphs 9 and 10, "10 or more"; 11: Graph 7, "more than 10". */
  readonly atLeast?: number;
}

export const TOPIC_RULES = { ...QUERY_RULES, atLeast: undefined } as const;

/** How relevance to a topic is told: by the test of `Topic`, or by a measure of `Collection`. */
export const RELEVANCE_RULES = ["title-or-body", "cosine", "inner-product"] as const;

export const TOPIC_DEFAULTS: Required<TopicOptions> = { ...QUERY_DEFAULTS, atLeast: 10 };

/**
 * Is a page about what is looked for? Cho et al. 1998, section 7: when the word is in its title, or often enough in its body.
 *
 * Of several words, all (match "any": one of them) must be in the title, or all often enough in the body.
 */
export class Topic {
  readonly query: Query;
  readonly atLeast: number;
  readonly #counter: QueryCounter;

  /** @throws RangeError when `atLeast` is no whole number from 1, or the query holds no word */
  constructor(query: string, { atLeast = TOPIC_DEFAULTS.atLeast, words, language, match }: TopicOptions = {}) {
    if (!(Number.isInteger(atLeast) && atLeast >= 1))
      throw new RangeError(`atLeast is a number of occurrences in the body, 1 or more; found ${atLeast}`);
    this.query = new Query(query, {
      ...(words && { words }),
      ...(language && { language }),
      ...(match && { match }),
    });
    this.atLeast = atLeast;
    this.#counter = new QueryCounter(this.query);
  }

  /** True for a page on topic. Pages must be of one web. O(terms of the page). */
  holds({ title, body }: PageTerms): boolean {
    return this.query.holds(this.#counter.in(title), 1) || this.query.holds(this.#counter.in(body), this.atLeast);
  }
}
