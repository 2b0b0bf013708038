import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { CrawlError } from "../crawl/replay.js";
import { shared } from "../graph/graph.js";
import { type Web, WebError } from "../graph/web.js";
import { OrderingError } from "../ordering/ordering.js";
import type { ProgressListener } from "../progress.js";
import { type CrawlJob, crawlKey, mayBeCached } from "./crawl-key.js";
import { CrawlStore, StoreError } from "./crawl-store.js";
import { isPortable, type MethodSpec, specOf } from "./method-of.js";
import { type CrawlOutcome, CrawlStopped, crawlInSlices } from "./run-crawl.js";

/** What a crawl thread is started with. */
export interface WorkerData {
  readonly web: Pick<Web, "name" | "sha256" | "graph" | "start" | "references" | "capabilities" | "found">;
  /** 1 asks all threads to stop. */
  readonly stopFlag: Int32Array;
}

export interface WorkerJob {
  readonly id: number;
  readonly method: MethodSpec;
  readonly from: readonly number[];
  readonly seed: number;
  readonly cacheFolder?: string;
}

export type WorkerAnswer =
  | { readonly kind: "progress"; readonly id: number; readonly done: number }
  | { readonly kind: "done"; readonly id: number; readonly order: Uint32Array; readonly ms: number }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly error: { name: string; message: string; stack?: string; code?: string };
    };

export interface PoolOptions {
  /** Crawls at a time; default: one per core. 1 runs all in this thread. */
  readonly workers?: number;
  /** Folder of the crawl cache; undefined: nothing is kept. */
  readonly cacheFolder?: string;
  readonly onProgress?: ProgressListener;
  readonly signal?: AbortSignal;
}

/** Below this much work, links of the web times crawls, threads cost more than they save. */
const WORTH_A_THREAD = 4_000_000;

/**
 * Runs crawls of one web, several at a time. The outcomes come in the order of the jobs, and do not depend on the number of
 * threads. Orderings that threads cannot be given (the user's own functions, offline bounds, those that read URLs or text) run
 * in this one, a slice at a time.
 *
 * @throws CrawlStopped when the signal says so; finished crawls stay in the cache, and so does what the others had done, where
 *   their orderings can be continued
 */
export async function runCrawls(
  web: Web,
  jobs: readonly CrawlJob[],
  options: PoolOptions = {},
): Promise<CrawlOutcome[]> {
  const { cacheFolder, onProgress, signal } = options;
  const { workers = jobs.length * web.graph.links < WORTH_A_THREAD ? 1 : availableParallelism() } = options;
  const outcomes = new Array<CrawlOutcome>(jobs.length);
  const store = cacheFolder === undefined ? undefined : new CrawlStore(cacheFolder);
  const progress = new Totals(web.name, jobs.length, web.graph.size, onProgress);
  const portable: number[] = [];
  const local: number[] = [];
  for (const [index, job] of jobs.entries()) {
    const key = crawlKey(web, job);
    const known = mayBeCached(job.method) ? store?.order(key) : undefined;
    if (known) {
      outcomes[index] = { order: known, ms: 0, key };
      progress.finish(index);
    } else (workers > 1 && isCompiled && (await isPortable(job.method)) ? portable : local).push(index);
  }
  const threads = portable.length > 1 ? Math.min(workers, portable.length) : 0;
  if (threads === 0) local.push(...portable.splice(0));
  const halt = new Halt(signal);
  const workerData: WorkerData = { web: threads === 0 ? web : portableWeb(web), stopFlag: halt.flag };
  const crew = Array.from({ length: threads }, () => new Thread(workerData, cacheFolder));
  const queue = portable.values();
  await Promise.all([...crew.map((thread) => halt.at(() => runThere(thread))), halt.at(runHere)]);
  await Promise.all(crew.map((thread) => thread.end()));
  halt.throwIfFailed();
  return outcomes;

  async function runThere(thread: Thread): Promise<void> {
    for (const index of queue) {
      halt.throwIfStopped(web.name);
      const { order, ms } = await thread.crawl(index, jobs[index], (done) => progress.tell(index, done, jobs[index]));
      outcomes[index] = { order, ms, key: crawlKey(web, jobs[index]) };
      progress.finish(index);
    }
  }

  async function runHere(): Promise<void> {
    for (const index of local.sort((a, b) => a - b)) {
      const slices = crawlInSlices(web, jobs[index], {
        ...(store && { store }),
        stopped: () => halt.stopped,
        onProgress: ({ done }) => progress.tell(index, done, jobs[index]),
      });
      await untilOthersHadTheirTurn();
      halt.throwIfStopped(web.name);
      let slice = slices.next();
      for (; !slice.done; slice = slices.next()) await untilOthersHadTheirTurn();
      outcomes[index] = slice.value;
      progress.finish(index);
    }
  }
}

