import type { Random } from "../../base/random.js";
import { Victims } from "../victims.js";
import type { FingerprintCache, FingerprintTable } from "./fingerprint-table.js";

/**
 * RANDOM on a table of fingerprints: evicts any of the entries, each with the same chance. Broder et al. 2003, sections
 * 3.5 and 6.
 *
 * @param table new and empty; needs no marks
 */
export function randomCache(table: FingerprintTable, random: Random): FingerprintCache {
  const { capacity } = table;
  const victims = new Victims(random);
  let asked = 0;
  return {
    table,
    request(high, low) {
      asked++;
      if (table.find(high, low) >= 0) return true;
      // As signed words, which cost no allocation on their way into what is not inlined.
      if (table.size < capacity) table.add(high | 0, low | 0);
      else table.replace((victims.share(asked - 1) * capacity) | 0, high | 0, low | 0);
      return false;
    },
  };
}
