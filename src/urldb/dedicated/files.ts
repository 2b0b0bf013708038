import { openSync } from "node:fs";
import { dirname } from "node:path";
import { type CrawlbenchError, isProblem, problem } from "../../base/error.js";
import * as durable from "../../base/file/durable.js";
import { lockFolder } from "../../base/file/folder-lock.js";

/** Opens a file, to be written perhaps. @throws "disk-full", "failed" */
export function openFile(path: string, flags: string | number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    throw storageError(error, path);
  }
}

/** Writes all of `buffer` at `position`. @throws "disk-full" or "failed", naming the file */
export function writeAll(fd: number, buffer: Uint8Array, position: number, path: string): void {
  try {
    durable.writeAll(fd, buffer, position);
  } catch (error) {
    throw storageError(error, path);
  }
}

/**
 * Reads into `buffer` from `position`.
 *
 * @returns bytes read, fewer than asked for only at the end of the file
 * @throws "failed", naming the file
 */
export function readUpTo(fd: number, buffer: Uint8Array, length: number, position: number, path: string): number {
  try {
    return durable.readUpTo(fd, buffer, length, position);
  } catch (error) {
    throw diskFailure(error, path, "read");
  }
}

/** What a failing disk means to the user. */
export function storageError(error: unknown, path: string): CrawlbenchError {
  if (durable.hasNoRoom(error)) {
    const full = problem.diskFull({ cause: error });
    return full`no room to write ${path} (${(error as NodeJS.ErrnoException).code}): this batch was not kept, all before it was; free some space and try again`;
  }
  return diskFailure(error, path);
}

/** A disk that may have lost what was written, for whatever reason: writing it once more is no help. */
export const diskFailure = (error: unknown, path: string, doing: "read" | "write" = "write"): CrawlbenchError =>
  problem.failed`cannot ${doing} ${path}: ${error}. What was acknowledged is safe; open the database again`;

/** What to do about damage to any file but the log. */
export const REBUILD = "delete manifest.json beside it and open again: everything is rebuilt from the log";

/** A file that holds other bytes than were written. */
export const corrupt = (path: string, what: string, next: string): CrawlbenchError =>
  problem.damaged`${path}: ${what}; ${next}`;

/** Puts a file in place whole: see base. @throws "disk-full", "failed" */
export function replaceFile(path: string, bytes: Uint8Array | string): void {
  try {
    durable.replaceFileSync(path, [Buffer.from(bytes)]);
  } catch (error) {
    throw storageError(error, path);
  }
}

/** Makes a folder, and its name durable in the folders above. @throws "disk-full", "failed" */
export function makeFolder(path: string): void {
  try {
    durable.makeFolder(path);
  } catch (error) {
    const known = storageError(error, path);
    if (known.code === "disk-full") throw known;
    throw problem.failed`cannot make the folder ${path}: ${error}; name another`;
  }
}

/** Marks the folder of `path` as open in this process: see `lockFolder`. @throws "locked", "failed" */
export function lock(path: string): () => void {
  const refused = (by: string) => problem.locked`${dirname(path)} is open in process ${by}: close it there first`;
  try {
    return lockFolder(path, refused);
  } catch (error) {
    throw isProblem(error) ? error : storageError(error, path);
  }
}
