import { murmurMix } from "../../base/mix.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import type { CacheMethod } from "../method.js";
import { missCurve } from "../miss-curve.js";
import type { UrlSample } from "./url-sampler.js";

/** Entries of the scaled-down cache below which it stands for nothing. */
const LEAST_ENTRIES = 64;
/** Disjoint parts of the sample, by the hashes of their URLs. */
const GROUPS = 10;
/** 97.5 % point of Student's t with 9 degrees of freedom. */
const T_QUANTILE = 2.262;

/** Misses at one size, estimated. */
export interface SampledPoint {
  /** Entries of the cache that is estimated. */
  readonly size: number;
  /** In [0, 1]; NaN where the sample is too small for this size. */
  readonly missRate: number;
  /** Ends of the 95 % interval; NaN likewise. */
  readonly low: number;
  readonly high: number;
}

/** The smallest size that a sample can tell something about: 64 entries of the scaled-down cache. */
export const smallestSizeOf = ({ rate }: Pick<UrlSample, "rate">): number =>
  rate >= 1 ? 1 : Math.ceil(LEAST_ENTRIES / rate);

/**
 * Miss rates of any method, estimated from a sample of rate R: a cache of k entries is simulated as one of k R entries
 * on the sample (for LRU, SHARDS: Waldspurger et al. 2015; for others, scaled-down simulation: Waldspurger et al. 2017,
 * USENIX ATC). Misses are divided by the requests that a sample of this rate should have, not by those that it has: the
 * correction SHARDS_adj of section 3.4, which takes what is too many or too few to be requests of URLs that are asked
 * for all the time.
 *
 * The interval is from the jackknife (Quenouille 1956, Tukey 1958): the URLs of the sample fall into 10 groups by hash,
 * the estimate is made anew without each of them, and 2.262 standard errors either way are 95 %. It holds the chance of
 * the sample, not the error that comes of small caches: sizes below 64 / R are not estimated. A sample tells nothing of
 * what is left of the critical region if that lies lower.
 *
 * @param sizes entries, ascending, each once
 * @returns a point per size
 *
 * Eleven times the work of `missCurve` on the sample.
 */
export function sampledCurve(
  sample: UrlSample,
  method: CacheMethod,
  sizes: readonly number[],
  { seed = 1 }: { readonly seed?: number } = {},
): SampledPoint[] {
  const from = smallestSizeOf(sample);
  const useful = sizes.filter((size) => size >= from);
  const rates = estimates(sample, method, useful, sample.rate, sample.seen, seed);
  const without = sample.rate >= 1 ? [] : leavingOut(sample, method, useful, seed);
  return sizes.map((size) => {
    const at = useful.indexOf(size);
    if (at < 0) return { size, missRate: Number.NaN, low: Number.NaN, high: Number.NaN };
    const missRate = rates[at];
    const error = T_QUANTILE * jackknifeError(without.map((own) => own[at]));
    return { size, missRate, low: Math.max(0, missRate - error), high: Math.min(1, missRate + error) };
  });
}

/** Entries of the cache that stands for one of `size` on a sample of a rate. */
export const scaledSize = (size: number, rate: number): number => Math.max(1, Math.round(size * rate));

/** A miss rate from misses on a sample, as a share of the requests that a sample of this rate should have. */
export const sampledRate = (misses: number, rate: number, seen: number): number => Math.min(1, misses / (rate * seen));

/** Miss rates at scaled sizes, as shares of the requests that a sample of this rate should have. */
function estimates(
  sample: DenseTrace,
  method: CacheMethod,
  sizes: readonly number[],
  rate: number,
  seen: number,
  seed: number,
): number[] {
  if (sizes.length === 0) return [];
  const scaled = sizes.map((size) => scaledSize(size, rate));
  const different = [...new Set(scaled)];
  const misses: number[] = [];
  for (let first = 0; first < different.length; first += 32)
    misses.push(...missCurve(sample, method, different.slice(first, first + 32), { seed }));
  return scaled.map((size) => sampledRate(misses[different.indexOf(size)], rate, seen));
}

/** The estimates without each group in turn. */
function leavingOut(sample: UrlSample, method: CacheMethod, sizes: readonly number[], seed: number): number[][] {
  const rate = (sample.rate * (GROUPS - 1)) / GROUPS;
  return Array.from({ length: GROUPS }, (_, group) =>
    estimates(withoutGroup(sample, group), method, sizes, rate, sample.seen, seed),
  );
}

/** A sample without the URLs of one group; the rest numbered as they turn up. */
function withoutGroup({ requests, urls, hashes }: UrlSample, group: number): DenseTrace {
  const numbers = new Uint32Array(urls);
  let count = 0;
  for (let url = 0; url < urls; url++) if (groupOf(hashes[url]) !== group) numbers[url] = ++count;
  const kept = new Uint32Array(requests.length);
  let length = 0;
  for (let i = 0; i < requests.length; i++) {
    const number = numbers[requests[i]];
    if (number > 0) kept[length++] = number - 1;
  }
  return { requests: kept.subarray(0, length), urls: count };
}

const groupOf = (hash: number): number => (murmurMix(hash) >>> 0) % GROUPS;

/** Standard error from estimates that each leave out one group; 0 with none. */
function jackknifeError(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const mean = meanOf(values);
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(((values.length - 1) / values.length) * squares);
}
