import { problem } from "../../base/error.js";
import { checkedElsewhere, checkOptions } from "../../base/method.js";
import { inPercent, inWhole } from "../../base/numbers.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { type SampledPoint, sampledCurve, smallestSizeOf } from "../sampled/sampled-curve.js";
import { type SamplerOptions, sampleTrace, type UrlSample } from "../sampled/url-sampler.js";
import { type CacheSweepOptions, checkPolicies, checkTrace, sortedSizes, threadsOf } from "./cache-sweep.js";
import { CacheSweep } from "./sweep.js";
import type { SweepCurve } from "./sweep-rows.js";

export interface SampledSweepOptions
  extends Pick<CacheSweepOptions, "policies" | "sizes" | "seed">,
    Omit<SamplerOptions, "seed"> {
  /** In tables and figures, for a sample that has no name of its own. */
  readonly name?: string;
}

/** How much a sample holds. */
export interface SampleSize {
  /** R, in (0, 1]. */
  readonly rate: number;
  readonly urls: number;
  readonly requests: number;
}

const OPTIONS = ["policies", "sizes", "seed", "rate", "urls", "requests", "name"] as const;

/**
 * Miss rates of each policy at each size, estimated from a sample of the URLs with 95 % intervals, for traces beyond
 * memory or patience. Sizes that the sample is too small for have no rows; `notes` says which. See `sampledCurve`.
 *
 * @param source a trace, of which a sample is taken, or a sample that a `UrlSampler` took while the requests went by
 * @throws "option" as `cacheSweep`
 */
export function sampledSweep(source: UrlTrace | UrlSample, options: SampledSweepOptions): CacheSweep {
  checkOptions("sampledSweep", options, checkedElsewhere(OPTIONS));
  const { policies, seed = 1, rate, urls, requests, name = "sample" } = options;
  checkPolicies(policies);
  const sizes = sortedSizes(options.sizes);
  const trace = "name" in source ? source : undefined;
  if (trace) checkTrace(trace);
  const sample = "hashes" in source ? source : sampleTrace(source, { rate, urls, requests, seed });
  if (sample.seen === 0) throw problem.option`the sample has seen no requests: there is nothing to count`;
  const distinct = trace?.urls ?? Math.round(sample.urls / sample.rate);
  const curves = policies.map((method): SweepCurve => {
    const points = sampledCurve(sample, method, sizes, { seed });
    const column = (value: (point: SampledPoint) => number) => points.map(value);
    return {
      method,
      policy: method.label,
      sizes,
      misses: column(({ missRate }) => missRate * sample.seen),
      seed,
      ...(sample.rate < 1 && { low: column(({ low }) => low), high: column(({ high }) => high) }),
    };
  });
  return new CacheSweep(
    {
      name: trace?.name ?? name,
      requests: sample.seen,
      distinct,
      threads: trace && threadsOf(trace),
      notes: notesOn({ ...sample, requests: sample.requests.length }, sizes),
    },
    curves,
  );
}

/**
 * What a reader of estimates should know. @param sample its rate, URLs and requests
 *
 * @param intervals how they were made, for the small print
 */
export function notesOn(
  { rate, urls, requests }: SampleSize,
  sizes: readonly number[],
  intervals = "intervals 95 %, jackknife over 10 groups of URLs",
): string[] {
  if (rate >= 1) return ["the sample holds all URLs: counts are exact"];
  const from = smallestSizeOf({ rate });
  const left = sizes.filter((size) => size < from).length;
  return [
    `estimated from ${inWhole(urls)} URLs (${inPercent(rate, 3)} of them) and their ${inWhole(requests)} requests, SHARDS; ${intervals}`,
    `sizes below ${inWhole(from)} entries are not estimated${left > 0 ? ` (${left} of those asked for)` : ""}: a sample cannot stand for caches so small. A critical region that lies lower is not seen`,
  ];
}
