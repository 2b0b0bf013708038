import { dirname } from "node:path";
import { problem } from "../base/error.js";
import * as durable from "../base/file/durable.js";
import { lockFolder } from "../base/file/folder-lock.js";
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
