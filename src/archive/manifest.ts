import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fact, got, problem } from "../base/error.js";
import type { ColumnLengths } from "./column/column-set.js";
import { corrupt, storageError } from "./error.js";

/** What snapshot.json holds: the snapshot as of its last commit. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly software: string;
  readonly about: Readonly<Record<string, string>>;
  readonly options: { readonly store: "warc" | "none"; readonly gzipLevel: number; readonly segmentBytes: number };
  readonly captures: number;
  readonly pages: number;
  readonly urls: number;
  readonly hosts: number;
  readonly links: number;
  /** Media types by id. */
  readonly types: readonly string[];
  /** Files that captures stand in, by id: paths from the folder; `own` are those that the snapshot writes. */
  readonly files: readonly { readonly path: string; readonly own?: boolean }[];
  /** How far the own files are written: index of the last among them, and its bytes. */
  readonly archive?: { readonly file: number; readonly bytes: number };
  /** Bytes of each column, by folder: "index", and those that were committed along. */
  readonly columns: Readonly<Record<string, ColumnLengths>>;
  /** What the writer's owner keeps along with the snapshot. */
  readonly state?: unknown;
  /** Written by `finish`: what identifies the contents; gone when more is added. */
  readonly sha256?: string;
}

export const FORMAT = "crawlbench-snapshot";
export const VERSION = 1;
export const MANIFEST = "snapshot.json";

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 1)}\n`;

/** @returns undefined when there is no snapshot.json. @throws "not-a-snapshot", "damaged", "failed" */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, MANIFEST);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw storageError(error, path, "read");
  }
  let found: Partial<Manifest>;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw corrupt(path, `no JSON (${(error as Error).message})`, "take the folder from a copy");
  }
  if (found?.format !== FORMAT) {
    throw problem.notASnapshot`${path}: expected format "${FORMAT}", ${got(found?.format)}`;
  }
  if (found.version !== VERSION) {
    const version = fact("version", `${found.version}`);
    throw problem.notASnapshot`${path}: expected version ${VERSION}, found ${version}; open it with the software that wrote it`;
  }
  if (!isWhole(found)) throw corrupt(path, "some of its fields are missing", "take the folder from a copy");
  return found as Manifest;
}

function isWhole({ about, options, types, files, columns, ...counts }: Partial<Manifest>): boolean {
  const numbers = [counts.captures, counts.pages, counts.urls, counts.hosts, counts.links];
  return (
    [about, options, columns].every((value) => typeof value === "object" && value !== null) &&
    numbers.every((value) => Number.isInteger(value)) &&
    Array.isArray(types) &&
    types.every((type) => typeof type === "string") &&
    Array.isArray(files) &&
    files.every((file) => typeof file?.path === "string")
  );
}
