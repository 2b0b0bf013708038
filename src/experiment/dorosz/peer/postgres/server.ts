import { type ChildProcess, spawn } from "node:child_process";
import { chown, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ClientConfig } from "pg";
import { isProblem, problem } from "../../../../base/error.js";
import { makeFolder } from "../../../../base/file/durable.js";
import { type Account, reach, serverAccount } from "./account.js";
import { type Cluster, clusterAt, serverError, USER } from "./cluster.js";
import { Connection } from "./connection.js";
import { endFormer } from "./former.js";
import { pause } from "./pause.js";

/** A server of this process alone. */
export interface PrivateServer {
  readonly config: ClientConfig;
  /** Ends its sessions, writes all to disk and waits for its end. */
  stop(): Promise<void>;
}

/** Longest name of a Unix socket that every system takes, in bytes. */
const LONGEST_SOCKET = 103;

const PORT = 5432;

/** Milliseconds between two attempts to reach a server that starts. */
const BETWEEN = 25;

/** What a server that starts answers: no socket yet, or "the database system is starting up". */
const NOT_YET = ["ENOENT", "ECONNREFUSED", "ECONNRESET", "57P03"];

/**
 * Everything that differs from PostgreSQL's defaults. They are those of a machine with 1 GB of memory or less for all:
 * a page cache of 128 MB, and a checkpoint, after which each page is written whole once more, whenever 1 GB of log is
 * full, which a load of a million URLs fills. Whoever measures PostgreSQL would raise these two; safety (fsync,
 * full_page_writes) stays as it is.
 */
export const serverSettings = { shared_buffers: "256MB", max_wal_size: "4GB", listen_addresses: "" } as const;

/**
 * Runs the server as child, and ends it when the parent closes the pipe or is no more: a kill closes pipes too. The
 * server ends on SIGINT ("fast"): sessions are ended, all is written.
 */
const keeper = `
exec 4<&0
"$@" 4<&- </dev/null &
server=$!
(read -r nothing <&4; kill -INT $server) 2>/dev/null &
watch=$!
exec 4<&-
wait $server
code=$?
kill $watch 2>/dev/null
rmdir "$0" 2>/dev/null
exit $code
`;

/**
 * Starts a server on the files in `path`/cluster, made if need be. It listens on a Unix socket in a folder of its own,
 * which no other user may enter, and nowhere else; what it has to say goes to `path`/server.log.
 *
 * A server whose process was killed is ended first, if it has not ended by itself. It may show only now: a process that
 * was killed while it started its server leaves one that is still to take hold of the files.
 *
 * @throws "unavailable", "disk-full", "failed", or "locked" when another process has it open
 */
export async function startServer(path: string): Promise<PrivateServer> {
  const absolute = resolve(path);
  makeFolder(absolute);
  const account = await serverAccount();
  const cluster = await clusterAt(absolute, account);
  for (let attempt = 1; ; attempt++) {
    await endFormer(cluster.folder);
    try {
      return await start(absolute, cluster, account);
    } catch (error) {
      if (attempt === 50 || !formerShows(error as Error)) throw error;
      await pause(100);
    }
  }
}

/** A server that was killed has sessions that are still ending, or another has just taken hold of the files. */
const formerShows = (error: Error): boolean =>
  isProblem(error, "locked") || /shared memory block .* still in use/.test(error.message);

async function start(path: string, cluster: Cluster, account: Account | undefined): Promise<PrivateServer> {
  const sockets = await socketFolder(account);
  const log = join(path, "server.log");
  const { child, ended } = await spawnServer(cluster, sockets, log, account);
  const config: ClientConfig = { host: sockets, port: PORT, user: USER, database: "postgres", ssl: false };
  const stop = async () => {
    child.stdin?.destroy();
    await ended;
    await rm(sockets, { recursive: true, force: true });
  };
  const runs = () => child.exitCode === null && child.signalCode === null;
  while (runs()) {
    try {
      await (await Connection.open(config, path)).end();
      return { config, stop };
    } catch (error) {
      await pause(BETWEEN); // recovery may take its time
      const { code, message } = error as NodeJS.ErrnoException;
      if (NOT_YET.includes(code ?? "") || !runs()) continue;
      await stop();
      throw problem.failed({ cause: error })`${path}: its server is not reached: ${message}`;
    }
  }
  await stop();
  const said = await readFile(log, "utf8");
  throw serverError(`${path}: PostgreSQL did not start`, said.slice(-2000));
}

async function spawnServer(
  { folder, binaries }: Cluster,
  sockets: string,
  log: string,
  account: Account | undefined,
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<void> }> {
  await rm(log, { force: true }); // a server that was killed may still write to its own
  const [reached, output] = await Promise.all([reach(folder, account), open(log, "a")]);
  try {
    const settings = {
      ...serverSettings,
      unix_socket_directories: sockets,
      unix_socket_permissions: "0700",
      port: PORT,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const program = [join(binaries.folder, "postgres"), "-D", reached.name, ...options];
    const inherited = reached.descriptor === undefined ? [] : [reached.descriptor];
    const child = spawn("/bin/sh", ["-c", keeper, sockets, ...program], {
      cwd: "/",
      detached: true, // the terminal's Ctrl-C is for the parent
      stdio: ["pipe", output.fd, output.fd, ...inherited],
      ...account,
    });
    child.stdin?.on("error", () => {}); // it may end first
    // listened for at once: a server that does not start may have ended before the files are closed
    const ended = new Promise<void>((resolve) => {
      child.once("close", () => resolve()).once("error", () => resolve());
    });
    return { child, ended };
  } finally {
    await Promise.all([reached.close(), output.close()]);
  }
}

/** A new folder with a short name, for the server's account alone. */
async function socketFolder(account: Account | undefined): Promise<string> {
  const chosen = join(process.env.TMPDIR ?? "/tmp", "crawlbench-");
  const longest = Buffer.byteLength(chosen) + `XXXXXX/.s.PGSQL.${PORT}`.length;
  const folder = await mkdtemp(longest <= LONGEST_SOCKET ? chosen : "/tmp/crawlbench-");
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}
