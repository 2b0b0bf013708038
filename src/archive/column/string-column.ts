import { problem } from "../../base/error.js";
import type { ByteColumn } from "./byte-column.js";
import type { NumberColumn } from "./number-column.js";

/** Bytes that ends of 32 bits can tell apart. */
const MOST_BYTES = 2 ** 32 - 1;

/** Strings that are only appended: their UTF-8 bytes one after the other, and where each ends. */
export class StringColumn {
  readonly bytes: ByteColumn;
  readonly ends: NumberColumn;
  readonly #name: string;

  constructor(name: string, bytes: ByteColumn, ends: NumberColumn) {
    this.#name = name;
    this.bytes = bytes;
    this.ends = ends;
  }

  get size(): number {
    return this.ends.length;
  }

  /** @throws "failed" beyond 4 GiB */
  push(text: string): void {
    this.#check(3 * text.length);
    this.bytes.pushText(text);
    this.ends.push(this.bytes.length);
  }

  /** Appends bytes[start .. end) as one string. @throws "failed" beyond 4 GiB */
  pushBytes(bytes: Uint8Array, start: number, end: number): void {
    this.#check(end - start);
    this.bytes.push(bytes, start, end);
    this.ends.push(this.bytes.length);
  }

  #check(bytes: number): void {
    if (this.bytes.length + bytes <= MOST_BYTES) return;
    const text = `column ${this.#name} is full: its strings take 4 GiB; go on in another snapshot`;
    throw problem.failed`${text}`;
  }

  /** The string of an index, 0 <= index < size. */
  at(index: number): string {
    const start = index === 0 ? 0 : this.ends.at(index - 1);
    return this.bytes.slice(start, this.ends.at(index)).toString("utf8");
  }

  /**
   * Hands the bytes of each string that is written to `visit`, in order, from the one at `begin` on: bytes[start .. end),
   * to be used before it returns.
   *
   * Memory: about a megabyte, and the longest string.
   */
  each(visit: (bytes: Uint8Array, start: number, end: number, index: number) => void, begin = 0): void {
    const { size } = this;
    const ends = new Uint32Array(Math.min(size, BATCH));
    let from = begin === 0 ? 0 : this.ends.at(begin - 1);
    for (let first = begin; first < size; first += BATCH) {
      const count = Math.min(BATCH, size - first);
      this.ends.read(ends.subarray(0, count), first);
      const bytes = this.bytes.slice(from, ends[count - 1]);
      let start = 0;
      for (let i = 0; i < count; i++) {
        const end = ends[i] - from;
        visit(bytes, start, end, first + i);
        start = end;
      }
      from = ends[count - 1];
    }
  }
}

const BATCH = 1 << 13;
