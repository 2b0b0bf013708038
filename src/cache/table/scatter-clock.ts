import type { Clock, Entry, FingerprintTable } from "./fingerprint-table.js";
import type { ScatterLists } from "./scatter-lists.js";

/**
 * CLOCK on a scatter table in one function, which has all arrays at hand: it does what `clockByCalls` does, nearly
 * twice as fast.
 *
 * @param lists those of the table
 */
export function scatterClock(table: FingerprintTable, lists: ScatterLists, newcomerMarked: boolean): Clock {
  const { words, flags, release, place } = lists;
  const capacity = table.capacity | 0;
  const r = 31 - Math.clz32(capacity);
  const mask = capacity - 1;
  const keyBits = 32 - r;
  let isFull = table.size === capacity;
  let hand = 0;

  const mark = (entry: Entry): void => {
    const bit = capacity + entry;
    flags[bit >>> 5] |= 1 << bit;
  };

  /** The first unmarked entry from the hand on; marks before it go off. */
  const victim = (): Entry => {
    let entry = hand;
    let bit = capacity + entry;
    let marks = flags[bit >>> 5];
    while (((marks >>> bit) & 1) !== 0) {
      flags[bit >>> 5] = marks & ~(1 << bit);
      entry = (entry + 1) & mask;
      bit = capacity + entry;
      marks = flags[bit >>> 5];
    }
    hand = (entry + 1) & mask;
    return entry;
  };

  const fill = (high: number, low: number): Entry => {
    const added = table.add(high, low);
    isFull = table.size === capacity;
    return added;
  };

  return {
    hand: () => hand,
    request(high, low) {
      const lowKey = low | 0;
      const home = (high >>> keyBits) & mask;
      if (((flags[home >>> 5] >>> home) & 1) !== 0) {
        const key = high << r;
        let entry = home;
        do {
          const word = words[2 * entry];
          if (words[2 * entry + 1] === lowKey && ((word ^ key) & ~mask) === 0) {
            mark(entry);
            return true;
          }
          entry = word & mask;
        } while (entry !== home);
      }
      // As a signed word, which costs no allocation on its way into what is not inlined.
      const added = isFull ? place(release(victim()), high | 0, lowKey) : fill(high | 0, lowKey);
      if (newcomerMarked) mark(added);
      return false;
    },
  };
}
