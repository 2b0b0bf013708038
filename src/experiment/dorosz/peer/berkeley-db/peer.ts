import { type ChildProcess, execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Code, type CrawlbenchError, problem, problemOf } from "../../../../base/error.js";

/** One place from src/ as from dist/: the package's root is three folders above this one. */
const program = fileURLToPath(
  new URL("../../../../../src/experiment/dorosz/peer/berkeley-db/peer.py", import.meta.url),
);

/** Berkeley DB as Python has it: bsddb3, which the paper used, or its successor. */
const probe = "try:\n import berkeleydb\nexcept ImportError:\n import bsddb3";

/** @returns the first Python that has Berkeley DB; undefined when none has */
export async function findPython(
  pythons: readonly (string | undefined)[] = [process.env.CRAWLBENCH_PYTHON, "/usr/bin/python3", "python3"],
): Promise<string | undefined> {
  for (const python of pythons) if (python && (await runs(python))) return python;
  return undefined;
}

/** Those that had it when they were asked: what opens a database asks each time. */
const having = new Set<string>();

const runs = (python: string) =>
  new Promise<boolean>((resolve) => {
    if (having.has(python)) return resolve(true);
    execFile(python, ["-c", probe], (error) => {
      if (error === null) having.add(python);
      resolve(error === null);
    });
  });

/** The program on the other side of a pipe, which holds the environment. peer.py describes the frames. */
export class Peer {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #ended: Promise<void>;
  #turn: Promise<unknown> = Promise.resolve();
  #chunks: Buffer[] = [];
  #arrived = 0;
  #complaints = "";
  #failure: CrawlbenchError | undefined;
  #waiting: { resolve(frame: Buffer): void; reject(error: Error): void } | undefined;

  /** Starts it. The process neither keeps this one alive, unless a request is under way, nor outlives it. */
  constructor(python: string, folder: string) {
    this.#folder = folder;
    const child = spawn(python, ["-B", program, folder], { stdio: "pipe" });
    this.#child = child;
    child.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk).slice(-2000);
    });
    child.stdin.on("error", () => {}); // "close" tells
    child.on("error", (error) => this.#fail(`did not start: ${error.message}`));
    this.#ended = new Promise((resolve) => {
      child.on("close", (code, signal) => resolve(this.#fail(`ended with ${signal ?? code}`)));
    });
    this.#keepsAlive(false);
  }

  /**
   * Sends a request, when those before it are answered.
   *
   * @param letter which
   * @param answer to a question that the peer has on the way; what it throws undoes the request, and rejects
   * @returns the body of the answer
   * @throws CrawlbenchError as the peer refuses; "failed" when it is dead
   */
  request(letter: string, body: readonly Uint8Array[], answer?: (question: Buffer) => Uint8Array): Promise<Buffer> {
    const frame = frameOf(letter, body);
    const result = this.#turn.then(() => this.#exchange(frame, answer));
    this.#turn = result.catch(() => {});
    return result;
  }

  /** Lets it close its tables, and waits until it is gone. A dead one is closed. */
  async close(): Promise<void> {
    await this.request("x", []).catch(() => {});
    this.#child.stdin?.end();
    this.#keepsAlive(true);
    await this.#ended;
  }

  async #exchange(frame: Buffer, answer?: (question: Buffer) => Uint8Array): Promise<Buffer> {
    this.#keepsAlive(true);
    try {
      let reply = await this.#send(frame);
      let thrown: { readonly error: unknown } | undefined;
      if (reply[0] === QUESTION && answer) {
        try {
          reply = await this.#send(frameOf("=", [answer(reply.subarray(1))]));
        } catch (error) {
          thrown = { error };
          reply = await this.#send(frameOf("!", []));
        }
      }
      if (thrown) throw thrown.error;
      if (reply[0] !== REFUSED) return reply.subarray(1);
      const { code, message } = JSON.parse(reply.toString("utf8", 1)) as Record<"code" | "message", string>;
      throw problemOf(code as Code)`${message}`;
    } finally {
      this.#keepsAlive(false);
    }
  }

  #send(frame: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting = { resolve, reject };
      this.#child.stdin?.write(frame);
    });
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#arrived += chunk.length;
    if (this.#arrived < 4) return;
    if (this.#chunks[0].length < 4) this.#chunks = [Buffer.concat(this.#chunks)];
    if (this.#arrived < 4 + wordOf(this.#chunks[0])) return;
    const frame = Buffer.concat(this.#chunks).subarray(4);
    this.#chunks = [];
    this.#arrived = 0;
    this.#waiting?.resolve(frame);
  }

  #fail(how: string): void {
    const said = this.#complaints && `: ${this.#complaints.trim()}`;
    this.#failure ??= problem.failed`${this.#folder}: the program that holds Berkeley DB ${how}${said}; what was acknowledged is safe, open it again`;
    this.#waiting?.reject(this.#failure);
  }

  #keepsAlive(does: boolean): void {
    for (const each of [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      const handle = each as unknown as { ref(): void; unref(): void };
      does ? handle.ref() : handle.unref();
    }
  }
}

const QUESTION = "?".charCodeAt(0);
const REFUSED = "!".charCodeAt(0);

/** Lengths and columns are in this machine's byte order: the peer is on it too. */
const wordOf = (bytes: Buffer) => new Uint32Array(Uint8Array.from(bytes.subarray(0, 4)).buffer)[0];

function frameOf(letter: string, body: readonly Uint8Array[]): Buffer {
  const length = body.reduce((sum, part) => sum + part.length, 1);
  const head = Buffer.from(Uint32Array.of(length).buffer);
  return Buffer.concat([head, Buffer.from(letter), ...body]);
}
