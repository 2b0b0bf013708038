import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../run/temporary.js";

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
  /** Stores streams; default true. */
  readonly jetStream?: boolean;
  /** Words of a command that starts it: ["ip", "netns", "exec", "name"]. */
  readonly within?: readonly string[];
}

const running = new Set<ChildProcess>();
afterAll(async () => {
  await Promise.all([...running].map((process) => end(process, "SIGKILL")));
});

/** Starts a server with a storage folder of its own; it ends with the tests of the file. */
export async function startNats(options: ServerOptions = {}): Promise<NatsServer> {
  const { host = "127.0.0.1", configuration = [], jetStream = true, within = [] } = options;
  const folder = temporaryFolder();
  const port = await freePort(host);
  writeFileSync(join(folder, "nats.conf"), configuration.join("\n"));
  const own = ["nats-server", "-c", join(folder, "nats.conf"), "-a", host, "-p", `${port}`, "-l", join(folder, "log")];
  const [command, ...words] = [...within, ...own, ...(jetStream ? ["-js", "-sd", folder] : [])];
  let server: ChildProcess;
  const restart = async () => {
    server = spawn(command, words, { stdio: "ignore" });
    running.add(server);
    await answers(host, port, within, () => server.exitCode === null, () => textOf(join(folder, "log"))); // biome-ignore format: one line
  };
  await restart();
  return {
    address: `nats://${host}:${port}`,
    port,
    restart,
    kill: () => end(server, "SIGKILL"),
    stop: () => end(server, "SIGTERM"),
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
  };
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  running.delete(process);
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, "exit");
  process.kill(signal);
  await gone;
}

/** A port of the loopback that nobody listens on at the moment. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  const server = createServer();
  server.listen(0, host.startsWith("127.") ? host : "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function answers(
  host: string,
  port: number,
  within: readonly string[],
  lives: () => boolean,
  log: () => string,
): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (await greets(host, port)) return;
    if (!lives()) throw new Error(`nats-server ended at once: ${log()}`);
    if (within.length > 0 && /Server is ready/.test(log())) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nats-server on port ${port} did not answer within 10 s: ${log()}`);
}

/** Does a server say who it is? */
function greets(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once("data", (data) => {
      resolve(data.toString().startsWith("INFO "));
      socket.destroy();
    });
    for (const over of ["error", "close"]) socket.once(over, () => resolve(false));
  });
}
