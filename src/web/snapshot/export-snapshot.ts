import { readdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve, sep } from "node:path";
import { repack } from "../../archive/export/repack.js";
import { TABLES, type TableName, tableOf } from "../../archive/export/tables.js";
import { writeWacz } from "../../archive/export/wacz.js";
import { writeCsv, writeParquet } from "../../archive/export/write-table.js";
import { requireSnapshot, type Snapshot } from "../../archive/open-snapshot.js";
import { attempt } from "../../base/attempt.js";
import { either, gotInstead, isProblem, option, problem } from "../../base/error.js";
import { notWritten, writeResultBy } from "../../base/file/write-result.js";
import { inShell } from "../../base/in-shell.js";
import { checkOptions, commonRules } from "../../base/method.js";
import { type Progress, withStop } from "../../base/progress.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { writeGexf } from "../write/gexf.js";
import { webOf } from "./snapshot-web.js";

export const EXPORT_KINDS = ["wacz", "parquet", "csv", "gexf", "snapshot"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export interface ExportOptions {
  /** Default: what the suffix says; for a path without one "parquet". */
  readonly kind?: ExportKind;
  /** Of Parquet and CSV: which table a single file holds; default: what the file is called, else "pages". */
  readonly table?: TableName;
  /** Of GEXF: links at the most; default 100,000. */
  readonly limit?: number;
  /** See CompareOptions. */
  readonly onProgress?: Progress;
}

/** A file that was written. */
export interface ExportedFile {
  readonly path: string;
  readonly bytes: number;
  /** Of a WACZ, where there are any: captures that could not be read, and are not named in it. */
  readonly unreadable?: number;
}

/**
 * Writes a snapshot in a format of others: x.wacz, x.gexf, a table as x.parquet or x.csv, or all tables into a folder.
 * Each file is written aside and renamed; a file of that name is replaced, or the one that a link of that name leads to. `kind: "snapshot"` packs it again: see
 * `repack`.
 *
 * @throws "option" for a suffix, kind or table that there is not; "exists" for a path, whatever its name, at which the
 *   snapshot stands or a file that it was made of, or a folder in place of a file, or the other way round; "disk-full",
 *   "failed"; "damaged" when no capture can be read, or one that is to be written anew; "stopped", and then a file that
 *   was there before stays
 */
export async function exportSnapshot(
  snapshot: Snapshot,
  path: string,
  options: ExportOptions = {},
): Promise<ExportedFile[]> {
  requireSnapshot("exportSnapshot", snapshot);
  if (typeof path !== "string") throw problem.option`exportSnapshot writes to a path, "pages.csv"; ${gotInstead(path)}`;
  checkOptions("exportSnapshot", options, {
    kind: EXPORT_KINDS,
    table: TABLES,
    limit: undefined,
    onProgress: commonRules.onProgress,
  });
  const suffix = extname(path).toLowerCase().slice(1);
  const kind = options.kind ?? ((suffix || "parquet") as ExportKind);
  if (!EXPORT_KINDS.includes(kind)) {
    const known = EXPORT_KINDS.slice(0, -1)
      .map((each) => `.${each}`)
      .join(", ");
    throw problem.option`cannot export to "${path}": name a file that ends in ${known}, or a folder for Parquet`;
  }
  refuseSource(path, [snapshot.folder, ...sourcesOf(snapshot)]);
  refuseWithin(snapshot, path, kind);
  return withStop(`export ${path}`, options.onProgress, (onProgress) =>
    exported(snapshot, path, { ...options, kind, suffix, onProgress }),
  );
}

type Asked = ExportOptions & {
  readonly kind: ExportKind;
  readonly suffix: string;
  readonly onProgress: ProgressListener;
};

async function exported(snapshot: Snapshot, path: string, options: Asked): Promise<ExportedFile[]> {
  const { kind, suffix, onProgress } = options;
  if (kind === "snapshot") return packed(snapshot, path, onProgress);
  if (kind === "wacz") {
    let unreadable = 0;
    const file = await whole(path, async (aside) => void (unreadable = await writeWacz(snapshot, aside, onProgress)));
    return [{ ...file, ...(unreadable > 0 && { unreadable }) }];
  }
  if (kind === "gexf") {
    const { graph, urls, titles } = webOf(snapshot);
    const limit = options.limit === undefined ? {} : { limit: options.limit };
    const write = (aside: string) => writeFileSync(aside, writeGexf(graph, { urls, titles, ...limit }));
    return [await whole(path, write)];
  }
  const write = async (aside: string, name: TableName) => {
    const table = tableOf(snapshot, name);
    const total = { pages: snapshot.captures, links: snapshot.links, hosts: snapshot.hosts }[name];
    const task = `write ${name} of ${snapshot.folder}`;
    await (kind === "csv" ? writeCsv : writeParquet)(aside, table, (done) => onProgress({ task, done, total }));
  };
  if (suffix === kind || options.table !== undefined) {
    const name = basename(path, extname(path)) as TableName;
    const table = options.table ?? (TABLES.includes(name) ? name : "pages");
    return [await whole(path, (aside) => write(aside, table))];
  }
  const fileOf = (table: TableName) => join(path, `${table}.${kind}`);
  if (standingAt(path)?.isFile())
    throw problem.exists`${path} is a file that is there already, and all tables make a folder: name another, or one table by ${option("table")}`;
  for (const table of TABLES) refuseSource(fileOf(table), sourcesOf(snapshot));
  const files: ExportedFile[] = [];
  for (const table of TABLES) files.push(await whole(fileOf(table), (aside) => write(aside, table)));
  return files;
}

/** Where a snapshot was made of something: the archive that was opened, and the files in which bodies stand. */
const sourcesOf = ({ folder, about, manifest }: Snapshot): string[] => [
  ...(about.source === undefined ? [] : [about.source]),
  ...manifest.files.map((file) => resolve(folder, file.path)),
];

/** @throws "exists" when `path` is one of `sources`, by any name */
export function refuseSource(path: string, sources: readonly string[]): void {
  const target = realPath(path);
  if (target !== undefined && sources.some((source) => realPath(source) === target)) throw isSource(path);
}

/**
 * Refuses to replace a file within the folder of the snapshot, or of what it was made of, unless it has the suffix of
 * an export.
 */
function refuseWithin({ folder, about }: Snapshot, path: string, kind: ExportKind): void {
  const target = realPath(path);
  if (target === undefined || !statSync(target).isFile() || extname(target).toLowerCase() === `.${kind}`) return;
  for (const place of [folder, about.source ?? folder]) {
    if (target.startsWith(`${realPath(place)}${sep}`)) throw isSource(path);
  }
}

const NEXT = "Name another place";

const isSource = (path: string) => problem.exists`${path} is what is to be exported: name another place`;

/** Where a path leads; undefined where there is nothing. */
const realPath = (path: string): string | undefined => attempt(() => realpathSync(path));

/** What stands at a path; undefined: nothing. @throws "failed" where none can, as below a file */
function standingAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw notWritten(error, path, NEXT);
  }
}

