import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { UrlDatabaseError } from "../error.js";

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

/** Reads into `buffer` from `position`. @returns bytes read, fewer than asked for only at the end of the file */
export function readUpTo(fd: number, buffer: Uint8Array, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const read = readSync(fd, buffer, done, length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** What a failing disk means to the user. */
export function storageError(error: unknown, path: string): UrlDatabaseError {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) {
    return new UrlDatabaseError(
      `no room to write ${path} (${code}): this batch was not kept, all before it was; free some space and try again`,
      "disk-full",
      { cause: error },
    );
  }
  return new UrlDatabaseError(
    `cannot write ${path}: ${message}. What was acknowledged is safe; open the database again`,
    "failed",
    { cause: error },
  );
}

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
