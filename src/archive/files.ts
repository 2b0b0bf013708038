import { mkdtempSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { problem } from "../base/error.js";
import { besideOf, removeLeftBeside } from "../base/file/beside.js";
import * as durable from "../base/file/durable.js";
import { lockFolder } from "../base/file/folder-lock.js";
import { notWritten } from "../base/file/write-result.js";
import { corrupt, storageError } from "./error.js";

/**
 * Marks the folder of `path` as open in this process: see `lockFolder`.
 *
 * @param refused what to say while a process has it, which is given
 * @throws "locked", "failed"
 */
export const lock = (path: string, refused = (by: string) => beingWritten(dirname(path), by)): (() => void) =>
  guarded(path, () => lockFolder(path, (by) => problem.locked`${refused(by)}`));

const beingWritten = (folder: string, by: string) =>
  `${folder} is being written by process ${by}: close it there first`;

/** Puts a file in place whole: see base. @throws "disk-full", "failed" */
export async function replaceFile(path: string, bytes: Uint8Array | string): Promise<void> {
  await durable.replaceFile(path, bytes).catch((error) => {
    throw storageError(error, path);
  });
}

/** Makes a folder, and its name durable in the folders above. @throws "disk-full", "failed" */
export const makeFolder = (path: string): void => guarded(path, () => durable.makeFolder(path));

/**
 * Lends `use` an empty folder beside `path`, on the same disk, under a name that nothing had; removes it afterwards
 * with what is in it still, and first those of processes that were killed.
 *
 * @throws "disk-full", "failed"; what `use` throws
 */
export async function besides<T>(path: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = emptyBeside(resolve(path), path);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function emptyBeside(place: string, path: string): string {
  try {
    durable.makeFolder(dirname(place));
    removeLeftBeside(place);
    return mkdtempSync(besideOf(place));
  } catch (error) {
    throw notWritten(error, path, "Name another place");
  }
}

/**
 * Fills `into` with the bytes of a file from `position`. @throws "damaged" when the file ends before,
 * "failed"
 */
export function readFull(fd: number, into: Uint8Array, position: number, path: string): void {
  const read = guarded(path, () => durable.readUpTo(fd, into, into.length, position), "read");
  if (read === into.length) return;
  const what = `expected ${position + into.length} bytes at least, found ${position + read}`;
  throw corrupt(path, what, "take the folder from a copy");
}

function guarded<T>(path: string, act: () => T, doing: "read" | "write" = "write"): T {
  try {
    return act();
  } catch (error) {
    throw storageError(error, path, doing);
  }
}
