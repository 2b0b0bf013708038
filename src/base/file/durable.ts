import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { open, rename, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Linux reads and writes at most 2 GiB at once. */
const PIECE = 1 << 30;

/** Did the disk, or what this user may have of it, run full? */
export const hasNoRoom = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT", "EFBIG"].includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Makes a folder and those above it, and the names of all that were made durable. One by one: Node 20's recursive
 * mkdirSync never returns for a folder of /proc.
 *
 * @throws the error of the operating system
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isFolder(folder)) throw error;
  }
  syncFolder(parent);
}

/** False where there is nothing. Below a file the system says ENOTDIR, which Node 22 takes for nothing when asked not to throw. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Makes names of files as durable as their bytes. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a file or a folder durable. */
async function sync(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}

/** Renames a file or folder that is on disk, and makes the new name durable. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await sync(dirname(resolve(to)));
}

/**
 * Puts a file in place whole: written as `aside`, on disk, renamed, the folder on disk. After a kill it is the old or
 * the new.
 *
 * @param write writes the file that it is given the path of
 * @param aside where nothing of another stands; default `<path>.part`
 * @returns what `write` gave
 * @throws what `write` threw, or the error of the operating system; what stood there before stays
 */
export async function replaceFileBy<T>(
  path: string,
  write: (aside: string) => Promise<T> | T,
  aside = `${path}.part`,
): Promise<T> {
  try {
    const written = await write(aside);
    keepMode(path, aside);
    await sync(aside);
    await renameDurably(aside, path);
    return written;
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** Whoever might not read a file may not read what takes its place, either; a writer may be stricter. */
function keepMode(path: string, aside: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before?.isFile()) chmodSync(aside, before.mode & statSync(aside).mode);
}

/** Puts a file in place whole: see `replaceFileBy`. */
export const replaceFile = (path: string, bytes: Uint8Array | string): Promise<void> =>
  replaceFileBy(path, (aside) => writeFile(aside, bytes));

/**
 * Puts a file in place whole, as `replaceFile` does, before it returns.
 *
 * @param aside where it is written first: another name in each process and thread, where several may do so at once
 */
export function replaceFileSync(path: string, parts: readonly Uint8Array[], aside = `${path}.part`): void {
  try {
    const file = openSync(aside, "w");
    try {
      for (const part of parts) writeAll(file, part);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    keepMode(path, aside);
    renameSync(aside, path);
    syncFolder(dirname(resolve(path)));
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** Writes all of `bytes`, at `position` or else where the file stands. */
export function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? undefined : position + done;
    done += writeSync(file, bytes, done, Math.min(PIECE, bytes.length - done), at);
  }
}

/**
 * Reads into `bytes` from `position`. @returns bytes read, fewer than asked for only at the end of the file
 */
export function readUpTo(file: number, bytes: Uint8Array, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const read = readSync(file, bytes, done, Math.min(PIECE, length - done), position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}
