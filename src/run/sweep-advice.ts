import { bitsPerEntry, type Candidate, chosenPolicy, extrapolated, sizeAtRate, smallestSize } from "../cache/advice.js";
import { checkOptions } from "../options.js";
import type { UrlTrace } from "../trace/url-trace.js";
import { Advice, type Recommendation } from "./advice-text.js";
import type { CacheJobsOptions } from "./cache-jobs.js";
import { cacheMethodNamed } from "./cache-methods.js";
import { countAll } from "./cache-sweep.js";
import type { CacheSweep } from "./sweep.js";
import { type BlockCounts, countBlocks, type KneeWithInterval, kneeOfBlocks, missRateInterval } from "./sweep-knee.js";

export { Advice } from "./advice-text.js";

export interface AdviceOptions {
  /** Miss rate wanted, in [0, 1]; default: that at the end of the critical region. */
  readonly targetMiss?: number;
  /** Bytes of one entry, all told; default: a 64-bit fingerprint in the compact table, see `bitsPerEntry`. */
  readonly bytesPerEntry?: number;
  /** How many times as long the crawl will be; default 10. */
  readonly grow?: number;
  /** Threads that share the cache; default: those of the trace. */
  readonly threads?: number;
  /** Another policy than the simplest is advised where it misses less by more than this, in [0, 1]; default 0.01, one point. */
  readonly margin?: number;
}

/**
 * What to build: the simplest policy unless another is clearly better, the fewest entries, the bytes, what to expect, and what a longer crawl would need.
 *
 * Entries are the smallest size asked for that reaches the target; the exact smallest is looked for between it and the size before. The expected miss rate has
 * the 95 % interval of `kneeWithInterval`. Growth is measured on the first 1/8, 1/4, 1/2 and the whole of the trace, and carried on as a power of the length.
 *
 * @throws RangeError for options that make no sense, a sweep of bounds only, or no target where there is no critical region
 */
export async function adviceFor(
  sweep: CacheSweep,
  trace: UrlTrace,
  options: AdviceOptions = {},
  jobs: CacheJobsOptions = {},
): Promise<Advice> {
  check(options);
  const { grow = 10, margin = 0.01, threads = sweep.threads, bytesPerEntry } = options;
  const floor = trace.urls / trace.requests.length;
  const candidates = candidatesOf(sweep, floor);
  const knee = await kneeOf(sweep, jobs, trace, candidates[0]);
  const target = options.targetMiss ?? targetAt(knee.knee);
  const common = { trace: sweep.trace, requests: sweep.requests, distinct: sweep.distinct, floor, target, grow, margin, threads, knee: knee.knee }; // biome-ignore format: one line
  const chosen = target < floor ? undefined : chosenPolicy(candidates, target, margin);
  if (chosen === undefined) return new Advice(common);
  const method = sweep.methodOf(chosen.policy);
  const entries = smallestSize(chosen, target) as number;
  const before = chosen.sizes[chosen.sizes.indexOf(entries) - 1] ?? 0;
  const exact = await smallestBetween(before, entries, target * trace.requests.length);
  const [[min]] = await countAll([trace], [{ trace: 0, method: await cacheMethodNamed("min"), sizes: [entries], seed: 1 }], jobs); // biome-ignore format: one line
  const own = chosen.policy === knee.knee.policy ? knee.counts : undefined;
  const counts = own?.sizes.includes(entries) ? own : await countBlocks(trace, method, [...chosen.sizes], jobs);
  const bits = bytesPerEntry === undefined ? bitsPerEntry(method.name) : 8 * bytesPerEntry;
  const at = counts.sizes.indexOf(entries);
  const recommendation: Recommendation = {
    policy: chosen.policy,
    entries,
    exact,
    bits,
    bytes: (entries * bits) / 8,
    compact: bytesPerEntry === undefined && ["clock", "random"].includes(method.name),
    missRate: missRateInterval(counts, at),
    min: min / trace.requests.length,
    others: candidates
      .filter(({ policy, sizes }) => policy !== chosen.policy && sizes.includes(entries))
      .map(({ policy, sizes, missRates }) => ({ policy, missRate: missRates[sizes.indexOf(entries)] })),
    growth: growthOf(trace, counts, target, grow),
  };
  return new Advice(common, recommendation);

  async function smallestBetween(tooSmall: number, enough: number, most: number): Promise<number> {
    let [low, high] = [tooSmall, enough];
    for (let round = 0; round < (method.curve ? 4 : 1) && high - low > 1; round++) {
      const step = Math.max(1, (high - low) / 16);
      const sizes = [...new Set(Array.from({ length: 15 }, (_, i) => Math.round(low + (i + 1) * step)))].filter(
        (size) => size > low && size < high,
      );
      const [misses] = await countAll([trace], [{ trace: 0, method, sizes, seed: 1 }], jobs);
      const found = misses.findIndex((each) => each <= most);
      if (found !== 0) low = sizes.at(found < 0 ? -1 : found - 1) as number;
      if (found >= 0) high = sizes[found];
    }
    return high;
  }
}

