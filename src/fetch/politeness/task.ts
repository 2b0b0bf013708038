/** What is to be asked for next. Its host is in use until `done`. */
export type Task<T> =
  | { readonly kind: "page"; readonly host: string; readonly origin: string; readonly item: T }
  /** `origin`/robots.txt, before any page of that origin. Say `robots(origin, ...)`, then `done(host, ...)`. */
  | { readonly kind: "robots"; readonly host: string; readonly origin: string };

/** How a task ended. Times in milliseconds. */
export interface Outcome {
  readonly now: number;
  /**
   * - "answered": with any status.
   * - "down": no usable answer: no address, no connection, nothing in time, cut off. Waits grow; then the host is dead.
   * - "refused": the connection was refused. As "down", but dead after three.
   * - "cut": there was a connection, and it ended, or time did, before the answer. As "down", but the first time in a
   *   row costs no more than an answer.
   * - "skipped": nothing was sent (robots.txt disallows, the item was dropped): no delay is due.
   */
  readonly kind: "answered" | "down" | "refused" | "cut" | "skipped";
  /** From asking to the last byte; default 0. Where no answer came it is no download, and decides nothing. */
  readonly milliseconds?: number;
  /** What a Retry-After header asked for, from `now` on. */
  readonly retryAfter?: number;
  /**
   * A robots.txt that could not be had is asked for again, after its first, second, ... failure: after `robotsDelay`,
   * doubled with each, rather than as late as a host is that did not answer.
   */
  readonly again?: number;
  /** Of the body. */
  readonly bytes?: number;
  /** Address of the server, where known. */
  readonly address?: string;
}

/** What robots.txt of an origin says to the scheduler; its rules are the caller's. */
export interface RobotsKnown {
  /** Milliseconds on the clock of `now`; 24 hours from when it was fetched, usually. */
  readonly expiresAt: number;
  /** Milliseconds; undefined: it names none. */
  readonly crawlDelay?: number;
}

/** Why an item was not queued: its host is on the blacklist, or was given up. */
export type Refusal = "blocked" | "dead";

/** What matters across restarts, as plain data that JSON holds: see `Scheduler.save`. Times in milliseconds. */
export interface SchedulerState {
  readonly version: 1;
  /**
   * Hosts with a delay that runs, failures or an address: [host, nextAllowed, failures in a row, refused ones in a row,
   * last download, fetched, address].
   */
  readonly hosts: readonly (readonly [string, number, number, number, number, number, string | null])[];
  /** [origin, expiresAt, crawlDelay or null] */
  readonly robots: readonly (readonly [string, number, number | null])[];
  /** Domains and addresses whose delay runs: [name, nextAllowed]. */
  readonly domains: readonly (readonly [string, number])[];
  readonly addresses: readonly (readonly [string, number])[];
  /** Hosts given up, and why: "down", "refused", "crawl-delay". */
  readonly dead: readonly (readonly [string, string])[];
  readonly blocked: readonly string[];
  readonly known: number;
}