/** Timers, signals and messages of threads are served in between. */
const untilOthersHadTheirTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Threads load compiled files only; the tests run the sources. */
const isCompiled = import.meta.url.endsWith(".js");

/** Stops all crawls at the signal, or when one of them fails; each keeps what it has done before it stops. */
class Halt {
  /** 1 asks all threads to stop. */
  readonly flag = new Int32Array(new SharedArrayBuffer(4));
  readonly #signal: AbortSignal | undefined;
  readonly #stop = () => Atomics.store(this.flag, 0, 1);
  #failure: { readonly error: unknown } | undefined;
  #running = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    if (signal?.aborted) this.#stop();
    signal?.addEventListener("abort", this.#stop);
  }

  get stopped(): boolean {
    return Atomics.load(this.flag, 0) === 1;
  }

  /** Does `work`; when it fails, the rest stops, and `throwIfFailed` throws what came first. */
  async at(work: () => Promise<void>): Promise<void> {
    this.#running++;
    try {
      await work();
    } catch (error) {
      this.#failure ??= { error };
      this.#stop();
    }
    if (--this.#running === 0) this.#signal?.removeEventListener("abort", this.#stop);
  }

  throwIfStopped(web: string): void {
    if (this.stopped)
      throw new CrawlStopped(`the crawls of ${web} were stopped; finished ones are in the cache, if there is one`);
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

/** What threads are given of a web: its graph is shared by all, not copied for each. */
function portableWeb({ name, sha256, start, references, capabilities, found, graph }: Web): WorkerData["web"] {
  return { name, sha256, start, references, capabilities, found, graph: shared(graph) };
}

/** One thread, with one job at a time. */
class Thread {
  readonly #worker: Worker;
  readonly #cacheFolder: string | undefined;
  #pending:
    | {
        resolve(answer: { order: Uint32Array; ms: number }): void;
        reject(error: Error): void;
        tell(done: number): void;
      }
    | undefined;

  constructor(workerData: WorkerData, cacheFolder: string | undefined) {
    this.#cacheFolder = cacheFolder;
    this.#worker = new Worker(new URL("./crawl-worker.js", import.meta.url), { workerData });
    this.#worker.on("message", (answer: WorkerAnswer) => {
      if (answer.kind === "progress") this.#pending?.tell(answer.done);
      else if (answer.kind === "done") this.#pending?.resolve(answer);
      else this.#pending?.reject(revived(answer.error));
    });
    this.#worker.on("error", (error) => this.#pending?.reject(error as Error));
  }

  crawl(
    id: number,
    { method, from, seed }: CrawlJob,
    tell: (done: number) => void,
  ): Promise<{ order: Uint32Array; ms: number }> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, tell };
      const job: WorkerJob = {
        id,
        method: specOf(method),
        from,
        seed,
        cacheFolder: this.#cacheFolder,
      };
      this.#worker.postMessage(job);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** What a crawl may throw, besides StoreError. */
const errorClasses = { CrawlStopped, CrawlError, OrderingError, WebError, RangeError, TypeError };

/** The error of a thread, of the class that it was there. */
function revived({ name, message, stack, code }: (WorkerAnswer & { kind: "failed" })["error"]): Error {
  const Class = errorClasses[name as keyof typeof errorClasses] ?? Error;
  const error = name === "StoreError" ? new StoreError(message, code ?? "") : new Class(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Progress of all crawls together. */
class Totals {
  readonly #done: Float64Array;

  constructor(
    readonly web: string,
    readonly jobs: number,
    readonly size: number,
    readonly listener: ProgressListener | undefined,
  ) {
    this.#done = new Float64Array(jobs);
  }

  tell(index: number, done: number, { method }: CrawlJob): void {
    this.#done[index] = Math.min(1, done / this.size);
    this.#emit(`${method.label} on ${this.web}`);
  }

  finish(index: number): void {
    this.#done[index] = 1;
    this.#emit(this.web);
  }

  #emit(task: string): void {
    const sum = this.#done.reduce((total, share) => total + share, 0);
    this.listener?.({ task, done: Math.round(sum * this.size), total: this.jobs * this.size });
  }
}
