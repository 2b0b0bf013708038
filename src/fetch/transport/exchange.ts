import type { ValuesOf } from "../../base/method.js";
import type { timeoutOptions } from "../declared-options.js";
import { type CutBy, type Fetched, type FetchProblem, fetchProblem } from "../fetched.js";
import type { Asked } from "./asked.js";
import { Body } from "./body.js";
import { received } from "./received.js";
import type { Watch, Watched } from "./watch.js";

/** Milliseconds. */
export type Timeouts = ValuesOf<typeof timeoutOptions>;

/** The server may answer if asked once more: on another connection, when read leniently, or over HTTP/2. */
export interface Again {
  readonly again: "fresh" | "lenient" | "http2";
  readonly error: FetchProblem;
}

/** How one request ended for who sent it. */
export type Outcome = Fetched | FetchProblem | Again;

/** What all exchanges need. */
export interface Surroundings {
  readonly timeouts: Timeouts;
  readonly watch: Watch;
  /** Bytes of bodies that all exchanges may hold together, and what one may hold whatever the others do. */
  readonly memory: number;
  readonly share: number;
  /** Bytes that they hold now. */
  held: number;
}

type Phase = "connect" | "headers" | "body";

/** One request and its answer: what strict and lenient reading share. It ends once, by `finish` or by `settle`. */
export abstract class Exchange implements Watched {
  /** Heads with status 1xx included, bytes before the end of the head. */
  static readonly noHeadAfter = 256 * 1024;

  protected readonly asked: Asked;
  protected readonly lenient: boolean = false;
  protected ip: string | undefined;
  protected status = 0;
  protected head = "";
  protected settled = false;
  readonly #surroundings: Surroundings;
  readonly #done: (answer: Outcome, clean: boolean) => void;
  readonly #body: Body;
  #phase: Phase = "connect";
  #since = performance.now();

  /** @param done told once, never while the exchange is being begun; `clean`: the connection may serve another */
  constructor(asked: Asked, surroundings: Surroundings, done: (answer: Outcome, clean: boolean) => void) {
    this.asked = asked;
    this.#surroundings = surroundings;
    this.#done = done;
    this.#body = new Body(asked.bodyLimit);
    surroundings.watch.add(this);
  }

  get due(): number {
    const { timeouts } = this.#surroundings;
    return Math.min(this.#since + timeouts[this.#phase], this.asked.began + timeouts.total);
  }

  expire(): void {
    if (this.#phase === "body") this.finish("time");
    else
      this.settle(
        this.late(this.#phase, `${this.asked.host}: after ${Math.round(performance.now() - this.asked.began)} ms`),
      );
  }

  abort(): void {
    this.settle(fetchProblem("aborted", `${this.asked.host}: the transport was closed`));
  }

  protected enter(phase: Phase): void {
    this.#phase = phase;
    this.#since = performance.now();
  }

  protected take(chunk: Buffer): void {
    if (this.settled) return;
    this.#since = performance.now();
    const around = this.#surroundings;
    const before = this.#body.length;
    const fits = this.#body.add(chunk);
    around.held += this.#body.length - before;
    if (!fits || (around.held > around.memory && this.#body.length > around.share)) this.finish("length");
  }

  /** The head has come; the body, or what there is of it, too. */
  protected finish(cut?: CutBy, clean = false): void {
    if (this.settled) return;
    const milliseconds = performance.now() - this.asked.began;
    const { asked, status, head, ip, lenient } = this;
    this.settle(received({ asked, status, head, body: this.#body.join(), ip, milliseconds, lenient }, cut), clean);
  }

  protected settle(answer: Outcome, clean = false): void {
    if (this.settled) return;
    this.settled = true;
    this.#surroundings.watch.underWay.delete(this);
    this.#surroundings.held -= this.#body.length;
    if (!clean) this.hangUp();
    queueMicrotask(() => this.#done(answer, clean)); // undici has its own to do first
  }

  protected overflow(bytes: number): FetchProblem {
    return fetchProblem("header-overflow", `${this.asked.host}: no end of the head in ${bytes} bytes`);
  }

  protected abstract late(phase: "connect" | "headers", where: string): FetchProblem;
  /** Closes the connection at once. */
  protected abstract hangUp(): void;
}
