import { basename, resolve } from "node:path";
import { cellSignal } from "../base/cell-signal.js";
import { problem } from "../base/error.js";
import { inWhole } from "../base/numbers.js";
import { type CacheExperiment, sweepOfCounts } from "../cache/sweep/cache-experiment.js";
import { sweepOf } from "../cache/sweep/cache-sweep.js";
import { type LiveHost, openLiveHost } from "../cache/sweep/live-host.js";
import type { LiveCounts } from "../cache/sweep/live-sweep.js";
import { CacheSweep, type SweepOf } from "../cache/sweep/sweep.js";
import { openTrace } from "../trace/open-trace.js";
import type { TraceWriter } from "../trace/write-trace.js";
import type { MissCurves } from "./status.js";

/** URLs that an experiment is given at a time: 512 kB. */
const AT_ONCE = 1 << 16;

const CUT = "counting was stopped with the crawl";

/** A trace that grows, and where it stands. */
export interface GrowingTrace {
  readonly trace: TraceWriter;
  readonly folder: string;
}

/**
 * Experiments that run alongside a crawl. Each reads the trace as it is written, from its first URL, in its own time:
 * nothing waits for it, and nothing piles up in memory where it falls behind.
 */
export class Alongside {
  readonly #feeds: readonly Feed[];
  readonly #source: GrowingTrace;

  private constructor(feeds: readonly Feed[], source: GrowingTrace) {
    this.#feeds = feeds;
    this.#source = source;
  }

  /** @param onTrouble told of an experiment that failed; the others, and the crawl, go on */
  static async open(
    experiments: readonly CacheExperiment[],
    source: GrowingTrace,
    onTrouble: (error: Error) => void,
  ): Promise<Alongside> {
    const feeds = experiments.map((experiment) => Feed.open(experiment, source, onTrouble));
    return new Alongside(await Promise.all(feeds), source);
  }

  /** The misses so far. */
  get sweeps(): readonly CacheSweep[] {
    return this.#feeds.map(({ sweep }) => sweep);
  }

  /** The same as plain data. */
  get missCurves(): readonly MissCurves[] {
    return this.sweeps.map(missCurvesOf);
  }

