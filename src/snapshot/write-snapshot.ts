import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkOptions } from "../options.js";
import type { SnapshotWriter, SnapshotWriterOptions } from "./capture.js";
import type { ColumnSet } from "./column/column-set.js";
import { SnapshotError } from "./error.js";
import { makeFolder, replaceFile } from "./files.js";
import { FolderWriter } from "./folder-writer.js";
import { lock } from "./lock.js";
import { FORMAT, MANIFEST, type Manifest, manifestText, readManifest, VERSION } from "./manifest.js";
import type { StoredUrls } from "./url-table.js";
import { ArchiveError } from "./warc/archive-error.js";
import { WarcWriter } from "./warc/warc-writer.js";

/** A writer into a folder: what belongs to a crawl besides its captures can be committed along with them. */
export interface SnapshotFolderWriter extends SnapshotWriter {
  readonly folder: string;
  readonly urls: StoredUrls;
  /** Pages and links added so far, those of earlier runs included. */
  readonly pages: number;
  readonly links: number;
  /** What was given to the last commit, in this run or an earlier one. */
  readonly state: unknown;
  /**
   * Columns in a folder of their own beside the index, committed with the snapshot and cut back with it: `new TraceWriter(writer.columns("trace"))`.
   *
   * @param name lower-case letters
   */
  columns(name: string): ColumnSet;
  /** Lists an archive that lies elsewhere, by its path from the folder. @returns what `place.file` of its captures is */
  addFile(path: string): number;
  /**
   * See SnapshotWriter. May be called while another commit is under way, and so may `add`: what is added after the call belongs to the next commit.
   *
   * @param state anything that JSON holds, to be kept along with what was added so far; default: what is kept
   */
  commit(state?: unknown): Promise<void>;
}

/**
 * Opens a folder to write a snapshot, or to go on with the one that is there.
 *
 * @param folder made if it does not exist; empty, or a snapshot
 * @throws SnapshotError "not-a-snapshot" for a folder that holds something else; "locked", "corrupt", "disk-full", "failed"
 */
export async function openSnapshotWriter(
  folder: string,
  options: SnapshotWriterOptions,
): Promise<SnapshotFolderWriter> {
  checkOptions("openSnapshotWriter", options, {
    ...{ store: ["warc", "none"], gzipLevel: undefined, segmentBytes: undefined, about: undefined, now: undefined },
  });
  const { store = "warc", gzipLevel = 1, segmentBytes = 1e9, about = {} } = options;
  if (!Number.isInteger(gzipLevel) || gzipLevel < 0 || gzipLevel > 9) {
    throw new RangeError(`openSnapshotWriter: gzipLevel is an integer from 0 to 9; found ${gzipLevel}`);
  }
  if (!(segmentBytes > 0)) throw new RangeError(`openSnapshotWriter: segmentBytes is above 0; found ${segmentBytes}`);
  makeFolder(folder);
  const unlock = lock(join(folder, "lock"));
  try {
    const found = readManifest(folder);
    if (!found) refuseOtherFiles(folder);
    const manifest: Manifest = {
      ...(found ?? EMPTY),
      about: { ...found?.about, ...about },
      options: { store, gzipLevel, segmentBytes },
    };
    if (!found) await replaceFile(join(folder, MANIFEST), manifestText(manifest));
    const warc = store === "warc" ? openWarc(folder, manifest, options.now) : undefined;
    try {
      return new FolderWriter(folder, manifest, warc, unlock);
    } catch (error) {
      warc?.close();
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

const EMPTY: Manifest = {
  ...{ format: FORMAT, version: VERSION, software: "crawlbench", about: {} },
  options: { store: "warc", gzipLevel: 1, segmentBytes: 1e9 },
  ...{ captures: 0, pages: 0, urls: 0, hosts: 0, links: 0, types: [], files: [], columns: {} },
};

function refuseOtherFiles(folder: string): void {
  const other = readdirSync(folder).find((name) => !/^lock(\.|$)/.test(name) && name !== `${MANIFEST}.part`);
  if (other === undefined) return;
  throw new SnapshotError(
    `${folder} holds ${other} and no ${MANIFEST}: name an empty folder, or one that holds a snapshot`,
    "not-a-snapshot",
  );
}

function openWarc(folder: string, { options, about, archive }: Manifest, now: number): WarcWriter {
  try {
    return WarcWriter.open(folder, { ...options, about, now }, archive ?? { file: 0, bytes: 0 });
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new SnapshotError(error.message, "corrupt", { cause: error });
  }
}
