import { grown } from "../../base/growing.js";
import { type PageTerms, TermRow } from "./page-terms.js";
import { Vocabulary } from "./vocabulary.js";
import { scanWords, type WordSink } from "./word-scanner.js";

/** A page's words, as every web with text has them. */
export interface Words {
  readonly title: string;
  readonly body: string;
}

/**
 * Counts the terms of texts, the words that `eachToken` tells, and numbers the terms in the order in which they turn
 * up.
 *
 * Memory: see Vocabulary; 8 to 16 bytes per term besides.
 */
export class TermCounter implements PageTerms {
  readonly #vocabulary = new Vocabulary();
  readonly title = new TermRow((id) => this.#vocabulary.word(id));
  readonly body = new TermRow((id) => this.#vocabulary.word(id));
  /**
   * The row that is being filled, and where a term stands in it: its place, where `#stamps` says that it is of this
   * row.
   */
  #row = this.title;
  #places = new Uint32Array(1 << 12);
  #stamps = new Uint32Array(1 << 12);
  #stamp = 0;
  readonly #sink: WordSink = {
    plain: (text, start, end, hash) => this.#add(this.#vocabulary.plainId(text, start, end, hash)),
    word: (word) => this.#add(this.#vocabulary.idOf(word)),
  };

  /** @param known terms that have the numbers 0, 1, ... already, each once */
  constructor(known: Iterable<string> = []) {
    for (const term of known) this.#vocabulary.idOf(term);
  }

  /** Different terms so far. */
  get terms(): number {
    return this.#vocabulary.size;
  }

  term(id: number): string {
    return this.#vocabulary.word(id);
  }

  /** Terms of a page; valid until the next call. */
  count({ title, body }: Words): PageTerms {
    this.#fill(this.title, title);
    this.#fill(this.body, body);
    return this;
  }

  #fill(row: TermRow, text: string): void {
    row.clear();
    this.#row = row;
    this.#stamp++;
    scanWords(text, this.#sink);
  }

  #add(id: number): void {
    const row = this.#row;
    if (id >= this.#places.length) {
      this.#places = grown(this.#places, id + 1);
      this.#stamps = grown(this.#stamps, id + 1);
    }
    if (this.#stamps[id] === this.#stamp) {
      row.counts[this.#places[id]]++;
      row.words++;
      return;
    }
    this.#stamps[id] = this.#stamp;
    this.#places[id] = row.size;
    row.add(id, 1);
  }
}
