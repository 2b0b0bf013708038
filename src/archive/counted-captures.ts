import type { PageTerms } from "../page/text/page-terms.js";
import { type TermOrder, TermReader, TermWriter } from "../page/text/term-bytes.js";
import { TermCounter, type Words } from "../page/text/term-counter.js";
import type { StoredCounts, TermFolder } from "./term-folder.js";

/** A capture that was not counted. */
export const UNCOUNTED = -1;

/**
 * Term counts of captures, in memory: those that were read, and those that were counted since. Captures with equal
 * texts share one.
 *
 * Memory: the different terms (their letters and 4 bytes, of those that were read), 4 bytes per capture, 8 to 12 per
 * text, and about 3 per pair of text and term. From the first text that is counted here: 8 to 12 bytes per capture that
 * is, and what TermCounter takes for all terms, those that were read included.
 */
export class CountedCaptures {
  /** Number of the text of each capture, or UNCOUNTED. */
  readonly #textOf: Int32Array;
  /** Captures in the order in which they were counted. */
  readonly #rows: number[] = [];
  readonly #starts: number[] = [];
  readonly #written: TermWriter;
  readonly #stored: StoredCounts | undefined;
  /** Made when the first text is counted: it has to know all terms that were read. */
  #counter: TermCounter | undefined;
  readonly #reader: TermReader;
  /**
   * What of all this is in the folder: the generation there and the digest of its captures; captures counted here,
   * texts, terms, bytes.
   */
  #saved = { generation: 0, counted: "", rows: 0, texts: 0, terms: 0, bytes: 0 };

  /**
   * @param captures how many there are
   * @param order of the terms of a text, where nothing is stored yet
   * @param terms to be numbered first, each once, where nothing is stored yet
   */
  constructor(
    captures: number,
    stored: StoredCounts | undefined,
    order: TermOrder = stored?.order ?? "seen",
    terms: readonly string[] = [],
  ) {
    if (terms.length > 0) this.#counter = new TermCounter(terms);
    this.#written = new TermWriter(order);
    this.#reader = new TermReader((id) => this.#term(id), order);
    this.#textOf = new Int32Array(captures).fill(UNCOUNTED);
    this.#stored = stored;
    if (!stored) return;
    const { generation, counted, vocabulary, rows, texts, lengths, bytes } = stored;
    for (let index = 0; index < rows.length; index++) this.#textOf[rows[index]] = texts[index];
    for (let text = 0, start = 0; text < lengths.length; start += lengths[text++]) this.#starts.push(start);
    this.#written.bytes = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    this.#written.length = bytes.length;
    const saved = { rows: 0, texts: lengths.length, terms: vocabulary.size, bytes: bytes.length };
    this.#saved = { generation, counted, ...saved };
  }

  /** Is the folder as these counts know it? If not, another process wrote it. */
  isAt(stored: StoredCounts | undefined): boolean {
    const { generation, counted } = this.#saved;
    return stored ? stored.generation === generation && stored.counted === counted : generation === 0;
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
    this.#counter ??= new TermCounter(this.#stored?.vocabulary);
    this.#written.add(this.#counter.count(words));
    this.share(row, text);
    return text;
  }

  /** Says that a capture has a text that was counted for another. */
  share(row: number, text: number): void {
    this.#textOf[row] = text;
    this.#rows.push(row);
  }

  /** Appends what is not in the folder yet. @returns to be called when that was committed, with what commit returned */
  appendTo(folder: TermFolder): (counted: string) => void {
    const { rows, texts, terms, bytes } = this.#saved;
    const end = (text: number) => this.#starts[text + 1] ?? this.#written.length;
    const { generation } = folder;
    const appended = {
      generation,
      rows: this.#rows.length,
      texts: this.#starts.length,
      terms: this.#counter?.terms ?? terms,
      bytes: this.#written.length,
    };
    for (let id = terms; id < appended.terms; id++) folder.terms.push(this.#term(id));
    for (let index = rows; index < appended.rows; index++) {
      folder.rows.push(this.#rows[index]);
      folder.texts.push(this.#textOf[this.#rows[index]]);
    }
    for (let text = texts; text < appended.texts; text++) folder.lengths.push(end(text) - this.#starts[text]);
    folder.pushTexts(this.#written.bytes, bytes, appended.bytes);
    return (counted) => {
      this.#saved = { ...appended, counted };
    };
  }

  #term(id: number): string {
    const known = this.#stored?.vocabulary;
    return known && id < known.size ? known.at(id) : (this.#counter as TermCounter).term(id);
  }
}
