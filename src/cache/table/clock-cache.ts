import { gotInstead, problem } from "../../base/error.js";
import { clock } from "../policy/clock.js";
import type { Clock, Entry, FingerprintClock, FingerprintTable } from "./fingerprint-table.js";

/**
 * CLOCK on a table of fingerprints: evicts the first unmarked entry that the hand comes to. Broder et al. 2003,
 * sections 3.4 and 6.
 *
 * On `CircularChaining` it hits exactly as the policy `clock` does; on `ScatterTable` nearly so.
 *
 * @param table new and empty, made with `marks`
 * @param options those of the policy
 * @throws "option" for a table without, and for a choice that the policy refuses
 */
export function clockCache(table: FingerprintTable, options?: Parameters<typeof clock>[0]): FingerprintClock {
  if (typeof table?.find !== "function")
    throw problem.option`clockCache takes a table, such as new caches.CircularChaining(64, { marks: true }); ${gotInstead(table)}`;
  if (!table.hasMarks)
    throw problem.option`CLOCK marks entries, and this table has no marks; make it with { marks: true }`;
  const marked = clock(options).options.newcomer === "marked";
  return { table, ...(table.clock?.(marked) ?? clockByCalls(table, marked)) };
}

/** CLOCK on any table, call by call. */
export function clockByCalls(table: FingerprintTable, newcomerMarked: boolean): Clock {
  const { capacity } = table;
  let hand = 0;
  return {
    hand: () => hand,
    request(high, low) {
      const entry = table.find(high, low);
      if (entry >= 0) {
        table.mark(entry);
        return true;
      }
      // As signed words, which cost no allocation on their way into what is not inlined.
      let added: Entry;
      if (table.size < capacity) added = table.add(high | 0, low | 0);
      else {
        const victim = table.unmarkFrom(hand);
        added = table.replace(victim, high | 0, low | 0);
        hand = victim + 1 === capacity ? 0 : victim + 1;
      }
      if (newcomerMarked) table.mark(added);
      return false;
    },
  };
}
