import type { Advice } from "../run/advice-text.js";
import type { CacheJobsOptions } from "../run/cache-jobs.js";
import { sweepOf } from "../run/cache-sweep.js";
import { CacheSweep } from "../run/sweep.js";
import { adviceFor, NoCriticalRegion } from "../run/sweep-advice.js";
import { inPercent } from "../run/sweep-rows.js";
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
    return { instead: "For the knee with its interval, and advice, count exactly: leave out --sample" };
  const shared = sweep.curves.filter(({ policy, method }) => policy === method.label); // not those of a cache per thread
  if (shared.every(({ method }) => method.offline || method.name === "infinite"))
    return { instead: "These are bounds. For advice, name a policy that can be built, too: --policies clock,min" };
  try {
    const whole = new CacheSweep(sweepOf(trace, jobs), shared);
    return { advice: await adviceFor(whole, trace, { targetMiss, threads }, jobs) };
  } catch (error) {
    if (!(error instanceof NoCriticalRegion)) throw error;
    const head = `knee: none, ${error.knee.reason}`;
    const floor = trace.urls / trace.requests.length;
    if (floor >= HOPELESS)
      return { instead: `${head}. No cache helps: ${inPercent(floor)} of the requests are the first for their URL` };
    const possible = Math.max(20, Math.ceil(100 * floor) + 5);
    return { instead: `${head}. For advice, say what miss rate you want: --target-miss ${possible}%` };
  }
}
