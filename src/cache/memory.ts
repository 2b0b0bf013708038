import type { CacheMethod, Upkeep } from "./method.js";

/** Bits of a URL's fingerprint, l of section 6. */
const FINGERPRINT = 64;
/** Bits of a link between the entries of a list. */
const LINK = 32;
/** Entries per list of direct circular chaining, as a power of 2: x of section 6. */
const SPREAD = 2;

/** What a cache takes when it is built on the tables of Broder et al. 2003, section 6. */
export interface CacheMemory {
  readonly bytes: number;
  /** The same per entry that is asked for, all told. */
  readonly bits: number;
  /** How it is built, as a sentence goes on: "in a scatter table". */
  readonly built: string;
}

/** Of a policy of the user's that does not say what it keeps: as LRU, in a list. */
const AS_LRU: Upkeep = { links: 2, bits: 0 };

/**
 * Bytes of a cache of 64-bit fingerprints. Broder et al. 2003, section 6: l + 1 bits for RANDOM, and for what never changes, and l + 2 for CLOCK in
 * a scatter table with circular lists. FIFO needs entries that stay where they are, and takes direct circular chaining,
 * l + x + 1 bits, x = 2, and r / 2^x for the heads. The others take the scatter table with links of 32 bits besides,
 * what their counters take, and places for what they remember.
 *
 * Tables have a power of two of places, so that the entries in between are paid for, too. A policy that does not say
 * what it keeps, such as one of the user's, is taken for one that needs what LRU does.
 */
export function memoryOf({ upkeep }: Pick<CacheMethod, "upkeep">, entries: number): CacheMemory {
  const { links, bits, ghosts = 0, inPlace = false } = upkeep ?? AS_LRU;
  const r = Math.ceil(Math.log2(entries));
  if (inPlace) {
    const x = Math.min(SPREAD, r);
    return inTable(entries, r, FINGERPRINT + x + 1 + bits + r / 2 ** x, "in direct circular chaining");
  }
  const places = Math.ceil(Math.log2(entries + Math.floor(ghosts * entries)));
  const linked = links > 0 ? ` with ${links} links of ${LINK} bits` : "";
  const remembering = ghosts > 0 ? `, ${Number(ghosts.toFixed(2))} remembered for each entry` : "";
  const guess = upkeep ? "" : ", if it keeps no more than LRU";
  const built = `in a scatter table${linked}${remembering}${guess}`;
  return inTable(entries, places, FINGERPRINT + 1 + links * LINK + bits, built);
}

function inTable(entries: number, r: number, bitsPerPlace: number, how: string): CacheMemory {
  const places = 2 ** r;
  const bytes = (places * bitsPerPlace) / 8;
  const built = places === entries ? how : `${how} of 2^${r} places`;
  return { bytes, bits: (8 * bytes) / entries, built };
}
