import type { CacheMethod } from "./method.js";

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

/** What a policy keeps besides the fingerprints. */
interface Upkeep {
  readonly links: number;
  /** Further bits per place: marks, counters, which list. */
  readonly bits: number;
  /** URLs remembered that are not in the cache, per entry. */
  readonly ghosts?: number;
}

/**
 * Policies that keep their entries in lists, by name. Ghosts of which a user may choose the share are read from the
 * options.
 */
const LISTS: Readonly<Record<string, Upkeep>> = {
  sieve: { links: 2, bits: 1 }, // its mark
  lru: { links: 2, bits: 0 },
  lfu: { links: 2, bits: 32 }, // its count
  "s3-fifo": { links: 2, bits: 4 }, // two for the count, two for the queue
  "two-q": { links: 2, bits: 2 },
  frequent: { links: 2, bits: 4 + 16 }, // its count, four counters of the sketch
  "w-tiny-lfu": { links: 2, bits: 2 + 64 }, // sixteen counters of the sketch, of four bits
  arc: { links: 2, bits: 2, ghosts: 1 },
  lirs: { links: 4, bits: 2 }, // a stack and a queue
};

/** The names that options have for ghosts. */
const GHOSTS = ["ghost", "remembered"];

/**
 * Bytes of a cache of 64-bit fingerprints. Broder et al. 2003, section 6: l + 1 bits for RANDOM, and for what never changes, and l + 2 for CLOCK in
 * a scatter table with circular lists. FIFO needs entries that stay where they are, and takes direct circular chaining,
 * l + x + 1 bits, x = 2, and r / 2^x for the heads. The others take the scatter table with links of 32 bits besides,
 * what their counters take, and places for what they remember.
 *
 * Tables have a power of two of places, so that the entries in between are paid for, too. A policy of the user's is
 * taken for one that needs what LRU does.
 */
export function memoryOf({ name, options }: Pick<CacheMethod, "name" | "options">, entries: number): CacheMemory {
  const r = Math.ceil(Math.log2(entries));
  if (name === "clock") return inTable(entries, r, FINGERPRINT + 2, "in a scatter table");
  if (name === "random" || name === "static-earlier") return inTable(entries, r, FINGERPRINT + 1, "in a scatter table");
  if (name === "fifo") {
    const x = Math.min(SPREAD, r);
    return inTable(entries, r, FINGERPRINT + x + 1 + r / 2 ** x, "in direct circular chaining");
  }
  const known = LISTS[name];
  const { links, bits, ghosts = shareOf(options) } = known ?? LISTS.lru;
  const places = Math.ceil(Math.log2(entries + Math.floor(ghosts * entries)));
  const remembering = ghosts > 0 ? `, ${Number(ghosts.toFixed(2))} remembered for each entry` : "";
  const guess = known ? "" : ", if it keeps no more than LRU";
  const built = `in a scatter table with ${links} links of ${LINK} bits${remembering}${guess}`;
  return inTable(entries, places, FINGERPRINT + 1 + links * LINK + bits, built);
}

function inTable(entries: number, r: number, bitsPerPlace: number, how: string): CacheMemory {
  const places = 2 ** r;
  const bytes = (places * bitsPerPlace) / 8;
  const built = places === entries ? how : `${how} of 2^${r} places`;
  return { bytes, bits: (8 * bytes) / entries, built };
}

function shareOf(options: CacheMethod["options"]): number {
  const share = GHOSTS.map((key) => options[key]).find((value) => typeof value === "number");
  return typeof share === "number" ? share : 0;
}