/** A canonical snapshot, all of its captures of the moment of the last one. */
async function packed(snapshot: Snapshot, folder: string, onProgress: ProgressListener): Promise<ExportedFile[]> {
  const time = snapshot.columns.f64("capture.time").reduce((last, each) => Math.max(last, each), 0);
  try {
    await repack(snapshot, folder, { time, onProgress });
  } catch (error) {
    if (!isProblem(error, "damaged")) throw error;
    const [call, typed] = [
      'exportSnapshot(snapshot, "x.wacz")',
      `crawlbench export ${inShell(String(snapshot.about.source ?? snapshot.folder))} x.wacz`,
    ];
    throw problem.damaged`${error}; or write a WACZ, which leaves out what cannot be read: ${either(call, typed)}`;
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((file) => join(file.parentPath, file.name))
    .sort()
    .map((path) => ({ path, bytes: statSync(path).size }));
}

/** Writes a file: see `writeResultBy`. */
async function whole(path: string, write: (aside: string) => Promise<void> | void): Promise<ExportedFile> {
  if (standingAt(path)?.isDirectory())
    throw problem.exists`${path} is a folder that is there already: name another file`;
  try {
    const bytes = await writeResultBy(path, async (to) => {
      await write(to);
      return statSync(to).size;
    });
    return { path, bytes };
  } catch (error) {
    if (isProblem(error)) throw error;
    throw (error as NodeJS.ErrnoException).code === undefined ? error : notWritten(error, path, NEXT);
  }
}
