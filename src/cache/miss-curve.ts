import { got, option, problem } from "../base/error.js";
import { commonRules, valuesOf } from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import { Random } from "../base/random.js";
import { type DenseTrace, requireTrace } from "../trace/url-trace.js";
import { CACHES, type CacheMethod } from "./method.js";
import { type SimulateOptions, simulate } from "./simulate.js";

/** A size that no cache has, or sizes that are not in order. */
function checkSizes(sizes: readonly number[]): void {
  if (!Array.isArray(sizes) || sizes.length === 0)
    throw problem.option`a curve needs at least one size, in entries: [1, 2, 4]`;
  for (const [i, size] of sizes.entries()) {
    if (!(Number.isInteger(size) && size >= 1)) throw problem.option`a cache has room for 1 URL or more; ${got(size)}`;
    if (i > 0 && size <= sizes[i - 1])
      throw problem.option`${option("sizes")} ascend, each once; ${got(size)} behind ${sizes[i - 1]}`;
  }
}

/**
 * Misses of one method at every size asked for, exact: in one pass where the method has a way, else one simulation
 * after the other. Both give the same numbers.
 *
 * @param sizes entries, ascending, each once
 * @param options.seed of each size's own generator, for methods that leave choices to chance
 * @returns misses by size
 * @throws "option" for a size that is no whole number from 1, and for sizes out of order
 */
export function missCurve(
  trace: DenseTrace,
  method: CacheMethod,
  sizes: readonly number[],
  options: SimulateOptions = {},
): Float64Array {
  requireTrace("missCurve", trace);
  requireMethod("missCurve", CACHES, method);
  const { seed } = valuesOf("missCurve", { seed: commonRules.seed }, options);
  checkSizes(sizes);
  if (method.curve) return method.curve(trace, sizes, new Random(seed));
  return Float64Array.from(sizes, (size) => simulate(trace, method, size, { seed }));
}

/** 2^low, 2^(low + 1), .. 2^high: the sizes of Figures 2 to 5 are powersOf2(0, 25). */
export function powersOf2(low: number, high: number): number[] {
  if (!(Number.isInteger(low) && Number.isInteger(high) && 0 <= low && low <= high && high <= 31))
    throw problem.option`caches.powersOf2 takes two whole exponents, 0 <= low <= high <= 31; ${got(low)}, ${high}`;
  return Array.from({ length: high - low + 1 }, (_, i) => 2 ** (low + i));
}

/** 1, 2, 4, .. to the first power of 2 that holds all URLs, at most 2^most. */
export const powersUpTo = (urls: number, most = 31): number[] =>
  powersOf2(0, Math.min(most, Math.ceil(Math.log2(Math.max(urls, 1)))));
