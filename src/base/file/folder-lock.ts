import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { threadId } from "node:worker_threads";

/** Marks of this thread, by all copies of this module: how many were made, and those not taken away yet. */
const LOCKS = Symbol.for("crawlbench.locks");
const locks = ((globalThis as { [LOCKS]?: { made: number; readonly held: Set<string> } })[LOCKS] ??= {
  made: 0,
  held: new Set<string>(),
});

/** How often a mark that is stale is tried to be taken over. */
const TRIES = 100;

/**
 * Marks a folder, by a file of it, as open in this process. The mark of a process that is gone does not count: of
 * several that find one, one gets the folder. Nor does a mark that this thread has taken away, where the folder was
 * moved while it was open: the mark went with it.
 *
 * @param refused the error to throw while a process has the folder, given that process's number and whose it is
 * @returns takes the mark away, unless it is another's by now
 * @throws what `refused` gives; the error of the operating system
 */
export function lockFolder(path: string, refused: (by: string) => Error): () => void {
  const token = `${threadId}.${locks.made++}`;
  const own = `${path}.${process.pid}.${token}`;
  const text = `${process.pid} ${birthOf(process.pid)} ${token}`;
  locks.held.add(token);
  try {
    writeFileSync(own, text);
    for (let tries = 0; !isLinked(own, path); tries++) {
      const mark = readMark(path);
      const holder = holderOf(mark) ?? (tries === TRIES ? (holderOf(readMark(turnOf(path))) ?? "unknown") : undefined);
      if (holder !== undefined) throw refused(holder === `${process.pid}` ? `${holder}, this one` : holder);
      removeStale(path, mark, own);
    }
  } catch (error) {
    locks.held.delete(token);
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    locks.held.delete(token);
    if (readMark(path) === text) rmSync(path, { force: true });
  };
}

/** Milliseconds between two looks whether a folder is free. */
const LOOK_EVERY = 100;

/**
 * As `lockFolder`, once no process has the folder.
 *
 * @param onWait told whose it is, whenever it is not free
 */
export async function lockWhenFree(path: string, onWait: (by: string) => void): Promise<() => void> {
  const taken = new Error("taken");
  for (;;) {
    try {
      return lockFolder(path, (by) => {
        onWait(by);
        return taken;
      });
    } catch (error) {
      if (error !== taken) throw error;
    }
    await setTimeout(LOOK_EVERY);
  }
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

/** The mark of the one process that may look at a stale mark and remove it. */
const turnOf = (path: string) => `${path}.turn`;

/** Removes a mark that is stale, if it still is the one that was read: one process at a time looks and removes. */
function removeStale(path: string, mark: string, own: string): void {
  const turn = turnOf(path);
  if (isLinked(own, turn)) {
    try {
      if (readMark(path) === mark) rmSync(path, { force: true });
    } finally {
      rmSync(turn, { force: true });
    }
    return;
  }
  const theirs = readMark(turn);
  if (theirs !== "" && holderOf(theirs) === undefined) rmSync(turn, { force: true }); // died while it looked
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

/**
 * The number of the process that made a mark. @returns undefined when it is gone, when no process made it, or when this
 * thread made and took it away
 */
function holderOf(mark: string): string | undefined {
  const [pid = "", birth = "", token = ""] = mark.split(" ");
  if (pid === `${process.pid}` && token.startsWith(`${threadId}.`) && !locks.held.has(token)) return undefined;
  const isTheirs = Number(pid) > 0 && isAlive(Number(pid)) && (birth === "" || birth === birthOf(Number(pid)));
  return isTheirs ? pid : undefined;
}

/**
 * Removes from a folder what processes that are gone left behind. Whatever cannot be seen or removed stays.
 *
 * @param made what a name looks like that a process gave, its number in the first group
 * @param begin how all of these names begin; `made` is about what follows
 */
export function removeAbandoned(folder: string, made: RegExp, begin = ""): void {
  for (const name of namesIn(folder)) {
    const pid = name.startsWith(begin) ? made.exec(name.slice(begin.length))?.[1] : undefined;
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(folder, name), { recursive: true });
    } catch {} // another user's, or in use: a file system may stand there
  }
}

/** None of a folder that may be written to and not read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Is there a process of this number? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * When a process began, in ticks since the machine did: a process number may be given again. "" where there is no
 * /proc.
 */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
