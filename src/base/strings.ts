import { inspect } from "node:util";
import { grown, grownBuffer } from "./growing.js";
import { counted, plural } from "./numbers.js";

/** Of a column that is printed so many strings are shown. */
const SHOWN = 6;

/** One string per page (URLs, titles), in one buffer of UTF-8: about 1 byte per character and 4 per string. */
export class Strings {
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;

  /**
   * @param bytes all strings in UTF-8, one after the other, at most 4 GiB
   * @param offsets length size + 1: string i is bytes[offsets[i] .. offsets[i + 1])
   */
  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    this.#bytes = bytes;
    this.#offsets = offsets;
  }

  static from(values: Iterable<string>): Strings {
    const builder = new StringsBuilder();
    for (const value of values) builder.add(value);
    return builder.build();
  }

  get size(): number {
    return this.#offsets.length - 1;
  }

  /** Bytes of all strings together. */
  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get offsets(): Uint32Array {
    return this.#offsets;
  }

  /** The string of `index`; "" for an index outside 0 .. size - 1. */
  at(index: number): string {
    const start = this.#offsets[index];
    const end = this.#offsets[index + 1];
    if (end === undefined) return "";
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, end - start).toString("utf8");
  }

  /** Index of the first string from `from` on that equals `value`, or -1. O(bytes). */
  indexOf(value: string, from = 0): number {
    const wanted = Buffer.from(value, "utf8");
    for (let i = from; i < this.size; i++) {
      const start = this.#offsets[i];
      if (this.#offsets[i + 1] - start !== wanted.length) continue;
      let j = 0;
      while (j < wanted.length && this.#bytes[start + j] === wanted[j]) j++;
      if (j === wanted.length) return i;
    }
    return -1;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }

  /** As consoles and notebooks print it: how many, and the first of them. */
  [inspect.custom](): string {
    const first = Array.from({ length: Math.min(this.size, SHOWN) }, (_, i) => inspect(this.at(i)));
    const more = this.size > SHOWN ? [`... ${counted(this.size - SHOWN)} more`] : [];
    return [plural(this.size, "string"), ...first, ...more].join("\n  ");
  }
}

/** Appends strings; the finished column takes their UTF-8 bytes plus 4 per string. */
export class StringsBuilder {
  #bytes = Buffer.alloc(1 << 14);
  #length = 0;
  #offsets = new Uint32Array(1 << 10);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(value: string): void {
    const most = this.#length + value.length * 3;
    if (most > this.#bytes.length) this.#bytes = grownBuffer(this.#bytes, most);
    this.#length += this.#bytes.write(value, this.#length, "utf8");
    this.#size++;
    if (this.#size === this.#offsets.length) this.#offsets = grown(this.#offsets, this.#size + 1);
    this.#offsets[this.#size] = this.#length;
  }

  build(): Strings {
    return new Strings(new Uint8Array(this.#bytes.subarray(0, this.#length)), this.#offsets.slice(0, this.#size + 1));
  }
}
