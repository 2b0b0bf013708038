import { either, problem } from "../../base/error.js";
import { type ChosenOf, number, undecided, valuesOf } from "../../base/method.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { memoryOf } from "../memory.js";
import type { CacheMethod } from "../method.js";
import type { CacheJobsOptions } from "../sweep/cache-jobs.js";
import { countAll } from "../sweep/cache-jobs.js";
import { cacheMethodNamed } from "../sweep/cache-methods.js";
import { type Candidate, chosenPolicy, takingFor, worthwhileSize } from "./advice.js";
import { partsOf, smallestBetween } from "./advice-counts.js";
import { Advice, type AdviceAbout } from "./advice-text.js";
import { growthOf } from "./growth.js";
import type { MissRates } from "./knee.js";
import { type BlockCounts, countBlocks, type KneeWithInterval, kneeOfBlocks, missRateInterval } from "./sweep-knee.js";

export { Advice } from "./advice-text.js";

/** Where no target is given: a doubling that gains less, in misses per request, is not worth its while. */
const WORTHWHILE = 0.02;

/** What advice reads of a sweep. */
export interface Swept {
  readonly trace: string;
  readonly requests: number;
  readonly distinct: number;
  readonly threads: number | undefined;
  readonly policies: readonly string[];
  methodOf(policy: string): CacheMethod;
  missRates(policy: string): MissRates;
}

const OPTIONS = {
  /**
   * Miss rate wanted, in [0, 1]. Default: what the first policy (CLOCK, if it was swept) misses at the first size, from
   * the end of the critical region on, at which twice the entries gain less than 2 points, rounded up to a tenth of a
   * point.
   */
  targetMiss: undecided(number(0.5, "(0, 1]", "", { is: "a share of the requests, above 0, at most 1, such as 0.2" })),
  /**
   * Bytes of one entry, all told, whatever the policy; default: 64-bit fingerprints in compact tables, see `memoryOf`.
   */
  bytesPerEntry: undecided(number(8, "(0, ∞]", "", { is: "a number of bytes above 0" })),
  /** How many times as long the crawl will be; default 10. */
  grow: number(10, "[1, ∞]", "", { is: "how many times as long the crawl will be, 1 or more" }),
  /** Threads that share the cache; default: those of the trace. */
  threads: undecided(number(1, "[1, ∞)", "", { whole: true, is: "a whole number, 1 or more" })),
  /**
   * Another policy than the simplest is advised where it takes fewer bytes by more than this share, in [0, 1); default
   * 0.2: less than 80 % of them.
   */
  margin: number(0.2, "[0, 1)", "", { is: "a share of the bytes, in [0, 1)" }),
} as const;

export interface AdviceOptions extends ChosenOf<typeof OPTIONS> {}

/**
 * What to build: the simplest policy unless another takes clearly fewer bytes, the fewest entries, the bytes, what to
 * expect, what half and twice the entries would do, and what a longer crawl would need.
 *
 * Entries are the smallest size asked for that reaches the target; the exact smallest is looked for between it and the
 * size before. The expected miss rate has the 95 % interval of `kneeWithInterval`. Growth is measured on the first 1/8,
 * 1/4, 1/2 and the whole of the trace, see `growthOf`.
 *
 * @throws "option" for options that make no sense, or a sweep of bounds only
 * @throws "no-critical-region" when it is given no target, and the curve has none
 */
