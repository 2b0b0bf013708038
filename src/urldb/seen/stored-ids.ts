import { randomInt } from "node:crypto";
import { closeSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { unlessProblem } from "../../base/attempt.js";
import { isProblem } from "../../base/error.js";
import { makeFolder } from "../dedicated/files.js";
import { readManifest, writeManifest } from "../dedicated/manifest.js";
import { type Run, RunFiles, type StoredRun, syncAll } from "../dedicated/run-set.js";
import { SeenIndex } from "../dedicated/seen-index.js";

/** Fingerprints that stand in memory before they are written: 4 MB of them. */
const RECENT = 2 ** 18;

/** After how many new ones merges go on, and with how many entries for each. */
const STRIDE = 64;
const PACE = 4;

/** What outlives the process: fingerprints of URLs 0 .. urls - 1, in runs. */
interface Kept {
  readonly format: 1;
  readonly seed: number;
  readonly urls: number;
  /** Number of the next file. */
  readonly next: number;
  readonly runs: readonly StoredRun[];
}

const isAny = () => true;

/**
 * Ids of 64-bit fingerprints as the URL database keeps them: the last in memory, the others in sorted runs on disk, with
 * a filter in memory before each. Who is new is known from the filters, save 3 in 10,000 for each run; who is known
 * costs one read of 4 kB, of the system's file cache where it has room.
 *
 * 2.5 bytes of memory per URL, twice that while the largest runs are merged, and 4 to 8 MB. 10 bytes on disk.
 *
 * It can be made again from the URLs: what a kill, or a disk, has left of it in pieces is thrown away.
 */
export class StoredIds {
  readonly seed: number;
  readonly #path: string;
  readonly #capacity: number;
  readonly #index: SeenIndex;
  readonly #files: RunFiles;
  /** Runs that no later checkpoint names, until one is on disk. */
  readonly #unneeded = new Set<Run>();
  #written = "";
  #added = 0;

  /**
   * @param path folder of its files, made if need be; nobody else has it open
   * @param urls how many there are: ids of others, which were lost, are forgotten
   * @param capacity fingerprints that are kept in memory before they are written
   * @throws "disk-full", "failed"
   */
  constructor(path: string, urls: number, capacity: number = RECENT) {
    this.#path = path;
    this.#capacity = capacity;
    makeFolder(path);
    const kept = keptIn(this.#manifest, urls);
    this.seed = kept?.seed ?? randomInt(2 ** 32);
    this.#files = new RunFiles(path, kept?.next ?? 1);
    sweep(path, kept?.runs ?? []);
    this.#index = new SeenIndex(this.#files, capacity);
    if (kept) this.#load(kept);
  }

  get size(): number {
    return this.#index.recent.first + this.#index.recent.size;
  }

  /** Bytes of the arrays: the last fingerprints, and the filters. */
  get memoryBytes(): number {
    const filters = this.#index.runs.runs.reduce((sum, { index }) => sum + (index?.byteLength ?? 0), 0);
    return this.#index.recent.memoryBytes + filters;
  }

  /** -1 for a fingerprint that is not known. @throws "damaged", "failed" */
  idOf(high: number, low: number): number {
    return this.#index.find(high, low, isAny);
  }

  /** The id of a fingerprint: one that is not known gets the next. @throws "disk-full", "damaged", "failed" */
  add(high: number, low: number): number {
    const known = this.idOf(high, low);
    if (known >= 0) return known;
    const { recent, runs } = this.#index;
    if (recent.size >= this.#capacity) this.#index.flush();
    recent.push(high, low);
    if (++this.#added % STRIDE === 0) runs.work(STRIDE * PACE);
    return this.size - 1;
  }

  /** See KeptUrlIds. */
  checkpoint(): () => Promise<void> {
    const { recent, runs } = this.#index;
    const kept: Kept = { format: 1, seed: this.seed, urls: recent.first, next: this.#files.next, runs: runs.stored() };
    const text = JSON.stringify(kept);
    const unneeded = this.#files.retired;
    this.#files.retired = [];
    for (const run of unneeded) this.#unneeded.add(run);
    return async () => {
      if (text === this.#written) return;
      const fds = [...this.#files.unsynced];
      await syncAll(fds, this.#path);
      writeManifest(this.#manifest, kept);
      this.#written = text;
      for (const fd of fds) this.#files.unsynced.delete(fd);
      for (const run of unneeded) {
        this.#unneeded.delete(run);
        this.#files.remove(run);
      }
    };
  }

  close(): void {
    this.#index.runs.close();
    this.#files.close();
    for (const { blocks } of this.#unneeded) closeSync(blocks.fd);
  }

  get #manifest(): string {
    return join(this.#path, "manifest.json");
  }

  /** Where a run is not what it was, there are no runs. */
  #load({ urls, runs }: Kept): void {
    try {
      this.#index.runs.load(runs);
      this.#index.recent.clear(urls);
    } catch (error) {
      if (!isProblem(error, "damaged")) throw error;
      for (const run of this.#index.runs.runs.splice(0)) this.#files.remove(run);
    }
  }
}

/** What the last checkpoint kept; undefined where that is nothing, or of more URLs than there are. */
function keptIn(path: string, urls: number): Kept | undefined {
  const kept = unlessProblem("damaged", () => readManifest<Kept>(path));
  return kept !== undefined && kept.urls <= urls ? kept : undefined;
}

/** Removes runs that a kill left. */
function sweep(path: string, runs: readonly StoredRun[]): void {
  const named = new Set(runs.map(({ file }) => file));
  for (const file of readdirSync(path))
    if (/^index-\d+\.run$/.test(file) && !named.has(file)) rmSync(join(path, file), { force: true });
}
