import {
  bitsOf,
  type Clock,
  type Entry,
  type FingerprintTable,
  type FingerprintTableOptions,
  unmarkFrom,
} from "./fingerprint-table.js";
import { isOn, turnOn } from "./packed-bits.js";
import { scatterClock } from "./scatter-clock.js";
import { type ScatterLists, scatterLists } from "./scatter-lists.js";

/**
 * Scatter table with circular lists: l + 1 bits per entry, l + 2 with marks. Broder et al. 2003, section 6, Figure 14;
 * Knuth 1973, section 6.4, exercise 13.
 *
 * The list of the fingerprints whose first r bits are j begins at entry j, if there are any, and its last entry links
 * to its first. A bit says whether an entry is the first of its list, and so at home. Whoever stands at the home of a
 * list that begins anew moves to the free place; when a first entry leaves, the second of the list moves to its home
 * (the paper leaves this out: "Deletions are exactly as before"). So an entry does not stay the place of one
 * fingerprint, and CLOCK on this table is not quite CLOCK: what moves may move past the hand. RANDOM stays RANDOM.
 *
 * 64 bits of an entry are two words: 32 - r bits of the key with the r bits of the link behind them, and the low word
 * of the fingerprint. A free entry needs no bit of its own: it is no first one, yet links to itself. At full load
 * `find` looks at 1.5 keys in the mean for what is there, at 1 for what is not (homes at random).
 */
export class ScatterTable implements FingerprintTable {
  readonly capacity: number;
  readonly hasMarks: boolean;
  #size = 0;
  /** No entry before this one is free. */
  #nextFree = 0;
  readonly #linkBits: number;
  readonly #lists: ScatterLists;

  /** @param capacity k = 2^r, r from 0 to 26 */
  constructor(capacity: number, { marks = false }: FingerprintTableOptions = {}) {
    this.#linkBits = bitsOf(capacity);
    this.#lists = scatterLists(this.#linkBits, marks);
    this.capacity = 1 << this.#linkBits; // a small integer, however `capacity` was reckoned
    this.hasMarks = marks;
  }

  get size(): number {
    return this.#size;
  }

  get allocatedBits(): number {
    return 8 * (this.#lists.words.byteLength + this.#lists.flags.byteLength);
  }

  find(high: number, low: number): Entry {
    const { words, flags } = this.#lists;
    const mask = this.capacity - 1;
    const home = this.#lists.homeOf(high);
    if (!isOn(flags, home)) return -1;
    const key = high << this.#linkBits;
    const lowKey = low | 0;
    let entry = home;
    do {
      const word = words[2 * entry];
      if (words[2 * entry + 1] === lowKey && ((word ^ key) & ~mask) === 0) return entry;
      entry = word & mask;
    } while (entry !== home);
    return -1;
  }

  add(high: number, low: number): Entry {
    this.#size++;
    const home = this.#lists.homeOf(high);
    if (this.#isFree(home)) return this.#lists.place(home, high, low);
    while (!this.#isFree(this.#nextFree)) this.#nextFree++;
    return this.#lists.place(this.#nextFree, high, low);
  }

  replace(victim: Entry, high: number, low: number): Entry {
    return this.#lists.place(this.#lists.release(victim), high, low);
  }

  read(entry: Entry, out: Uint32Array): void {
    const { words } = this.#lists;
    let home = entry;
    while (!this.isFirst(home)) home = this.linkOf(home);
    const r = this.#linkBits;
    const key = words[2 * entry] & -this.capacity;
    out[0] = r === 0 ? key : (home << (32 - r)) | (key >>> r);
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

  clock(newcomerMarked: boolean): Clock {
    return scatterClock(this, this.#lists, newcomerMarked);
  }

  /** Is this the first entry of its list, and so at home? */
  isFirst(entry: Entry): boolean {
    return isOn(this.#lists.flags, entry);
  }

  /** The next entry of the list; behind the last one the first. */
  linkOf(entry: Entry): Entry {
    return this.#lists.words[2 * entry] & (this.capacity - 1);
  }

  #isFree(entry: Entry): boolean {
    return !this.isFirst(entry) && this.linkOf(entry) === entry;
  }
}
