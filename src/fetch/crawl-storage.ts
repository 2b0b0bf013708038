import { join } from "node:path";
import { storageError } from "../archive/error.js";
import type { SnapshotFolderWriter } from "../archive/folder-writer.js";
import { openSnapshotWriter } from "../archive/write-snapshot.js";
import { hasNoRoom } from "../base/file/durable.js";
import { ScratchFile } from "../base/file/scratch-file.js";
import { filesIn, type SmallFiles } from "../base/file/small-files.js";
import { openUrlDatabase, type UrlDatabase } from "../urldb/database.js";
import { StoredIds } from "../urldb/seen/stored-ids.js";
import type { Clock } from "./clock.js";
import { type FormerRun, type FormerRunOptions, formerRun } from "./former-run.js";

/** What a frontier on disk asks of a URL database. */
export type FrontierDatabase = Pick<UrlDatabase, "add" | "take" | "confirm" | "get" | "outstanding" | "size" | "close">;

/** How a crawl writes its snapshot: see CrawlOptions. */
export interface WriterSettings {
  readonly store: "warc" | "none";
  readonly seen: "memory" | "filter";
  readonly gzipLevel: number;
  readonly segmentBytes: number;
  readonly agent: { readonly userAgent: string };
  readonly clock: Clock;
}

/** Where a crawl keeps all that outlives it. */
export interface CrawlStorage {
  writer(settings: WriterSettings): Promise<SnapshotFolderWriter>;
  /** What is not confirmed is handed out again when it is opened anew, and never before. */
  database(): Promise<FrontierDatabase>;
  /** What the snapshot tells of the runs before this one. */
  past(settings: FormerRunOptions): Promise<FormerRun>;
  /** For what is known of hosts. */
  readonly files: SmallFiles;
  /** For what waits under an ordering, as long as the crawl runs. */
  scratch(): ScratchFile;
}

/** Milliseconds until a URL that was handed out counts as lost. */
const NEVER = 2 ** 45;

/** All of it in one folder. @param recent fingerprints of URLs that stand in memory before they are written to disk */
export const storageIn = (folder: string, recent?: number): CrawlStorage => ({
  writer: ({ store, seen, gzipLevel, segmentBytes, agent, clock }) =>
    openSnapshotWriter(
      folder,
      { store, gzipLevel, now: clock.now(), about: { "http-header-user-agent": agent.userAgent }, segmentBytes },
      seen === "memory" ? undefined : (urls) => new StoredIds(join(folder, "state", "seen"), urls, recent),
    ),
  database: () => openUrlDatabase(join(folder, "frontier"), { order: ["added"], confirmTimeout: NEVER }),
  past: (settings) => formerRun(folder, settings),
  files: filesIn(join(folder, "state")),
  scratch: () => new ScratchFile(join(folder, "state", "waiting")),
});

/** Of a disk that cannot be read or written any more: the system says it without the file. */
const isBroken = (error: unknown): boolean => ["EIO", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "");

/** What the user is told of a disk that is full or broken, whichever file of the folder it was; other errors as they are. */
export const ofDisk = (error: unknown, folder: string): unknown =>
  hasNoRoom(error) || isBroken(error) ? storageError(error, folder) : error;
