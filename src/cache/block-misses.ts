import { got, problem } from "../base/error.js";
import { Random } from "../base/random.js";
import type { DenseTrace } from "../trace/url-trace.js";
import type { CacheMethod } from "./method.js";
import { loopOf } from "./simulate.js";

/**
 * Misses of one method at one size, counted apart for each stretch of the trace; the cache goes on from one to the
 * next. Broder et al. 2003, Figures 10 and 11. The sum is that of `simulate`.
 *
 * @param capacity k, entries; 1 or more
 * @param ends requests up to the end of each stretch, ascending; the last is the length of the trace
 * @returns misses by stretch; entries that were loaded beforehand and are charged count in the first
 * @throws "option" for a size that is no whole number from 1, or ends that do not reach the end
 */
export function blockMisses(
  { requests, urls }: DenseTrace,
  method: CacheMethod,
  capacity: number,
  ends: readonly number[],
  { seed = 1 }: { readonly seed?: number } = {},
): Float64Array {
  if (!(Number.isInteger(capacity) && capacity >= 1))
    throw problem.option`a cache has room for 1 URL or more; ${got(capacity)}`;
  if (ends.at(-1) !== requests.length)
    throw problem.option`the last stretch ends with the trace, at ${requests.length}; ${got(ends.at(-1))}`;
  const random = new Random(seed);
  const cache = method.create({ capacity, urls, random, ...(method.offline && { trace: requests }) });
  const ask = loopOf(method);
  const misses = Float64Array.from(ends, (end, block) => ask(cache, requests.subarray(ends[block - 1] ?? 0, end)));
  misses[0] += cache.preloaded ?? 0;
  return misses;
}

/** Ends of `count` stretches of a trace, as equal as whole numbers allow; fewer where there are fewer requests. */
export function equalBlocks(requests: number, count: number): number[] {
  if (!(Number.isInteger(count) && count >= 1))
    throw problem.option`a number of stretches is a whole number, 1 or more; ${got(count)}`;
  const blocks = Math.min(count, requests);
  return Array.from({ length: blocks }, (_, i) => Math.round(((i + 1) * requests) / blocks));
}
