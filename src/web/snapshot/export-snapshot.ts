import { readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { storageError } from "../../archive/error.js";
import { repack } from "../../archive/export/repack.js";
import { TABLES, type TableName, tableOf } from "../../archive/export/tables.js";
import { writeWacz } from "../../archive/export/wacz.js";
import { writeCsv, writeParquet } from "../../archive/export/write-table.js";
import { makeFolder } from "../../archive/files.js";
import type { Snapshot } from "../../archive/open-snapshot.js";
import { isProblem, problem } from "../../base/error.js";
import { replaceFileBy } from "../../base/file/durable.js";
import { checkOptions } from "../../base/method.js";
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
}

/** A file that was written. */
export interface ExportedFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Writes a snapshot in a format of others: x.wacz, x.gexf, a table as x.parquet or x.csv, or all tables into a folder.
 * Each file is written aside and renamed; a file of that name is replaced. `kind: "snapshot"` packs it again: see
 * `repack`.
 *
 * @throws "option" for a suffix, kind or table that there is not; "disk-full", "failed"
 */
export async function exportSnapshot(
  snapshot: Snapshot,
  path: string,
  options: ExportOptions = {},
): Promise<ExportedFile[]> {
  checkOptions("exportSnapshot", options, { kind: EXPORT_KINDS, table: TABLES, limit: undefined });
  const suffix = extname(path).toLowerCase().slice(1);
  const kind = options.kind ?? ((suffix || "parquet") as ExportKind);
  if (!EXPORT_KINDS.includes(kind)) {
    const known = EXPORT_KINDS.slice(0, -1)
      .map((each) => `.${each}`)
      .join(", ");
    throw problem.option`cannot export to "${path}": name a file that ends in ${known}, or a folder for Parquet`;
  }
  if (kind === "snapshot") return packed(snapshot, path);
  if (kind === "wacz") return [await whole(path, (aside) => writeWacz(snapshot, aside))];
  if (kind === "gexf") {
    const { graph, urls, titles } = webOf(snapshot);
    const limit = options.limit === undefined ? {} : { limit: options.limit };
    const write = (aside: string) => writeFileSync(aside, writeGexf(graph, { urls, titles, ...limit }));
    return [await whole(path, write)];
  }
  const write = kind === "csv" ? writeCsv : writeParquet;
  if (suffix === kind || options.table !== undefined) {
    const name = basename(path, extname(path)) as TableName;
    const table = options.table ?? (TABLES.includes(name) ? name : "pages");
    return [await whole(path, (aside) => write(aside, tableOf(snapshot, table)))];
  }
  makeFolder(path);
  const files: ExportedFile[] = [];
  for (const table of TABLES) {
    files.push(await whole(join(path, `${table}.${kind}`), (aside) => write(aside, tableOf(snapshot, table))));
  }
  return files;
}

/** A canonical snapshot, all of its captures of the moment of the last one. */
async function packed(snapshot: Snapshot, folder: string): Promise<ExportedFile[]> {
  const time = snapshot.columns.f64("capture.time").reduce((last, each) => Math.max(last, each), 0);
  await repack(snapshot, folder, { time });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((file) => join(file.parentPath, file.name))
    .sort()
    .map((path) => ({ path, bytes: statSync(path).size }));
}

/** Writes a file aside, makes it durable, and puts it in place. */
async function whole(path: string, write: (aside: string) => Promise<void> | void): Promise<ExportedFile> {
  try {
    await replaceFileBy(path, write);
    return { path, bytes: statSync(path).size };
  } catch (error) {
    if (isProblem(error, "option") || isProblem(error)) throw error;
    throw (error as NodeJS.ErrnoException).code === undefined ? error : storageError(error, path);
  }
}
