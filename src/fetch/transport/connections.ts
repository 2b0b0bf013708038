import { append } from "../../base/grouped-by.js";
import { type FetchProblem, fetchProblem } from "../fetched.js";
import { Connection } from "./connection.js";
import type { Dialer } from "./dialer.js";
import type { Origin } from "./dialing.js";

/**
 * Connections to all origins: at most `limit` at a time, idle ones included. A connection that idles is closed after
 * `keepAlive` milliseconds, or when its place is needed, the one idle longest first. Whoever finds no place waits,
 * first come, first served.
 */
export class Connections {
  readonly #dialer: Dialer;
  readonly #limit: number;
  readonly #keepAlive: number;
  readonly #all = new Set<Connection>();
  /** Idle ones, the longest idle first; and by origin, the last used last. */
  readonly #idle = new Set<Connection>();
  readonly #byOrigin = new Map<string, Connection[]>();
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  constructor(dialer: Dialer, limit: number, keepAlive: number) {
    this.#dialer = dialer;
    this.#limit = limit;
    this.#keepAlive = keepAlive;
  }

  get size(): number {
    return this.#all.size;
  }

  /**
   * @param fresh one that has not been used before
   * @param use told at once, or when its turn has come; "aborted" when it never will
   */
  take(origin: Origin, fresh: boolean, use: (found: Connection | FetchProblem) => void): void {
    const found = this.#closed
      ? fetchProblem("aborted", `${origin.hostname}: the transport is closed`)
      : (this.#fromIdle(origin, fresh) ?? this.#made(origin));
    if (found) use(found);
    else this.#waiting.push(() => this.take(origin, fresh, use));
  }

  #fromIdle(origin: Origin, fresh: boolean): Connection | undefined {
    const idle = fresh ? undefined : this.#byOrigin.get(origin.key)?.at(-1);
    return idle && this.#leaveIdle(idle);
  }

  /** undefined when all places are taken. */
  #made(origin: Origin): Connection | undefined {
    if (this.#all.size >= this.#limit) {
      const [longest] = this.#idle;
      if (longest === undefined) return undefined;
      this.#remove(longest);
    }
    const connection = new Connection(origin, this.#dialer, this.#keepAlive, (gone) => {
      if (this.#idle.has(gone)) this.#remove(gone);
    });
    this.#all.add(connection);
    return connection;
  }

  /** Gives one back. @param clean the next request may use it */
  release(connection: Connection, clean: boolean): void {
    connection.hearer = undefined;
    if (!clean || !connection.usable || this.#keepAlive === 0) {
      this.#remove(connection);
    } else {
      this.#idle.add(connection);
      append(this.#byOrigin, connection.origin.key, connection);
    }
    this.#waiting.shift()?.();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const takeAgain of this.#waiting.splice(0)) takeAgain();
    await Promise.all([...this.#all].map((connection) => connection.destroy()));
    this.#all.clear();
  }

  #leaveIdle(connection: Connection): Connection {
    this.#idle.delete(connection);
    const { key } = connection.origin;
    const others = this.#byOrigin.get(key) as Connection[];
    others.splice(others.indexOf(connection), 1);
    if (others.length === 0) this.#byOrigin.delete(key);
    return connection;
  }

  #remove(connection: Connection): void {
    if (this.#idle.has(connection)) this.#leaveIdle(connection);
    this.#all.delete(connection);
    void connection.destroy();
  }
}
