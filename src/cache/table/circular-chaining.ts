import { problem } from "../../base/error.js";
import { type ChainingLists, chainingLists } from "./chaining-lists.js";
import {
  bitsOf,
  type Entry,
  type FingerprintTable,
  type FingerprintTableOptions,
  unmarkFrom,
} from "./fingerprint-table.js";
import { isOn, turnOn } from "./packed-bits.js";

export interface CircularChainingOptions extends FingerprintTableOptions {
  /** x: there are 2^x entries for each list, 0 <= x <= r. Default: 2, or r where that is less. */
  readonly x?: number;
}

/**
 * Direct circular chaining: a hash table of 2^(r - x) heads, and lists in one array of 2^r entries: 2^(r - x) r + 2^r
 * (l + x + 1) bits, and 2^r with marks. Broder et al. 2003, section 6, Figure 13.
 *
 * A bit says whether an entry is the last of its list; the last one links back to its head, so that any entry can be
 * unlinked. A fingerprint stays at its entry, so that RANDOM and CLOCK on this table are exactly those.
 *
 * The heads' r bits leave no value for an empty list (the paper is silent on it): its head leads to any entry that is
 * taken, and so to the end of another list, which names its own head. So `find` goes on to the end of the list where a
 * key fits.
 *
 * 64 bits of an entry are two words: 32 - (r - x) bits of the key with the lower r - x bits of the link behind them,
 * and the low word of the fingerprint.
 */
export class CircularChaining implements FingerprintTable {
  readonly capacity: number;
  readonly hasMarks: boolean;
  #size = 0;
  /** r - x: bits that name a list. */
  readonly #homeBits: number;
  readonly #lists: ChainingLists;

  /** @param capacity k = 2^r, r from 0 to 26 */
  constructor(capacity: number, { marks = false, x }: CircularChainingOptions = {}) {
    const r = bitsOf(capacity);
    const spread = x ?? Math.min(2, r);
    if (!(Number.isInteger(spread) && spread >= 0 && spread <= r))
      throw problem.option`a table of ${capacity} entries has 2^(${r} - x) lists, x a whole number from 0 to ${r}; found x = ${x}; try ${Math.min(2, r)}`;
    this.#homeBits = r - spread;
    this.#lists = chainingLists(r, spread, marks);
    this.capacity = 1 << r; // a small integer, however `capacity` was reckoned
    this.hasMarks = marks;
  }

  get size(): number {
    return this.#size;
  }

  get allocatedBits(): number {
    return 8 * (this.#lists.words.byteLength + this.#lists.flags.byteLength);
  }

  find(high: number, low: number): Entry {
    return this.#size === 0 ? -1 : this.#lists.find(high | 0, low | 0);
  }

  add(high: number, low: number): Entry {
    const entry = this.#size;
    this.#lists.place(entry, entry > 0 && this.#lists.holds(this.#lists.homeOf(high)), high, low);
    this.#size++;
    return entry;
  }

  replace(victim: Entry, high: number, low: number): Entry {
    const home = this.#lists.homeOf(high);
    const held = this.#lists.holds(home);
    const emptied = this.#lists.release(victim);
    this.#lists.place(victim, held && emptied !== home, high, low);
    return victim;
  }

  read(entry: Entry, out: Uint32Array): void {
    const { words, linkOf, endFrom } = this.#lists;
    const home = linkOf(endFrom(entry));
    const key = words[2 * entry] & (-1 << this.#homeBits);
    out[0] = this.#homeBits === 0 ? key : (home << (32 - this.#homeBits)) | (key >>> this.#homeBits);
    out[1] = words[2 * entry + 1];
  }

  isMarked(entry: Entry): boolean {
    return isOn(this.#lists.flags, this.capacity + entry);
  }

  mark(entry: Entry): void {
    turnOn(this.#lists.flags, this.capacity + entry);
  }

  unmarkFrom(entry: Entry): Entry {
    return unmarkFrom(this.#lists.flags, this.capacity, entry);
  }

  /** Is this the last entry of its list? */
  isLast(entry: Entry): boolean {
    return isOn(this.#lists.flags, entry);
  }

  /** The next entry of the list; of the last one the number of its list. */
  linkOf(entry: Entry): number {
    return this.#lists.linkOf(entry);
  }

  /** First entry of each list, and undefined where it is empty. */
  get firstEntries(): (Entry | undefined)[] {
    const { holds, headOf } = this.#lists;
    return Array.from({ length: 2 ** this.#homeBits }, (_, home) =>
      this.#size > 0 && holds(home) ? headOf(home) : undefined,
    );
  }
}
