import {
  bitsOf,
  type Entry,
  type FingerprintTable,
  type FingerprintTableOptions,
  unmarkFrom,
} from "./fingerprint-table.js";
import { copyBit, isOn, type PackedBits, packedBits, turnOff, turnOn } from "./packed-bits.js";

/**
 * Scatter table with circular lists: l + 1 bits per entry, l + 2 with marks. Broder et al. 2003, section 6, Figure 14; Knuth 1973, section 6.4,
 * exercise 13.
 *
 * The list of the fingerprints whose first r bits are j begins at entry j, if there are any, and its last entry links to its first. A bit says whether
 * an entry is the first of its list, and so at home. Whoever stands at the home of a list that begins anew moves to the free place; when a first entry
 * leaves, the second of the list moves to its home (the paper leaves this out: "Deletions are exactly as before"). So an entry does not stay the
 * place of one fingerprint, and CLOCK on this table is not quite CLOCK: what moves may move past the hand. RANDOM stays RANDOM.
 *
 * 64 bits of an entry are two words: 32 - r bits of the key with the r bits of the link behind them, and the low word of the fingerprint. A free entry
 * needs no bit of its own: it is no first one, yet links to itself. At full load `find` looks at 1.5 keys in the mean for what is there, at 1 for what is not (homes at random).
 */
export class ScatterTable implements FingerprintTable {
  readonly capacity: number;
  readonly hasMarks: boolean;
  #size = 0;
  /** No entry before this one is free. */
  #nextFree = 0;
  readonly #linkBits: number;
  readonly #linkMask: number;
  readonly #words: Int32Array;
  /** First bits of all entries, behind them their mark bits. */
  readonly #flags: PackedBits;

  /** @param capacity k = 2^r, r from 0 to 26 */
  constructor(capacity: number, { marks = false }: FingerprintTableOptions = {}) {
    this.#linkBits = bitsOf(capacity);
    this.#linkMask = capacity - 1;
    this.capacity = capacity;
    this.#words = new Int32Array(2 * capacity);
    for (let entry = 0; entry < capacity; entry++) this.#words[2 * entry] = entry;
    this.#flags = packedBits(marks ? 2 * capacity : capacity);
    this.hasMarks = marks;
  }

  get size(): number {
    return this.#size;
  }

  get allocatedBits(): number {
    return 8 * (this.#words.byteLength + this.#flags.byteLength);
  }

  find(high: number, low: number): Entry {
    const words = this.#words;
    const mask = this.#linkMask;
    const home = this.#homeOf(high);
    if (!isOn(this.#flags, home)) return -1;
    const key = high << this.#linkBits;
    const lowKey = low | 0;
    let entry = home;
    do {
      const word = words[2 * entry];
      if (words[2 * entry + 1] === lowKey && (word & ~mask) === key) return entry;
      entry = word & mask;
    } while (entry !== home);
    return -1;
  }

  add(high: number, low: number): Entry {
    this.#size++;
    const home = this.#homeOf(high);
    if (this.#isFree(home)) return this.#place(home, high, low);
    while (!this.#isFree(this.#nextFree)) this.#nextFree++;
    return this.#place(this.#nextFree, high, low);
  }

  replace(victim: Entry, high: number, low: number): Entry {
    return this.#place(this.#release(victim), high, low);
  }

  read(entry: Entry, out: Uint32Array): void {
    let home = entry;
    while (!this.isFirst(home)) home = this.linkOf(home);
    const r = this.#linkBits;
    const key = this.#words[2 * entry] & ~this.#linkMask;
    out[0] = r === 0 ? key : (home << (32 - r)) | (key >>> r);
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

  /** Is this the first entry of its list, and so at home? */
  isFirst(entry: Entry): boolean {
    return isOn(this.#flags, entry);
  }

  /** The next entry of the list; behind the last one the first. */
  linkOf(entry: Entry): Entry {
    return this.#words[2 * entry] & this.#linkMask;
  }

  /** For r = 0, where the shift does nothing, the mask leaves 0. */
  #homeOf(high: number): Entry {
    return (high >>> (32 - this.#linkBits)) & this.#linkMask;
  }

  #isFree(entry: Entry): boolean {
    return !this.isFirst(entry) && this.linkOf(entry) === entry;
  }

  /** Takes the victim out of its list. @returns the place that is free now */
  #release(victim: Entry): Entry {
    const words = this.#words;
    const mask = this.#linkMask;
    const next = words[2 * victim] & mask;
    if (!isOn(this.#flags, victim)) {
      setLink(words, mask, predecessor(words, mask, victim), next);
      return victim;
    }
    if (next === victim) turnOff(this.#flags, victim);
    else this.#move(next, victim);
    return next;
  }

  #place(free: Entry, high: number, low: number): Entry {
    const words = this.#words;
    const mask = this.#linkMask;
    const home = this.#homeOf(high);
    let at = free;
    let link = home;
    if (isOn(this.#flags, home)) {
      link = words[2 * home] & mask;
      setLink(words, mask, home, free);
    } else {
      if (home !== free) {
        setLink(words, mask, predecessor(words, mask, home), free);
        this.#move(home, free);
      }
      at = home;
      turnOn(this.#flags, home);
    }
    words[2 * at] = (high << this.#linkBits) | link;
    words[2 * at + 1] = low;
    if (this.hasMarks) turnOff(this.#flags, this.capacity + at);
    return at;
  }

  #move(from: Entry, to: Entry): void {
    const words = this.#words;
    words[2 * to] = words[2 * from];
    words[2 * to + 1] = words[2 * from + 1];
    if (this.hasMarks) copyBit(this.#flags, this.capacity + from, this.capacity + to);
  }
}

function setLink(words: Int32Array, mask: number, entry: Entry, to: Entry): void {
  words[2 * entry] = (words[2 * entry] & ~mask) | to;
}

/** The entry that links to this one. */
function predecessor(words: Int32Array, mask: number, entry: Entry): Entry {
  let before = entry;
  for (let next = words[2 * entry] & mask; next !== entry; next = words[2 * next] & mask) before = next;
  return before;
}
