import { got, isProblem, option, problem } from "../base/error.js";
import type {
  AddResult,
  CheckResult,
  ConfirmResult,
  Size,
  Taken,
  UrlDatabaseEngine,
  UrlRecord,
  UrlStore,
} from "./engine.js";
import { requireOwn } from "./made-by.js";
import { END_OF_TIME, type Settings, settingsOf, type UrlDatabaseSettings } from "./settings.js";
import { asBatch, type NewUrl, type UrlBatch, type UrlKey } from "./url-batch.js";

/**
 * A URL database: which URLs are known, which comes next, which were fetched, and which are due again. Dorosz, section
 * 2.
 *
 * The clock is an argument: `now` is milliseconds since 1970, and may step backwards. Methods may be called without
 * waiting for the last one; they take effect in the order of the calls.
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
   * @throws "bad-url" for a URL that cannot be kept, "disk-full"; then none of the batch was added
   */
  async add(urls: UrlBatch | Iterable<UrlKey | NewUrl> | UrlKey | NewUrl): Promise<AddResult> {
    const fates = await this.#open().add(asBatch(urls));
    const [known, added, tooDeep] = tally(fates);
    return { added, known, tooDeep, fates };
  }

  /**
   * Hands out up to `count` URLs, first of the queue first; before that, returns those whose time is out.
   *
   * @throws what `recrawlAfter` throws in that check; the URLs count as handed out all the same, and `outstanding`
   *   names them
   */
  async take(count: number, now: number): Promise<Taken[]> {
    if (!Number.isInteger(count) || count < 0)
      throw problem.option`${option("count", "take")} is an integer from 0; ${got(count)}`;
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

  /**
   * What was handed out and is neither confirmed nor timed out, by deadline: where a crawler that was killed goes on.
   */
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
      throw problem.settings`recrawlAfter calls the URL database ${this.#path}, which is in the middle of a check: call it afterwards`;
    }
    if (this.#closing) throw problem.closed`the URL database ${this.#path} is closed: open it again`;
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
 * @param options among them `engine`, the way to store it; default: the dedicated structure
 * @throws "settings" when it was made with another order, domain or engine, "locked", "damaged", "unavailable"; "option" for a
 *   setting out of range
 */
export async function openUrlDatabase(
  path: string,
  options: UrlDatabaseSettings & { readonly engine?: UrlDatabaseEngine } = {},
): Promise<UrlDatabase> {
  if (typeof options !== "object" || options === null)
    throw problem.option`a URL database takes its settings in braces, { engine }; ${got(options)}`;
  const { engine: asked, ...chosen } = options;
  const settings = settingsOf(chosen);
  const engine = asked ?? (await import("./engine/dedicated.js")).dedicated;
  if (typeof engine.open !== "function") {
    const found = JSON.stringify(asked);
    throw problem.option`engine is dedicated, lmdb, berkeleyDb, postgres or inMemory, as imported from "crawlbench"; found ${found}`;
  }
  if (typeof path !== "string" || (path === "" && engine.durable))
    throw problem.option`${option("path", "openUrlDatabase")} is the name of a folder; ${got(path)}`;
  if (engine.file) requireOwn(path, engine.file);
  const missing = await engine.missing?.();
  if (missing) throw problem.unavailable`${missing}`;
  try {
    return new UrlDatabase(await engine.open(path, settings), settings, path);
  } catch (error) {
    if (isProblem(error) || (error as NodeJS.ErrnoException).code === undefined) throw error;
    const { message } = error as Error;
    throw problem.failed({ cause: error })`cannot open ${path}: ${message}; name another folder`;
  }
}

function checkTime(where: string, now: number): void {
  if (!(now >= 0 && now < END_OF_TIME / 2 && Number.isInteger(now)))
    throw problem.option`${where}: now is whole milliseconds since 1970; ${got(now)}`;
}

function tally(codes: Uint8Array): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const code of codes) counts[code]++;
  return counts;
}