/** Curves of the policies that could be built, down to a cache that holds all URLs, where only first requests miss. */
function candidatesOf(sweep: CacheSweep, floor: number): Candidate[] {
  const found = sweep.policies.flatMap((policy) => {
    const { name, offline } = sweep.methodOf(policy);
    if (offline || name === "infinite") return [];
    const { sizes, missRates } = sweep.missRates(policy);
    const useful = sizes.filter((size) => size < sweep.distinct);
    return [
      { policy, name, sizes: [...useful, sweep.distinct], missRates: [...missRates.slice(0, useful.length), floor] },
    ];
  });
  if (found.length > 0) return found.toSorted((a, b) => Number(b.name === "clock") - Number(a.name === "clock"));
  throw new RangeError(
    `advice needs a policy that can be built, such as clock; the sweep has ${sweep.policies.join(", ")}`,
  );
}

async function kneeOf(
  sweep: CacheSweep,
  jobs: CacheJobsOptions,
  trace: UrlTrace,
  { policy, sizes }: Candidate,
): Promise<{ knee: KneeWithInterval; counts: BlockCounts }> {
  const counts = await countBlocks(trace, sweep.methodOf(policy), sizes, jobs);
  return { knee: kneeOfBlocks(counts, policy, trace.urls), counts };
}

function targetAt(knee: KneeWithInterval): number {
  if (knee.kind !== "none") return knee.floor;
  throw new RangeError(`there is no critical region to aim at: ${knee.reason}. Say what miss rate you want: advise({ targetMiss: 0.2 })`); // biome-ignore format: one line
}

/** What the first 1/8, 1/4, 1/2 and the whole of the trace need, carried on. */
function growthOf(
  trace: UrlTrace,
  { sizes, ends, misses }: BlockCounts,
  target: number,
  grow: number,
): Recommendation["growth"] {
  const parts = [8, 4, 2, 1].filter((part) => ends.length % part === 0 && ends.length / part >= 1);
  const measured = parts.map((part) => {
    const blocks = ends.length / part;
    const requests = ends[blocks - 1];
    const missRates = misses.map((own) => own.subarray(0, blocks).reduce((sum, each) => sum + each, 0) / requests);
    let distinct = 0; // URLs are numbered as they turn up
    for (let i = 0; i < requests; i++) if (trace.requests[i] >= distinct) distinct = trace.requests[i] + 1;
    return { requests, floor: distinct / requests, entries: sizeAtRate({ sizes, missRates }, target) };
  });
  return {
    parts: measured,
    entries: extrapolated(measured.map(({ requests, entries }) => ({ requests, value: entries })), grow), // biome-ignore format: one line
    floor: extrapolated(measured.map(({ requests, floor }) => ({ requests, value: floor })), grow), // biome-ignore format: one line
  };
}

function check(options: AdviceOptions): void {
  const known = ["targetMiss", "bytesPerEntry", "grow", "threads", "margin"];
  checkOptions("advise", options, Object.fromEntries(known.map((key) => [key, undefined])));
  const { targetMiss = 0.5, bytesPerEntry = 8, grow = 10, threads = 1, margin = 0.01 } = options;
  if (!(targetMiss > 0 && targetMiss <= 1))
    throw new RangeError(`targetMiss is a share of the requests, above 0, at most 1, such as 0.2; found ${targetMiss}`);
  if (!(bytesPerEntry > 0)) throw new RangeError(`bytesPerEntry is a number of bytes above 0; found ${bytesPerEntry}`);
  if (!(grow >= 1)) throw new RangeError(`grow is how many times as long the crawl will be, 1 or more; found ${grow}`);
  if (!(Number.isInteger(threads) && threads >= 1))
    throw new RangeError(`threads is a whole number, 1 or more; found ${threads}`);
  if (!(margin >= 0 && margin < 1))
    throw new RangeError(`margin is a share of the requests, in [0, 1); found ${margin}`);
}
