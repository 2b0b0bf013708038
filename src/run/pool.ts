import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { shared } from "../graph/graph.js";
import type { Web } from "../graph/web.js";
import type { ProgressListener } from "../progress.js";
import { type CrawlJob, crawlKey } from "./crawl-key.js";
import { CrawlStore, StoreError } from "./crawl-store.js";
import { type CrawlOutcome, CrawlStopped, runCrawl } from "./run-crawl.js";

/** What a crawl thread is started with. */
export interface WorkerData {
  readonly web: Pick<Web, "name" | "sha256" | "graph" | "start" | "references" | "capabilities" | "found">;
  /** 1 asks all threads to stop. */
  readonly stopFlag: Int32Array;
}

export interface WorkerJob {
  readonly id: number;
  readonly method: { readonly name: string; readonly options: object };
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
 * in this one.
 *
 * @throws CrawlStopped when the signal says so; finished crawls stay in the cache
 */
export async function runCrawls(web: Web, jobs: readonly CrawlJob[], options: PoolOptions = {}): Promise<CrawlOutcome[]> {
  const { cacheFolder, onProgress, signal } = options;
  const { workers = jobs.length * web.graph.links < WORTH_A_THREAD ? 1 : availableParallelism() } = options;
  const outcomes = new Array<CrawlOutcome>(jobs.length);
  const store = cacheFolder === undefined ? undefined : new CrawlStore(cacheFolder);
  const progress = new Totals(web.name, jobs.length, web.graph.size, onProgress);
  const portable: number[] = [];
  const local: number[] = [];
  for (const [index, job] of jobs.entries()) {
    const key = crawlKey(web, job);
    const known = store?.order(key);
    if (known) {
      outcomes[index] = { order: known, ms: 0, key };
      progress.finish(index);
    } else (workers > 1 && isPortable(job) ? portable : local).push(index);
  }
  const threads = portable.length > 1 ? Math.min(workers, portable.length) : 0;
  if (threads === 0) local.push(...portable.splice(0));
  const crew = Crew.start(threads, web, cacheFolder, signal);
  try {
    const queue = portable.values();
    const lanes = crew.map(async (member) => {
      for (const index of queue) {
        const { order, ms } = await member.crawl(index, jobs[index], (done) => progress.tell(index, done, jobs[index]));
        outcomes[index] = { order, ms, key: crawlKey(web, jobs[index]) };
        progress.finish(index);
      }
    });
    await Promise.all([...lanes, runHere()]);
  } finally {
    await Promise.all(crew.map((member) => member.end()));
  }
  return outcomes;

  async function runHere(): Promise<void> {
    for (const index of local.sort((a, b) => a - b)) {
      await new Promise((resolve) => setImmediate(resolve));
      outcomes[index] = runCrawl(web, jobs[index], {
        ...(store && { store }),
        stopped: () => signal?.aborted ?? false,
        onProgress: ({ done }) => progress.tell(index, done, jobs[index]),
      });
      progress.finish(index);
    }
  }
}

/** True when another thread can make the same ordering from its name and options, and needs nothing but links. */
const isPortable = ({ method }: CrawlJob): boolean =>
  method.code === undefined && !method.offline && method.needs.every((need) => need === "links") && import.meta.url.endsWith(".js");

/** One thread, with one job at a time. */
class Crew {
  readonly #worker: Worker;
  readonly #cacheFolder: string | undefined;
  #pending: { resolve(answer: { order: Uint32Array; ms: number }): void; reject(error: Error): void; tell(done: number): void } | undefined;

  static start(count: number, web: Web, cacheFolder: string | undefined, signal: AbortSignal | undefined): Crew[] {
    if (count === 0) return [];
    const stopFlag = new Int32Array(new SharedArrayBuffer(4));
    const stop = () => Atomics.store(stopFlag, 0, 1);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    const { name, sha256, start, references, capabilities, found } = web;
    const data: WorkerData = { web: { name, sha256, start, references, capabilities, found, graph: shared(web.graph) }, stopFlag };
    return Array.from({ length: count }, () => new Crew(data, cacheFolder));
  }

  private constructor(workerData: WorkerData, cacheFolder: string | undefined) {
    this.#cacheFolder = cacheFolder;
    this.#worker = new Worker(new URL("./crawl-worker.js", import.meta.url), { workerData });
    this.#worker.on("message", (answer: WorkerAnswer) => {
      if (answer.kind === "progress") this.#pending?.tell(answer.done);
      else if (answer.kind === "done") this.#pending?.resolve(answer);
      else this.#pending?.reject(revived(answer.error));
    });
    this.#worker.on("error", (error) => this.#pending?.reject(error as Error));
  }

  crawl(id: number, { method, from, seed }: CrawlJob, tell: (done: number) => void): Promise<{ order: Uint32Array; ms: number }> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, tell };
      const job: WorkerJob = { id, method: { name: method.name, options: method.options }, from, seed, cacheFolder: this.#cacheFolder };
      this.#worker.postMessage(job);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The error of a thread, of the class that it was there. */
function revived({ name, message, stack, code }: { name: string; message: string; stack?: string; code?: string }): Error {
  const error =
    name === "CrawlStopped" ? new CrawlStopped(message) : name === "StoreError" ? new StoreError(message, code ?? "") : new Error(message);
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
