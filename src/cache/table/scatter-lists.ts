import type { Entry } from "./fingerprint-table.js";
import { type PackedBits, packedBits } from "./packed-bits.js";

/** The lists of a scatter table: functions that have its arrays at hand, which is what makes them fast. */
export interface ScatterLists {
  /**
   * 2 per entry, of the first the lower r bits a link and the others key, the second the low word of the fingerprint.
   */
  readonly words: Int32Array;
  /** First bits of all entries, behind them their mark bits, if any. */
  readonly flags: PackedBits;
  /** Entry at which the list of a fingerprint begins. */
  homeOf(high: number): Entry;
  /** Takes a victim out of its list. @returns the place that is free now */
  release(victim: Entry): Entry;
  /**
   * Puts a fingerprint that is nowhere into its list, with the help of a free place. @returns its entry, with the mark
   * off
   */
  place(free: Entry, high: number, low: number): Entry;
}

/** @param r bits of a link; there are 2^r entries */
export function scatterLists(r: number, marks: boolean): ScatterLists {
  const capacity = 1 << r; // 2 ** r is a number on the heap, and slows all that follows
  const mask = capacity - 1;
  const keyBits = 32 - r;
  const words = new Int32Array(2 * capacity);
  for (let entry = 0; entry < capacity; entry++) words[2 * entry] = entry;
  const flags = packedBits(marks ? 2 * capacity : capacity);

  /** For r = 0, where the shift does nothing, the mask leaves 0. */
  const homeOf = (high: number): Entry => (high >>> keyBits) & mask;

  /** Puts `to` in the place of `entry` in the list that holds it. */
  const relink = (entry: Entry, to: Entry): void => {
    let before = entry;
    let word = words[2 * entry];
    while ((word & mask) !== entry) {
      before = word & mask;
      word = words[2 * before];
    }
    words[2 * before] = (word & ~mask) | to;
  };

  /** A fingerprint goes to another entry, and its link and its mark with it. */
  const move = (from: Entry, to: Entry): void => {
    words[2 * to] = words[2 * from];
    words[2 * to + 1] = words[2 * from + 1];
    if (!marks) return;
    const source = capacity + from;
    const target = capacity + to;
    const bit = (flags[source >>> 5] >>> source) & 1;
    flags[target >>> 5] = (flags[target >>> 5] & ~(1 << target)) | (bit << target);
  };

  const release = (victim: Entry): Entry => {
    const next = words[2 * victim] & mask;
    const firsts = flags[victim >>> 5];
    if (((firsts >>> victim) & 1) === 0) {
      relink(victim, next);
      return victim;
    }
    if (next === victim) flags[victim >>> 5] = firsts & ~(1 << victim);
    else move(next, victim);
    return next;
  };

  const place = (free: Entry, high: number, low: number): Entry => {
    const home = (high >>> keyBits) & mask;
    const firsts = flags[home >>> 5];
    let at = free;
    let link = home;
    if (((firsts >>> home) & 1) !== 0) {
      const word = words[2 * home];
      link = word & mask;
      words[2 * home] = (word & ~mask) | free;
    } else {
      flags[home >>> 5] = firsts | (1 << home);
      at = home;
      if (home !== free) {
        relink(home, free);
        move(home, free);
      }
    }
    words[2 * at] = (high << r) | link;
    words[2 * at + 1] = low;
    if (marks) {
      const bit = capacity + at;
      flags[bit >>> 5] &= ~(1 << bit);
    }
    return at;
  };
  return { words, flags, homeOf, release, place };
}
