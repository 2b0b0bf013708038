import type { OwnFile } from "./made-by.js";
import type { Settings } from "./settings.js";
import type { UrlBatch } from "./url-batch.js";

/** A URL that was handed out. */
export interface Taken {
  /** As text; see `bytes` for URLs that are no UTF-8. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** G, depth within its domain. */
  readonly depth: number;
  /** p(K) */
  readonly priority: number;
  /** When it returns to the queue unless confirmed: milliseconds, the clock of `take` plus T_cnf. */
  readonly deadline: number;
}

/** What became of a URL that was to be added. */
export const Fate = { known: 0, added: 1, tooDeep: 2 } as const;

/** What a confirmation met: a URL not in U, one whose fetch was confirmed before, or one that is confirmed now. */
export const Confirmation = { unknown: 0, already: 1, confirmed: 2 } as const;

export interface AddResult {
  readonly added: number;
  readonly known: number;
  readonly tooDeep: number;
  /** One `Fate` per URL. */
  readonly fates: Uint8Array;
}

export interface ConfirmResult {
  readonly confirmed: number;
  readonly already: number;
  readonly unknown: number;
  /** One `Confirmation` per URL. */
  readonly confirmations: Uint8Array;
}

/** What a check of Q_c did. */
export interface CheckResult {
  /** Back in the queue: not confirmed in time, or due to be crawled again (step 6). */
  readonly returned: number;
  /** Confirmed, and to be crawled again at a later time (steps 8 to 11). */
  readonly rescheduled: number;
  /** Confirmed, never to be crawled again (step 8). */
  readonly finished: number;
}

export interface Size {
  /** |U|, URLs known. */
  readonly urls: number;
  /** |Q|, URLs waiting to be taken. */
  readonly waiting: number;
  /** |Q_c|, URLs taken and not yet checked, or waiting for a re-crawl. */
  readonly checks: number;
}

/** U[K] = (G, V) */
export interface UrlRecord {
  readonly depth: number;
  /** p(K) */
  readonly priority: number;
  /** V: fetched, since the last time it was due. */
  readonly visited: boolean;
}

/**
 * What an engine does: the formal model of Dorosz, section 2, on packed batches. Calls take effect in the order in
 * which they are made, also when the next is made before the last has resolved; a promise resolves when its effect is
 * as durable as the settings say. URLs are numbered as they are added, and URLs of equal key go by that number, so that
 * all engines agree on every order.
 */
export interface UrlStore {
  /** Adds each URL as if alone, one after the other; a repeat within the batch is known. @returns one Fate each */
  add(batch: UrlBatch): Promise<Uint8Array>;
  /** The first `count` of Q by (rank, hash, number), moved to Q_c with T = now + T_cnf (section 2.6). */
  take(count: number, now: number): Promise<Taken[]>;
  /**
   * V = True for each (section 2.5); `now` is when a withdrawn URL is due for its check. @returns one Confirmation each
   */
  confirm(batch: UrlBatch, now: number): Promise<Uint8Array>;
  /**
   * The check procedure with re-crawl (section 2.7): all of Q_c with T <= now, by (T, hash, number). When
   * `recrawlAfter` throws, the promise rejects with that error and nothing of Q_c was checked.
   */
  tick(now: number): Promise<CheckResult>;
  /** U[K] of one URL. */
  get(url: Uint8Array): Promise<UrlRecord | undefined>;
  /** All that was taken and is neither confirmed nor timed out, by (deadline, rank, hash, number). */
  outstanding(): Promise<Taken[]>;
  size(): Promise<Size>;
  /** Waits for what is under way; the path may then be opened again. */
  close(): Promise<void>;
}

/** A way to store a URL database. One file of engine/ each. */
export interface UrlDatabaseEngine {
  /** "log and sorted runs", for tables and legends */
  readonly name: string;
  readonly source: string;
  /** Does what was acknowledged survive the process? */
  readonly durable: boolean;
  /** File by which a folder of it is known. */
  readonly file?: OwnFile;
  /** Why it cannot be used on this machine, and what to install; undefined when it can. */
  readonly missing?: () => Promise<string | undefined>;
  /** @param path folder of the database, made if need be; engines that are not durable leave it alone */
  open(path: string, settings: Settings): Promise<UrlStore>;
}
