import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { kernelFolder } from "../../src/notebook/project.js";

/** A message of the Jupyter protocol, as far as the tests read it. */
export interface JupyterMessage {
  readonly type: string;
  /** msg_id of the request that it answers. */
  readonly parent: string;
  readonly content: Record<string, unknown>;
}

interface Socket extends AsyncIterable<Buffer[]> {
  connect(address: string): void;
  send(frames: (Buffer | string)[]): Promise<void>;
  close(): void;
}

interface Subscriber extends Socket {
  subscribe(): void;
}

const require = createRequire(createRequire(import.meta.url).resolve("tslab/package.json"));

/** Ports that nobody listened at just now, each another. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((each) => new Promise<void>((ready) => each.listen(0, "127.0.0.1", ready))));
  const ports = servers.map((each) => (each.address() as { port: number }).port);
  await Promise.all(servers.map((each) => new Promise((closed) => each.close(closed))));
  return ports;
}

/**
 * Kernels that are started, one after another, until one gets its ports: others may take them before it has bound them.
 */
const STARTS = 5;

/** What starts a kernel: arguments of node for a connection file, and the folder; one of its own unless told. */
export interface Launch {
  readonly args: (connection: string) => readonly string[];
  readonly cwd?: string;
}

const own: Launch = { args: (connection) => [join(kernelFolder, "start.cjs"), connection] };

/**
 * Speaks to the project's kernel as Jupyter does (protocol 5.3,
 * https://jupyter-client.readthedocs.io/en/stable/messaging.html), over the ZeroMQ that tslab brings, so that the
 * launcher is tested without Python.
 */
export class KernelClient {
  /** What the kernel published, in order. */
  readonly published: JupyterMessage[] = [];
  readonly #replies = new Map<string, (message: JupyterMessage) => void>();
  /** Fails when the kernel ends, so that nothing waits for a dead one. */
  readonly #end: Promise<never>;

  private constructor(
    readonly kernel: ChildProcess,
    readonly folder: string,
    readonly key: string,
    readonly shell: Socket,
    readonly iopub: Subscriber,
  ) {
    this.#end = new Promise((_, fail) =>
      kernel.once("exit", (code, signal) => fail(new Error(`the kernel ended: ${signal ?? `exit ${code}`}`))),
    );
    this.#end.catch(() => {});
    void this.#listen(iopub, (message) => this.published.push(message));
    void this.#listen(shell, (message) => this.#replies.get(message.parent)?.(message));
  }

  /** Starts a kernel, the project's unless told, and waits until it answers. */
  static async start(launch: Launch = own): Promise<KernelClient> {
    for (let start = 1; start <= STARTS; start++) {
      const client = await KernelClient.#begin(launch);
      if (await Promise.race([client.#answers(), client.#fails()])) return client;
      await client.stop();
    }
    throw new Error(`the kernel could not bind its ports, or ended, before it answered: ${STARTS} times`);
  }

  static async #begin({ args, cwd }: Launch): Promise<KernelClient> {
    const zmq = require("zeromq") as {
      Dealer: new () => Socket;
      Subscriber: new (options: { receiveHighWaterMark: number }) => Subscriber;
    };
    const folder = await mkdtemp(join(tmpdir(), "crawlbench-kernel-"));
    const [shell, iopub, stdin, control, heartbeat] = await freePorts(5);
    const ports = {
      shell_port: shell,
      iopub_port: iopub,
      stdin_port: stdin,
      control_port: control,
      hb_port: heartbeat,
    };
    const key = randomUUID();
    const connection = { ip: "127.0.0.1", transport: "tcp", signature_scheme: "hmac-sha256", key, ...ports };
    await writeFile(join(folder, "connection.json"), JSON.stringify(connection));
    const connectionFile = cwd === undefined ? "connection.json" : join(folder, "connection.json");
    const kernel = spawn(process.execPath, args(connectionFile), {
      cwd: cwd ?? folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const dealer = new zmq.Dealer();
    const subscriber = new zmq.Subscriber({ receiveHighWaterMark: 0 });
    dealer.connect(`tcp://127.0.0.1:${shell}`);
    subscriber.connect(`tcp://127.0.0.1:${iopub}`);
    subscriber.subscribe();
    return new KernelClient(kernel, folder, key, dealer, subscriber);
  }

  /** A kernel that cannot bind a port lives on, deaf: tslab says so on stderr, and no more. */
  async #fails(): Promise<false> {
    await new Promise<void>((failed) => {
      this.#end.catch(() => failed());
      this.kernel.stderr?.on("data", (text) => String(text).includes("UnhandledPromiseRejection") && failed());
    });
    return false;
  }

  /** Asks until an answer has come, and what is published is heard too. */
  async #answers(): Promise<true> {
    while (this.published.length === 0) await this.request("kernel_info_request", {});
    return true;
  }

  async #listen(socket: Socket, hear: (message: JupyterMessage) => void): Promise<void> {
    for await (const frames of socket) {
      const first = frames.findIndex((frame) => frame.toString() === "<IDS|MSG>") + 2;
      const [header, parent, , content] = frames.slice(first).map((frame) => JSON.parse(frame.toString()));
      hear({ type: header.msg_type, parent: parent.msg_id, content });
    }
  }

  /** Sends a request and waits for its reply. */
  async request(type: string, content: Record<string, unknown>): Promise<JupyterMessage> {
    const id = randomUUID();
    const header = { msg_id: id, msg_type: type, session: "test", username: "test", version: "5.3", date: "" };
    const parts = [header, {}, {}, content].map((part) => JSON.stringify(part));
    const hash = createHmac("sha256", this.key);
    for (const part of parts) hash.update(part);
    const reply = new Promise<JupyterMessage>((heard) => this.#replies.set(id, heard));
    await this.shell.send(["<IDS|MSG>", hash.digest("hex"), ...parts]);
    return Promise.race([reply, this.#end]);
  }

  /** Waits until the kernel publishes a message that fits, or has done so from the `from`th on. */
  async heard(fits: (message: JupyterMessage) => boolean, from = 0): Promise<void> {
    while (!this.published.slice(from).some(fits)) await Promise.race([pause(5), this.#end]);
  }

  /** Runs a cell; gives its reply and everything published about it. */
  async execute(code: string, more: object = {}): Promise<{ reply: JupyterMessage; published: JupyterMessage[] }> {
    const reply = await this.request("execute_request", { code, silent: false, store_history: true, ...more });
    const { parent } = reply;
    await this.heard((each) => each.parent === parent && each.content.execution_state === "idle");
    return { reply, published: this.published.filter((each) => each.parent === parent) };
  }

  /** Waits until cells are run again: tslab drops those that come within 200 ms of an error, by the kernel's clock. */
  async recovered(): Promise<void> {
    while ((await this.execute("0")).reply.content.status === "aborted") await pause(50);
  }

  async stop(): Promise<void> {
    const { kernel } = this;
    const exit = kernel.exitCode ?? kernel.signalCode ?? new Promise((ended) => kernel.once("exit", ended));
    this.shell.close();
    this.iopub.close();
    kernel.kill("SIGKILL");
    await exit;
    await rm(this.folder, { recursive: true });
  }
}
