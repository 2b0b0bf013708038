import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { UrlDatabaseError } from "../error.js";

/** Opens a file, to be written perhaps. @throws UrlDatabaseError "disk-full", "failed" */
export function openFile(path: string, flags: string | number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    throw storageError(error, path);
  }
}

/** Writes all of `buffer` at `position`. @throws UrlDatabaseError "disk-full" or "failed", naming the file */
export function writeAll(fd: number, buffer: Uint8Array, position: number, path: string): void {
  try {
    for (let done = 0; done < buffer.length; ) {
      done += writeSync(fd, buffer, done, buffer.length - done, position + done);
    }
  } catch (error) {
    throw storageError(error, path);
  }
}

/**
 * Reads into `buffer` from `position`.
 *
 * @returns bytes read, fewer than asked for only at the end of the file
 * @throws UrlDatabaseError "failed", naming the file
 */
export function readUpTo(fd: number, buffer: Uint8Array, length: number, position: number, path: string): number {
  try {
    let done = 0;
    while (done < length) {
      const read = readSync(fd, buffer, done, length - done, position + done);
      if (read === 0) break;
      done += read;
    }
    return done;
  } catch (error) {
    throw diskFailure(error, path, "read");
  }
}

/** What a failing disk means to the user. */
export function storageError(error: unknown, path: string): UrlDatabaseError {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) {
    return new UrlDatabaseError(
      `no room to write ${path} (${code}): this batch was not kept, all before it was; free some space and try again`,
      "disk-full",
      { cause: error },
    );
  }
  return diskFailure(error, path);
}

/** A disk that may have lost what was written, for whatever reason: writing it once more is no help. */
export const diskFailure = (error: unknown, path: string, doing: "read" | "write" = "write"): UrlDatabaseError =>
  new UrlDatabaseError(
    `cannot ${doing} ${path}: ${(error as Error).message}. What was acknowledged is safe; open the database again`,
    "failed",
    { cause: error },
  );

/** A file that holds other bytes than were written. */
export const corrupt = (path: string, what: string, next: string): UrlDatabaseError =>
  new UrlDatabaseError(`${path}: ${what}; ${next}`, "corrupt");

/** Puts a file in place whole: written aside, on disk, renamed, the folder on disk. After a kill it is the old or the new. */
export function replaceFile(path: string, bytes: Uint8Array | string): void {
  const aside = `${path}.part`;
  try {
    const fd = openSync(aside, "w");
    try {
      writeFileSync(fd, bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(aside, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(aside, { force: true });
    throw storageError(error, path);
  }
}

/** Makes a folder, and its name durable in the folders above. @throws UrlDatabaseError "disk-full", "failed" */
export function makeFolder(path: string): void {
  try {
    const made = mkdirSync(path, { recursive: true });
    if (made === undefined) return;
    const top = dirname(resolve(made));
    for (let folder = resolve(path); folder !== top; ) {
      folder = dirname(folder);
      syncFolder(folder);
    }
  } catch (error) {
    throw storageError(error, path);
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

/**
 * Marks the folder as open in this process. The mark of a process that is gone does not count.
 *
 * @returns takes the mark away
 * @throws UrlDatabaseError "locked", naming the process
 */
export function lock(path: string): () => void {
  const mark = `${process.pid} ${birthOf(process.pid)}`;
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, mark, { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw storageError(error, path);
    }
    const [pid, birth] = readMark(path);
    if (attempt > 3 || (pid > 0 && isAlive(pid) && (birth === "" || birth === birthOf(pid)))) {
      throw new UrlDatabaseError(
        `${dirname(path)} is open in process ${pid}${pid === process.pid ? ", this one" : ""}: close it there first`,
        "locked",
      );
    }
    rmSync(path, { force: true });
  }
}

function readMark(path: string): [pid: number, birth: string] {
  try {
    const [pid, birth = ""] = readFileSync(path, "utf8").split(" ");
    return [Number(pid), birth];
  } catch {
    return [0, ""];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, in ticks since the machine did: a process number may be given again. "" where there is no /proc. */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
