import { got, problem } from "../../base/error.js";
import type { PackedBits } from "./packed-bits.js";

/** Place in a table: 0 .. capacity - 1. */
export type Entry = number;

/**
 * A dictionary of k = 2^r fingerprints of l = 64 bits, each given as two words of 32 bits, most significant first. One
 * leaves only as another comes, as in a cache, so that what is full stays full. Broder et al. 2003, section 6.
 *
 * Keys are abbreviated (Lampson; Knuth 1973, section 6.4, exercise 13): the first bits of a fingerprint say in which
 * list it stands and are not stored; the bits saved hold the links of the lists.
 */
export interface FingerprintTable {
  /** k, entries. */
  readonly capacity: number;
  /** Entries taken. */
  readonly size: number;
  /**
   * Bits of all arrays that were really allocated: those of section 6's formula, rounded up to whole words of 32 once,
   * at the very end. What does not grow with the table, such as the hand of a clock, is not counted, as in the paper.
   */
  readonly allocatedBits: number;
  /** @returns the entry that holds the fingerprint; -1 when there is none */
  find(high: number, low: number): Entry;
  /** Takes in a fingerprint that is not there yet, while there is room. @returns its entry */
  add(high: number, low: number): Entry;
  /**
   * Puts a fingerprint that is not there yet in the place of another, once the table is full. @returns its entry, with
   * the mark off
   */
  replace(victim: Entry, high: number, low: number): Entry;
  /** Writes the whole fingerprint of an entry that is taken to `out[0]` (high word) and `out[1]` (low word). */
  read(entry: Entry, out: Uint32Array): void;
  /** Is there a mark bit beside each entry? Without, the three below make no sense. */
  readonly hasMarks: boolean;
  isMarked(entry: Entry): boolean;
  mark(entry: Entry): void;
  /** Takes the marks off from an entry on, once around at most. @returns the first entry that has none */
  unmarkFrom(entry: Entry): Entry;
  /**
   * CLOCK on this table in one function: what `clockCache` makes of the calls above, only faster. Left out: the calls
   * will do.
   */
  clock?(newcomerMarked: boolean): Clock;
}

/** CLOCK on a table that has marks. */
export interface Clock {
  request(high: number, low: number): boolean;
  /** Where the hand stands: the entry that is looked at first when the next one is evicted. */
  hand(): Entry;
}

export interface FingerprintTableOptions {
  /** Is there a mark bit beside each entry, as CLOCK needs? Default: no. */
  readonly marks?: boolean;
}

/** A cache of URLs that knows them by their fingerprints. */
export interface FingerprintCache {
  /** Asks for a URL by its fingerprint. @returns was it there? If not, it is from now on */
  request(high: number, low: number): boolean;
  readonly table: FingerprintTable;
}

/** A FingerprintCache whose victims a hand finds. */
export interface FingerprintClock extends FingerprintCache, Clock {}

const MOST_ENTRIES = 2 ** 26;

/** r of a table of k = 2^r entries. @throws "option" for a k that is no power of two, or too large */
export function bitsOf(capacity: number): number {
  const r = Math.log2(capacity);
  if (!(Number.isInteger(r) && capacity >= 1 && capacity <= MOST_ENTRIES))
    throw problem.option`a table of fingerprints has 2^r entries, r from 0 to 26, for r bits of a fingerprint name one of them; ${got(capacity)}; try ${nearest(capacity)}`;
  return r | 0;
}

const nearest = (capacity: number): number =>
  capacity >= 1 ? Math.min(MOST_ENTRIES, 2 ** Math.round(Math.log2(capacity))) : 1;

/** `unmarkFrom` of a table whose marks stand at bits capacity .. 2 * capacity - 1. */
export function unmarkFrom(bits: PackedBits, capacity: number, entry: Entry): Entry {
  const end = 2 * capacity;
  let at = capacity + entry;
  let word = bits[at >>> 5];
  while (((word >>> at) & 1) !== 0) {
    bits[at >>> 5] = word & ~(1 << at);
    if (++at === end) at = capacity;
    word = bits[at >>> 5];
  }
  return at - capacity;
}
