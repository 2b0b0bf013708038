import { grown } from "../../base/growing.js";
import type { PageTerms, TermCounts, TermRow } from "./page-terms.js";
import { type Query, QueryCounter } from "./query.js";

const UNKNOWN = 0;
const OTHER = 1;
const HIT = 2;

export const IDFS = ["paper", "log", "none"] as const;

/** What a word weighs by its rarity in a collection. */
export type Idf = (typeof IDFS)[number];

/** How the vectors of page and query are compared. */
export type Measure = "cosine" | "inner-product";

export interface WeightOptions {
  /**
   * "paper": one divided by the number of times the word occurs in the collection, in titles and bodies, as Cho et al.
   * 1998, section 2, define it. "log": ln(1 + pages / pages with the word), as is usual since (Salton and Buckley 1988;
   * the 1 keeps it above 0). "none": all words weigh 1.
   */
  readonly idf: Idf;
  readonly measure: Measure;
  /** What an occurrence in the title counts, in occurrences in the body. */
  readonly titleWeight: number;
}

/**
 * How often words occur in a collection of pages, for the idf of similarity. Of the whole web it gives IS(P, Q), of the
 * pages crawled so far IS'(P, Q). Cho et al. 1998, section 2. Or it is given a reference, the terms of another web: then
 * what is added changes nothing, and a word weighs what it weighs there, "reference idf terms computed at some other
 * time".
 *
 * w_i = n_i idf_i, with n_i the occurrences of word i in the page, those of the title times titleWeight; in the query
 * each word occurs once. inner product: sum of w_i(P) w_i(Q); cosine: the same of the normalised vectors.
 *
 * Words that count as the same word of the query (stems, parts) are one dimension of the vectors. With "paper" and
 * "log" a word that occurs nowhere in the collection is left out: it would weigh infinitely much.
 *
 * Memory: 17 bytes per term. Counts are whole numbers, exact up to 2^53.
 */
export class Collection {
  /** Pages of the collection. */
  pages = 0;
  readonly #options: WeightOptions;
  readonly #counter: QueryCounter;
  /** What idf is made of, by term, and by word of the query: "paper" occurrences, "log" pages with it. */
  #frequency = new Float64Array(1 << 12);
  readonly #queryFrequency: Float64Array;
  /** By word: the frequencies of a reference. */
  readonly #known?: ReadonlyMap<string, number>;
  /** Occurrences in the page at hand by word of the query. */
  readonly #found: Float64Array;
  /** Whether a term is an occurrence of a word of the query, as far as it was asked. */
  #kinds = new Uint8Array(1 << 12);
  /** Scratch by term: zero between two pages. */
  #ofTitle = new Float64Array(1 << 12);

  /** @param reference terms of the web that is the collection; O(its terms) */
  constructor(query: Query, options: WeightOptions, reference?: TermCounts) {
    this.#options = options;
    this.#counter = new QueryCounter(query);
    this.#found = new Float64Array(query.words.length);
    if (reference === undefined) {
      this.#queryFrequency = new Float64Array(query.words.length);
      return;
    }
    const other = new Collection(query, options);
    this.#known = other.#frequenciesOf(reference);
    this.#queryFrequency = other.#queryFrequency;
    this.pages = other.pages;
  }

