import { spawn } from "node:child_process";
import { chown, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type CrawlbenchError, problem } from "../../../../base/error.js";
import { renameDurably } from "../../../../base/file/durable.js";
import { type Account, reach } from "./account.js";
import { type Binaries, findBinaries, missingBinaries } from "./binaries.js";

/** The only user of a private server, its superuser. */
export const USER = "crawlbench";

/** Where the files of the server stand, and the programs that read them. */
export interface Cluster {
  readonly folder: string;
  readonly binaries: Binaries;
}

/** Names of folders while they are made begin with it. */
const MAKING = "cluster.new";

/**
 * The files of a server in `path`/cluster, made by initdb if there are none: under another name first, so that what a
 * kill left half made is made anew. The initdb of a process that was killed may still be at work.
 *
 * @throws "unavailable" when the programs are not installed, or not in the version that made the files
 */
export async function clusterAt(path: string, account: Account | undefined): Promise<Cluster> {
  const folder = join(path, "cluster");
  const stored = await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => undefined);
  const version = stored === undefined ? undefined : Number.parseInt(stored, 10);
  const binaries = await findBinaries(version);
  if (!binaries) {
    const missing = await missingBinaries(version);
    throw problem.unavailable`${path}: ${missing}`;
  }
  if (version === undefined) await make(path, folder, binaries, account);
  return { folder, binaries };
}

async function make(path: string, folder: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const made = await mkdtemp(join(path, `${MAKING}-`));
  if (account) await chown(made, account.uid, account.gid);
  const reached = await reach(made, account);
  try {
    const locale = ["--encoding=UTF8", "--locale=C"];
    const options = ["-D", reached.name, `--username=${USER}`, "--auth=trust", ...locale];
    await run(join(binaries.folder, "initdb"), options, account, reached.descriptor);
  } finally {
    await reached.close();
  }
  await renameDurably(made, folder);
  for (const name of (await readdir(path)).filter((each) => each.startsWith(MAKING)))
    await rm(join(path, name), { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
}

/** @throws CrawlbenchError with the last that the program said: "disk-full", "failed" */
function run(program: string, options: string[], account?: Account, descriptor?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const inherited = descriptor === undefined ? [] : [descriptor];
    const child = spawn(program, options, { cwd: "/", stdio: ["ignore", "ignore", "pipe", ...inherited], ...account });
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2000);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(serverError(`${program} failed`, said));
    });
  });
}

/** What a program's last words mean. */
export function serverError(what: string, said: string): CrawlbenchError {
  const text = said.trim() || "nothing was said";
  if (/No space left on device|Disk quota exceeded/.test(said)) {
    return problem.diskFull`${what}: ${text}; make room, and open it again`;
  }
  if (/lock file .* already exists/.test(said)) {
    return problem.locked`${what}: another process has just opened it: close it there; ${text}`;
  }
  return problem.failed`${what}: ${text}`;
}
