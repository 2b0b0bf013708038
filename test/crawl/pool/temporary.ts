import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { atEnd } from "../../endings.js";

/** A new empty folder, removed when the tests of the file are over. @param disk where it is made */
export function temporaryFolder(disk = tmpdir()): string {
  const folder = mkdtempSync(join(disk, "crawlbench-run-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, by their paths below a folder, which is given back. @param folder default: a temporary one */
export function folderWith(
  files: Readonly<Record<string, string | Uint8Array>>,
  folder: string = temporaryFolder(),
): string {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

/** Paths of all files in a folder and below, relative to it. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Path of a script of child/, which other processes and threads run. */
export const fixture = (name: string): string => resolve(import.meta.dirname, "child", name);
