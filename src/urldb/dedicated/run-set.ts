import { closeSync, existsSync, fdatasync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { isProblem } from "../../base/error.js";
import { corrupt, diskFailure, openFile } from "./files.js";
import { Merge } from "./merge.js";
import type { RunKind } from "./run-block.js";
import { openRun, type RunBlocks } from "./run-blocks.js";
import { RunCursor, RunIndex } from "./run-reader.js";
import { RunWriter } from "./run-writer.js";

/** A sorted run. */
export interface RunInfo {
  /** File name in the database's folder. */
  readonly file: string;
  readonly count: number;
  /** How often its entries were merged. */
  readonly level: number;
  /** Bytes of its blocks; undefined in the former format. */
  readonly bytes?: number;
}

/** A run that is read. */
export interface Run {
  readonly info: RunInfo;
  readonly blocks: RunBlocks;
  /** Of an index: which numbers have a hash. */
  readonly index: RunIndex | undefined;
  /** Of a queue: the first entry that was not popped yet. */
  readonly cursor: RunCursor | undefined;
  isMerging: boolean;
}

/** A run as the manifest names it. */
export interface StoredRun extends RunInfo {
  /** Of a queue: entries popped. */
  readonly consumed: number;
}

interface RunningMerge {
  readonly merge: Merge;
  readonly inputs: readonly Run[];
  /** Positions of the inputs' cursors when the merge began. */
  readonly from: readonly number[];
  readonly level: number;
  finished?: ReturnType<RunWriter["finish"]>;
  state: "merging" | "syncing" | "done" | "failed";
}

/** Names runs, and knows which files no manifest needs any more. */
export class RunFiles {
  /** Files whose bytes may not be on disk yet. */
  readonly unsynced = new Set<number>();
  /** Runs that were replaced; they go when a manifest without them is on disk. */
  retired: Run[] = [];
  next: number;

  constructor(
    readonly folder: string,
    next: number,
  ) {
    this.next = next;
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  remove({ info, blocks }: Run): void {
    this.unsynced.delete(blocks.fd);
    closeSync(blocks.fd);
    rmSync(this.path(info.file), { force: true });
  }

  /** Closes the runs that were replaced; their files stay where they are. */
  close(): void {
    for (const { blocks } of this.retired) closeSync(blocks.fd);
  }
}

/**
 * The sorted runs of one structure. When `fan` runs of a level have come together they are merged into one of the next
 * level, a few entries at a time between the calls of the user: each entry is written again log_fan(n) times, and no
 * call waits for a merge.
 */
export class RunSet {
  runs: Run[] = [];
  readonly #files: RunFiles;
  readonly #name: string;
  readonly #kind: RunKind;
  readonly #fan: number;
  #merges: RunningMerge[] = [];
  #mayMerge = true;

  constructor(files: RunFiles, name: string, kind: RunKind, fan: number) {
    this.#files = files;
    this.#name = name;
    this.#kind = kind;
    this.#fan = fan;
  }

  /** Opens the runs that a manifest names. @throws "damaged" */
  load(stored: readonly StoredRun[]): void {
    for (const { consumed, ...info } of stored) {
      const path = this.#files.path(info.file);
      if (!existsSync(path))
        throw corrupt(path, "it is missing", "delete manifest.json beside it and open again: everything is rebuilt");
      const fd = openFile(path, "r");
      try {
        this.runs.push(this.#run(info, openRun(fd, path, this.#kind, info.count, info.bytes), consumed));
      } catch (error) {
        closeSync(fd);
        throw error;
      }
    }
  }

  stored(): StoredRun[] {
    return this.runs.map(({ info, cursor }) => ({ ...info, consumed: cursor?.position ?? 0 }));
  }

  /**
   * Writes a run from memory. @param fill pushes `count` entries in order. @throws "disk-full", and nothing changed
   */
  write(count: number, fill: (writer: RunWriter) => void): void {
    const writer = this.#writer(count);
    try {
      fill(writer);
      this.runs.push(this.#written(writer.finish(), 0, 0));
    } catch (error) {
      writer.abandon();
      throw error;
    }
    this.#mayMerge = true;
  }

  /**
   * Merges for about as long as `entries` entries take, if there is something to merge.
   *
   * @throws "damaged", "failed"; the runs stay as they are, as they do without a word when the disk is full
   */
  work(entries: number): void {
    if (!this.#mayMerge) return;
    let refusal: unknown;
    const refuse = (error: unknown) => {
      this.#mayMerge = false;
      if (!isProblem(error, "disk-full")) refusal = error;
    };
    try {
      this.#begin();
    } catch (error) {
      refuse(error);
    }
    for (const running of this.#merges) {
      try {
        if (running.state === "merging" && running.merge.step(entries)) this.#sync(running);
        if (running.state === "done") this.#install(running);
      } catch (error) {
        running.state = "failed";
        refuse(error);
      }
      if (running.state === "failed") this.#giveUp(running);
    }
    this.#merges = this.#merges.filter(({ state }) => state === "merging" || state === "syncing");
    if (refusal) throw refusal;
  }

  /** What is left of a run of a queue, without popping it. */
  *entries({ blocks, cursor }: Run): Generator<RunCursor> {
    const copy = new RunCursor(blocks, cursor?.position);
    for (; !copy.isDone; copy.advance()) yield copy;
  }

  /** Forgets a run of a queue that was read to its end. */
  drop(run: Run): void {
    this.runs.splice(this.runs.indexOf(run), 1);
    this.#files.retired.push(run);
  }

  close(): void {
    for (const { merge } of this.#merges) merge.writer.abandon();
    for (const { blocks } of this.runs) closeSync(blocks.fd);
  }

  #writer(count: number): RunWriter {
    return new RunWriter(this.#files.path(`${this.#name}-${this.#files.next++}.run`), this.#kind, count);
  }

  #written(finished: ReturnType<RunWriter["finish"]>, level: number, consumed: number): Run {
    const { path, fd, count, starts } = finished.blocks;
    this.#files.unsynced.add(fd);
    const info = { file: basename(path), count, level, bytes: starts[starts.length - 1] };
    return this.#run(info, finished, consumed);
  }

  #run(info: RunInfo, { blocks, screen }: ReturnType<RunWriter["finish"]>, consumed: number): Run {
    const index = screen && new RunIndex(blocks, screen);
    const cursor = index ? undefined : new RunCursor(blocks, consumed);
    return { info, blocks, index, cursor, isMerging: false };
  }

  #begin(): void {
    const levels = new Map<number, Run[]>();
    for (const run of this.runs) {
      if (run.isMerging) continue;
      const { level } = run.info;
      const same = levels.get(level) ?? [];
      same.push(run);
      levels.set(level, same);
      if (same.length < this.#fan) continue;
      levels.delete(level);
      const from = same.map(({ cursor }) => cursor?.position ?? 0);
      const left = same.reduce((sum, { info }, i) => sum + info.count - from[i], 0);
      const cursors = same.map(({ blocks }, i) => new RunCursor(blocks, from[i]));
      const merge = new Merge(cursors, this.#writer(left));
      for (const each of same) each.isMerging = true;
      this.#merges.push({ merge, inputs: same, from, level: level + 1, state: "merging" });
    }
  }

  /** The merged run must be on disk before a manifest names it; it may be large, so nobody waits for that here. */
  #sync(running: RunningMerge): void {
    running.finished = running.merge.writer.finish();
    running.state = "syncing";
    fdatasync(running.merge.writer.fd, (error) => {
      if (running.state === "syncing") running.state = error ? "failed" : "done";
    });
  }

  /** What was popped from the inputs meanwhile came off in order, so it is the beginning of the merged run. */
  #install(running: RunningMerge): void {
    const { inputs, from, level, finished } = running;
    const popped = inputs.reduce((sum, { cursor }, i) => sum + (cursor ? cursor.position - from[i] : 0), 0);
    const run = this.#written(finished as NonNullable<typeof finished>, level, popped);
    this.#files.unsynced.delete(run.blocks.fd);
    this.runs = this.runs.filter((each) => !inputs.includes(each));
    this.#files.retired.push(...inputs);
    if (popped === run.info.count) this.#files.retired.push(run);
    else this.runs.push(run);
  }

  /** Goes on with the runs as they are; tries again when the next is written. */
  #giveUp({ merge, inputs }: RunningMerge): void {
    for (const each of inputs) each.isMerging = false;
    this.#files.unsynced.delete(merge.writer.fd);
    merge.writer.abandon();
    this.#mayMerge = false;
  }
}

/** Makes files durable, one after the other, without holding up anybody. @throws "failed" */
export async function syncAll(fds: Iterable<number>, path: string): Promise<void> {
  for (const fd of fds) {
    await new Promise<void>((resolve, reject) => {
      fdatasync(fd, (error) => (error ? reject(diskFailure(error, path)) : resolve()));
    });
  }
}