  /** Adds a page, where there is no reference. Pages must be of one web, each at most once. O(terms of the page). */
  add(page: PageTerms): void {
    if (this.#known) return;
    this.pages++;
    const { idf } = this.#options;
    if (idf === "none") return;
    this.#reserve(page);
    if (idf === "paper") this.#addOccurrences(page);
    else this.#addHolder(page);
    this.#count(page, 1);
    for (let word = 0; word < this.#found.length; word++) {
      if (idf === "paper") this.#queryFrequency[word] += this.#found[word];
      else if (this.#found[word] > 0) this.#queryFrequency[word]++;
    }
  }

  /**
   * How similar a page of the collection is to the query; 0 when it holds none of its words. "cosine": at most 1, and 1
   * for a page that holds the words of the query, all equally often, and no other.
   *
   * O(terms of the page).
   */
  similarity(page: PageTerms): number {
    const { measure, titleWeight } = this.#options;
    const found = this.#count(page, titleWeight);
    let product = 0;
    let queryNorm = 0;
    let norm = 0;
    let times: number | undefined;
    let areEven = true;
    for (let word = 0; word < found.length; word++) {
      const idf = this.#idf(this.#queryFrequency[word]);
      if (idf === 0) continue;
      const weight = found[word] * idf;
      product += weight * idf;
      queryNorm += idf * idf;
      norm += weight * weight;
      times ??= found[word];
      if (found[word] !== times) areEven = false;
    }
    if (product === 0 || measure === "inner-product") return product;
    const rest = this.#restNorm(page, titleWeight);
    if (rest === 0 && areEven) return 1; // exactly, whatever the roots say
    return Math.min(1, product / Math.sqrt((norm + rest) * queryNorm));
  }

  /** Adds all pages. @returns the frequency of each word */
  #frequenciesOf(terms: TermCounts): Map<string, number> {
    const words = new Map<number, string>();
    for (let page = 0; page < terms.size; page++) {
      const found = terms.of(page);
      this.add(found);
      for (const row of [found.title, found.body])
        for (let i = 0; i < row.size; i++) if (!words.has(row.ids[i])) words.set(row.ids[i], row.term(i));
    }
    return new Map([...words].map(([id, word]) => [word, this.#frequency[id] ?? 0]));
  }

  /** Sum of the squared weights of the terms that are none of the query's. */
  #restNorm(page: PageTerms, titleWeight: number): number {
    this.#reserve(page);
    const { title, body } = page;
    const ofTitle = this.#ofTitle;
    const frequency = this.#frequency;
    for (let i = 0; i < title.size; i++) {
      if (!this.#isHit(title, i)) ofTitle[title.ids[i]] = titleWeight * title.counts[i];
    }
    let sum = 0;
    for (let i = 0; i < body.size; i++) {
      if (this.#isHit(body, i)) continue;
      const id = body.ids[i];
      const weight = (body.counts[i] + ofTitle[id]) * this.#idf(frequency[id]);
      sum += weight * weight;
      ofTitle[id] = 0;
    }
    for (let i = 0; i < title.size; i++) {
      const id = title.ids[i];
      const weight = ofTitle[id] * this.#idf(frequency[id]);
      sum += weight * weight;
      ofTitle[id] = 0;
    }
    return sum;
  }

  /** Occurrences by word of the query, those of the title times `titleWeight`. */
  #count({ title, body }: PageTerms, titleWeight: number): Float64Array {
    const found = this.#found;
    const inTitle = this.#counter.in(title);
    for (let word = 0; word < found.length; word++) found[word] = titleWeight * inTitle[word];
    const inBody = this.#counter.in(body);
    for (let word = 0; word < found.length; word++) found[word] += inBody[word];
    return found;
  }

  #addOccurrences({ title, body }: PageTerms): void {
    const frequency = this.#frequency;
    for (let i = 0; i < title.size; i++) frequency[title.ids[i]] += title.counts[i];
    for (let i = 0; i < body.size; i++) frequency[body.ids[i]] += body.counts[i];
  }

  #addHolder({ title, body }: PageTerms): void {
    const frequency = this.#frequency;
    const ofTitle = this.#ofTitle;
    for (let i = 0; i < title.size; i++) ofTitle[title.ids[i]] = 1;
    for (let i = 0; i < body.size; i++) frequency[body.ids[i]] += 1 - ofTitle[body.ids[i]];
    for (let i = 0; i < title.size; i++) {
      frequency[title.ids[i]]++;
      ofTitle[title.ids[i]] = 0;
    }
  }

  #idf(frequency: number): number {
    const { idf } = this.#options;
    if (idf === "none") return 1;
    if (frequency === 0) return 0;
    return idf === "paper" ? 1 / frequency : Math.log(1 + this.pages / frequency);
  }

  #isHit(row: TermRow, index: number): boolean {
    const id = row.ids[index];
    if (this.#kinds[id] === UNKNOWN) {
      this.#kinds[id] = this.#counter.isHit(row, index) ? HIT : OTHER;
      if (this.#known) this.#frequency[id] = this.#known.get(row.term(index)) ?? 0;
    }
    return this.#kinds[id] === HIT;
  }

  /** Makes room for the terms of a page. */
  #reserve({ title, body }: PageTerms): void {
    let size = 0;
    for (let i = 0; i < title.size; i++) if (title.ids[i] >= size) size = title.ids[i] + 1;
    for (let i = 0; i < body.size; i++) if (body.ids[i] >= size) size = body.ids[i] + 1;
    this.#frequency = grown(this.#frequency, size);
    this.#ofTitle = grown(this.#ofTitle, size);
    this.#kinds = grown(this.#kinds, size);
  }
}
