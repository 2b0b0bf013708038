import { grownBuffer } from "../../base/growing.js";
import type { PageTerms, TermRow } from "./page-terms.js";
import { TermRow as Row } from "./page-terms.js";

/**
 * In which order the terms of a text are written: as they stand there first ("seen"), or by number, each as the step
 * from the one before ("sorted"), which packs into half.
 */
export type TermOrder = "seen" | "sorted";

/** Bytes that one number takes at the most. */
const WIDEST = 5;

/**
 * Writes the terms of pages as bytes, one page after another: title, then body; each as the number of its terms, and
 * for each its number and count. Numbers are written seven bits to a byte, low ones first: terms are numbered as they
 * turn up, so frequent ones are short.
 */
export class TermWriter {
  bytes = Buffer.allocUnsafe(1 << 16);
  /** Bytes so far. */
  length = 0;

  constructor(private readonly order: TermOrder = "seen") {}

  add({ title, body }: PageTerms): void {
    this.#row(title);
    this.#row(body);
  }

  #row({ size, ids, counts }: TermRow): void {
    this.bytes = grownBuffer(this.bytes, this.length + WIDEST * (1 + 2 * size), 1.5);
    this.#number(size);
    if (this.order === "seen") {
      for (let i = 0; i < size; i++) {
        this.#number(ids[i]);
        this.#number(counts[i]);
      }
      return;
    }
    const places = Uint32Array.from({ length: size }, (_, i) => i).sort((a, b) => ids[a] - ids[b]);
    let before = 0;
    for (const i of places) {
      this.#number(ids[i] - before);
      this.#number(counts[i]);
      before = ids[i];
    }
  }

  #number(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.length++] = (rest & 0x7f) | 0x80;
    this.bytes[this.length++] = rest;
  }
}

/** Reads what `TermWriter` wrote. */
export class TermReader implements PageTerms {
  readonly title: TermRow;
  readonly body: TermRow;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;

  /** @param term the term with a number */
  constructor(
    term: (id: number) => string,
    private readonly order: TermOrder = "seen",
  ) {
    this.title = new Row(term);
    this.body = new Row(term);
  }

  /** The page that begins at byte `start`; valid until the next call. */
  read(bytes: Uint8Array, start: number): PageTerms {
    this.#bytes = bytes;
    this.#at = start;
    this.#row(this.title);
    this.#row(this.body);
    return this;
  }

  #row(row: TermRow): void {
    row.clear();
    const sorted = this.order === "sorted";
    let before = 0;
    for (let left = this.#number(); left > 0; left--) {
      const id = before + this.#number();
      row.add(id, this.#number());
      if (sorted) before = id;
    }
  }

  #number(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++];
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[this.#at++];
      value |= (byte & 0x7f) << shift;
    }
    return value >>> 0;
  }
}
