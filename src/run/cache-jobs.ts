import { availableParallelism } from "node:os";
import { blockMisses } from "../cache/block-misses.js";
import type { CacheMethod } from "../cache/method.js";
import { missCurve } from "../cache/miss-curve.js";
import type { ProgressListener } from "../progress.js";
import type { DenseTrace } from "../trace/url-trace.js";
import { Backlog } from "./backlog.js";
import { isPortableCache } from "./cache-methods.js";
import { CacheThread, sharedTrace } from "./cache-thread.js";
import type { Crew } from "./crew.js";
import { missesSweep } from "./crew-misses.js";
import { isCompiled } from "./is-compiled.js";

/** Misses to be counted: one method at some sizes, in one go. */
export interface CacheJob {
  /** Index of the trace. */
  readonly trace: number;
  readonly method: CacheMethod;
  /** Entries, ascending, each once. */
  readonly sizes: readonly number[];
  readonly seed: number;
  /** Where given: count each stretch up to these requests apart, see `blockMisses`. */
  readonly ends?: readonly number[];
}

export interface CacheJobsOptions {
  /** Jobs at a time on this machine; default: one per core. 1 runs all in this thread, unless a crew helps. The counts do not depend on it. */
  readonly workers?: number;
  /** Workers of other machines that count beside the threads of this one. */
  readonly crew?: Crew;
  readonly onProgress?: ProgressListener;
  /** Stops what is under way; nothing is kept. */
  readonly signal?: AbortSignal;
}

/** The signal came before all misses were counted. */
export class SweepStopped extends Error {
  override readonly name = "SweepStopped";
}

/** Below this many simulated requests, threads cost more than they save. */
const WORTH_A_THREAD = 20_000_000;

/** Does one job. @returns misses by size; with `ends`, by size and then by stretch */
export function missesOf(trace: DenseTrace, { method, sizes, seed, ends }: CacheJob): Float64Array {
  if (ends === undefined) return missCurve(trace, method, sizes, { seed });
  const misses = new Float64Array(sizes.length * ends.length);
  for (const [i, size] of sizes.entries())
    misses.set(blockMisses(trace, method, size, ends, { seed }), i * ends.length);
  return misses;
}

/**
 * Does jobs on some traces, several at a time, those that take long first. The counts come in the order of the jobs, and do not depend
 * on the number of threads and machines. Methods that a thread cannot make, the user's own, run in this one.
 *
 * @throws SweepStopped when the signal says so: threads end at once, this one ends its job
 *
 * Threads share each trace: 4 bytes per request, once more where its `requests` do not stand in shared memory yet.
 */
export async function runCacheJobs(
  traces: readonly DenseTrace[],
  jobs: readonly CacheJob[],
  { workers, onProgress, signal, ...options }: CacheJobsOptions = {},
): Promise<Float64Array[]> {
  const crew = isCompiled ? options.crew : undefined;
  const work = jobs.map(({ trace, sizes }) => traces[trace].requests.length * sizes.length);
  const total = work.reduce((sum, each) => sum + each, 0);
  const most = workers ?? (crew === undefined && total < WORTH_A_THREAD ? 1 : availableParallelism());
  if (!(Number.isInteger(most) && most >= 1))
    throw new RangeError(`workers is a number of threads, 1 or more; found ${workers}`);
  const results = new Array<Float64Array>(jobs.length);
  const order = [...jobs.keys()].sort((a, b) => costOf(jobs[b], work[b]) - costOf(jobs[a], work[a]) || a - b);
  const portable: number[] = [];
  const local: number[] = [];
  for (const index of order)
    ((crew || (most > 1 && isCompiled)) && (await isPortableCache(jobs[index].method)) ? portable : local).push(index);
  let done = 0;
  const finish = (index: number, misses: Float64Array) => {
    results[index] = misses;
    done += work[index];
    onProgress?.({ task: `${jobs[index].method.label}`, done, total });
  };
  const stopped = () => new SweepStopped("counting misses was stopped before it was done");
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
      const misses = await backlog.orDone(thread.run(index, jobs[index]));
      if (misses && backlog.finish(index)) finish(index, misses);
    }
  };
  const runHere = async () => {
    for (const index of local) {
      await new Promise((resolve) => setImmediate(resolve)); // signals, timers and messages of threads are served in between
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

/** About how long a job takes, in simulated requests. Curves in one pass gain most for LRU, least for methods without mercy on the memory. */
const costOf = ({ method, ends }: CacheJob, work: number): number =>
  method.curve && ends === undefined ? work * (method.name === "lru" ? 0.1 : 0.3) : work;
