import type { Entry } from "./fingerprint-table.js";
import { isOn, type PackedBits, packedBits, readField, turnOff, turnOn, writeField } from "./packed-bits.js";

/** The lists of direct circular chaining: functions that have its arrays at hand, which is what makes them fast. */
export interface ChainingLists {
  /**
   * 2 per entry, of the first the lower r - x bits the lower bits of a link and the others key, the second the low word
   * of the fingerprint.
   */
  readonly words: Int32Array;
  /** Last bits of all entries; mark bits, if any; upper x bits of all links; heads. */
  readonly flags: PackedBits;
  /** The list of a fingerprint. */
  homeOf(high: number): number;
  /** First entry of a list, where it is not empty. */
  headOf(home: number): Entry;
  /** The next entry of the list; of the last one the number of its list. */
  linkOf(entry: Entry): number;
  /** The last entry of the list of an entry. */
  endFrom(entry: Entry): Entry;
  /** Once an entry is taken anywhere: is there one in this list? */
  holds(home: number): boolean;
  /** Once an entry is taken anywhere: which holds the fingerprint, given as signed words? -1: none. */
  find(high: number, low: number): Entry;
  /** Takes the victim out of its list. @returns the list that is empty now, if it was alone there; -1 if not */
  release(victim: Entry): number;
  /** Puts a fingerprint before what its list holds, if it `held` any. */
  place(entry: Entry, held: boolean, high: number, low: number): void;
}

/**
 * @param r there are 2^r entries
 * @param x and 2^(r - x) lists
 */
export function chainingLists(r: number, x: number, marks: boolean): ChainingLists {
  const capacity = 1 << r; // 2 ** r is a number on the heap, and slows all that follows
  const homeBits = r - x;
  const mask = (1 << homeBits) - 1;
  const upperLinks = marks ? 2 * capacity : capacity;
  const heads = upperLinks + x * capacity;
  const words = new Int32Array(2 * capacity);
  const flags = packedBits(heads + (mask + 1) * r);

  /** For r = x, where the shift does nothing, the mask leaves 0. */
  const homeOf = (high: number): number => (high >>> (32 - homeBits)) & mask;
  const headOf = (home: number): Entry => (r === 0 ? 0 : readField(flags, heads + home * r, r));
  const setHead = (home: number, entry: Entry): void => {
    if (r > 0) writeField(flags, heads + home * r, r, entry);
  };
  const linkOf = (entry: Entry): number => {
    const lower = words[2 * entry] & mask;
    return x === 0 ? lower : lower | (readField(flags, upperLinks + entry * x, x) << homeBits);
  };
  const setLink = (entry: Entry, to: number): void => {
    words[2 * entry] = (words[2 * entry] & ~mask) | (to & mask);
    if (x > 0) writeField(flags, upperLinks + entry * x, x, to >>> homeBits);
  };
  const endFrom = (entry: Entry): Entry => {
    let end = entry;
    while (!isOn(flags, end)) end = linkOf(end);
    return end;
  };
  const holds = (home: number): boolean => linkOf(endFrom(headOf(home))) === home;

  return {
    words,
    flags,
    homeOf,
    headOf,
    linkOf,
    endFrom,
    holds,
    find(high, low) {
      const key = high << homeBits;
      const home = (high >>> (32 - homeBits)) & mask;
      let entry = headOf(home);
      while (words[2 * entry + 1] !== low || ((words[2 * entry] ^ key) & ~mask) !== 0) {
        if (isOn(flags, entry)) return -1;
        entry = linkOf(entry);
      }
      return linkOf(endFrom(entry)) === home ? entry : -1;
    },
    release(victim) {
      const home = linkOf(endFrom(victim));
      const wasLast = isOn(flags, victim);
      let before = headOf(home);
      if (before === victim) {
        if (wasLast) return home;
        setHead(home, linkOf(victim));
        return -1;
      }
      for (let next = linkOf(before); next !== victim; next = linkOf(before)) before = next;
      setLink(before, linkOf(victim));
      if (wasLast) turnOn(flags, before);
      return -1;
    },
    place(entry, held, high, low) {
      const home = homeOf(high);
      words[2 * entry] = high << homeBits;
      words[2 * entry + 1] = low;
      setLink(entry, held ? headOf(home) : home);
      if (held) turnOff(flags, entry);
      else turnOn(flags, entry);
      setHead(home, entry);
      if (marks) turnOff(flags, capacity + entry);
    },
  };
}
