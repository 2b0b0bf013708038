import type { DenseTrace } from "../../trace/url-trace.js";
import { countsOf, tiersOf } from "../popularity.js";

/**
 * Misses of STATIC at many sizes: all requests but those for the k most popular URLs. Which of several equally popular
 * ones are loaded makes no difference.
 *
 * @param sizes entries, ascending, each once
 * @param charged does loading count? See `StaticCacheOptions`
 * @returns misses by size
 *
 * O(requests + URLs), 4 bytes per URL.
 */
export function staticCurve({ requests, urls }: DenseTrace, sizes: readonly number[], charged: boolean): Float64Array {
  const tiers = tiersOf(countsOf(requests, urls));
  const misses = new Float64Array(sizes.length);
  /** Of the tiers above `tier`: URLs, and requests for them. */
  let loaded = 0;
  let hits = 0;
  let tier = 0;
  for (let i = 0; i < sizes.length; i++) {
    const size = Math.min(sizes[i], urls);
    for (; tier < tiers.length && loaded + tiers[tier].urls <= size; tier++) {
      loaded += tiers[tier].urls;
      hits += tiers[tier].urls * tiers[tier].count;
    }
    const partly = tier < tiers.length ? (size - loaded) * tiers[tier].count : 0;
    misses[i] = requests.length - hits - partly + (charged ? size : 0);
  }
  return misses;
}
