import { option, problem } from "../../base/error.js";
import type { Random } from "../../base/random.js";
import { KeyedPlaces } from "../keyed-places.js";
import type { CacheMethod } from "../method.js";
import { CircularChaining } from "./circular-chaining.js";
import { clockCache } from "./clock-cache.js";
import type { FingerprintCache } from "./fingerprint-table.js";
import { randomCache } from "./random-cache.js";

/**
 * A cache of URLs by their 64-bit fingerprints under any policy, in which each URL that it holds has a place of its own,
 * so that something can be kept of it.
 */
export interface PlacedCache {
  /** Places, taken or not: one for each URL that is held, and for each that is remembered besides. */
  readonly places: number;
  /** Asks for a URL. @returns was it there? If not, it may be from now on */
  request(high: number, low: number): boolean;
  /** The place of a URL that is held or remembered; else -1. It stays there until the URL is forgotten. */
  placeOf(high: number, low: number): number;
}

/** Policies whose entries stay where they are in a table of fingerprints, by name. */
const TABLES: Readonly<Record<string, (entries: number, policy: CacheMethod, random: Random) => FingerprintCache>> = {
  clock: (entries, { options }) => clockCache(new CircularChaining(entries, { marks: true }), options),
  random: (entries, _, random) => randomCache(new CircularChaining(entries), random),
  fifo: (entries) => fifoCache(new CircularChaining(entries)),
};

/**
 * CLOCK, RANDOM and FIFO take 9 bytes per entry, by direct circular chaining; the others some 70, and what the policy
 * takes.
 *
 * @param entries a power of two
 * @throws "option" for a policy that looks at requests to come, or numbers all URLs
 */
export function placedCache(policy: CacheMethod, entries: number, random: Random): PlacedCache {
  const { name, label, offline } = policy;
  if (offline)
    throw problem.option`${option("urlCache")} takes no policy that looks at requests to come; found ${label}: try sieve`;
  const inTable = TABLES[name];
  if (inTable === undefined) return keyedCache(policy, entries, random);
  const { table, request } = inTable(entries, policy, random);
  return { places: entries, request, placeOf: (high, low) => table.find(high, low) };
}

/** URLs that are numbers: the first 53 bits of their fingerprints. */
function keyedCache(policy: CacheMethod, entries: number, random: Random): PlacedCache {
  let places: KeyedPlaces | undefined;
  const keyed = (most: number) => {
    places = new KeyedPlaces(most);
    return places;
  };
  const cache = policy.create({ capacity: entries, urls: 0, keyed, random });
  const made = places as KeyedPlaces | undefined;
  if (made === undefined)
    throw problem.option`${option("urlCache")} takes policies of bounded memory, and ${policy.label} numbers all URLs: try sieve`;
  return {
    places: made.slots,
    request: (high, low) => cache.request(keyOf(high, low)),
    placeOf: (high, low) => made.of(keyOf(high, low)),
  };
}

const keyOf = (high: number, low: number): number => (high >>> 0) * 2 ** 21 + (low >>> 11);

/** Evicts the entry that came in first. @param table new and empty, in which a fingerprint stays at its entry */
function fifoCache(table: CircularChaining): FingerprintCache {
  const { capacity } = table;
  let oldest = 0;
  return {
    table,
    request(high, low) {
      if (table.find(high, low) >= 0) return true;
      if (table.size < capacity) table.add(high | 0, low | 0);
      else {
        table.replace(oldest, high | 0, low | 0);
        oldest = oldest + 1 === capacity ? 0 : oldest + 1;
      }
      return false;
    },
  };
}
