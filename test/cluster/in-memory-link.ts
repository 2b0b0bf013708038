import { type CrawlbenchError, problem } from "../../src/base/error.js";
/** What a server answers; undefined: nothing yet, it is asked again. */
export type Reply<T> = { readonly result: T } | undefined;

interface Call {
  attempt(): void;
  fail(error: CrawlbenchError): void;
}

/** The connection of one process with the engine: what is under way when it is cut is lost, in both directions. */
export class Link {
  connected = true;
  #closed = false;
  /** Grows with each cut. */
  #era = 0;
  readonly #calls = new Set<Call>();
  /** Called after each reconnect. */
  readonly healed = new Set<() => void>();

  constructor(
    readonly later: (work: () => void) => void,
    readonly onConnection: ((connected: boolean) => void) | undefined,
  ) {}

  /** Carries something over, either way. */
  send(work: () => void): void {
    const era = this.#era;
    if (this.connected) this.later(() => era === this.#era && work());
  }

  /**
   * Asks the server until it answers; over a reconnect it may be asked again what it did already.
   *
   * @param work is given what asks again
   */
  call<T>(work: (again: () => void) => Reply<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closed());
    return new Promise((resolve, fail) => {
      const answer = (result: T) => {
        this.#calls.delete(call);
        resolve(result);
      };
      const attempt = () =>
        this.send(() => {
          const reply = work(attempt);
          if (reply && this.#calls.has(call)) this.send(() => answer(reply.result));
        });
      const call = { attempt, fail };
      this.#calls.add(call);
      attempt();
    });
  }

  /** @throws "closed" */
  checkOpen(): void {
    if (this.#closed) throw closed();
  }

  cut(): void {
    if (!this.connected) return;
    this.connected = false;
    this.#era++;
    this.onConnection?.(false);
  }

  heal(): void {
    if (this.connected || this.#closed) return;
    this.connected = true;
    this.onConnection?.(true);
    for (const call of this.#calls) call.attempt();
    for (const look of this.healed) look();
  }

  /** Nothing is carried any more. @param failing calls that wait reject, else they never end */
  end(failing: boolean): void {
    this.#closed = true;
    this.connected = false;
    this.#era++;
    if (failing) for (const call of this.#calls) call.fail(closed());
    this.#calls.clear();
    this.healed.clear();
  }
}

const closed = () => problem.closed`the engine at memory: is closed: open it again`;
