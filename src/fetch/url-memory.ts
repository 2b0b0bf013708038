import { Random } from "../base/random.js";
import type { CacheMethod } from "../cache/method.js";
import { clock } from "../cache/policy/clock.js";
import { type PlacedCache, placedCache } from "../cache/table/placed-cache.js";

/** A URL cache: its policy, and a power of two of entries. */
export interface UrlCacheChoice {
  readonly policy: CacheMethod;
  readonly entries: number;
}

/** @param chosen entries alone: of CLOCK; 0: none */
export function urlCacheOf(chosen: number | UrlCacheChoice): UrlCacheChoice | undefined {
  if (chosen === 0) return undefined;
  return typeof chosen === "object" ? chosen : { policy: clock, entries: chosen };
}

/**
 * The cache of URLs before the set of all that were met: what hits needs no look into that set. Broder et al. 2003,
 * section 7. It holds which id a URL has.
 *
 * A link counts once: `ask` says that the next look is for one that was found. Other looks, as when the link is stored,
 * take what is there, and change nothing.
 */
export class UrlMemory {
  readonly entries: number;
  asked = 0;
  hits = 0;
  /** Was the URL that was asked for last there? */
  knew = false;
  readonly #cache: PlacedCache;
  /** By place: id + 1, and the fingerprint that it is of. */
  readonly #ids: Uint32Array;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  #isAsking = false;

  /** @param seed of a policy that leaves choices to chance */
  constructor({ policy, entries }: UrlCacheChoice, seed: number) {
    this.entries = entries;
    this.#cache = placedCache(policy, entries, new Random(seed));
    this.#ids = new Uint32Array(this.#cache.places);
    this.#high = new Uint32Array(this.#cache.places);
    this.#low = new Uint32Array(this.#cache.places);
  }

  /** The next look is for a link that was found. */
  ask(): void {
    this.#isAsking = true;
  }

  /** The id of a URL; -1: it is not held. */
  idOf(high: number, low: number): number {
    if (this.#isAsking) {
      this.#isAsking = false;
      this.asked++;
      this.knew = this.#cache.request(high, low);
      if (this.knew) this.hits++;
    }
    const place = this.#cache.placeOf(high, low);
    // a policy may know it by some of its bits
    return place >= 0 && this.#high[place] === high && this.#low[place] === low ? this.#ids[place] - 1 : -1;
  }

  /** Tells the id of a URL that was not held when it was looked for, and may be now. */
  learn(high: number, low: number, id: number): void {
    const place = this.#cache.placeOf(high, low);
    if (place < 0) return;
    this.#high[place] = high;
    this.#low[place] = low;
    this.#ids[place] = id + 1;
  }
}
