import { problem } from "../../base/error.js";
import { checkedElsewhere, checkOptions } from "../../base/method.js";
import { checkLaws } from "../laws.js";
import type { CacheMethod } from "../method.js";
import { powersOf2 } from "../miss-curve.js";
import { min } from "../policy/min.js";
import { SAMPLER_OPTIONS } from "../sampled/url-sampler.js";
import { isPortableCache } from "./cache-methods.js";
import { checkPolicies, sortedSizes } from "./cache-sweep.js";
import type { LiveCounts, LiveSetting } from "./live-sweep.js";
import { notesOn } from "./sampled-sweep.js";
import { CacheSweep, type SweepOf } from "./sweep.js";
import type { SweepCurve } from "./sweep-rows.js";

export interface CacheExperimentOptions {
  /** Policies that need no future, as they are or with choices: [clock, lru, sieve]. */
  readonly policies: readonly CacheMethod[];
  /** Entries, in any order; default: powersOf2(0, 25), as in Figures 2 to 5 of Broder et al. 2003. */
  readonly sizes?: readonly number[];
  /** Seed of what policies leave to chance, and of the sample; default 1. */
  readonly seed?: number;
  /** Different URLs up to which counts are exact; beyond, a sample of so many tells. Default 2,000,000. */
  readonly urls?: number;
  /** The same of requests; default 32,000,000. */
  readonly requests?: number;
  /** Told of the misses so far, about once a second while requests come in, and of the result. */
  readonly onSweep?: (sweep: CacheSweep) => void;
}

/** A cache experiment that is fed while a crawl runs: `realCrawl({ alongside: [experiment], ... })`. */
export interface CacheExperiment extends LiveSetting {
  readonly kind: "cache-experiment";
  readonly onSweep: ((sweep: CacheSweep) => void) | undefined;
}

/**
 * An experiment with URL caches that runs alongside a crawl: misses of each policy at each size on the URLs that the
 * crawl meets, while it meets them. Exact for up to `urls` different URLs, estimated from a sample beyond, which the
 * notes of its sweeps say. MIN is added when the crawl ends.
 *
 * const { alongside: [sweep] } = await realCrawl({ alongside: [cacheExperiment({ policies: [clock, lru] })], ... })
 *
 * Memory: see `LiveSweep`.
 *
 * @throws "option" for no policies, two with one label, one that looks at requests that have not come yet, a size that
 *   is no whole number from 1, a bound below 100, or an option that is not known
 */
export function cacheExperiment(options: CacheExperimentOptions): CacheExperiment {
  checkOptions("cacheExperiment", options, checkedElsewhere(OPTIONS));
  const { policies, seed = 1, urls = 2_000_000, requests = 32_000_000, onSweep } = options;
  checkPolicies(policies);
  const seer = policies.find(({ offline }) => offline);
  if (seer)
    throw problem.option`${seer.label} looks at requests that have not come yet, and cannot be counted while they come. Leave it out: ${seer.name === "min" ? "MIN is added when the crawl ends" : "caches.cacheSweep counts it on the stored trace"}`;
  checkOptions("a sample", { urls, requests, seed }, SAMPLER_OPTIONS);
  const sizes = sortedSizes(options.sizes ?? powersOf2(0, 25));
  return { kind: "cache-experiment", policies, sizes, seed, urls, requests, onSweep };
}

const OPTIONS: readonly (keyof CacheExperimentOptions)[] = ["policies", "sizes", "seed", "urls", "requests", "onSweep"];

/**
 * Counts as a sweep.
 *
 * @param of what is known of the requests besides
 * @throws "law" where counts that are exact contradict each other
 */
export async function sweepOfCounts(
  { policies, sizes, seed }: LiveSetting,
  { seen, distinct, sample, curves }: LiveCounts,
  { notes = [], ...of }: Pick<SweepOf, "name"> & Partial<SweepOf>,
): Promise<CacheSweep> {
  const counted = curves.map((curve, i): SweepCurve => {
    const method = policies[i] ?? min;
    return { method, policy: method.label, sizes, seed, ...curve };
  });
  const isSampled = sample.rate < 1;
  if (!isSampled) {
    const ours = await Promise.all(counted.map(({ method }) => isPortableCache(method)));
    checkLaws(
      counted.filter((_, i) => ours[i]),
      distinct,
    );
  }
  const hasIntervals = curves.some(({ low }) => low !== undefined);
  const estimated = hasIntervals
    ? notesOn(sample, sizes)
    : notesOn(sample, sizes, "intervals when the crawl has ended");
  return new CacheSweep(
    { requests: seen, distinct, ...of, notes: [...(isSampled ? estimated : []), ...notes] },
    seen === 0 ? [] : counted,
  );
}
