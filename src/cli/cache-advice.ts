import { isProblem } from "../base/error.js";
import { inPercent } from "../base/numbers.js";
import type { Advice } from "../cache/advice/advice-text.js";
import { adviceFor } from "../cache/advice/sweep-advice.js";
import type { KneeWithInterval } from "../cache/advice/sweep-knee.js";
import type { CacheJobsOptions } from "../cache/sweep/cache-jobs.js";
import { sweepOf } from "../cache/sweep/cache-sweep.js";
import { CacheSweep } from "../cache/sweep/sweep.js";
import type { UrlTrace } from "../trace/url-trace.js";

/** Share of first requests above which there is no target worth asking for. */
const HOPELESS = 0.95;

interface AdviceFlags {
  readonly targetMiss?: number;
  readonly threads?: number;
  readonly sample?: number;
}

/** What to build, or what to say in its place. */
export async function adviceOn(
  sweep: CacheSweep,
  trace: UrlTrace,
  { targetMiss, threads, sample }: AdviceFlags,
  jobs: CacheJobsOptions,
): Promise<{ readonly advice?: Advice; readonly instead?: string }> {
  if (sample !== undefined)
    return { instead: "A sample gives no knee and no advice. For both, count exactly: leave out --sample" };
  // not those of a cache per thread
  const shared = sweep.curves.filter(({ policy, method }) => policy === method.label);
  if (shared.every(({ method }) => method.offline || method.name === "infinite"))
    return {
      instead: "These policies are bounds, which cannot be built. For advice, name one that can: --policies clock,min",
    };
  try {
    const whole = new CacheSweep(sweepOf(trace, jobs), shared);
    return { advice: await adviceFor(whole, trace, { targetMiss, threads }, jobs) };
  } catch (error) {
    if (!isProblem(error, "no-critical-region")) throw error;
    const head = `knee: none, ${(error.facts.knee as KneeWithInterval & { readonly kind: "none" }).reason}`;
    const floor = trace.urls / trace.requests.length;
    if (floor >= HOPELESS)
      return { instead: `${head}. No cache helps: ${inPercent(floor)} of the requests are the first for their URL` };
    const possible = Math.max(20, Math.ceil(100 * floor) + 5);
    return { instead: `${head}. For advice, name the miss rate you want: --target-miss ${possible}%` };
  }
}
