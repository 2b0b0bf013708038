import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { atEnd } from "../endings.js";

/** Why no NATS server can be started here; undefined: it can. */
export function natsMissing(): string | undefined {
  try {
    execFileSync("nats-server", ["--version"], { stdio: "ignore" });
  } catch {
    return "nats-server is not installed: apt-get install nats-server";
  }
}

const missing = natsMissing();

/** A block of tests that need a NATS server: skipped where there is none, with the reason; failing when CI is set. */
export function describeWithNats(what: string, tests: () => void): void {
  describe(what, () => {
    if (!missing) return tests();
    it("needs nats-server", (context) => {
      if (!process.env.CI) return context.skip(missing);
      expect.unreachable(`CI is set, and ${missing}`);
    });
  });
}

/** A NATS server in a process of its own. */
export interface NatsServer {
  /** "nats://127.0.0.1:40001" */
  readonly address: string;
  readonly port: number;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Its disk is lost: deletes all that it stored, after `kill()`. */
  wipe(): void;
  /** Starts it again, after `kill()` or `stop()`, on the same port and files; resolves when it answers. */
  restart(): Promise<void>;
  /** SIGTERM; resolves when the process is gone. */
  stop(): Promise<void>;
  /** Holds it where it is: it takes connections and says nothing. */
  freeze(): void;
  thaw(): void;
}

export interface ServerOptions {
  /** Where it listens; default 127.0.0.1. */
  readonly host?: string;
  /** Lines of its configuration. */
  readonly configuration?: readonly string[];
  /** Folder of what it stores; default: one of its own. */
  readonly store?: string;
  /** Stores streams; default true. */
  readonly jetStream?: boolean;
  /** Words of a command that starts it: ["ip", "netns", "exec", "name"]. */
  readonly within?: readonly string[];
}

/** Ports that are tried one after another: others may take one before a server has bound it. */
const STARTS = 5;

/** Starts a server with a storage folder of its own; it ends with the tests of the file. */
export async function startNats(options: ServerOptions = {}): Promise<NatsServer> {
  const { host = "127.0.0.1", configuration = [], jetStream = true, within = [] } = options;
  const folder = temporaryFolder();
  const { store = folder } = options;
  writeFileSync(join(folder, "nats.conf"), configuration.join("\n"));
  const own = ["nats-server", "-c", join(folder, "nats.conf"), "-a", host];
  const [command, ...words] = [...within, ...own, ...(jetStream ? ["-js", "-sd", store] : [])];
  let port = await freePort();
  let server: ChildProcess;
  let starts = 0;
  const restart = async () => {
    const log = join(folder, `log-${++starts}`);
    server = spawn(command, [...words, "-p", `${port}`, "-l", log], { stdio: "ignore" });
    const started = server;
    atEnd(() => end(started, "SIGKILL"));
    await ready(log, () => server.exitCode === null);
  };
  for (let attempts = 1; ; attempts++) {
    try {
      await restart();
      break;
    } catch (error) {
      if (attempts === STARTS || !/address already in use/.test(`${error}`)) throw error;
      port = await freePort();
    }
  }
  return {
    address: `nats://${host}:${port}`,
    port,
    restart,
    wipe: () => rmSync(join(store, "jetstream"), { recursive: true }),
    kill: () => end(server, "SIGKILL"),
    stop: () => end(server, "SIGTERM"),
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
  };
}

/** What starts each of the servers of a cluster, which are called server-0, server-1 and so on. */
export async function natsCluster(members: number): Promise<readonly (() => Promise<NatsServer>)[]> {
  const ports: number[] = [];
  while (ports.length < members) ports.push(await freePort());
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(", ");
  return ports.map((port, i) => {
    const cluster = `cluster { name: test, listen: "127.0.0.1:${port}", routes: [${routes}] }`;
    return () => startNats({ configuration: [`server_name: server-${i}`, cluster] });
  });
}

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, "exit");
  process.kill(signal);
  await gone;
}

/** A port of the loopback that nobody listens on at the moment, and that no system gives to a connection by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = 10_000 + Math.floor(22_000 * Math.random());
    server.listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** Resolves when a server wrote to its log that it takes connections. */
async function ready(log: string, lives: () => boolean): Promise<void> {
  const said = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  for (;;) {
    if (said().includes("Server is ready")) return;
    if (!lives()) throw new Error(`nats-server ended at once: ${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
