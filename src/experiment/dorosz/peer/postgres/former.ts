import { existsSync } from "node:fs";
import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { problem } from "../../../../base/error.js";
import { isAlive } from "../../../../base/file/folder-lock.js";
import { output } from "./binaries.js";
import { USER } from "./cluster.js";
import { Connection } from "./connection.js";
import { hold } from "./lock.js";
import { pause } from "./pause.js";
import { PRIVATE_SCHEMA } from "./schema.js";

/** Attempts to see a former server end, and milliseconds between them: half a minute. */
const ATTEMPTS = 300;
const BETWEEN = 100;

/**
 * Sees to it that no server runs on these files: one whose process is dead ends by itself within moments, or is told
 * to; what a dead one left behind is cleared away.
 *
 * @throws "locked" when the process that it serves lives, or it does not end
 */
export async function endFormer(folder: string): Promise<void> {
  let pid = await serverOn(folder);
  let [free, told] = [0, false];
  for (let attempt = 0; pid !== undefined; attempt++) {
    const state = await heldState(folder);
    if (state === "held" || attempt === ATTEMPTS) {
      throw problem.locked`${folder} is open: its server, process ${pid}, ${state === "held" ? "serves another" : "does not end"}; close it there, and open it again`;
    }
    // free twice: else its process may just be about to take hold of it
    if (state === "free" && ++free > 2 && !told) {
      process.kill(pid, "SIGINT");
      told = true;
    }
    await pause(BETWEEN);
    pid = await serverOn(folder);
  }
}

/**
 * The process that serves these files. The trace of a dead one is left to the next server, which looks whether its
 * sessions live on; but a number that is another process's by now would keep it from starting, and so would none: such
 * a trace is removed.
 */
async function serverOn(folder: string): Promise<number | undefined> {
  const file = join(folder, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0)) {
    await pause(BETWEEN); // a server that starts writes its number at once
    if ((await readFile(file, "utf8").catch(() => "gone")) === text) await rm(file, { force: true });
    return serverOn(folder);
  }
  if (!isAlive(pid)) return undefined;
  if (await serves(pid, folder)) return pid;
  await rm(file, { force: true });
  return undefined;
}

/** Is this process a server that works on this folder? */
async function serves(pid: number, folder: string): Promise<boolean> {
  try {
    if (existsSync("/proc/self/cwd")) return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder));
    return (await output("ps", ["-o", "args=", "-p", `${pid}`])).includes(folder);
  } catch {
    return false; // there is no such process, or it is somebody else's
  }
}

/** Does a session hold the database? Its server may be out of reach, at its start or end. */
async function heldState(folder: string): Promise<"held" | "free" | "unreachable"> {
  let connection: Connection | undefined;
  try {
    const [, , , port, host] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
    const config = { host, port: Number(port), user: USER, database: "postgres", ssl: false };
    connection = await Connection.open(config, folder);
    return (await hold(connection, PRIVATE_SCHEMA)) ? "free" : "held";
  } catch {
    return "unreachable";
  } finally {
    await connection?.end();
  }
}
