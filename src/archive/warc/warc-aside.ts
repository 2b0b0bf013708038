import { type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { type ErrorData, errorFrom, isProblem, problem } from "../../base/error.js";
import type { Place } from "../capture.js";
import type { Exchange } from "../exchange.js";
import type { WarcPosition } from "./segment-files.js";
import type { Original } from "./warc-records.js";
import { type ExchangeOrigin, WarcWriter, type WarcWriterOptions } from "./warc-writer.js";

/** Packed bytes that are written here before a thread is started for the rest: a small crawl needs none. */
const ASIDE_FROM = 4 << 20;
/** Bodies go to the thread in shared memory: so many pieces, of so many bytes, one after the other. */
export const PIECES = 4;
export const PIECE_BYTES = 1 << 18;
/** Calls that are handed over at once, at the most: those without a body take no room in a piece. */
export const MOST_CALLS = 128;
/**
 * A thread that says nothing for so many seconds is taken for dead. They are waited for one by one: while a process is
 * stopped, its clock goes on and its threads do not. One record alone may take a minute.
 */
const PATIENCE = 300;

/** What the thread is started with. */
export interface AsideData {
  readonly folder: string;
  readonly options: WarcWriterOptions;
  readonly at: WarcPosition;
  readonly port: MessagePort;
  /** PIECES of PIECE_BYTES. */
  readonly pieces: SharedArrayBuffer;
  /** How many batches are written. */
  readonly written: Int32Array;
}

/** One call of `WarcWriter.write` or `revisit`. */
export interface AsideCall {
  /** Its body stands in the piece; or is `large`, where it is larger than one. */
  readonly exchange: Omit<Exchange, "body">;
  readonly from: number;
  readonly to: number;
  readonly large?: Uint8Array;
  readonly digest: string;
  readonly original?: Original;
  readonly origin?: ExchangeOrigin;
}

/** Calls whose bodies stand in the piece of this number; or that all that was written is to last. */
export type AsideQuestion = { readonly batch: number; readonly calls: readonly AsideCall[] } | { readonly sync: true };

export type AsideAnswer =
  | { readonly places: readonly Place[]; readonly files: readonly string[]; readonly position: WarcPosition }
  | { readonly synced: true }
  | { readonly error: ErrorData };

/**
 * A WarcWriter whose work, digests and packing above all, is done by another thread once there is much of it. So the
 * places of responses are known later: `placed` tells them. It waits where the thread is four pieces behind.
 */
export class WarcAside {
  readonly #folder: string;
  readonly #options: WarcWriterOptions;
  /** Writes until the thread does; then what it wrote is still to last. */
  #here: WarcWriter | undefined;
  #thread: AsideThread | undefined;
  #placed: Place[] = [];
  /** Where this run began. */
  readonly #from: WarcPosition;

  private constructor(folder: string, options: WarcWriterOptions, here: WarcWriter) {
    this.#folder = folder;
    this.#options = options;
    this.#here = here;
    this.#from = here.position;
  }

  /** See WarcWriter.open. */
  static open(folder: string, options: WarcWriterOptions, at?: WarcPosition): WarcAside {
    return new WarcAside(folder, options, WarcWriter.open(folder, options, at));
  }

  get files(): readonly string[] {
    return (this.#thread ?? this.#here)?.files ?? [];
  }

  /** Where the next record will begin, once all is drained. */
  get position(): WarcPosition {
    return (this.#thread ?? this.#here)?.position ?? { file: 0, bytes: 0 };
  }

  /** See WarcWriter; a revisit where there is an original. @throws also what befell earlier calls */
  write(exchange: Exchange, digest: Buffer, origin: ExchangeOrigin, original?: Original): void {
    if (!this.#thread && this.#here && this.#isMuch(this.#here)) {
      this.#here.drain();
      this.#thread = new AsideThread(this.#folder, this.#options, this.#here);
    }
    if (this.#thread) this.#thread.write(exchange, digest, origin, original);
    else if (this.#here) this.#placed.push(this.#here.write(exchange, digest, origin, original));
  }

  #isMuch({ position: { file, bytes } }: WarcWriter): boolean {
    return file > this.#from.file || bytes - this.#from.bytes >= ASIDE_FROM;
  }

  /** Of responses, in the order of `write`: those known since it was asked last. @throws as `write` */
  placed(): readonly Place[] {
    const placed = this.#placed;
    this.#placed = [];
    return this.#thread ? placed.concat(this.#thread.placed()) : placed;
  }

  /** Everything is handed to the system, and all places are known. @throws "disk-full", "failed" */
  drain(): void {
    if (this.#thread) this.#thread.drain();
    else this.#here?.drain();
  }

  /** Everything drained before the call is on disk when this resolves. @throws "disk-full", "failed" */
  async sync(): Promise<void> {
    const [here, thread] = [this.#here, this.#thread];
    await Promise.all([here?.sync(), thread?.sync()]);
    if (!thread || here !== this.#here) return;
    here?.close();
    this.#here = undefined;
  }

  /** What was not drained is dropped. */
  async close(): Promise<void> {
    this.#here?.close();
    await this.#thread?.end();
  }
}

/** The thread, as seen from the one that crawls. */
class AsideThread {
  readonly #folder: string;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #pieces = new Uint8Array(new SharedArrayBuffer(PIECES * PIECE_BYTES));
  readonly #written = new Int32Array(new SharedArrayBuffer(4));
  readonly #syncs: { resolve(): void; reject(error: Error): void }[] = [];
  /** Batches that were handed over. */
  #sent = 0;
  /** Of the batch that grows: its calls, and the bytes of its piece that are taken. */
  #calls: AsideCall[] = [];
  #held = 0;
  #placed: Place[] = [];
  #failure: Error | undefined;
  files: readonly string[];
  position: WarcPosition;

  /** @param before is drained, and writes no more */
  constructor(folder: string, options: WarcWriterOptions, before: WarcWriter) {
    this.#folder = folder;
    this.files = [...before.files];
    this.position = before.position;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const [pieces, written] = [this.#pieces.buffer as SharedArrayBuffer, this.#written];
    const workerData: AsideData = { folder, options, at: before.position, port: port2, pieces, written };
    const file = new URL("./warc-aside-worker.js", import.meta.url);
    this.#worker = new Worker(file, { workerData, transferList: [port2], execArgv: [] });
    this.#worker.on("error", (error) => this.#failed(error as Error));
    this.#worker.unref();
    this.#port.on("message", (answer: AsideAnswer) => this.#heard(answer));
    this.#port.unref();
  }

  write({ body: came, ...exchange }: Exchange, digest: Buffer, origin: ExchangeOrigin, original?: Original): void {
    this.#check();
    const body = original ? NOTHING : came; // of a revisit the head is written alone
    const isLarge = body.length > PIECE_BYTES;
    if (!isLarge && this.#held + body.length > PIECE_BYTES) this.#send();
    const from = this.#held;
    if (!isLarge) {
      if (this.#calls.length === 0) this.#awaitWritten(this.#sent - PIECES + 1); // who had the piece before
      this.#pieces.set(body, (this.#sent % PIECES) * PIECE_BYTES + from);
      this.#held += body.length;
    }
    const large = isLarge ? Uint8Array.from(body) : undefined;
    this.#calls.push({ exchange, from, to: this.#held, large, digest: digest.toString("latin1"), origin, original });
    if (isLarge || this.#calls.length === MOST_CALLS) this.#send();
  }

  placed(): readonly Place[] {
    const placed = this.#placed;
    this.#placed = [];
    return placed;
  }

  drain(): void {
    this.#check();
    if (this.#calls.length > 0) this.#send();
    this.#awaitWritten(this.#sent);
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port))
      this.#heard(next.message);
    this.#check();
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#syncs.push({ resolve, reject });
      this.#port.ref(); // somebody waits
      this.#port.postMessage({ sync: true } satisfies AsideQuestion);
    });
  }

  async end(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }

  #send(): void {
    this.#awaitWritten(this.#sent - PIECES + 1);
    this.#port.postMessage({ batch: this.#sent++, calls: this.#calls } satisfies AsideQuestion);
    this.#calls = [];
    this.#held = 0;
  }

  /** Blocks until so many batches are written. */
  #awaitWritten(batches: number): void {
    for (let silent = 0; silent < PATIENCE; ) {
      const written = Atomics.load(this.#written, 0);
      if (written >= batches) return;
      silent = Atomics.wait(this.#written, 0, written, 1000) === "timed-out" ? silent + 1 : 0;
    }
    throw problem.failed`${this.#folder}: the thread that writes the archive does not answer`;
  }

  #heard(answer: AsideAnswer): void {
    if ("error" in answer) this.#failed(errorFrom(answer.error));
    else if ("synced" in answer) {
      this.#syncs.shift()?.resolve();
      if (this.#syncs.length === 0) this.#port.unref();
    } else {
      this.#placed.push(...answer.places);
      this.files = answer.files;
      this.position = answer.position;
    }
  }

  #failed(error: Error): void {
    this.#failure ??= isProblem(error) ? error : problem.failed`${error.message}`;
    for (const { reject } of this.#syncs.splice(0)) reject(this.#failure);
    this.#port.unref();
  }

  #check(): void {
    if (this.#failure) throw this.#failure;
  }
}

const NOTHING = new Uint8Array(0);
