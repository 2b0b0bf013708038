import { Random } from "../../base/random.js";
import { quantile } from "../../base/statistics/quantile.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { equalBlocks } from "../block-misses.js";
import type { CacheMethod } from "../method.js";
import { type CacheJobsOptions, runCacheJobs } from "../sweep/cache-jobs.js";
import { type Knee, kneeOf } from "./knee.js";

/** Stretches of the trace that are drawn anew. */
const BLOCKS = 16;
const DRAWS = 1000;

/** A critical region with the interval of its knee. */
export type KneeWithInterval = Knee & {
  readonly policy: string;
  /**
   * Ends of the interval that holds the middle 95 % of the knees of resampled traces, in entries; left out where fewer
   * than half of them have one.
   */
  readonly low?: number;
  readonly high?: number;
  /** Share of the resampled traces that have a critical region, in [0, 1]. */
  readonly found: number;
};

/** Misses of one method by size and stretch of a trace. */
export interface BlockCounts {
  readonly sizes: readonly number[];
  /** Requests up to the end of each stretch. */
  readonly ends: readonly number[];
  /** By size: misses by stretch. */
  readonly misses: readonly Float64Array[];
}

/** Counts misses by size and stretch, sizes in parallel; one stretch goes on with the cache that the last one left. */
export async function countBlocks(
  trace: UrlTrace,
  method: CacheMethod,
  sizes: readonly number[],
  options: CacheJobsOptions & { readonly blocks?: number; readonly seed?: number } = {},
): Promise<BlockCounts> {
  const { blocks = BLOCKS, seed = 1, ...jobs } = options;
  const ends = equalBlocks(trace.requests.length, blocks);
  const misses = await runCacheJobs(
    [trace],
    sizes.map((size) => ({ trace: 0, method, sizes: [size], seed, ends })),
    jobs,
  );
  return { sizes, ends, misses };
}

/**
 * The critical region of a policy's curve with a 95 % interval of its knee: the trace is cut into 16 stretches, misses
 * are counted in each while the cache goes on, and as many stretches are drawn anew, with replacement, a thousand
 * times: a block bootstrap (Künsch 1989), middle 95 % of the knees.
 *
 * It tells how much the knee depends on what part of the crawl was seen, not what another web would give. With 16
 * stretches it is rather too narrow.
 */
export async function kneeWithInterval(
  trace: UrlTrace,
  method: CacheMethod,
  sizes: readonly number[],
  jobs: CacheJobsOptions = {},
): Promise<KneeWithInterval> {
  const useful = new Set(sizes.map((size) => Math.min(size, trace.urls))); // larger ones miss as often
  return kneeOfBlocks(await countBlocks(trace, method, [...useful], jobs), method.label, trace.urls);
}

/** The same from counts that are there already. */
export function kneeOfBlocks(counts: BlockCounts, policy: string, distinct: number): KneeWithInterval {
  const { sizes, ends, misses } = counts;
  const lengths = ends.map((end, i) => end - (i === 0 ? 0 : ends[i - 1]));
  const ofDraw = (blocks: readonly number[]): Knee => {
    const requests = blocks.reduce((sum, block) => sum + lengths[block], 0);
    const missRates = misses.map((own) => blocks.reduce((sum, block) => sum + own[block], 0) / requests);
    return kneeOf({ sizes, missRates }, distinct);
  };
  const all = lengths.map((_, block) => block);
  const knee = ofDraw(all);
  const random = new Random(1);
  const knees: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const drawn = ofDraw(all.map(() => random.below(all.length)));
    if (drawn.kind !== "none") knees.push(drawn.knee);
  }
  const found = knees.length / DRAWS;
  if (found < 0.5 || knee.kind === "none") return { ...knee, policy, found };
  return { ...knee, policy, found, low: quantile(knees, 0.025), high: quantile(knees, 0.975) };
}

/** Miss rate of the size of an index with the 95 % interval of the same resampling. */
export function missRateInterval(
  { ends, misses }: BlockCounts,
  index: number,
): { rate: number; low: number; high: number } {
  const own = misses[index];
  const lengths = ends.map((end, i) => end - (i === 0 ? 0 : ends[i - 1]));
  const random = new Random(1);
  const rates = Array.from({ length: DRAWS }, () => {
    let missed = 0;
    let requests = 0;
    for (let i = 0; i < lengths.length; i++) {
      const block = random.below(lengths.length);
      missed += own[block];
      requests += lengths[block];
    }
    return missed / requests;
  });
  const rate = own.reduce((sum, each) => sum + each, 0) / ends[ends.length - 1];
  return { rate, low: quantile(rates, 0.025), high: quantile(rates, 0.975) };
}
