import { grown } from "../../base/growing.js";
import { FNV_START, fnvNext, murmurMix } from "../../base/mix.js";

/** Origins that are kept, at most: with their bytes and the table some 3 MB. */
const MOST = 1 << 16;

/** Bytes of one, at most. */
const LONGEST = 255;

/** Bits that the number of one takes, and one more. */
const NUMBER_BITS = 17;

const SLASH = 47;

/**
 * What URLs of the log begin with, numbered as it came: of each URL its bytes up to the third "/", which are scheme, host
 * and port. Many URLs have few hosts, and a host is half of a URL. When the table is full, URLs of further hosts are kept
 * whole.
 *
 * Its own table, for speed: see bench/README.md, `urldb`.
 */
export class Origins {
  size = 0;
  /**
   * Open addressing, two words a slot: number + 1, and in the bits above those of the hash, 0: free; and where it begins
   * in `#bytes`, so that a search reads no more than these two places.
   */
  #slots = new Uint32Array(1 << 10);
  #bytes = new Uint8Array(1 << 12);
  /** Where each begins in `#bytes`, and where the next will. */
  #starts = new Uint32Array(1 << 8);
  /** The one found last: links of one page come together. */
  #last = 0;
  /** Of the origin that was split off last. */
  #hash = 0;

  /** Bytes of all. */
  get byteLength(): number {
    return this.#starts[this.size];
  }

  /** The number of a URL's origin; -1 when it is not known, or the URL has none. */
  find(url: Uint8Array, start: number, end: number): number {
    if (this.size > 0 && this.begins(this.#last, url, start, end)) return this.#last;
    const length = this.#split(url, start, end);
    if (length === 0) return -1;
    const slots = this.#slots;
    const hash = this.#hash;
    const mask = slots.length - 2;
    for (let at = (2 * hash) & mask; slots[at] !== 0; at = (at + 2) & mask) {
      if ((slots[at] ^ hash) >>> NUMBER_BITS !== 0 || !this.#isAt(slots[at + 1], length, url, start)) continue;
      this.#last = (slots[at] & (2 ** NUMBER_BITS - 1)) - 1;
      return this.#last;
    }
    return -1;
  }

  /** Gives a URL's origin, which is not known, the next number. @returns false when it has none, or the table is full */
  add(url: Uint8Array, start: number, end: number): boolean {
    const length = this.#split(url, start, end);
    const { size, byteLength } = this;
    if (length === 0 || size === MOST) return false;
    this.#bytes = grown(this.#bytes, byteLength + length);
    this.#bytes.set(url.subarray(start, start + length), byteLength);
    this.#starts = grown(this.#starts, size + 2);
    this.#starts[size + 1] = byteLength + length;
    this.size = size + 1;
    if (4 * this.size > this.#slots.length) this.#place(2 * this.#slots.length);
    else this.#seat(size);
    this.#last = size;
    return true;
  }

  /** Forgets those from number `size` on. */
  cutTo(size: number): void {
    if (size >= this.size) return;
    this.size = size;
    this.#last = 0;
    this.#place(this.#slots.length);
  }

  lengthOf(number: number): number {
    return this.#starts[number + 1] - this.#starts[number];
  }

  /** Whether a URL begins with this origin. */
  begins(number: number, url: Uint8Array, start: number, end: number): boolean {
    const length = this.lengthOf(number);
    return length <= end - start && this.#isAt(this.#starts[number], length, url, start);
  }

  /** An origin, and bytes behind it. */
  joined(number: number, rest: Uint8Array, start: number, end: number): Uint8Array {
    const length = this.lengthOf(number);
    const bytes = this.#bytes;
    const from = this.#starts[number];
    const whole = Buffer.allocUnsafe(length + end - start); // of a pool: half the time of an array of its own
    for (let i = 0; i < length; i++) whole[i] = bytes[from + i];
    for (let i = length, at = start; at < end; i++, at++) whole[i] = rest[at];
    return whole;
  }

  /** The bytes from `from` on, for the disk; one after the other, each tells where it ends. */
  since(from: number): Uint8Array {
    return this.#bytes.subarray(from, this.byteLength);
  }

  /** @param bytes of all. @returns false when they are no such */
  load(bytes: Uint8Array): boolean {
    while (this.byteLength < bytes.length) if (!this.add(bytes, this.byteLength, bytes.length)) return false;
    return true;
  }

  /** Bytes of a URL up to its third "/", and their hash; 0 when that does not come, or too late. */
  #split(url: Uint8Array, start: number, end: number): number {
    const last = Math.min(end, start + LONGEST);
    let hash = FNV_START;
    let slashes = 0;
    for (let at = start; at < last; at++) {
      hash = fnvNext(hash, url[at]);
      if (url[at] !== SLASH || ++slashes < 3) continue;
      this.#hash = murmurMix(hash) >>> 0;
      return at + 1 - start;
    }
    return 0;
  }

  /** Are `length` bytes from `from` on those of a URL? Compared from the end: most begin alike. */
  #isAt(from: number, length: number, url: Uint8Array, start: number): boolean {
    const bytes = this.#bytes;
    for (let at = length - 1; at >= 0; at--) if (bytes[from + at] !== url[start + at]) return false;
    return true;
  }

  /** Gives all of them slots. @param words of these, a power of two */
  #place(words: number): void {
    this.#slots = new Uint32Array(words);
    for (let number = 0; number < this.size; number++) {
      this.#split(this.#bytes, this.#starts[number], this.#starts[number + 1]);
      this.#seat(number);
    }
  }

  /** Gives the origin that was split off last a slot. */
  #seat(number: number): void {
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = (2 * this.#hash) & mask;
    while (slots[at] !== 0) at = (at + 2) & mask;
    slots[at] = (this.#hash & -(2 ** NUMBER_BITS)) | (number + 1);
    slots[at + 1] = this.#starts[number];
  }
}
