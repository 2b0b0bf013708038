import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { cellSignal } from "../../base/cell-signal.js";
import { Backlog } from "../../base/crew/backlog.js";
import type { Crew } from "../../base/crew/crew.js";
import { problem } from "../../base/error.js";
import { type Progress, withProgress } from "../../base/progress.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { portableWeb } from "../../web/portable.js";
import type { Web } from "../../web/web.js";
import { type CrawlJob, crawlKey, mayBeCached } from "./crawl-key.js";
import { CrawlStore } from "./crawl-store.js";
import { CrawlThread } from "./crawl-thread.js";
import { crawlSweep } from "./crew-crawls.js";
import { isPortable } from "./method-of.js";
import { type CrawlOutcome, crawlInSlices } from "./run-crawl.js";

export interface PoolOptions {
  /** Crawls at a time on this machine; default: one per core. 1 runs all in this thread, unless a crew helps. */
  readonly workers?: number;
  /** Workers of other machines that crawl beside the threads of this one. */
  readonly crew?: Crew;
  /** Folder of the crawl cache; undefined: nothing is kept. */
  readonly cacheFolder?: string;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

/** Below this much work, links of the web times crawls, threads cost more than they save. */
const WORTH_A_THREAD = 4_000_000;

/**
 * Runs crawls of one web, several at a time. The outcomes come in the order of the jobs, and do not depend on the
 * number of threads. Orderings that threads cannot be given (the user's own functions, offline bounds, those that read
 * URLs or text) run in this one, a slice at a time.
 *
 * @throws "stopped" when the signal says so; finished crawls stay in the cache, and so does what the others had
 *   done, where their orderings can be continued
 */
export const runCrawls = (web: Web, jobs: readonly CrawlJob[], options: PoolOptions = {}): Promise<CrawlOutcome[]> =>
  withProgress(`crawls of ${web.name}`, options.onProgress, (onProgress) => runAll(web, jobs, options, onProgress));

async function runAll(
  web: Web,
  jobs: readonly CrawlJob[],
  options: PoolOptions,
  onProgress: ProgressListener,
): Promise<CrawlOutcome[]> {
  const { cacheFolder, crew, signal = cellSignal(), workers = workersFor(web, jobs, crew) } = options;
  const outcomes = new Array<CrawlOutcome>(jobs.length);
  const store = cacheFolder === undefined ? undefined : new CrawlStore(cacheFolder);
  const progress = new Totals(web.name, jobs, web.graph.size, store !== undefined, onProgress);
  const keys = jobs.map((job) => crawlKey(web, job));
  const kept = jobs.map((job, index) => (mayBeCached(job, web) ? store?.order(keys[index]) : undefined));
  for (const [index, order] of kept.entries()) if (order) finish(index, { order, ms: 0, key: keys[index] });
  const waiting = [...kept.keys()].filter((index) => kept[index] === undefined);
  const portable = crew || workers > 1 ? await portableOf(jobs, waiting, crew ? 1 : 2) : [];
  const local = waiting.filter((index) => !portable.includes(index));
  const backlog = new Backlog(portable);
  const halt = new Halt(signal, () => backlog.stop());
  const given = portable.length > 0 ? portableWeb(web) : web;
  const threads = Array.from(
    { length: Math.min(Math.max(1, workers), portable.length) },
    () => new CrawlThread({ web: given, stopFlag: halt.flag }, cacheFolder),
  );
  await Promise.all([
    ...threads.map((thread) => halt.at(() => runThere(thread))),
    halt.at(runHere),
    ...(crew && portable.length > 0 ? [halt.at(() => runElsewhere(crew))] : []),
  ]);
  await Promise.all(threads.map((thread) => thread.end()));
  halt.throwIfFailed();
  return outcomes;

  function finish(index: number, outcome: CrawlOutcome): void {
    outcomes[index] = outcome;
    progress.finish(index);
  }

  /** For messages from elsewhere: what a listener throws there would end the process. */
  function tell(index: number, done: number): void {
    try {
      progress.tell(index, done);
    } catch (error) {
      halt.fail(error);
    }
  }

  async function runThere(thread: CrawlThread): Promise<void> {
    for await (const index of backlog) {
      const crawled = await backlog.orDone(thread.crawl(index, jobs[index], (done) => tell(index, done)));
      if (crawled && backlog.finish(index)) finish(index, { order: crawled.order, ms: crawled.ms, key: keys[index] });
    }
    if (backlog.waiting > 0) halt.throwIfStopped(web.name);
  }

  async function runHere(): Promise<void> {
    for (const index of local)
      finish(index, await crawlHere(web, jobs[index], store, halt, (done) => progress.tell(index, done)));
  }

  async function runElsewhere(others: Crew): Promise<void> {
    const entries = portable.map((index) => ({ index, job: jobs[index] }));
    const sweep = crawlSweep(given, entries, backlog, {
      progress: tell,
      finish(index, order, ms) {
        store?.keep(keys[index], order);
        finish(index, { order, ms, key: keys[index] });
      },
    });
    await others.help(sweep);
    if (!backlog.isDone) halt.throwIfStopped(web.name);
  }
}

const workersFor = (web: Web, jobs: readonly CrawlJob[], crew: Crew | undefined): number =>
  crew === undefined && jobs.length * web.graph.links < WORTH_A_THREAD ? 1 : availableParallelism();

/** Those of `waiting` that threads and other machines can run; none where they are fewer than is worth it. */
async function portableOf(jobs: readonly CrawlJob[], waiting: readonly number[], fewest: number): Promise<number[]> {
  const portable: number[] = [];
  for (const index of waiting) if (await isPortable(jobs[index].method)) portable.push(index);
  return portable.length < fewest ? [] : portable;
}

async function crawlHere(
  web: Web,
  job: CrawlJob,
  store: CrawlStore | undefined,
  halt: Halt,
  tell: (done: number) => void,
): Promise<CrawlOutcome> {
  const slices = crawlInSlices(web, job, {
    ...(store && { store }),
    stopped: () => halt.stopped,
    onProgress: ({ done }) => tell(done),
  });
  await setImmediate(); // timers, signals and messages of threads are served in between
  halt.throwIfStopped(web.name);
  let slice = slices.next();
  for (; !slice.done; slice = slices.next()) await setImmediate();
  return slice.value;
}

/** Stops all crawls at the signal, or when one of them fails; each keeps what it has done before it stops. */
class Halt {
  /** 1 asks all threads to stop. */
  readonly flag = new Int32Array(new SharedArrayBuffer(4));
  readonly #signal: AbortSignal | undefined;
  readonly #stop = () => {
    Atomics.store(this.flag, 0, 1);
    this.onStop();
  };
  #failure: { readonly error: unknown } | undefined;
  #running = 0;

