import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { cellSignal } from "../../base/cell-signal.js";
import { Backlog } from "../../base/crew/backlog.js";
import type { Crew } from "../../base/crew/crew.js";
import { got, option, problem } from "../../base/error.js";
import { type Progress, withProgress } from "../../base/progress.js";
import type { ProgressListener } from "../../base/progress-event.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import { type CacheJob, missesOf } from "./cache-job.js";
import { isPortableCache } from "./cache-methods.js";
import { CacheThread, sharedTrace } from "./cache-thread.js";
import { missesSweep } from "./crew-misses.js";

/** Most sizes that are counted in one pass. */
const AT_ONCE = 32;

export interface CacheJobsOptions {
  /**
   * Jobs at a time on this machine; default: one per core. 1 runs all in this thread, unless a crew helps. The counts
   * do not depend on it.
   */
  readonly workers?: number;
  /** Workers of other machines that count beside the threads of this one. */
  readonly crew?: Crew;
  readonly onProgress?: Progress;
  /** Stops what is under way; nothing is kept. */
  readonly signal?: AbortSignal;
}

/** Below this many simulated requests, threads cost more than they save. */
const WORTH_A_THREAD = 20_000_000;

/**
 * Does jobs on some traces, several at a time, those that take long first. The counts come in the order of the jobs,
 * and do not depend on the number of threads and machines. Methods that a thread cannot make, the user's own, run in
 * this one.
 *
 * @throws "stopped" when the signal says so: threads end at once, this one ends its job
 *
 * Threads share each trace: 4 bytes per request, once more where its `requests` do not stand in shared memory yet.
 */
export const runCacheJobs = (
  traces: readonly DenseTrace[],
  jobs: readonly CacheJob[],
  options: CacheJobsOptions = {},
): Promise<Float64Array[]> =>
  withProgress("cache simulations", options.onProgress, (onProgress) => runAll(traces, jobs, options, onProgress));

async function runAll(
  traces: readonly DenseTrace[],
  jobs: readonly CacheJob[],
  { crew, workers, signal = cellSignal() }: CacheJobsOptions,
  onProgress: ProgressListener,
): Promise<Float64Array[]> {
  const work = jobs.map(({ trace, sizes }) => traces[trace].requests.length * sizes.length);
  const total = work.reduce((sum, each) => sum + each, 0);
  const most = workers ?? (crew === undefined && total < WORTH_A_THREAD ? 1 : availableParallelism());
  if (!(Number.isInteger(most) && most >= 1))
    throw problem.option`${option("workers")} is a number of threads, 1 or more; ${got(workers)}`;
  const results = new Array<Float64Array>(jobs.length);
  const order = [...jobs.keys()].sort((a, b) => costOf(jobs[b], work[b]) - costOf(jobs[a], work[a]) || a - b);
  const portable: number[] = [];
  const local: number[] = [];
  for (const index of order)
    ((crew || most > 1) && (await isPortableCache(jobs[index].method)) ? portable : local).push(index);
  let done = 0;
  const finish = (index: number, misses: Float64Array) => {
    results[index] = misses;
    done += work[index];
    onProgress({ task: `${jobs[index].method.label}`, done, total, unit: "requests" });
  };
  const stopped = () => problem.stopped`counting misses was stopped before it was done`;
  const throwIfStopped = () => {
    if (signal?.aborted) throw stopped();
  };
  throwIfStopped();
  const backlog = new Backlog(portable);
  const data = portable.length > 0 ? traces.map(sharedTrace) : [];
  const threads = Array.from({ length: Math.min(most, portable.length) }, () => new CacheThread(data));
  const stop = () => {
    backlog.stop();
    for (const thread of threads) thread.fail(stopped());
  };
  signal?.addEventListener("abort", stop);
  const runThere = async (thread: CacheThread) => {
    for await (const index of backlog) {
      const misses = await backlog.orDone(thread.run(jobs[index]));
      if (misses && backlog.finish(index)) finish(index, misses);
    }
  };
  const runHere = async () => {
    for (const index of local) {
      // signals, timers and messages of threads are served in between
      await setImmediate();
      throwIfStopped();
      finish(index, missesOf(traces[jobs[index].trace], jobs[index]));
    }
  };
  const entries = portable.map((index) => ({ index, job: jobs[index] }));
  const elsewhere = entries.length > 0 ? crew?.help(missesSweep(data, entries, backlog, finish)) : undefined;
  try {
    await Promise.all([...threads.map(runThere), runHere(), elsewhere]);
    throwIfStopped();
  } finally {
    signal?.removeEventListener("abort", stop);
    backlog.stop();
    await Promise.all([...threads.map((thread) => thread.end()), elsewhere?.catch(() => {})]);
  }
  return results;
}

/**
 * About how long a job takes, in simulated requests. Curves in one pass gain most for LRU, least for methods without
 * mercy on the memory.
 */
const costOf = ({ method, ends }: CacheJob, work: number): number =>
  method.curve && ends === undefined ? work * (method.name === "lru" ? 0.1 : 0.3) : work;

/**
 * Counts jobs of any number of sizes, cut into those that are done in one go. Sizes that hold all URLs are one and the
 * same for methods of the library, and are counted once.
 *
 * @returns misses by size, in the order of the jobs
 */
export async function countAll(
  traces: readonly DenseTrace[],
  jobs: readonly CacheJob[],
  options: CacheJobsOptions,
): Promise<Float64Array[]> {
  const parts: { readonly whole: number; readonly first: number; readonly job: CacheJob }[] = [];
  for (const [whole, job] of jobs.entries()) {
    const most = (await isPortableCache(job.method)) ? traces[job.trace].urls : Number.POSITIVE_INFINITY;
    const sizes = [...new Set(job.sizes.map((size) => Math.min(size, most)))];
    const step = job.method.curve ? AT_ONCE : 1;
    for (let first = 0; first < sizes.length; first += step)
      parts.push({ whole, first, job: { ...job, sizes: sizes.slice(first, first + step) } });
  }
  const counted = await runCacheJobs(
    traces,
    parts.map(({ job }) => job),
    options,
  );
  const misses = jobs.map(({ sizes }) => new Float64Array(sizes.length));
  for (const [i, { whole, first, job }] of parts.entries()) {
    misses[whole].set(counted[i], first);
    misses[whole].fill(counted[i][job.sizes.length - 1], first + job.sizes.length); // those that hold all URLs
  }
  return misses;
}
