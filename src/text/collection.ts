import type { PageTerms, TermRow } from "./page-terms.js";
import { type Query, QueryCounter } from "./query.js";

/** What a word weighs by its rarity in a collection. */
export type Idf = "paper" | "log" | "none";

/** How the vectors of page and query are compared. */
export type Measure = "cosine" | "inner-product";

export interface WeightOptions {
  /**
   * "paper": one divided by the number of times the word occurs in the collection, as Cho et al. 1998, section 2, define it. "log": ln(1 + pages /
   * pages with the word), as is usual since (Salton and Buckley 1988; the 1 keeps it above 0). "none": all words weigh 1.
   */
  readonly idf: Idf;
  readonly measure: Measure;
  /** What an occurrence in the title counts, in occurrences in the body. */
  readonly titleWeight: number;
}

/**
 * How often words occur in a collection of pages, for the idf of similarity. Of the whole web it gives IS(P, Q), of the pages crawled so
 * far IS'(P, Q). Cho et al. 1998, section 2.
 *
 * Words that count as the same word of the query (stems, parts) are one dimension of the vectors.
 *
 * Memory: 16 bytes per term.
 */
export class Collection {
  /** Pages added. */
  pages = 0;
  readonly #options: WeightOptions;
  readonly #title: QueryCounter;
  readonly #body: QueryCounter;
  /** Occurrences, and pages with it, by term; and by word of the query. */
  #occurrences = new Float64Array(1 << 12);
  #holders = new Float64Array(1 << 12);
  readonly #queryOccurrences: Float64Array;
  readonly #queryHolders: Float64Array;
  /** Occurrences in the page at hand by word of the query. */
  readonly #found: Float64Array;
  /** Weighted occurrences in the page at hand, by term: zero between two pages. */
  #weights = new Float64Array(1 << 12);

  constructor(query: Query, options: WeightOptions) {
    this.#options = options;
    this.#title = new QueryCounter(query);
    this.#body = new QueryCounter(query);
    this.#found = new Float64Array(query.words.length);
    this.#queryOccurrences = new Float64Array(query.words.length);
    this.#queryHolders = new Float64Array(query.words.length);
  }

  /** Adds a page. Pages must be of one web, each at most once. O(terms of the page). */
  add(page: PageTerms): void {
    this.pages++;
    for (const row of [page.title, page.body]) {
      for (let i = 0; i < row.size; i++) {
        const id = row.ids[i];
        this.#reserve(id);
        this.#occurrences[id] += row.counts[i];
        if (this.#weights[id] === 0) this.#holders[id]++;
        this.#weights[id] = 1;
      }
    }
    for (const row of [page.title, page.body]) for (let i = 0; i < row.size; i++) this.#weights[row.ids[i]] = 0;
    this.#count(page, 1);
    for (let word = 0; word < this.#found.length; word++) {
      this.#queryOccurrences[word] += this.#found[word];
      if (this.#found[word] > 0) this.#queryHolders[word]++;
    }
  }

  /**
   * How similar a page of the collection is to the query; 0 when it holds none of its words. "cosine": at most 1.
   *
   * O(terms of the page).
   */
  similarity(page: PageTerms): number {
    const { measure, titleWeight } = this.#options;
    this.#count(page, titleWeight);
    let product = 0;
    let queryNorm = 0;
    let norm = 0;
    for (let word = 0; word < this.#found.length; word++) {
      const idf = this.#idf(this.#queryOccurrences[word], this.#queryHolders[word]);
      const weight = this.#found[word] * idf;
      product += weight * idf;
      queryNorm += idf * idf;
      norm += weight * weight;
    }
    if (product === 0 || measure === "inner-product") return product;
    norm += this.#restNorm(page, titleWeight);
    return product / Math.sqrt(norm * queryNorm);
  }

  /** Sum of the squared weights of the terms that are none of the query's. */
  #restNorm({ title, body }: PageTerms, titleWeight: number): number {
    const weights = this.#weights;
    const isOther = (row: TermRow, i: number) => !this.#body.isHit(row, i);
    for (let i = 0; i < title.size; i++) if (isOther(title, i)) weights[title.ids[i]] += titleWeight * title.counts[i];
    for (let i = 0; i < body.size; i++) if (isOther(body, i)) weights[body.ids[i]] += body.counts[i];
    let sum = 0;
    for (const row of [title, body]) {
      for (let i = 0; i < row.size; i++) {
        const id = row.ids[i];
        if (weights[id] === 0) continue;
        sum += (weights[id] * this.#idf(this.#occurrences[id], this.#holders[id])) ** 2;
        weights[id] = 0;
      }
    }
    return sum;
  }

  #count({ title, body }: PageTerms, titleWeight: number): void {
    const inTitle = this.#title.in(title);
    const inBody = this.#body.in(body);
    for (let word = 0; word < this.#found.length; word++)
      this.#found[word] = titleWeight * inTitle[word] + inBody[word];
  }

  #idf(occurrences: number, holders: number): number {
    const { idf } = this.#options;
    if (idf === "none") return 1;
    if (holders === 0) return 0;
    return idf === "paper" ? 1 / occurrences : Math.log(1 + this.pages / holders);
  }

  #reserve(id: number): void {
    if (id < this.#occurrences.length) return;
    const widened = (array: Float64Array) => {
      const larger = new Float64Array(Math.max(2 * array.length, id + 1));
      larger.set(array);
      return larger;
    };
    this.#occurrences = widened(this.#occurrences);
    this.#holders = widened(this.#holders);
    this.#weights = widened(this.#weights);
  }
}
