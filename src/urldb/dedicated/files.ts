import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
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
    makeWithParents(resolve(path));
  } catch (error) {
    const known = storageError(error, path);
    if (known.code === "disk-full") throw known;
    throw new UrlDatabaseError(`cannot make the folder ${path}: ${(error as Error).message}; name another`, "failed", {
      cause: error,
    });
  }
}

/** Folder by folder: Node 20's recursive mkdirSync never returns for a folder of /proc. */
function makeWithParents(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeWithParents(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
  }
  syncFolder(parent);
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

let locks = 0;

/** Milliseconds after which whoever was taking a lock over has died of it. */
const TAKING_OVER = 5_000;

/**
 * Marks the folder as open in this process. The mark of a process that is gone does not count: of several that find one, one
 * gets the folder.
 *
 * @returns takes the mark away
 * @throws UrlDatabaseError "locked", naming the process
 */
export function lock(path: string): () => void {
  const own = `${path}.${process.pid}.${locks++}`;
  try {
    writeFileSync(own, `${process.pid} ${birthOf(process.pid)}`);
    while (!isLinked(own, path)) {
      const mark = readMark(path);
      const [pid, birth = ""] = mark.split(" ");
      if (Number(pid) > 0 && isAlive(Number(pid)) && (birth === "" || birth === birthOf(Number(pid)))) {
        const where = Number(pid) === process.pid ? `${pid}, this one` : pid;
        throw new UrlDatabaseError(`${dirname(path)} is open in process ${where}: close it there first`, "locked");
      }
      removeStale(path, mark, own);
    }
  } catch (error) {
    throw error instanceof UrlDatabaseError ? error : storageError(error, path);
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/** Gives a file, which is whole, a second name, unless there is one of that name. */
function isLinked(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** Removes a mark that is stale, if it still is the one that was read: one process at a time looks and removes. */
function removeStale(path: string, mark: string, own: string): void {
  const turn = `${path}.turn`;
  if (isLinked(own, turn)) {
    try {
      if (readMark(path) === mark) rmSync(path, { force: true });
    } finally {
      rmSync(turn, { force: true });
    }
    return;
  }
  const begun = statSync(turn, { throwIfNoEntry: false })?.mtimeMs;
  if (begun !== undefined && statSync(own).mtimeMs - begun > TAKING_OVER) rmSync(turn, { force: true });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  const now = Buffer.from(readMark(own));
  writeFileSync(own, now); // its time is now again
}

/** "" when there is none. */
function readMark(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
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
