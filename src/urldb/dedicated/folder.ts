import { closeSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { isProblem } from "../../base/error.js";
import type { Settings } from "../settings.js";
import { corrupt, lock, makeFolder, openFile, REBUILD, writeAll } from "./files.js";
import { GrownFile } from "./grown-file.js";
import { LOG_START, type LoggedUrl, UrlLog } from "./log.js";
import { checkSettings, type Manifest, readManifest, storedSettings, writeManifest } from "./manifest.js";
import { Positions } from "./positions.js";
import { ReadLately } from "./read-lately.js";
import { RunQueue } from "./run-queue.js";
import { RunFiles, syncAll } from "./run-set.js";
import { SeenIndex } from "./seen-index.js";
import { States } from "./states.js";

/**
 * Entries that are merged, on each level, for each one that a call handles. At 1 the runs of a level are merged just
 * before the next have come together; the sooner they are, the fewer runs there are to ask.
 */
const PACE = 4;

/** Bytes of log after which a checkpoint is due, whatever they hold: opening reads no more than about this. */
const LONGEST_TAIL = 1 << 28;

const MEND_ALL = "delete its manifest.json and open again: everything is rebuilt from the log";

/** Names of files that checkpoints write. */
const OURS = /^(index|queue|checks)-\d+\.run$|^states-\d+$|^manifest\.json\.part$/;

/** A manifest that may be put in place when what it names is on disk. */
interface Checkpoint {
  readonly manifest: Manifest;
  /** Of the file of states. */
  readonly fd: number | undefined;
  /** Runs that no later manifest names. */
  readonly unneeded: RunFiles["retired"];
}

/**
 * The files of a database, and what of them is in memory.
 *
 * `log` holds everything. The others are made from it, and only make opening and asking fast: runs of the index, of Q
 * and of Q_c, `states-N`, `positions`, `origins`, and `manifest.json`, which names them and says up to where in the log
 * they go. A checkpoint writes what is in memory to new files, and then, once they are on disk, a new manifest: after a
 * kill at any moment one manifest is there, whole, with all that it names.
 */
export class Folder {
  readonly log: UrlLog;
  readonly positions = new Positions();
  readonly states = new States();
  /** From the first URL on that is read: half of what it costs to open a small database. */
  #lately?: ReadLately;
  readonly index: SeenIndex;
  readonly queue: RunQueue;
  readonly checks: RunQueue;
  /** |U|, |Q| and |Q_c| */
  urls = 0;
  waiting = 0;
  checking = 0;
  /** Bytes of the log whose effect is in memory or in runs. */
  accountedFor = LOG_START;
  readonly #path: string;
  readonly #settings: Settings;
  readonly #capacity: number;
  /** What gives back each thing that is held, in the order in which they were taken. */
  readonly #releases: (() => void)[] = [];
  readonly #files: RunFiles;
  readonly #positionsFile: GrownFile;
  /** Beside a log in the former format it stays empty. */
  readonly #originsFile: GrownFile;
  #checkpointed = LOG_START;
  #pending: Checkpoint | undefined;
  /** Checkpoints whose leftovers may go when the manifest that is being made durable is in place. */
  readonly #covered: Checkpoint[] = [];
  /** States that the manifest on disk names. */
  #statesFile: string | undefined;
  #persisting: Promise<void> | undefined;
  #failure: unknown;

  /**
   * @param capacity URLs that are kept in memory before they are written to runs
   * @throws "locked", "settings", "damaged"
   */
  constructor(path: string, settings: Settings, capacity: number) {
    this.#path = path;
    this.#settings = settings;
    this.#capacity = capacity;
    makeFolder(path);
    this.#releases.push(lock(join(path, "lock")));
    try {
      const manifest = readManifest(this.#manifestPath);
      if (manifest) checkSettings(path, manifest.settings, settings);
      this.log = new UrlLog(join(path, "log"), settings.durability === "sync");
      this.#releases.push(() => this.log.close());
      this.#files = new RunFiles(path, manifest?.next ?? 1);
      this.#sweep(manifest);
      this.index = new SeenIndex(this.#files, capacity);
      this.queue = new RunQueue(this.#files, "queue", capacity);
      this.checks = new RunQueue(this.#files, "checks", 1024);
      this.#releases.push(() => this.#closeRuns());
      this.#positionsFile = this.#grown("positions", manifest);
      this.#originsFile = this.#grown("origins", manifest);
      if (manifest) this.#load(manifest);
      // with it, the names of all files become durable
      else writeManifest(this.#manifestPath, this.#manifest(undefined));
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** A URL, as the log keeps it. @throws "damaged" */
  urlOf(number: number): LoggedUrl {
    const url = this.log.urlAt(this.#positionOf(number), number % this.positions.stride);
    this.#lately ??= new ReadLately();
    this.#lately.keep(number, url.bytes);
    return url;
  }

  /** Whether that URL is the bytes from `start` to `end`. @throws "damaged" */
  isUrl(number: number, url: Uint8Array, start: number, end: number): boolean {
    if (this.#lately?.is(number, url, start, end)) return true;
    return this.log.isUrlAt(this.#positionOf(number), number % this.positions.stride, url, start, end);
  }

  /** Where in the log the URLs begin among which this one stands. */
  #positionOf(number: number): number {
    if (number >= this.urls)
      throw corrupt(this.#path, `it speaks of URL ${number}, but the log holds ${this.urls}`, MEND_ALL);
    return this.positions.before(number);
  }

  /** Says that a record read again has been applied. */
  accountFor(end: number): void {
    this.accountedFor = end;
    if (this.index.recent.size >= this.#capacity) this.#checkpoint();
  }

  /**
   * Works on merges for a call that handles `entries` URLs, and writes a checkpoint when memory is full.
   *
   * @throws "disk-full" when memory is full and cannot be written; "failed" when the disk failed
   */
  makeRoom(entries: number): void {
    if (this.#failure) throw this.#failure;
    this.accountedFor = this.log.end;
    const work = PACE * Math.max(entries, 64);
    for (const { runs } of [this.index, this.queue, this.checks]) runs.work(work);
    const { index, queue, checks } = this;
    const fullest = Math.max(index.recent.size, queue.heap.size, checks.heap.size);
    if (fullest >= this.#capacity || this.log.end - this.#checkpointed > LONGEST_TAIL) this.#checkpoint();
  }

  /** Checkpoints, so that opening again is quick, and closes all files. */
  async close(): Promise<void> {
    try {
      await this.log.whenDurable().catch(() => {}); // whoever waits for it has been told
      this.accountedFor = this.log.end;
      if (this.log.end > this.#checkpointed && !this.#failure) this.#checkpoint();
    } catch (error) {
      if (!isProblem(error, "disk-full")) throw error; // the log has it all
    } finally {
      while (this.#persisting) await this.#persisting;
      this.release();
    }
  }

  /** Closes all files as they are. What is in memory is lost; it is read from the log again. */
  release(): void {
    for (const release of this.#releases.splice(0).reverse()) release();
  }

  #grown(name: string, manifest: Manifest | undefined): GrownFile {
    const file = new GrownFile(join(this.#path, name), manifest === undefined);
    this.#releases.push(() => file.close());
    return file;
  }

  #closeRuns(): void {
    for (const { runs } of [this.index, this.queue, this.checks]) runs.close();
    const pending = this.#pending ? [this.#pending] : [];
    this.#pending = undefined; // if it is about to be made durable, there is nothing to do
    for (const { fd, unneeded } of [...this.#covered, ...pending]) {
      for (const { blocks } of unneeded) closeSync(blocks.fd);
      if (fd !== undefined) closeSync(fd);
    }
    this.#files.close();
  }

  #manifest(states: Manifest["states"]): Manifest {
    const positions = this.#positionsFile.kept;
    return {
      format: 1,
      settings: storedSettings(this.#settings),
      log: this.accountedFor,
      urls: this.urls,
      waiting: this.waiting,
      checking: this.checking,
      next: this.#files.next,
      index: this.index.runs.stored(),
      queue: this.queue.runs.stored(),
      checks: this.checks.runs.stored(),
      states,
      positions: { ...positions, size: positions.size / 8 },
      origins: this.#originsFile.kept,
    };
  }

  #load(manifest: Manifest): void {
    if (this.log.end < manifest.log) {
      throw corrupt(
        this.log.path,
        `it has ${this.log.end} bytes, of which ${manifest.log} were acknowledged`,
        "restore it from a copy",
      );
    }
    this.urls = manifest.urls;
    this.waiting = manifest.waiting;
    this.checking = manifest.checking;
    this.accountedFor = manifest.log;
    this.#checkpointed = manifest.log;
    this.index.runs.load(manifest.index);
    this.index.recent.clear(manifest.urls);
    this.queue.runs.load(manifest.queue);
    this.checks.runs.load(manifest.checks);
    this.#loadStates(manifest.states);
    this.#statesFile = manifest.states?.file;
    const { size, sum } = manifest.positions;
    this.positions.load(new Float64Array(this.#positionsFile.load({ size: 8 * size, sum }).buffer));
    if (manifest.origins) this.log.origins?.load(this.#originsFile.load(manifest.origins));
  }

  #loadStates(states: Manifest["states"]): void {
    if (!states) return;
    const path = join(this.#path, states.file);
    let bytes: Buffer;
    try {
      bytes = readFileSync(path);
    } catch (error) {
      throw corrupt(path, (error as Error).message, REBUILD);
    }
    if (bytes.length !== states.length || crc32(bytes) !== states.sum) {
      throw corrupt(path, "it differs from what was written", REBUILD);
    }
    this.states.load(bytes);
  }

  #writeStates(): { readonly stored: Manifest["states"]; readonly fd: number | undefined } {
    const { chunks } = this.states;
    if (chunks.length === 0) return { stored: undefined, fd: undefined };
    const file = `states-${this.#files.next++}`;
    const path = join(this.#path, file);
    let fd: number | undefined;
    let sum = 0;
    let length = 0;
    try {
      fd = openFile(path, "w");
      for (const chunk of chunks) {
        writeAll(fd, chunk, length, path);
        sum = crc32(chunk, sum);
        length += chunk.length;
      }
    } catch (error) {
      if (fd !== undefined) closeSync(fd);
      rmSync(path, { force: true });
      throw error;
    }
    return { stored: { file, length, sum }, fd };
  }

  /**
   * Removes what no manifest names: what a kill left, and states of earlier checkpoints. Files of other names are the
   * user's.
   */
  #sweep(manifest: Manifest | undefined): void {
    const named = new Set<string | undefined>([manifest?.states?.file]);
    for (const runs of [manifest?.index, manifest?.queue, manifest?.checks])
      for (const { file } of runs ?? []) named.add(file);
    for (const file of readdirSync(this.#path)) {
      if (OURS.test(file) && !named.has(file)) rmSync(join(this.#path, file), { force: true });
    }
  }

  get #manifestPath(): string {
    return join(this.#path, "manifest.json");
  }

  /** Writes what is in memory to files, and has them made durable while the calls go on. */
  #checkpoint(): void {
    this.index.flush();
    this.queue.flush();
    this.checks.flush();
    const positions = this.positions.since(this.#positionsFile.kept.size / 8);
    const origins = this.log.origins?.since(this.#originsFile.kept.size) ?? new Uint8Array(0);
    const kept = [this.#positionsFile.append(new Uint8Array(positions.buffer)), this.#originsFile.append(origins)];
    const { stored, fd } = this.#writeStates();
    [this.#positionsFile.kept, this.#originsFile.kept] = kept;
    this.#checkpointed = this.accountedFor;
    const overtaken = this.#pending;
    if (overtaken) this.#dropStates(overtaken);
    const unneeded = [...(overtaken?.unneeded ?? []), ...this.#files.retired];
    this.#pending = { manifest: this.#manifest(stored), fd, unneeded };
    this.#files.retired = [];
    this.#persisting ??= this.#persist();
  }

  /** Makes the last checkpoint durable, and then does away with what it replaces. */
  async #persist(): Promise<void> {
    try {
      await Promise.resolve(); // the caller goes on first
      for (let pending = this.#pending; pending; pending = this.#pending) {
        this.#pending = undefined;
        this.#covered.push(pending);
        const runs = [...this.#files.unsynced];
        const grown = [this.#positionsFile, this.#originsFile].flatMap((file) => file.toSync());
        const fds = [...runs, ...grown, ...(pending.fd === undefined ? [] : [pending.fd])];
        await syncAll(fds, this.#path);
        await this.log.whenOnDisk();
        writeManifest(this.#manifestPath, pending.manifest);
        for (const fd of runs) this.#files.unsynced.delete(fd);
        this.#forget(this.#covered.splice(0), pending.manifest.states?.file);
      }
    } catch (error) {
      if (!isProblem(error, "disk-full")) this.#failure = error;
    } finally {
      this.#persisting = undefined;
    }
  }

  /** Of a checkpoint that a later one took the place of before anybody began to make it durable. */
  #dropStates({ manifest, fd }: Checkpoint): void {
    if (fd !== undefined) closeSync(fd);
    if (manifest.states) rmSync(join(this.#path, manifest.states.file), { force: true });
  }

  /** Does away with what checkpoints up to the last one replaced. @param keep the states that it names */
  #forget(checkpoints: readonly Checkpoint[], keep: string | undefined): void {
    for (const { manifest, fd, unneeded } of checkpoints) {
      if (fd !== undefined) closeSync(fd);
      for (const run of unneeded) this.#files.remove(run);
      const file = manifest.states?.file;
      if (this.#statesFile !== undefined && this.#statesFile !== keep)
        rmSync(join(this.#path, this.#statesFile), { force: true });
      if (file !== undefined && file !== keep) rmSync(join(this.#path, file), { force: true });
    }
    this.#statesFile = keep;
  }
}
