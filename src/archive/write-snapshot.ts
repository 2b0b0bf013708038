import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { got, isProblem, option, problem } from "../base/error.js";
import { checkOptions } from "../base/method.js";
import { Opened } from "../base/opened.js";
import type { SnapshotWriterOptions } from "./capture.js";
import { lock, makeFolder, replaceFile } from "./files.js";
import { FolderWriter, type SnapshotFolderWriter } from "./folder-writer.js";
import { FORMAT, MANIFEST, type Manifest, manifestText, readManifest, VERSION } from "./manifest.js";
import type { KeptUrlIds } from "./url-ids.js";
import { WarcAside } from "./warc/warc-aside.js";

/**
 * Opens a folder to write a snapshot, or to go on with the one that is there.
 *
 * @param folder made if it does not exist; empty, or a snapshot
 * @param ids what tells apart the URLs of a snapshot that has so many; by default a table in memory
 * @throws "not-a-snapshot" for a folder that holds something else; "locked", "damaged", "disk-full", "failed"
 */
export async function openSnapshotWriter(
  folder: string,
  options: SnapshotWriterOptions,
  ids?: (urls: number) => KeptUrlIds,
): Promise<SnapshotFolderWriter> {
  checkOptions("openSnapshotWriter", options, {
    store: ["warc", "none"],
    gzipLevel: undefined,
    segmentBytes: undefined,
    about: undefined,
    now: undefined,
  });
  const { store = "warc", gzipLevel = 1, segmentBytes = 1e9, about = {} } = options;
  if (!Number.isInteger(gzipLevel) || gzipLevel < 0 || gzipLevel > 9) {
    throw problem.option`${option("gzipLevel", "openSnapshotWriter")} is an integer from 0 to 9; ${got(gzipLevel)}`;
  }
  if (!(segmentBytes > 0))
    throw problem.option`${option("segmentBytes", "openSnapshotWriter")} is above 0; ${got(segmentBytes)}`;
  const opened = new Opened();
  opened.with({ close: lockSnapshot(folder) });
  return opened.orClose(async () => {
    const found = readManifest(folder);
    if (!found) refuseOtherFiles(folder);
    const manifest: Manifest = {
      ...(found ?? EMPTY),
      about: { ...found?.about, ...about },
      options: { store, gzipLevel, segmentBytes },
    };
    if (!found) await replaceFile(join(folder, MANIFEST), manifestText(manifest));
    const warc = store === "warc" ? opened.with(openWarc(folder, manifest, options.now)) : undefined;
    return new FolderWriter(folder, manifest, warc, opened, ids);
  });
}

/**
 * Keeps others from a folder that is to hold a snapshot, and makes it where there is none.
 *
 * @param mark its file: `lock` while it is written to; or one that begins with "lock."
 * @returns lets them in again
 * @throws "not-a-snapshot" for a file; "locked", "disk-full", "failed"
 */
export function lockSnapshot(folder: string, mark = "lock"): () => void {
  if (existsSync(folder) && statSync(folder).isFile())
    throw problem.notASnapshot`${folder} is a file: name an empty folder, or one that holds a snapshot`;
  makeFolder(folder);
  return lock(join(folder, mark));
}

const EMPTY: Manifest = {
  format: FORMAT,
  version: VERSION,
  software: "crawlbench",
  about: {},
  options: { store: "warc", gzipLevel: 1, segmentBytes: 1e9 },
  captures: 0,
  pages: 0,
  urls: 0,
  hosts: 0,
  links: 0,
  types: [],
  files: [],
  columns: {},
};

function refuseOtherFiles(folder: string): void {
  const other = readdirSync(folder).find((name) => !/^lock(\.|$)/.test(name) && name !== `${MANIFEST}.part`);
  if (other === undefined) return;
  throw problem.notASnapshot`${folder} holds ${other} and no ${MANIFEST}: name an empty folder, or one that holds a snapshot`;
}

function openWarc(folder: string, { options, about, archive }: Manifest, now: number): WarcAside {
  try {
    return WarcAside.open(folder, { ...options, about, now }, archive ?? { file: 0, bytes: 0 });
  } catch (error) {
    if (!isProblem(error, "exists")) throw error;
    throw problem.damaged`${error}`;
  }
}
