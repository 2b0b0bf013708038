import type { Msg, MsgHdrs } from "@nats-io/transport-node";
import { EngineError } from "../engine.js";
import type { Link } from "./link.js";
import { growing } from "./pause.js";

/** What an answer means: it is over, for good or ill; or to be asked again later, after what is missing was made, if that is so. */
export type Verdict<T> = { readonly result: T } | { readonly error: EngineError } | "later" | "missing";

/** Milliseconds until a request without an answer is sent again; the double each further time. */
const PATIENCE = 10_000;
const LONGEST_PATIENCE = 60_000;

interface Request {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: MsgHdrs | undefined;
  /** @returns undefined when it is over */
  judge(answer: Msg): "later" | "missing" | undefined;
  fail(error: EngineError): void;
  /** When it was sent; undefined: it is to be sent. */
  sent: number | undefined;
  patience: number;
}

/**
 * Requests that are sent until they are answered: many at once, in the order of the calls, and again after each reconnect. The
 * server sees one more than once when its answer was lost, so each must be of such a kind that this does no harm.
 *
 * When one is to be asked later, the rest waits too, and after pauses that grow the first alone is asked: a full server is not
 * told so a thousand times.
 */
export class Requests {
  readonly #open = new Map<number, Request>();
  readonly #inbox: string;
  readonly #pause = growing(50, 2_000);
  #last = 0;
  /** The rest waits until the first of those to be asked later is answered. */
  #held = false;
  #probe: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;

  /**
   * @param inbox a subject of its own, for answers
   * @param mend makes anew what a request found missing
   */
  constructor(
    readonly link: Link,
    inbox: string,
    readonly mend: () => Promise<void>,
  ) {
    this.#inbox = `${inbox}.`;
    link.connection.subscribe(`${inbox}.*`, {
      callback: (error, answer) => {
        if (!error) this.#answered(answer);
      },
    });
    link.whenUp(() => this.#sendAll(true));
    link.whenRefused((subject) => this.#refused(subject));
  }

  /** @param judge may see the answer to an earlier attempt */
  send<T>(subject: string, body: Uint8Array, judge: (answer: Msg) => Verdict<T>, headers?: MsgHdrs): Promise<T> {
    if (this.link.closed) return Promise.reject(this.link.closedError());
    return new Promise((resolve, fail) => {
      const request: Request = {
        subject,
        body,
        headers,
        judge(answer) {
          const verdict = judge(answer);
          if (typeof verdict === "string") return verdict;
          if ("error" in verdict) fail(verdict.error);
          else resolve(verdict.result);
        },
        fail,
        sent: undefined,
        patience: PATIENCE,
      };
      this.#open.set(++this.#last, request);
      this.#clock ??= setInterval(() => this.#sendOverdue(), 1_000).unref();
      if (!this.#held && this.link.connected) this.#transmit(this.#last, request);
    });
  }

  close(): void {
    for (const request of this.#open.values()) request.fail(this.link.closedError());
    this.#open.clear();
    this.#rest();
    clearTimeout(this.#probe);
  }

  #transmit(id: number, request: Request): void {
    request.sent = Date.now();
    try {
      this.link.connection.publish(request.subject, request.body, {
        reply: `${this.#inbox}${id}`,
        headers: request.headers,
      });
    } catch (cause) {
      if (this.link.closed) return; // close() tells
      this.#open.delete(id);
      request.fail(new EngineError(`${this.link.address} cannot be sent to: ${(cause as Error).message}`, "failed", { cause })); // biome-ignore format: one line
    }
  }

  #answered(answer: Msg): void {
    const id = Number(answer.subject.slice(this.#inbox.length));
    const request = this.#open.get(id);
    if (!request) return; // the answer to an earlier attempt came first
    const again = request.judge(answer);
    if (again) {
      request.sent = undefined;
      this.#hold(again);
    } else {
      this.#open.delete(id);
      if (this.#open.size === 0) this.#rest();
      if (this.#held) this.#sendAll(false);
    }
  }

  #hold(why: "later" | "missing"): void {
    this.#held = true;
    this.#probe ??= setTimeout(async () => {
      if (why === "missing") await this.mend().catch(() => {}); // the next attempt tells
      this.#probe = undefined;
      const first = [...this.#open].find(([, { sent }]) => sent === undefined);
      if (first && this.link.connected) this.#transmit(...first);
    }, this.#pause.next());
  }

  /** @param anew those under way too */
  #sendAll(anew: boolean): void {
    this.#held = false;
    this.#pause.reset();
    for (const [id, request] of this.#open) if (anew || request.sent === undefined) this.#transmit(id, request);
  }

  #sendOverdue(): void {
    if (!this.link.connected) return;
    for (const [id, request] of this.#open) {
      if (request.sent === undefined || Date.now() - request.sent < request.patience) continue;
      request.patience = Math.min(2 * request.patience, LONGEST_PATIENCE);
      this.#transmit(id, request);
    }
  }

  #refused(subject: string): void {
    for (const [id, request] of this.#open) {
      if (request.subject !== subject) continue;
      this.#open.delete(id);
      request.fail(new EngineError(`${this.link.address} does not let this user send to ${subject}: allow "crawlbench.>", "$KV.>" and "$JS.>"`, "refused")); // biome-ignore format: one line
    }
  }

  #rest(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }
}
