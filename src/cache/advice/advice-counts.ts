import type { UrlTrace } from "../../trace/url-trace.js";
import type { CacheMethod } from "../method.js";
import type { CacheJobsOptions } from "../sweep/cache-jobs.js";
import { countAll } from "../sweep/cache-jobs.js";
import type { Part } from "./growth.js";
import type { BlockCounts } from "./sweep-knee.js";

/**
 * The smallest size found that reaches the target; in one pass at a time where there is a way, else of fifteen sizes
 * between.
 */
export async function smallestBetween(
  trace: UrlTrace,
  method: CacheMethod,
  tooSmall: number,
  enough: number,
  target: number,
  jobs: CacheJobsOptions,
): Promise<number> {
  const most = target * trace.requests.length;
  let [low, high] = [tooSmall, enough];
  for (let round = 0; round < (method.curve ? 4 : 1) && high - low > 1; round++) {
    const between = Math.min(15, high - low - 1);
    const step = (high - low) / (between + 1);
    const sizes = Array.from({ length: between }, (_, i) => Math.round(low + (i + 1) * step));
    const [misses] = await countAll([trace], [{ trace: 0, method, sizes, seed: 1 }], jobs);
    const found = misses.findIndex((each) => each <= most);
    if (found !== 0) low = sizes.at(found < 0 ? -1 : found - 1) as number;
    if (found >= 0) high = sizes[found];
  }
  return high;
}

/** The first 1/8, 1/4, 1/2 and the whole of a trace, with the curve of each. */
export function partsOf(trace: UrlTrace, { sizes, ends, misses }: BlockCounts): Part[] {
  const shares = [8, 4, 2, 1].filter((share) => ends.length % share === 0 && ends.length / share >= 1);
  return shares.map((share) => {
    const blocks = ends.length / share;
    const requests = ends[blocks - 1];
    const missRates = misses.map((own) => own.subarray(0, blocks).reduce((sum, each) => sum + each, 0) / requests);
    let distinct = 0; // URLs are numbered as they turn up
    for (let i = 0; i < requests; i++) if (trace.requests[i] >= distinct) distinct = trace.requests[i] + 1;
    return { requests, floor: distinct / requests, sizes, missRates };
  });
}
