import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { SnapshotError, storageError } from "./error.js";

let locks = 0;

/** How often a mark that is stale is tried to be taken over. */
const TRIES = 100;

/**
 * Marks the folder of `path` as open in this process. The mark of a process that is gone does not count: of several that find one,
 * one gets the folder.
 *
 * @returns takes the mark away
 * @throws SnapshotError "locked", naming the process
 */
export function lock(path: string): () => void {
  const own = `${path}.${process.pid}.${locks++}`;
  const text = `${process.pid} ${birthOf(process.pid)}`;
  try {
    writeFileSync(own, text);
    for (let tries = 0; !isLinked(own, path); tries++) {
      const mark = readMark(path);
      const [pid = "", birth = ""] = mark.split(" ");
      const isTheirs = Number(pid) > 0 && isAlive(Number(pid)) && (birth === "" || birth === birthOf(Number(pid)));
      if (isTheirs || tries === TRIES) {
        const where = Number(pid) === process.pid ? `${pid}, this one` : pid;
        throw new SnapshotError(
          `${dirname(path)} is being written by process ${where}: close it there first`,
          "locked",
        );
      }
      removeStale(path, mark, own);
    }
  } catch (error) {
    throw storageError(error, path);
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    if (readMark(path) === text) rmSync(path, { force: true });
  };
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
  const [pid = ""] = readMark(turn).split(" ");
  if (pid !== "" && !isAlive(Number(pid))) rmSync(turn, { force: true }); // died while it looked
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
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
