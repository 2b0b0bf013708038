import { type PageTerms, TermRow } from "./page-terms.js";
import { tokens } from "./tokens.js";

/** A page's words, as every web with text has them. */
export interface Words {
  readonly title: string;
  readonly body: string;
}

/** Counts the terms of texts, and numbers the terms in the order in which they turn up. */
export class TermCounter implements PageTerms {
  readonly #ids = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly title = new TermRow((id) => this.#terms[id]);
  readonly body = new TermRow((id) => this.#terms[id]);
  /** Where a term stands in the row that is being filled: its place + 1, where `#stamps` says that it is of this row. */
  #places = new Uint32Array(1 << 12);
  #stamps = new Uint32Array(1 << 12);
  #stamp = 0;

  /** Different terms so far. */
  get terms(): number {
    return this.#terms.length;
  }

  term(id: number): string {
    return this.#terms[id];
  }

  /** Terms of a page; valid until the next call. */
  count({ title, body }: Words): PageTerms {
    this.#fill(this.title, title);
    this.#fill(this.body, body);
    return this;
  }

  #fill(row: TermRow, text: string): void {
    row.clear();
    this.#stamp++;
    for (const term of tokens(text)) {
      const id = this.#idOf(term);
      if (this.#stamps[id] === this.#stamp) row.counts[this.#places[id]]++;
      else {
        this.#stamps[id] = this.#stamp;
        this.#places[id] = row.size;
        row.add(id, 1);
        row.words--;
      }
      row.words++;
    }
  }

  #idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.length;
    this.#ids.set(term, id);
    this.#terms.push(term);
    if (id === this.#places.length) {
      const [places, stamps] = [new Uint32Array(2 * id), new Uint32Array(2 * id)];
      places.set(this.#places);
      stamps.set(this.#stamps);
      this.#places = places;
      this.#stamps = stamps;
    }
    return id;
  }
}
