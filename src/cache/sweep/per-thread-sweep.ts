import { problem } from "../../base/error.js";
import { checkedElsewhere, checkOptions } from "../../base/method.js";
import type { DenseTrace, UrlTrace } from "../../trace/url-trace.js";
import type { CacheJob } from "./cache-job.js";
import { countAll } from "./cache-jobs.js";
import { type CacheSweepOptions, checkPolicies, checkTrace, sortedSizes, sweepOf } from "./cache-sweep.js";
import { CacheSweep } from "./sweep.js";
import type { SweepCurve } from "./sweep-rows.js";

const OPTIONS = ["policies", "sizes", "seed", "workers", "crew", "onProgress", "signal"] as const;

/**
 * One cache for all threads against one for each, at equal memory: an open question of Broder et al. 2003, section 7. k
 * entries in all are shared out over T threads, k mod T of them with one more than the others. Sizes below T have no
 * row for "one per thread". Caches per thread cannot see what other threads asked for, so their misses add up over the
 * threads.
 *
 * @returns for each policy two curves, "LRU" and "LRU, one per thread"; sizes are entries in all
 * @throws "option" as `cacheSweep`, and where the trace does not know its threads
 */
export async function perThreadSweep(
  trace: UrlTrace,
  options: Omit<CacheSweepOptions, "repeats">,
): Promise<CacheSweep> {
  checkOptions("perThreadSweep", options, checkedElsewhere(OPTIONS));
  const { policies, seed = 1, workers, crew, onProgress, signal } = options;
  checkTrace(trace);
  checkPolicies(policies);
  const sizes = sortedSizes(options.sizes);
  const parts = byThread(trace);
  const threads = parts.length;
  const shared = sizes.filter((size) => size >= threads);
  const share = (size: number, thread: number) => Math.floor(size / threads) + (thread < size % threads ? 1 : 0);
  const jobs: CacheJob[] = policies.flatMap((method) => [
    { trace: 0, method, sizes, seed },
    ...parts.map((_, thread): CacheJob => {
      const own = [...new Set(shared.map((size) => share(size, thread)))];
      return { trace: thread + 1, method, sizes: own, seed: seed + thread };
    }),
  ]);
  const counted = await countAll([trace, ...parts], jobs, { workers, crew, onProgress, signal });
  const curves = policies.flatMap((method, index): SweepCurve[] => {
    const first = index * (threads + 1);
    const sums = shared.map((size) =>
      parts.reduce((sum, _, thread) => {
        const { sizes: own } = jobs[first + 1 + thread];
        return sum + counted[first + 1 + thread][own.indexOf(share(size, thread))];
      }, 0),
    );
    const apart = { method, policy: `${method.label}, one per thread`, sizes: shared, misses: sums, seed };
    return [
      { method, policy: method.label, sizes, misses: counted[first], seed },
      ...(shared.length > 0 ? [apart] : []),
    ];
  });
  return new CacheSweep({ ...sweepOf(trace, { workers, crew }), threads }, curves);
}

/**
 * What each thread asked for, URLs numbered anew as they turn up there; threads that asked for nothing are left out.
 * @throws "option" where pages are not known
 */
function byThread({ name, requests, urls, pages }: UrlTrace): DenseTrace[] {
  if (pages === undefined)
    throw problem.option`${name} does not tell its threads: caches per thread need a trace of a timed replay or a crawl`;
  const totals = new Map<number, number>();
  const eachPage = (visit: (thread: number, start: number, end: number) => void) => {
    for (let page = 0; page < pages.ends.length; page++)
      visit(pages.threads[page], page === 0 ? 0 : pages.ends[page - 1], pages.ends[page]);
  };
  eachPage((thread, start, end) => totals.set(thread, (totals.get(thread) ?? 0) + end - start));
  const asked = [...totals].filter(([, total]) => total > 0).sort(([a], [b]) => a - b);
  const parts = new Map(asked.map(([thread, total]) => [thread, { requests: new Uint32Array(total), filled: 0 }]));
  eachPage((thread, start, end) => {
    const part = parts.get(thread);
    if (part === undefined) return;
    part.requests.set(requests.subarray(start, end), part.filled);
    part.filled += end - start;
  });
  const numbers = new Uint32Array(urls);
  /** Which part numbered a URL last, from 1. */
  const numberedBy = new Uint32Array(urls);
  return [...parts.values()].map((part, index) => {
    let count = 0;
    for (let i = 0; i < part.requests.length; i++) {
      const url = part.requests[i];
      if (numberedBy[url] !== index + 1) {
        numberedBy[url] = index + 1;
        numbers[url] = count++;
      }
      part.requests[i] = numbers[url];
    }
    return { requests: part.requests, urls: count };
  });
}
