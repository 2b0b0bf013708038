import { createHash } from "node:crypto";
import { crewRule } from "../../base/crew/crew.js";
import { got, option, problem } from "../../base/error.js";
import { checkOptions, commonRules } from "../../base/method.js";
import { requireMethod } from "../../base/methods-in.js";
import { requireTrace, type UrlTrace } from "../../trace/url-trace.js";
import { checkLaws } from "../laws.js";
import { CACHES, type CacheMethod } from "../method.js";
import { type CacheJobsOptions, countAll } from "./cache-jobs.js";
import { isPortableCache } from "./cache-methods.js";
import { CacheSweep, type SweepOf } from "./sweep.js";
import type { SweepCurve } from "./sweep-rows.js";

export interface CacheSweepOptions extends CacheJobsOptions {
  /** Policies, as they are or with choices: [lru, clock({ newcomer: "marked" }), min]. */
  readonly policies: readonly CacheMethod[];
  /** Entries, in any order: powersOf2(0, 25). */
  readonly sizes: readonly number[];
  /** Seed of what policies leave to chance; default 1. */
  readonly seed?: number;
  /** Runs of RANDOM, with seeds `seed`, `seed + 1`, ..; default 1. The other policies would repeat themselves. */
  readonly repeats?: number;
}

/**
 * Misses of each policy at each size, exact: Figures 2 to 9 of Broder et al. 2003. In one pass over the trace where a
 * policy has a way, else a simulation for each size; several at a time, on threads. The counts do not depend on the
 * number of threads.
 *
 * @throws "option" for an empty trace, no policies, two with one label, no sizes, a size that is no whole number from
 *   1, or an option that is not known
 * @throws "stopped" when the signal says so
 *
 * const sweep = await cacheSweep(trace, { policies: [lru, clock, random, min, infinite], sizes: powersOf2(0, 20) })
 */
export async function cacheSweep(trace: UrlTrace, options: CacheSweepOptions): Promise<CacheSweep> {
  checkOptions("cacheSweep", options, {
    policies: undefined,
    sizes: undefined,
    repeats: undefined,
    crew: crewRule,
    ...commonRules,
  });
  const { policies, seed = 1, repeats = 1, ...jobs } = options;
  checkTrace(trace);
  checkPolicies(policies);
  if (!(Number.isInteger(repeats) && repeats >= 1))
    throw problem.option`${option("repeats")} is a number of runs, 1 or more; ${got(repeats)}`;
  const sizes = sortedSizes(options.sizes);
  const runs = policies.flatMap((method) =>
    Array.from({ length: method.name === "random" ? repeats : 1 }, (_, i) => ({ method, seed: seed + i })),
  );
  const counts = await countAll(
    [trace],
    runs.map((run) => ({ ...run, trace: 0, sizes })),
    jobs,
  );
  const curves = runs.map(({ method, seed: own }, i): SweepCurve => {
    return { method, policy: method.label, sizes, misses: counts[i], seed: own };
  });
  // a user's own method may refuse what it likes: only what it is held against is the library's
  const ours = await Promise.all(curves.map(({ method }) => isPortableCache(method)));
  checkLaws(
    curves.filter((_, i) => ours[i]),
    trace.urls,
  );
  return new CacheSweep(sweepOf(trace, jobs), curves);
}

/** What a sweep keeps of a trace. */
export function sweepOf(trace: UrlTrace, jobs: CacheJobsOptions): SweepOf {
  const { requests, urls, name } = trace;
  const bytes = new Uint8Array(requests.buffer, requests.byteOffset, requests.byteLength);
  return {
    trace,
    name,
    requests: requests.length,
    distinct: urls,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    threads: threadsOf(trace),
    jobs: { workers: jobs.workers, crew: jobs.crew, signal: jobs.signal },
  };
}

/** Threads that asked for anything; undefined where pages are not known. */
export function threadsOf({ pages }: UrlTrace): number | undefined {
  if (!pages || pages.threads.length === 0) return undefined;
  return new Set(pages.threads).size;
}

/**
 * @throws "option" for a trace of no requests, or one whose URLs are not numbered as they turn up: curves in one pass
 *   rely on it
 */
export function checkTrace(trace: UrlTrace): void {
  const distinct = requireTrace("a sweep", trace);
  const { name, requests, urls } = trace;
  if (requests.length === 0) throw problem.option`the trace ${name} is empty: there is nothing to count`;
  if (distinct !== urls)
    throw problem.option`the trace ${name} says that it has ${urls} URLs, its requests are for ${distinct}`;
}

/** @throws "option" for no policies, or two with one label */
export function checkPolicies(policies: readonly CacheMethod[]): void {
  if (!Array.isArray(policies) || policies.length === 0)
    throw problem.option`a sweep needs policies: { policies: [lru, clock, min] }`;
  for (const method of policies) requireMethod("a sweep", CACHES, method);
  const labels = new Set<string>();
  for (const { label } of policies) {
    if (labels.has(label))
      throw problem.option`two policies are called "${label}": name each once, or give them different choices`;
    labels.add(label);
  }
}

/** Sizes ascending, each once. @throws "option" for none, or one that is no whole number from 1 */
export function sortedSizes(sizes: readonly number[]): number[] {
  if (!Array.isArray(sizes) || sizes.length === 0)
    throw problem.option`a sweep needs sizes, in entries: { sizes: caches.powersOf2(0, 20) }`;
  for (const size of sizes)
    if (!(Number.isSafeInteger(size) && size >= 1))
      throw problem.option`a cache has room for 1 URL or more, a whole number; ${got(size)}`;
  return [...new Set(sizes)].sort((a, b) => a - b);
}
