import {
  bitsOf,
  type Entry,
  type FingerprintTable,
  type FingerprintTableOptions,
  unmarkFrom,
} from "./fingerprint-table.js";
import { isOn, type PackedBits, packedBits, readField, turnOff, turnOn, writeField } from "./packed-bits.js";

export interface CircularChainingOptions extends FingerprintTableOptions {
  /** x: there are 2^x entries for each list, 0 <= x <= r. Default: 2, or r where that is less. */
  readonly x?: number;
}

/**
 * Direct circular chaining: a hash table of 2^(r - x) heads, and lists in one array of 2^r entries: 2^(r - x) r + 2^r (l + x + 1) bits, and
 * 2^r with marks. Broder et al. 2003, section 6, Figure 13.
 *
 * A bit says whether an entry is the last of its list; the last one links back to its head, so that any entry can be unlinked. A fingerprint stays at its
 * entry, so that RANDOM and CLOCK on this table are exactly those.
 *
 * The heads' r bits leave no value for an empty list (the paper is silent on it): its head leads to any entry that is taken, and so to the end of
 * another list, which names its own head. So `find` goes on to the end of the list where a key fits.
 *
 * 64 bits of an entry are two words: 32 - (r - x) bits of the key with the lower r - x bits of the link behind them, and the low word of the fingerprint.
 */
export class CircularChaining implements FingerprintTable {
  readonly capacity: number;
  readonly hasMarks: boolean;
  #size = 0;
  readonly #linkBits: number;
  /** r - x: bits that name a list. */
  readonly #homeBits: number;
  readonly #homeMask: number;
  readonly #x: number;
  readonly #words: Int32Array;
  /** Last bits of all entries; mark bits, if any; upper x bits of all links; heads. */
  readonly #flags: PackedBits;
  readonly #upperLinks: number;
  readonly #heads: number;

