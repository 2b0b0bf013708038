import { UrlDatabaseError } from "./error.js";
import { END_OF_TIME, type Settings, settingsOf, type UrlDatabaseSettings } from "./settings.js";
import { asBatch, type NewUrl, type UrlBatch, type UrlKey } from "./url-batch.js";

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
 * What an engine does: the formal model of Dorosz, section 2, on packed batches. Calls take effect in the order in which they are
 * made, also when the next is made before the last has resolved; a promise resolves when its effect is as durable as the settings
 * say. URLs are numbered as they are added, and URLs of equal key go by that number, so that all engines agree on every order.
 */
export interface UrlStore {
  /** Adds each URL as if alone, one after the other; a repeat within the batch is known. @returns one Fate each */
  add(batch: UrlBatch): Promise<Uint8Array>;
  /** The first `count` of Q by (rank, hash, number), moved to Q_c with T = now + T_cnf (section 2.6). */
  take(count: number, now: number): Promise<Taken[]>;
  /** V = True for each (section 2.5); `now` is when a withdrawn URL is due for its check. @returns one Confirmation each */
  confirm(batch: UrlBatch, now: number): Promise<Uint8Array>;
  /**
   * The check procedure with re-crawl (section 2.7): all of Q_c with T <= now, by (T, hash, number). When `recrawlAfter` throws,
   * the promise rejects with that error and nothing of Q_c was checked.
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
  /** Why it cannot be used on this machine, and what to install; undefined when it can. */
  readonly missing?: () => Promise<string | undefined>;
  /** @param path folder of the database, made if need be; engines that are not durable leave it alone */
  open(path: string, settings: Settings): Promise<UrlStore>;
}

/**
 * A URL database: which URLs are known, which comes next, which were fetched, and which are due again. Dorosz, section 2.
 *
 * The clock is an argument: `now` is milliseconds since 1970, and may step backwards. Methods may be called without waiting for
 * the last one; they take effect in the order of the calls.
 */
export class UrlDatabase {
  readonly #store: UrlStore;
  readonly #settings: Settings;
  readonly #path: string;
  #lastCheck: number | undefined;
  #closing: Promise<void> | undefined;

  constructor(store: UrlStore, settings: Settings, path: string) {
    this.#store = store;
    this.#settings = settings;
    this.#path = path;
  }

  /**
   * Adds the URLs that are not known yet, unless they are deeper than the limit.
   *
   * @throws UrlDatabaseError "bad-url" for a URL that cannot be kept, "disk-full"; then none of the batch was added
   */
  async add(urls: UrlBatch | Iterable<UrlKey | NewUrl> | UrlKey | NewUrl): Promise<AddResult> {
    const fates = await this.#open().add(asBatch(urls));
    const [known, added, tooDeep] = tally(fates);
    return { added, known, tooDeep, fates };
  }

  /**
   * Hands out up to `count` URLs, first of the queue first; before that, returns those whose time is out.
   *
   * @throws what `recrawlAfter` throws in that check; the URLs count as handed out all the same, and `outstanding` names them
   */
  async take(count: number, now: number): Promise<Taken[]> {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`take: count is an integer from 0; found ${count}`);
    checkTime("take", now);
    const store = this.#open();
    const [, taken] = await Promise.all([this.#isCheckDue(now) && this.#check(store, now), store.take(count, now)]);
    return taken;
  }

  /** Says that pages were fetched. Takes what `take` gave, or URLs. */
  async confirm(urls: UrlBatch | Iterable<UrlKey | Taken> | UrlKey | Taken, now: number): Promise<ConfirmResult> {
    checkTime("confirm", now);
    const confirmations = await this.#open().confirm(asBatch(urls), now);
    const [unknown, already, confirmed] = tally(confirmations);
    return { confirmed, already, unknown, confirmations };
  }

  /** Checks confirmations now: what is out of time returns to the queue, what was fetched is scheduled anew. */
  async tick(now: number): Promise<CheckResult> {
    checkTime("tick", now);
    return this.#check(this.#open(), now);
  }

  /** U[K]: depth and whether fetched; undefined for a URL that is not known. */
  async get(url: UrlKey): Promise<UrlRecord | undefined> {
    return this.#open().get(asBatch(url).at(0));
  }

  /** What was handed out and is neither confirmed nor timed out, by deadline: where a crawler that was killed goes on. */
  async outstanding(): Promise<Taken[]> {
    return this.#open().outstanding();
  }

  async size(): Promise<Size> {
    return this.#open().size();
  }

  /** Waits for what is under way, and closes. Closing twice is no error. */
  close(): Promise<void> {
    this.#closing ??= this.#store.close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #open(): UrlStore {
    if (this.#settings.isAsking()) {
      throw new UrlDatabaseError(
        `recrawlAfter calls the URL database ${this.#path}, which is in the middle of a check: call it afterwards`,
        "settings",
      );
    }
    if (this.#closing) throw new UrlDatabaseError(`the URL database ${this.#path} is closed: open it again`, "closed");
    return this.#store;
  }

  /** Not more often than checkEvery; a clock that stepped backwards does not stop the checks. */
  #isCheckDue(now: number): boolean {
    const last = this.#lastCheck;
    return last === undefined || now < last || now - last >= this.#settings.checkEvery;
  }

  #check(store: UrlStore, now: number): Promise<CheckResult> {
    this.#lastCheck = now;
    return store.tick(now).catch((error) => {
      this.#lastCheck = undefined; // it is still due
      throw error;
    });
  }
}

/**
 * Opens a URL database, or makes one.
 *
 * @param path folder of its files
 * @param settings among them `engine`, the way to store it; default: the dedicated structure
 * @throws UrlDatabaseError "settings" when it was made with another order or domain, "locked", "corrupt", "unavailable";
 *   RangeError for a setting out of range
 */
export async function openUrlDatabase(
  path: string,
  { engine: asked, ...chosen }: UrlDatabaseSettings & { readonly engine?: UrlDatabaseEngine } = {},
): Promise<UrlDatabase> {
  const settings = settingsOf(chosen);
  const engine = asked ?? (await import("./engine/dedicated.js")).dedicated;
  if (typeof engine.open !== "function") {
    const found = JSON.stringify(asked);
    throw new RangeError(
      `engine is dedicated, lmdb, berkeleyDb, postgres or inMemory, as imported from "crawlbench"; found ${found}`,
    );
  }
  if (typeof path !== "string" || (path === "" && engine.durable))
    throw new RangeError(`openUrlDatabase: path is the name of a folder; found ${JSON.stringify(path)}`);
  const missing = await engine.missing?.();
  if (missing) throw new UrlDatabaseError(missing, "unavailable");
  try {
    return new UrlDatabase(await engine.open(path, settings), settings, path);
  } catch (error) {
    if (error instanceof UrlDatabaseError || (error as NodeJS.ErrnoException).code === undefined) throw error;
    const { message } = error as Error;
    throw new UrlDatabaseError(`cannot open ${path}: ${message}; name another folder`, "failed", { cause: error });
  }
}

function checkTime(where: string, now: number): void {
  if (!(now >= 0 && now < END_OF_TIME / 2 && Number.isInteger(now)))
    throw new RangeError(`${where}: now is whole milliseconds since 1970; found ${now}`);
}

function tally(codes: Uint8Array): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const code of codes) counts[code]++;
  return counts;
}
