import { chmodSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { cellSignal } from "../base/cell-signal.js";
import { got, gotInstead, option, problem } from "../base/error.js";
import { makeFolder } from "../base/file/durable.js";
import { inPassingFolder } from "../base/file/passing-folder.js";
import { type Progress, withProgress } from "../base/progress.js";
import type { ProgressListener } from "../base/progress-event.js";
import { openUrlDatabase, type UrlDatabase } from "./database.js";
import type { UrlDatabaseEngine } from "./engine.js";
import { DoroszLoad } from "./load.js";
import { heldToMemory } from "./memory-limit.js";

/** One way to add URLs: an engine, and how many it is given at a time. */
export interface Contestant {
  /** For legends: "PostgreSQL, one INSERT per URL". */
  readonly label: string;
  readonly engine: UrlDatabaseEngine;
  /** URLs per call of `add`, each waited for; at most 10,000,000. */
  readonly batch: number;
  /** URLs timed per block; the rest of it is added in batches of 10,000, untimed. Default: all. */
  readonly timed?: number;
  /** Adds what is not timed, where the engine itself would take long; it works on the same files. */
  readonly filler?: UrlDatabaseEngine;
  /**
   * Calls before those that are timed, in each block: what is done once after opening is not what a URL costs. Default
   * 0.
   */
  readonly warmUp?: number;
  /** Instead of that of the measurement. */
  readonly durability?: "sync" | "none";
}

export interface MeasureOptions {
  /** URLs in the database before it is measured, less than 2^32; 1,000,000 in the paper. */
  readonly start: number;
  /** URLs added while it is, less than 2^32; 3,000,000 in the paper. */
  readonly add: number;
  /** URLs per point; 100,000 in the paper. */
  readonly block: number;
  readonly durability?: "sync" | "none";
  readonly seed?: number;
  /**
   * Bytes of memory for this process, what it starts, and what the system caches of their files; default as many as
   * there are.
   */
  readonly memory?: number;
  /** Ends with the third block in a row that is so many times as slow as the fastest; default never. */
  readonly endAt?: number;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

/** One point of Figure 2. */
export interface DelayRow {
  readonly engine: string;
  /** URLs per call: the contestant's, or all that were timed where these are fewer. */
  readonly batch: number;
  readonly durability: "sync" | "none" | "not durable";
  /** URLs in the database at the end of the block. */
  readonly urls: number;
  /** Average delay of one URL in this block, in microseconds. */
  readonly microseconds: number;
}

/** Such a point, and what the database takes then: Σ of section 1.1.1. */
export interface GrownRow extends DelayRow {
  /** Bytes of its files. */
  readonly disk: number;
  /** Bytes of memory of this process; servers and peers are others. */
  readonly memory: number;
}

export interface Measurement {
  readonly rows: readonly GrownRow[];
  /** Bytes of its files when it is closed, less those of an empty database; undefined when it keeps none. */
  readonly bytesPerUrl: number | undefined;
  /** Of all URLs given, how many were new. */
  readonly added: number;
}

/** URLs before a measurement, and in one: some hours of the fastest engine. */
const MOST_URLS = 2 ** 32 - 1;

/** URLs per call: they are drawn into one buffer of 96 bytes each. */
const MOST_BATCH = 10_000_000;

/** URLs per call while the database is filled. */
const FILL = 10_000;

/** A passing folder to measure in, which others may enter: a server may have to run as another user. */
export const inMeasuredFolder = <T>(use: (folder: string) => Promise<T>, within?: string): Promise<T> =>
  inPassingFolder((folder) => {
    chmodSync(folder, 0o711);
    return use(folder);
  }, within);

/**
 * Dorosz's benchmark (section 3): fills a database, then adds URLs and times each block. Drawing the URLs is not timed.
 *
 * @param folder where databases are made; each is removed afterwards
 * @throws CrawlbenchError as the engine does; "option" for counts that make no sense; the signal's reason when it is
 *   aborted
 */
export async function measureAdds(
  contestant: Contestant,
  folder: string,
  options: MeasureOptions,
): Promise<Measurement> {
  if (typeof contestant?.engine?.open !== "function" || !options)
    throw problem.option`measureAdds takes a way to add URLs, { label, engine, batch }, a folder, and { start, add, block }; ${gotInstead(contestant)}`;
  return withProgress(`adds to ${contestant.label}`, options.onProgress, (onProgress) =>
    addsMeasured(contestant, folder, options, onProgress),
  );
}

async function addsMeasured(
  contestant: Contestant,
  folder: string,
  { start, add, block, seed = 1, endAt = Number.POSITIVE_INFINITY, signal = cellSignal(), ...options }: MeasureOptions,
  onProgress: ProgressListener,
): Promise<Measurement> {
  const { label, engine, batch, timed = Number.POSITIVE_INFINITY, filler = engine, warmUp = 0 } = contestant;
  const durability = contestant.durability ?? options.durability ?? "sync";
  checkCounts(start, { add, block, batch }, timed);
  const missing = await engine.missing?.();
  if (missing) throw problem.unavailable`${missing}`;
  makeFolder(folder);
  const path = join(folder, `measured-${process.pid}`);
  const load = new DoroszLoad(seed);
  const rows: GrownRow[] = [];
  let added = 0;
  let done = 0;
  const session = new Session(path, durability);
  const addUpTo = async (end: number, size: number, by: UrlDatabaseEngine): Promise<number> => {
    let milliseconds = 0;
    const database = done < end ? await session.by(by) : undefined;
    while (database && done < end) {
      signal?.throwIfAborted();
      const urls = load.next(Math.min(size, end - done));
      const begun = performance.now();
      added += (await database.add(urls)).added;
      milliseconds += performance.now() - begun;
      done += urls.size;
      if (size === 1 && done % 500 !== 0) continue;
      onProgress({ task: label, done, total: start + add, unit: "URLs" });
      await setImmediate(); // an engine in memory never waits: Ctrl-C would go unheard
    }
    return milliseconds;
  };
  const release = options.memory === undefined ? undefined : heldToMemory(options.memory);
  try {
    await session.by(filler);
    await session.close();
    const empty = engine.durable ? bytesIn(path) : 0;
    await addUpTo(start, FILL, filler);
    while (done < start + add) {
      const end = Math.min(start + add, done + block);
      const size = Math.min(end - done, timed);
      await addUpTo(Math.min(done + warmUp * batch, end - size), batch, engine);
      const milliseconds = await addUpTo(done + size, batch, engine);
      await addUpTo(end, FILL, filler);
      rows.push({
        engine: label,
        batch: Math.min(batch, size),
        durability: engine.durable ? durability : "not durable",
        urls: done,
        microseconds: (milliseconds * 1000) / size,
        disk: engine.durable ? bytesIn(path) : 0,
        memory: process.memoryUsage.rss(),
      });
      const fastest = Math.min(...rows.map(({ microseconds }) => microseconds));
      if (rows.length > 3 && rows.slice(-3).every(({ microseconds }) => microseconds >= endAt * fastest)) break;
    }
    await session.close();
    return { rows, added, bytesPerUrl: engine.durable ? (bytesIn(path) - empty) / done : undefined };
  } finally {
    await session.close().catch(() => {}); // the first error is the one to tell
    rmSync(path, { recursive: true, force: true });
    release?.();
  }
}

function checkCounts(start: number, positive: { add: number; block: number; batch: number }, timed: number): void {
  const check = (name: string, value: number, least: number, most: number) => {
    if (!(Number.isInteger(value) && value >= least && value <= most))
      throw problem.option`${option(name)} is an integer from ${least} to ${most}; ${got(value)}`;
  };
  check("start", start, 0, MOST_URLS);
  check("add", positive.add, 1, MOST_URLS);
  check("block", positive.block, 1, MOST_URLS);
  check("batch", positive.batch, 1, MOST_BATCH);
  if (timed !== Number.POSITIVE_INFINITY && (!Number.isInteger(timed) || timed < 1))
    throw problem.option`${option("timed")} is an integer from 1, or left out for all; ${got(timed)}`;
  const { add, block } = positive;
  if (block > add)
    throw problem.option`${option("block")} is at most add, ${add}, the URLs added in all; ${got(block)}`;
}

/** One database that is opened by one engine at a time. */
class Session {
  #engine: UrlDatabaseEngine | undefined;
  #database: UrlDatabase | undefined;

  constructor(
    readonly path: string,
    readonly durability: "sync" | "none",
  ) {}

  async by(engine: UrlDatabaseEngine): Promise<UrlDatabase> {
    if (this.#engine !== engine) await this.close();
    this.#engine = engine;
    this.#database ??= await openUrlDatabase(this.path, { engine, durability: this.durability });
    return this.#database;
  }

  async close(): Promise<void> {
    const database = this.#database;
    this.#database = undefined;
    await database?.close();
  }
}

/** Bytes of all files below a folder, but for the mark of the process that has it open: that says which, in more or fewer digits. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "lock")
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
