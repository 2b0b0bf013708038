import { checkOptions } from "../../base/method.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { blockMisses, equalBlocks } from "../block-misses.js";
import type { CacheMethod } from "../method.js";
import { checkTrace, sortedSizes } from "./cache-sweep.js";
import type { CacheRow } from "./sweep-rows.js";

/** One policy at one size in one stretch of the trace; rates in [0, 1]. */
export interface OverTimeRow
  extends Pick<CacheRow, "trace" | "policy" | "name" | "size" | "misses" | "missRate" | "seed"> {
  /** Requests of the trace up to the end of the stretch. */
  readonly until: number;
  /** Requests in it. */
  readonly requests: number;
}

export interface MissesOverTimeOptions {
  /** Stretches of equal length; default 100. */
  readonly intervals?: number;
  readonly seed?: number;
}

/**
 * Misses of a policy at one size or several, by stretches of the trace while the cache goes on: Figures 10 and 11 of
 * Broder et al. 2003, there with 2^18 entries, INFINITE included. A simulation for each size.
 *
 * @param sizes entries
 * @throws "option" for an empty trace, a size that is no whole number from 1, or no stretch
 */
export function missesOverTime(
  trace: UrlTrace,
  method: CacheMethod,
  sizes: number | readonly number[],
  options: MissesOverTimeOptions = {},
): OverTimeRow[] {
  checkOptions("missesOverTime", options, { intervals: undefined, seed: undefined });
  const { intervals = 100, seed = 1 } = options;
  checkTrace(trace);
  const ends = equalBlocks(trace.requests.length, intervals);
  return sortedSizes(typeof sizes === "number" ? [sizes] : sizes).flatMap((size) => {
    const misses = blockMisses(trace, method, size, ends, { seed });
    return ends.map((until, i) => {
      const requests = until - (i === 0 ? 0 : ends[i - 1]);
      const { label: policy, name } = method;
      return {
        trace: trace.name,
        policy,
        name,
        size,
        until,
        requests,
        misses: misses[i],
        missRate: misses[i] / requests,
        seed,
      };
    });
  });
}
