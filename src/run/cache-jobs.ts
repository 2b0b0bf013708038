import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { blockMisses } from "../cache/block-misses.js";
import type { CacheMethod } from "../cache/method.js";
import { missCurve } from "../cache/miss-curve.js";
import type { ProgressListener } from "../progress.js";
import type { DenseTrace } from "../trace/url-trace.js";
import { type CacheSpec, isPortableCache } from "./cache-methods.js";

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
  /** Jobs at a time; default: one per core. 1 runs all in this thread. The counts do not depend on it. */
  readonly workers?: number;
  readonly onProgress?: ProgressListener;
  /** Stops what is under way; nothing is kept. */
  readonly signal?: AbortSignal;
}

/** What a thread is sent, and what it answers. */
export type CacheWorkerJob = Omit<CacheJob, "method"> & { readonly id: number; readonly spec: CacheSpec };
export type CacheAnswer =
  | { readonly id: number; readonly misses: Float64Array; readonly error?: undefined }
  | { readonly id: number; readonly error: { name: string; message: string; stack?: string } };

/** The signal came before all misses were counted. */
export class SweepStopped extends Error {
  override readonly name = "SweepStopped";
}

/** Below this many simulated requests, threads cost more than they save. */
const WORTH_A_THREAD = 20_000_000;

/** Threads load compiled files only; the tests run the sources. */
const isCompiled = import.meta.url.endsWith(".js");

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
 * on the number of threads. Methods that a thread cannot make, the user's own, run in this one.
 *
 * @throws SweepStopped when the signal says so: threads end at once, this one ends its job
 *
 * Threads share each trace: 4 bytes per request, once more where its `requests` do not stand in shared memory yet.
 */
export async function runCacheJobs(
  traces: readonly DenseTrace[],
  jobs: readonly CacheJob[],
  { workers, onProgress, signal }: CacheJobsOptions = {},
): Promise<Float64Array[]> {
  const work = jobs.map(({ trace, sizes }) => traces[trace].requests.length * sizes.length);
  const total = work.reduce((sum, each) => sum + each, 0);
  const most = workers ?? (total < WORTH_A_THREAD ? 1 : availableParallelism());
  if (!(Number.isInteger(most) && most >= 1))
    throw new RangeError(`workers is a number of threads, 1 or more; found ${workers}`);
  const results = new Array<Float64Array>(jobs.length);
  const order = [...jobs.keys()].sort((a, b) => costOf(jobs[b], work[b]) - costOf(jobs[a], work[a]) || a - b);
  const portable: number[] = [];
  const local: number[] = [];
  for (const index of order)
    (most > 1 && isCompiled && (await isPortableCache(jobs[index].method)) ? portable : local).push(index);
  const threads = Math.min(most, portable.length);
  let done = 0;
  const finish = (index: number, misses: Float64Array) => {
    results[index] = misses;
    done += work[index];
    onProgress?.({ task: `${jobs[index].method.label}`, done, total });
  };
  const throwIfStopped = () => {
    if (signal?.aborted) throw new SweepStopped("counting misses was stopped before it was done");
  };
  throwIfStopped();
  const data = threads > 0 ? traces.map(sharedTrace) : [];
  const crew = Array.from({ length: threads }, () => new Thread(data));
  const queue = portable.values();
  const stop = () => {
    for (const thread of crew) thread.fail(new SweepStopped("counting misses was stopped before it was done"));
  };
  signal?.addEventListener("abort", stop);
  const runThere = async (thread: Thread) => {
    for (const index of queue) finish(index, await thread.run(index, jobs[index]));
  };
  const runHere = async () => {
    for (const index of local) {
      await new Promise((resolve) => setImmediate(resolve)); // signals, timers and messages of threads are served in between
      throwIfStopped();
      finish(index, missesOf(traces[jobs[index].trace], jobs[index]));
    }
  };
  try {
    await Promise.all([...crew.map(runThere), runHere()]);
    throwIfStopped();
  } finally {
    signal?.removeEventListener("abort", stop);
    await Promise.all(crew.map((thread) => thread.end()));
  }
  return results;
}

/** About how long a job takes, in simulated requests. Curves in one pass gain most for LRU, least for methods without mercy on the memory. */
const costOf = ({ method, ends }: CacheJob, work: number): number =>
  method.curve && ends === undefined ? work * (method.name === "lru" ? 0.1 : 0.3) : work;

/** A trace whose requests all threads can read. */
function sharedTrace({ requests, urls }: DenseTrace): DenseTrace {
  if (requests.buffer instanceof SharedArrayBuffer) return { requests, urls };
  const copy = new Uint32Array(new SharedArrayBuffer(requests.byteLength));
  copy.set(requests);
  return { requests: copy, urls };
}

/** One thread, with one job at a time. */
class Thread {
  readonly #worker: Worker;
  #pending: { resolve(misses: Float64Array): void; reject(error: Error): void } | undefined;
  #failed: Error | undefined;

  constructor(traces: readonly DenseTrace[]) {
    this.#worker = new Worker(new URL("./cache-worker.js", import.meta.url), { workerData: traces });
    this.#worker.on("message", (answer: CacheAnswer) => {
      if (answer.error === undefined) this.#pending?.resolve(answer.misses);
      else this.#pending?.reject(revived(answer.error));
    });
    this.#worker.on("error", (error) => this.fail(error as Error));
  }

  run(id: number, { method, ...job }: CacheJob): Promise<Float64Array> {
    return new Promise((resolve, reject) => {
      if (this.#failed) return reject(this.#failed);
      this.#pending = { resolve, reject };
      const message: CacheWorkerJob = { ...job, id, spec: { name: method.name, options: method.options } };
      this.#worker.postMessage(message);
    });
  }

  fail(error: Error): void {
    this.#failed = error;
    this.#pending?.reject(error);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The error of a thread, of the class that it was there. */
function revived({ name, message, stack }: { name: string; message: string; stack?: string }): Error {
  const Class = { RangeError, TypeError }[name] ?? Error;
  const error = new Class(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