  constructor(
    signal: AbortSignal | undefined,
    readonly onStop: () => void,
  ) {
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
      this.fail(error);
    }
    if (--this.#running === 0) this.#signal?.removeEventListener("abort", this.#stop);
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop();
  }

  throwIfStopped(web: string): void {
    if (this.stopped)
      throw problem.stopped`the crawls of ${web} were stopped; finished ones are in the cache, if there is one`;
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

/** Progress of all crawls together. */
class Totals {
  readonly #done: Float64Array;

  constructor(
    readonly web: string,
    readonly jobs: readonly CrawlJob[],
    readonly size: number,
    readonly isKept: boolean,
    readonly listener: ProgressListener,
  ) {
    this.#done = new Float64Array(jobs.length);
  }

  tell(index: number, done: number): void {
    // a crawl that is begun anew elsewhere
    this.#done[index] = Math.max(this.#done[index], Math.min(1, done / this.size));
    this.#emit(`${this.jobs[index].method.label} on ${this.web}`);
  }

  finish(index: number): void {
    this.#done[index] = 1;
    this.#emit(this.web);
  }

  #emit(task: string): void {
    const sum = this.#done.reduce((total, share) => total + share, 0);
    const parts = new Map<string, { name: string; done: number; total: number }>();
    for (const [index, { method }] of this.jobs.entries()) {
      const { done, total } = parts.get(method.label) ?? { done: 0, total: 0 };
      parts.set(method.label, { name: method.name, done: done + this.#done[index], total: total + 1 });
    }
    this.listener({
      task,
      done: Math.round(sum * this.size),
      total: this.jobs.length * this.size,
      unit: "pages",
      isKept: this.isKept,
      parts: [...parts.values()],
    });
  }
}