export async function adviceFor(
  sweep: Swept,
  trace: UrlTrace,
  options: AdviceOptions = {},
  jobs: CacheJobsOptions = {},
): Promise<Advice> {
  const { targetMiss, bytesPerEntry, grow, margin, threads = sweep.threads } = valuesOf("advise", OPTIONS, options);
  const floor = trace.urls / trace.requests.length;
  const candidates = await candidatesOf(sweep, trace, jobs);
  const knee = await kneeOf(sweep, jobs, trace, candidates[0]);
  const aim = aimOf(candidates[0], knee.knee, targetMiss);
  const { target } = aim;
  const common: AdviceAbout = {
    trace: sweep.trace,
    requests: sweep.requests,
    distinct: sweep.distinct,
    floor,
    ...aim,
    grow,
    margin,
    threads,
    knee: knee.knee,
  };
  const memory = (policy: string, entries: number) => memoryFor(sweep.methodOf(policy), entries, bytesPerEntry);
  const taking = takingFor(candidates, target, ({ policy }, entries) => memory(policy, entries).bytes);
  const chosen = target < floor ? undefined : chosenPolicy(taking, margin);
  if (chosen === undefined) return new Advice(common);
  const { candidate, entries } = chosen;
  const method = sweep.methodOf(candidate.policy);
  const before = candidate.sizes[candidate.sizes.indexOf(entries) - 1] ?? 0;
  const exact = await smallestBetween(trace, method, before, entries, target, jobs);
  const around = entries > 1 ? [Math.ceil(entries / 2), 2 * entries] : [2 * entries];
  const [[min], beside] = await countAll(
    [trace],
    [
      { trace: 0, method: await cacheMethodNamed("min"), sizes: [entries], seed: 1 },
      { trace: 0, method, sizes: around, seed: 1 },
    ],
    jobs,
  );
  const own = candidate.policy === knee.knee.policy ? knee.counts : undefined;
  const counts = own?.sizes.includes(entries) ? own : await countBlocks(trace, method, [...candidate.sizes], jobs);
  return new Advice(common, {
    policy: candidate.policy,
    entries,
    exact,
    ...memory(candidate.policy, entries),
    missRate: missRateInterval(counts, counts.sizes.indexOf(entries)),
    around: around.map((size, i) => ({ entries: size, missRate: beside[i] / trace.requests.length })),
    min: min / trace.requests.length,
    taking: taking.map(({ candidate: { policy }, entries: size, bytes }) => ({ policy, entries: size, bytes })),
    growth: growthOf(partsOf(trace, counts), target, grow),
  });
}

/** What to come down to, and where it comes from. */
function aimOf(
  curve: Candidate,
  knee: KneeWithInterval,
  asked: number | undefined,
): Pick<AdviceAbout, "target" | "aim"> {
  if (asked !== undefined) return { target: asked };
  if (knee.kind === "none") {
    const say = either("advise({ targetMiss: 0.2 })", "--target-miss 20%");
    const aimless = problem.noCriticalRegion({ knee });
    throw aimless`there is no critical region to aim at: ${knee.reason}. Say what miss rate you want: ${say}`;
  }
  const { size, missRate } = worthwhileSize(curve, knee.to, WORTHWHILE);
  const target = Math.max(missRate, Math.ceil(1000 * missRate) / 1000); // other policies need not be so exact
  return { target, aim: { entries: size, gain: WORTHWHILE } };
}

function memoryFor(method: CacheMethod, entries: number, bytesPerEntry: number | undefined) {
  if (bytesPerEntry === undefined) return memoryOf(method, entries);
  return { bits: 8 * bytesPerEntry, bytes: bytesPerEntry * entries, built: "" };
}

/**
 * Curves of the policies that could be built, doubled on from the largest size of the sweep to a cache that has room
 * for all URLs.
 */
async function candidatesOf(sweep: Swept, trace: UrlTrace, jobs: CacheJobsOptions): Promise<Candidate[]> {
  const policies = sweep.policies.filter((policy) => {
    const { name, offline } = sweep.methodOf(policy);
    return !offline && name !== "infinite";
  });
  if (policies.length === 0)
    throw problem.option`advice needs a policy that can be built, such as clock; the sweep has ${sweep.policies.join(", ")}`;
  const swept = policies.map((policy) => {
    const { sizes, missRates } = sweep.missRates(policy);
    const count = sizes.filter((size) => size < sweep.distinct).length;
    return { sizes: sizes.slice(0, count), missRates: missRates.slice(0, count) };
  });
  const further = swept.map(({ sizes }) => {
    const more: number[] = [];
    for (let size = 2 * (sizes[sizes.length - 1] ?? 0.5); size < sweep.distinct; size *= 2) more.push(size);
    return [...more, sweep.distinct];
  });
  const counted = await countAll(
    [trace],
    policies.map((policy, i) => ({ trace: 0, method: sweep.methodOf(policy), sizes: further[i], seed: 1 })),
    jobs,
  );
  return policies
    .map((policy, i): Candidate => {
      const more = Array.from(counted[i], (misses) => misses / trace.requests.length);
      const { sizes, missRates } = swept[i];
      const { name } = sweep.methodOf(policy);
      return { policy, name, sizes: [...sizes, ...further[i]], missRates: [...missRates, ...more] };
    })
    .sort((a, b) => Number(b.name === "clock") - Number(a.name === "clock"));
}

async function kneeOf(
  sweep: Swept,
  jobs: CacheJobsOptions,
  trace: UrlTrace,
  { policy, sizes }: Candidate,
): Promise<{ knee: KneeWithInterval; counts: BlockCounts }> {
  const counts = await countBlocks(trace, sweep.methodOf(policy), sizes, jobs);
  return { knee: kneeOfBlocks(counts, policy, trace.urls), counts };
}
