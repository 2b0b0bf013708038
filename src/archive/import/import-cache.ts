import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { either, isProblem } from "../../base/error.js";
import { lockWhenFree, removeAbandoned } from "../../base/file/folder-lock.js";
import { notWritten } from "../../base/file/write-result.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { storageError } from "../error.js";
import { makeFolder, replaceFile } from "../files.js";
import { MANIFEST, manifestText } from "../manifest.js";
import { openSnapshot, type Snapshot } from "../open-snapshot.js";
import { openSnapshotWriter } from "../write-snapshot.js";
import { archiveAt } from "./archive-kind.js";
import { importArchive } from "./import-archive.js";
import type { ImportSummary } from "./import-summary.js";

/** Counted up whenever the same archive gives another index. */
const VERSION = 16;

export interface OpenArchiveOptions {
  /** What the web is called. */
  readonly name: string;
  /** Where indexes are kept; default: see `importsFolder`. */
  readonly cache?: string;
  /** See ImportOptions. */
  readonly base?: string;
  readonly onProgress?: ProgressListener;
}

/** An archive with its index. */
export interface OpenedArchive {
  readonly snapshot: Snapshot;
  readonly summary: ImportSummary;
}

/**
 * Where indexes of archives are kept: `imports` in the folder CRAWLBENCH_CACHE, else `.crawlbench/imports` in the
 * working directory.
 */
export const importsFolder = (): string =>
  process.env.CRAWLBENCH_CACHE ? resolve(process.env.CRAWLBENCH_CACHE, "imports") : resolve(".crawlbench", "imports");

/**
 * Opens an archive through its index, which is made at the first time and kept. It is made anew when the archive's
 * path, size or time of change is another. Of several processes one makes it, and the others wait.
 *
 * @throws CrawlbenchError, see `importArchive`; "disk-full", "failed"
 */
export async function openArchive(path: string, options: OpenArchiveOptions): Promise<OpenedArchive> {
  const real = realpathSync(path);
  const cache = options.cache ?? importsFolder();
  const { key, changed } = await identify(real, options);
  const place = join(cache, key);
  if (!existsSync(join(place, MANIFEST))) {
    try {
      await makeOnce(path, place, changed, options);
    } catch (error) {
      throw ofCache(error, cache);
    }
  }
  const snapshot = await openSnapshot(place);
  return { snapshot, summary: snapshot.manifest.state as ImportSummary };
}

/** Makes the index in `place`, unless another process does: then waits for that. */
async function makeOnce(path: string, place: string, changed: number, options: OpenArchiveOptions): Promise<void> {
  const cache = dirname(place);
  makeFolder(cache);
  const release = await lockWhenFree(`${place}.lock`, (by) =>
    options.onProgress?.({ task: `waiting for process ${by}, which reads ${path}`, done: 0, total: 1 }),
  );
  try {
    if (existsSync(join(place, MANIFEST))) return;
    removeAbandoned(cache, /^[0-9a-f]{32}\.(\d+)\.\w+$/);
    await build(path, place, changed, "none", options).catch((error: unknown) => {
      if (!isProblem(error, "copy-needed")) throw error;
      return build(path, place, changed, "warc", options);
    });
  } finally {
    release();
  }
}

/** An error of the disk that holds the cache says where else that may be. */
function ofCache(error: unknown, cache: string): unknown {
  const place = isProblem(error, "failed", "disk-full") ? error.facts.path : (error as NodeJS.ErrnoException).path;
  if (!resolve(String(place)).startsWith(resolve(cache))) return error;
  const cause = isProblem(error) ? error.cause : error;
  const variable = "set CRAWLBENCH_CACHE to a folder that can be written and has room";
  const next = either(`Name another cache, or ${variable}`, `S${variable.slice(1)}`);
  return notWritten(cause, String(place), next);
}

/** @param store "warc" copies what cannot be read where it lies; "none" refuses it, as "copy-needed" */
async function build(
  path: string,
  place: string,
  changed: number,
  store: "warc" | "none",
  options: OpenArchiveOptions,
): Promise<void> {
  const aside = mkdtempSync(`${place}.${process.pid}.`);
  try {
    const about = { name: options.name, source: realpathSync(path) };
    const writer = await openSnapshotWriter(aside, { store, about, now: changed });
    try {
      await writer.commit(await importArchive(path, writer, { ...options, copy: store === "warc" }));
    } finally {
      await writer.close();
    }
    await seal(aside);
    keep(aside, place);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Finishes an index without index.cdxj, which would cost 400 bytes of memory per capture: archives bring their own. */
async function seal(folder: string): Promise<void> {
  const snapshot = await openSnapshot(folder);
  await replaceFile(join(folder, MANIFEST), manifestText({ ...snapshot.manifest, sha256: snapshot.sha256 }));
  snapshot.close();
}

/** Puts an index in its place; one that another process put there meanwhile is as good. */
function keep(aside: string, place: string): void {
  try {
    renameSync(aside, place);
  } catch (error) {
    if (!existsSync(join(place, MANIFEST))) throw storageError(error, place);
  }
}

/** A name for what lies at `path` now, and when it changed last. */
async function identify(
  path: string,
  { name, base }: OpenArchiveOptions,
): Promise<{ readonly key: string; readonly changed: number }> {
  const hash = createHash("sha256").update(JSON.stringify([VERSION, path, name, base ?? ""]));
  let changed = 0;
  for (const file of await filesOf(path)) {
    // none where its name is not UTF-8, or it is gone: who reads it says so
    const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: 0 };
    hash.update(`\n${relative(path, file)} ${size} ${mtimeMs}`);
    changed = Math.max(changed, Math.floor(mtimeMs));
  }
  return { key: hash.digest("hex").slice(0, 32), changed };
}

/** The files that are read: of a collection its captures, of a folder of HTML all. */
async function filesOf(path: string): Promise<string[]> {
  const archive = await archiveAt(path);
  if (archive?.kind === "captures") return archive.files.map((file) => file.path);
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