  /** Counts what came since, unless that is under way; to be called about once a second. */
  advance(): void {
    for (const feed of this.#feeds) feed.advance();
  }

  /**
   * The trace is complete, and committed: all of it is counted, and MIN.
   *
   * @param stopping stops it. Aborted beforehand, it stopped the crawl: then MIN is left out, and a cell that is stopped
   *   once more stops the rest
   * @throws what went wrong in an experiment
   */
  async finish(stopping: AbortSignal | undefined): Promise<void> {
    const isStopped = stopping?.aborted === true;
    const signal = isStopped ? cellSignal() : stopping;
    const cut = () => this.cut();
    signal?.addEventListener("abort", cut, { once: true });
    await Promise.all(this.#feeds.map((feed) => feed.complete(!isStopped)));
    signal?.removeEventListener("abort", cut);
    const { trace, folder } = this.#source;
    const isNeeded = trace.size > 0 && this.#feeds.some(({ isWhole }) => isWhole);
    const whole = isNeeded ? sweepOf(await openTrace(folder), {}) : undefined;
    await Promise.all(this.#feeds.map((feed) => feed.conclude(whole)));
  }

  /** Counts no more. What was counted stands. */
  cut(): void {
    for (const feed of this.#feeds) feed.cut();
  }

  async close(): Promise<void> {
    await Promise.all(this.#feeds.map((feed) => feed.close()));
  }
}

/** One experiment, and how far it is. */
class Feed {
  readonly #experiment: CacheExperiment;
  readonly #source: GrowingTrace;
  readonly #host: LiveHost;
  readonly #onTrouble: (error: Error) => void;
  #counts: LiveCounts | undefined;
  #sweep: CacheSweep;
  /** What the listener was told last. */
  #told: CacheSweep;
  #hasMin = false;
  /** URLs of the trace that were handed over. */
  #given = 0;
  #work: Promise<void> | undefined;
  #isCut = false;
  #failure: Error | undefined;

  private constructor(
    experiment: CacheExperiment,
    source: GrowingTrace,
    host: LiveHost,
    onTrouble: (error: Error) => void,
  ) {
    this.#experiment = experiment;
    this.#source = source;
    this.#host = host;
    this.#onTrouble = onTrouble;
    this.#sweep = new CacheSweep({ name: this.#name, requests: 0, distinct: 0 }, []);
    this.#told = this.#sweep;
  }

  static async open(
    experiment: CacheExperiment,
    source: GrowingTrace,
    onTrouble: (error: Error) => void,
  ): Promise<Feed> {
    return new Feed(experiment, source, await openLiveHost(experiment), onTrouble);
  }

  get sweep(): CacheSweep {
    return this.#sweep;
  }

  /** All of the trace was counted, and none of it estimated. */
  get isWhole(): boolean {
    return this.#counts?.sample.rate === 1 && this.#counts.seen === this.#source.trace.size;
  }

  advance(): void {
    this.#tell();
    if (this.#given < this.#source.trace.size) void this.#once(() => this.#read());
  }

  /** Counts what is left. */
  async complete(withMin: boolean): Promise<void> {
    await this.#work;
    await this.#once(async () => {
      while (this.#given < this.#source.trace.size) await this.#read();
      if (!withMin || this.#counts === undefined) return;
      this.#counts = await this.#host.finish();
      this.#hasMin = true;
    });
  }

  /** @param whole the trace, where it was read @throws what went wrong */
  async conclude(whole: SweepOf | undefined): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#counts === undefined) return;
    const { seen } = this.#counts;
    const all = this.#source.trace.size;
    const left =
      seen < all
        ? [`the first ${inWhole(seen)} of ${inWhole(all)} requests: ${CUT}`]
        : this.#hasMin
          ? []
          : ["without MIN, since the crawl was stopped: resume it to the end to have MIN"];
    const of = this.isWhole ? whole : undefined;
    this.#sweep = await sweepOfCounts(this.#experiment, this.#counts, { name: this.#name, ...of, notes: left });
    this.#tell();
    if (this.#failure) throw this.#failure;
  }

  cut(): void {
    this.#isCut = true;
    void this.close();
  }

  async close(): Promise<void> {
    await this.#host.end(problem.stopped`${CUT}`);
  }

  get #name(): string {
    return basename(resolve(this.#source.folder));
  }

  /** Does one thing at a time. What goes wrong ends this experiment, and nothing else. */
  #once(work: () => Promise<void>): Promise<void> {
    if (this.#failure || this.#isCut) return Promise.resolve();
    this.#work ??= work()
      .catch((error: Error) => this.#fail(error))
      .finally(() => {
        this.#work = undefined;
      });
    return this.#work;
  }

  /** Goes on with the trace. */
  async #read(): Promise<void> {
    const { trace } = this.#source;
    do {
      const words = trace.read(this.#given, AT_ONCE);
      this.#given += words.length / 2;
      this.#counts = await this.#host.add(words);
      this.#sweep = await sweepOfCounts(this.#experiment, this.#counts, { name: this.#name });
    } while (!this.#isCut && trace.size - this.#given >= AT_ONCE);
  }

  #tell(): void {
    if (this.#told === this.#sweep) return;
    this.#told = this.#sweep;
    try {
      this.#experiment.onSweep?.(this.#sweep);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    if (this.#isCut) return;
    this.#failure ??= error;
    this.#onTrouble(error);
  }
}

function missCurvesOf(sweep: CacheSweep): MissCurves {
  const { requests, distinct, sizes, curves } = sweep;
  const rateOf = (misses: number) => (Number.isNaN(misses) ? null : misses / requests);
  return {
    requests,
    distinct,
    sizes,
    curves: curves.map(({ policy, misses }) => ({ policy, missRates: Array.from(misses, rateOf) })),
    notes: sweep.notes().slice(1),
  };
}
