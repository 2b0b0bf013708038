import { closeSync, fsyncSync, openSync, readSync, rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { makeFolder as makeWithParents } from "../make-folder.js";
import { corrupt, storageError } from "./error.js";

/** Puts a file in place whole: written aside, on disk, renamed, the folder on disk. After a kill it is the old or the new. */
export async function replaceFile(path: string, bytes: Uint8Array | string): Promise<void> {
  const aside = `${path}.part`;
  try {
    const file = await open(aside, "w");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameWhole(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw storageError(error, path);
  }
}

/** Renames a file or folder that is on disk, and makes the new name durable. */
export async function renameWhole(from: string, to: string): Promise<void> {
  await rename(from, to);
  const folder = await open(dirname(resolve(to)), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes names of files as durable as their bytes. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Makes a folder, and its name durable in the folders above. @throws SnapshotError "disk-full", "failed" */
export function makeFolder(path: string): void {
  try {
    makeWithParents(path, syncFolder);
  } catch (error) {
    throw storageError(error, path);
  }
}

/** Linux reads and writes at most 2 GiB at once. */
const PIECE = 1 << 30;

/** Fills `into` with the bytes of a file from `position`. @throws SnapshotError "corrupt" when the file ends before, "failed" */
export function readFull(fd: number, into: Uint8Array, position: number, path: string): void {
  try {
    for (let done = 0; done < into.length; ) {
      const read = readSync(fd, into, done, Math.min(PIECE, into.length - done), position + done);
      if (read === 0) {
        throw corrupt(
          path,
          `expected ${position + into.length} bytes at least, found ${position + done}`,
          "take the folder from a copy",
        );
      }
      done += read;
    }
  } catch (error) {
    throw storageError(error, path, "read");
  }
}