  /** @param capacity k = 2^r, r from 0 to 26 */
  constructor(capacity: number, { marks = false, x }: CircularChainingOptions = {}) {
    const r = bitsOf(capacity);
    this.#x = x ?? Math.min(2, r);
    if (!(Number.isInteger(this.#x) && this.#x >= 0 && this.#x <= r))
      throw new RangeError(
        `a table of ${capacity} entries has 2^(${r} - x) lists, x a whole number from 0 to ${r}; found x = ${x}; try ${Math.min(2, r)}`,
      );
    this.#linkBits = r;
    this.#homeBits = r - this.#x;
    this.#homeMask = 2 ** this.#homeBits - 1;
    this.capacity = capacity;
    this.hasMarks = marks;
    this.#words = new Int32Array(2 * capacity);
    this.#upperLinks = marks ? 2 * capacity : capacity;
    this.#heads = this.#upperLinks + this.#x * capacity;
    this.#flags = packedBits(this.#heads + 2 ** this.#homeBits * r);
  }

  get size(): number {
    return this.#size;
  }

  get allocatedBits(): number {
    return 8 * (this.#words.byteLength + this.#flags.byteLength);
  }

  find(high: number, low: number): Entry {
    if (this.#size === 0) return -1;
    const words = this.#words;
    const mask = this.#homeMask;
    const key = high << this.#homeBits;
    const lowKey = low | 0;
    const home = this.#homeOf(high);
    let entry = this.#headOf(home);
    while (words[2 * entry + 1] !== lowKey || (words[2 * entry] & ~mask) !== key) {
      if (this.isLast(entry)) return -1;
      entry = this.linkOf(entry);
    }
    return this.linkOf(this.#endFrom(entry)) === home ? entry : -1;
  }

  add(high: number, low: number): Entry {
    const entry = this.#size;
    this.#place(entry, this.#holds(this.#homeOf(high)), high, low);
    this.#size++;
    return entry;
  }

  replace(victim: Entry, high: number, low: number): Entry {
    const home = this.#homeOf(high);
    const held = this.#holds(home);
    const emptied = this.#release(victim);
    this.#place(victim, held && emptied !== home, high, low);
    return victim;
  }

  read(entry: Entry, out: Uint32Array): void {
    const home = this.linkOf(this.#endFrom(entry));
    const key = this.#words[2 * entry] & ~this.#homeMask;
    out[0] = this.#homeBits === 0 ? key : (home << (32 - this.#homeBits)) | (key >>> this.#homeBits);
    out[1] = this.#words[2 * entry + 1];
  }

  isMarked(entry: Entry): boolean {
    return isOn(this.#flags, this.capacity + entry);
  }

  mark(entry: Entry): void {
    turnOn(this.#flags, this.capacity + entry);
  }

  unmarkFrom(entry: Entry): Entry {
    return unmarkFrom(this.#flags, this.capacity, entry);
  }

  /** Is this the last entry of its list? */
  isLast(entry: Entry): boolean {
    return isOn(this.#flags, entry);
  }

  /** The next entry of the list; of the last one the number of its list. */
  linkOf(entry: Entry): number {
    const lower = this.#words[2 * entry] & this.#homeMask;
    if (this.#x === 0) return lower;
    return lower | (readField(this.#flags, this.#upperLinks + entry * this.#x, this.#x) << this.#homeBits);
  }

  /** First entry of each list, and undefined where it is empty. */
  get firstEntries(): (Entry | undefined)[] {
    return Array.from({ length: 2 ** this.#homeBits }, (_, home) =>
      this.#holds(home) ? this.#headOf(home) : undefined,
    );
  }

  /** For r = x, where the shift does nothing, the mask leaves 0. */
  #homeOf(high: number): number {
    return (high >>> (32 - this.#homeBits)) & this.#homeMask;
  }

  #headOf(home: number): Entry {
    return this.#linkBits === 0 ? 0 : readField(this.#flags, this.#heads + home * this.#linkBits, this.#linkBits);
  }

  #setHead(home: number, entry: Entry): void {
    if (this.#linkBits > 0) writeField(this.#flags, this.#heads + home * this.#linkBits, this.#linkBits, entry);
  }

  #setLink(entry: Entry, to: number): void {
    this.#words[2 * entry] = (this.#words[2 * entry] & ~this.#homeMask) | (to & this.#homeMask);
    if (this.#x > 0) writeField(this.#flags, this.#upperLinks + entry * this.#x, this.#x, to >>> this.#homeBits);
  }

  #endFrom(entry: Entry): Entry {
    let end = entry;
    while (!this.isLast(end)) end = this.linkOf(end);
    return end;
  }

  #holds(home: number): boolean {
    return this.#size > 0 && this.linkOf(this.#endFrom(this.#headOf(home))) === home;
  }

  /** Takes the victim out of its list. @returns the list that is empty now, if it was alone there; -1 if not */
  #release(victim: Entry): number {
    const home = this.linkOf(this.#endFrom(victim));
    const wasLast = this.isLast(victim);
    let before = this.#headOf(home);
    if (before === victim) {
      if (wasLast) return home;
      this.#setHead(home, this.linkOf(victim));
      return -1;
    }
    for (let next = this.linkOf(before); next !== victim; next = this.linkOf(before)) before = next;
    this.#setLink(before, this.linkOf(victim));
    if (wasLast) turnOn(this.#flags, before);
    return -1;
  }

  /** Puts a fingerprint before what its list holds. */
  #place(entry: Entry, held: boolean, high: number, low: number): void {
    const home = this.#homeOf(high);
    this.#words[2 * entry] = high << this.#homeBits;
    this.#words[2 * entry + 1] = low;
    this.#setLink(entry, held ? this.#headOf(home) : home);
    if (held) turnOff(this.#flags, entry);
    else turnOn(this.#flags, entry);
    this.#setHead(home, entry);
    if (this.hasMarks) turnOff(this.#flags, this.capacity + entry);
  }
}
