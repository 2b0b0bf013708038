import type { DenseTrace } from "../../trace/url-trace.js";
import { blockMisses } from "../block-misses.js";
import type { CacheMethod } from "../method.js";
import { missCurve } from "../miss-curve.js";

/** Misses to be counted: one method at some sizes, in one go. */
export interface CacheJob {
  /** Index of the trace. */
  readonly trace: number;
  readonly method: CacheMethod;
  /** Entries, ascending, each once. */
  readonly sizes: readonly number[];
  readonly seed: number;
  /** Where given: count each stretch up to these requests apart, see `blockMisses`. */
  readonly ends?: readonly number[];
}

/** Does one job. @returns misses by size; with `ends`, by size and then by stretch */
export function missesOf(trace: DenseTrace, { method, sizes, seed, ends }: CacheJob): Float64Array {
  if (ends === undefined) return missCurve(trace, method, sizes, { seed });
  const misses = new Float64Array(sizes.length * ends.length);
  for (const [i, size] of sizes.entries())
    misses.set(blockMisses(trace, method, size, ends, { seed }), i * ends.length);
  return misses;
}
