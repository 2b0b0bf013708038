import type { PageTerms } from "../text/page-terms.js";
import { TermRow } from "../text/page-terms.js";
import { TermReader, TermWriter } from "../text/term-bytes.js";
import { TermCounter, type Words } from "../text/term-counter.js";
import type { StoredCounts, TermFolder } from "./term-folder.js";

/** A capture that was not counted. */
export const UNCOUNTED = -1;

/**
 * Term counts of captures, in memory: those that were read, and those that were counted since. Captures with equal texts share one.
 *
 * Memory: the different terms, 4 bytes per capture, 8 per text, and about 3 bytes per pair of text and term.
 */
export class CountedCaptures {
  /** Number of the text of each capture, or UNCOUNTED. */
  readonly #textOf: Int32Array;
  /** Captures in the order in which they were counted. */
  readonly #rows: number[] = [];
  readonly #starts: number[] = [];
  readonly #written = new TermWriter();
  readonly #stored: StoredCounts | undefined;
  readonly #counter = new TermCounter();
  /** Numbers by term for those that were read, made when the first text is counted; and terms that came since. */
  #numbers: Map<string, number> | undefined;
  readonly #added: string[] = [];
  /** Number of each term of `#counter`. */
  readonly #numberOf: number[] = [];
  readonly #numbered: PageTerms = {
    title: new TermRow((id) => this.#term(id)),
    body: new TermRow((id) => this.#term(id)),
  };
  readonly #reader = new TermReader((id) => this.#term(id));
  /** What of all this is in the folder: the generation there, captures, texts, terms that came since, bytes. */
  #saved = { generation: 0, rows: 0, texts: 0, terms: 0, bytes: 0 };

  /** @param captures how many there are */
  constructor(captures: number, stored: StoredCounts | undefined) {
    this.#textOf = new Int32Array(captures).fill(UNCOUNTED);
    this.#stored = stored;
    if (!stored) return;
    const { generation, rows, texts, lengths, bytes } = stored;
    for (let index = 0; index < rows.length; index++) this.#textOf[rows[index]] = texts[index];
    for (let text = 0, start = 0; text < lengths.length; start += lengths[text++]) this.#starts.push(start);
    this.#written.bytes = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    this.#written.length = bytes.length;
    this.#saved = { generation, rows: 0, texts: lengths.length, terms: 0, bytes: bytes.length };
  }

  /** Is the folder as these counts know it? If not, another process wrote it. */
  isAt(stored: StoredCounts | undefined): boolean {
    const { generation, rows, bytes } = this.#saved;
    if (!stored) return generation === 0;
    const known = (this.#stored?.rows.length ?? 0) + rows;
    return stored.generation === generation && stored.rows.length === known && stored.bytes.length === bytes;
  }

  /** Were captures counted that are not in the folder? */
  get isAhead(): boolean {
    return this.#rows.length > this.#saved.rows;
  }

  /** Number of the text of a capture, or UNCOUNTED. */
  textOf(row: number): number {
    return this.#textOf[row];
  }

  /** Terms of a text; valid until the next call. */
  terms(text: number): PageTerms {
    return this.#reader.read(this.#written.bytes, this.#starts[text]);
  }

  /** Counts the text of a capture. @returns its number */
  count(row: number, words: Words): number {
    const text = this.#starts.length;
    this.#starts.push(this.#written.length);
    const counted = this.#counter.count(words);
    this.#written.add(this.#stored ? this.#renumbered(counted, this.#stored) : counted);
    this.share(row, text);
    return text;
  }

  /** Says that a capture has a text that was counted for another. */
  share(row: number, text: number): void {
    this.#textOf[row] = text;
    this.#rows.push(row);
  }

  /** Appends what is not in the folder yet. @returns to be called when that was committed */
  appendTo(folder: TermFolder): () => void {
    const { rows, texts, terms, bytes } = this.#saved;
    const end = (text: number) => this.#starts[text + 1] ?? this.#written.length;
    const { generation } = folder;
    const appended = {
      generation,
      rows: this.#rows.length,
      texts: this.#starts.length,
      terms: this.#stored ? this.#added.length : this.#counter.terms,
      bytes: this.#written.length,
    };
    for (let id = terms; id < appended.terms; id++)
      folder.terms.push(this.#stored ? this.#added[id] : this.#counter.term(id));
    for (let index = rows; index < appended.rows; index++) {
      folder.rows.push(this.#rows[index]);
      folder.texts.push(this.#textOf[this.#rows[index]]);
    }
    for (let text = texts; text < appended.texts; text++) folder.lengths.push(end(text) - this.#starts[text]);
    folder.bytes.push(this.#written.bytes, bytes, appended.bytes);
    return () => {
      this.#saved = appended;
    };
  }

  #term(id: number): string {
    if (!this.#stored) return this.#counter.term(id);
    const { vocabulary } = this.#stored;
    return id < vocabulary.size ? vocabulary.at(id) : this.#added[id - vocabulary.size];
  }

  #renumbered(counted: PageTerms, stored: StoredCounts): PageTerms {
    for (const part of ["title", "body"] as const) {
      const from = counted[part];
      const to = this.#numbered[part];
      to.clear();
      for (let i = 0; i < from.size; i++) to.add(this.#number(from.ids[i], stored), from.counts[i]);
    }
    return this.#numbered;
  }

  /** The counter numbers terms as they come to it; a term that was read has its number already. */
  #number(id: number, { vocabulary }: StoredCounts): number {
    this.#numbers ??= new Map(Array.from(vocabulary, (term, number) => [term, number]));
    let number = this.#numberOf[id];
    if (number !== undefined) return number;
    const term = this.#counter.term(id);
    number = this.#numbers.get(term) ?? vocabulary.size + this.#added.push(term) - 1;
    return (this.#numberOf[id] = number);
  }
}
