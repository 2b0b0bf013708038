import { goldenTimes, murmurMix, prospectorMix } from "../base/mix.js";
import type { Random } from "../base/random.js";

/**
 * Whom RANDOM evicts, as a share of the cache: each entry has the same chance, within 2^-20 of it. Drawn for a request by its
 * number, so that caches of all sizes may share one draw, and a hit needs none.
 *
 * Two functions, one after the other: after one, numbers that follow each other leave their traces, so that victims of
 * requests 256, 1,024 and 4,096 apart resemble each other.
 */
export class Victims {
  readonly #high: number;
  readonly #low: number;

  constructor(random: Random) {
    this.#high = random.bits() | 0;
    this.#low = random.bits() | 0;
  }

  /** @param request its number, of which 32 bits count @returns 0 <= share < 1, a multiple of 2^-52 */
  share(request: number): number {
    const mixed = murmurMix(request ^ this.#high);
    const high = prospectorMix(mixed ^ this.#low) >>> 0;
    const low = goldenTimes(mixed) >>> 12;
    return (high * 2 ** 20 + low) * 2 ** -52;
  }
}
