import { grown } from "../../base/growing.js";
/**
 * How often each term stands in a text: terms by number, in the order in which they stand there first.
 *
 * An object that is used again and again: what it says holds until the next text is asked for.
 */
export class TermRow {
  /** Different terms. */
  size = 0;
  /** Occurrences of all terms. */
  words = 0;
  /** Numbers of the terms, the same in every text of one web; the first `size` entries. */
  ids = new Uint32Array(64);
  /** How often each occurs; the first `size` entries. */
  counts = new Uint32Array(64);
  readonly #term: (id: number) => string;

  /** @param term the term with a number */
  constructor(term: (id: number) => string) {
    this.#term = term;
  }

  /** The term at `index`, 0 <= index < size. */
  term(index: number): string {
    return this.#term(this.ids[index]);
  }

  clear(): void {
    this.size = 0;
    this.words = 0;
  }

  add(id: number, count: number): void {
    if (this.size === this.ids.length) {
      this.ids = grown(this.ids, this.size + 1);
      this.counts = grown(this.counts, this.size + 1);
    }
    this.ids[this.size] = id;
    this.counts[this.size++] = count;
    this.words += count;
  }
}

/** The terms of a page, those of the title apart. */
export interface PageTerms {
  readonly title: TermRow;
  readonly body: TermRow;
}

/** How often each term stands on each page of a web. */
export interface TermCounts {
  /** Pages. */
  readonly size: number;
  /** Terms of a page; valid until the next call. Counts the page first where it was not counted before. */
  of(page: number): PageTerms;
  /** Counts all pages that are not counted yet, and keeps the counts where there is a place to keep them. */
  ready?(onProgress?: (event: { task: string; done: number; total: number }) => void): Promise<void>;
}
