import { fetchProblem, isFetchProblem } from "../fetched.js";
import type { Asked } from "./asked.js";
import type { Connections } from "./connections.js";
import type { Dialer } from "./dialer.js";
import type { Outcome, Surroundings } from "./exchange.js";
import { LenientExchange } from "./lenient-exchange.js";
import { StrictExchange } from "./strict-exchange.js";

export interface SenderParts {
  readonly dialer: Dialer;
  readonly connections: Connections;
  readonly surroundings: Surroundings;
  readonly lenient: boolean;
  /** Milliseconds before a second request. */
  readonly between: number;
}

/** Sends requests, and second ones where their ends make them needful. */
export class Sender {
  readonly counts = { requests: 0, lenient: 0, stale: 0 };
  readonly #parts: SenderParts;
  /** Ends of the second requests that wait. */
  readonly #resting = new Set<() => void>();
  #closed = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  ask(asked: Asked, done: (answer: Outcome) => void): void {
    const { dialer, surroundings, lenient } = this.#parts;
    this.#strictly(asked, false, (answer) => {
      if (!("again" in answer)) return done(answer);
      if (answer.again !== "fresh" && (!lenient || this.#closed)) return done(answer.error);
      this.#rest(done, () => {
        asked.began = performance.now();
        if (answer.again === "fresh") {
          this.counts.stale++;
          this.#strictly(asked, true, done);
        } else {
          this.counts.requests++;
          this.counts.lenient++;
          new LenientExchange(dialer, asked, surroundings, done);
        }
      });
    });
  }

  /** Ends what waits; no response is read leniently any more. */
  close(): void {
    this.#closed = true;
    for (const end of this.#resting) end();
  }

  #strictly(asked: Asked, fresh: boolean, done: (answer: Outcome) => void): void {
    const { connections, surroundings } = this.#parts;
    connections.take(asked.origin, fresh, (connection) => {
      if (isFetchProblem(connection)) return done(connection);
      asked.began ||= performance.now();
      this.counts.requests++;
      new StrictExchange(connection, asked, surroundings, (answer, clean) => {
        connections.release(connection, clean);
        done(answer);
      });
    });
  }

  /** Waits until a second request is polite. */
  #rest(done: (answer: Outcome) => void, goOn: () => void): void {
    const { between } = this.#parts;
    if (between === 0) {
      goOn();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      this.#resting.delete(end);
      done(fetchProblem("aborted", `the crawl ended before the second request`));
    };
    const timer = setTimeout(() => {
      this.#resting.delete(end);
      goOn();
    }, between);
    this.#resting.add(end);
  }
}
