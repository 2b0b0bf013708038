import { join } from "node:path";
import type { ColumnReader } from "../column/column-reader.js";
import { type NumberArray, type NumberKind, WORDS } from "../column/number-column.js";
import { corrupt } from "../error.js";

/** Bytes of a column that are read at once. */
const WINDOW = 1 << 16;

const kindOf = (file: string): NumberKind => {
  const suffix = file.slice(file.lastIndexOf(".") + 1);
  return suffix in WORDS ? (suffix as NumberKind) : "u8";
};

/**
 * Reads a committed column from its beginning to its end, once. A file whose suffix names no kind of number is read as
 * bytes.
 *
 * 64 KiB of memory, or what is taken at once.
 */
export class ColumnCursor {
  readonly #columns: ColumnReader;
  readonly #folder: string;
  readonly #file: string;
  readonly #width: number;
  #window: NumberArray;
  /** Next number in the window, and where those that were read end. */
  #at = 0;
  #end = 0;
  /** Bytes of the file that are in the window or before it. */
  #read = 0;
  #left: number;

  /** @param folder of the columns, for messages */
  constructor(columns: ColumnReader, file: string, folder: string) {
    const Words = WORDS[kindOf(file)];
    this.#folder = folder;
    this.#columns = columns;
    this.#file = file;
    this.#width = Words.BYTES_PER_ELEMENT;
    this.#left = Math.floor(columns.length(file) / this.#width);
    this.#window = new Words(Math.min(this.#left, WINDOW / this.#width));
  }

  /** Numbers that were not taken. */
  get left(): number {
    return this.#left;
  }

  /** The next number, which stays the next. @throws "damaged" at the end */
  peek(): number {
    if (this.#at === this.#end) this.#fill(1);
    return this.#window[this.#at];
  }

  /** @throws "damaged" at the end */
  next(): number {
    if (this.#at === this.#end) this.#fill(1);
    this.#left--;
    return this.#window[this.#at++];
  }

  /** The next numbers: a view, valid until the next call. @throws "damaged" when there are fewer */
  take(count: number): NumberArray {
    if (count > this.#end - this.#at) this.#fill(count);
    this.#left -= count;
    this.#at += count;
    return this.#window.subarray(this.#at - count, this.#at);
  }

  /** Has the window hold `count` numbers at least. */
  #fill(count: number): void {
    if (count > this.#left) {
      const what = `expected ${count} more numbers at its end, found ${this.#left}`;
      throw corrupt(join(this.#folder, this.#file), what, "take the folder from a copy");
    }
    const kept = this.#window.subarray(this.#at, this.#end);
    if (count > this.#window.length) {
      const larger = new (this.#window.constructor as new (length: number) => NumberArray)(count);
      larger.set(kept);
      this.#window = larger;
    } else this.#window.set(kept);
    const room = Math.min(this.#window.length, this.#left) - kept.length;
    const bytes = this.#columns.slice(this.#file, this.#read, this.#read + room * this.#width);
    new Uint8Array(this.#window.buffer, kept.length * this.#width, bytes.length).set(bytes);
    this.#read += bytes.length;
    this.#at = 0;
    this.#end = kept.length + room;
  }
}
