import type { UrlTable } from "../../archive/capture.js";
import { spread } from "../../urldb/unshuffle.js";
import { UrlBatch } from "../../urldb/url-batch.js";
import type { FrontierDatabase } from "../crawl-storage.js";
import type { SentUrl, Tenancy } from "../neighbours.js";
import type { Frontier, Waiting } from "./frontier.js";

/**
 * "found": URLs wait in the order in which they are found. "unshuffled": each batch by reversed host name, then k-way
 * unshuffled, so that the URLs of a domain stand far apart (Shkapenyuk and Suel 2001, section 3.3): breadth-first holds
 * approximately then.
 */
export type FoundOrder = "found" | "unshuffled";

/** How the order is called. */
export const diskLabel = (order: FoundOrder): string =>
  order === "found" ? "breadth-first" : "breadth-first, unshuffled";

/** URLs that are found and not yet in the database: so many are added in one batch. */
const BATCH = 2_000;
/** URLs that are brought to hand at a time, as Suel's request files are. */
const LOAD = 1_000;

export interface DiskFrontierOptions {
  readonly urls: UrlTable;
  /**
   * Is a URL stored already? Those are confirmed on opening: a kill came between their commit and their confirmation.
   */
  readonly captured: (url: string) => boolean;
  readonly clock: () => number;
  /** Default "found". */
  readonly order?: FoundOrder;
  /** Where several processes share the crawl. */
  readonly tenancy?: Tenancy;
  /** Told of URLs that wait here and are another process's, since a kill came before it was told of them. */
  readonly onForeign?: (found: SentUrl) => void;
}

/** Everything is own, for ever. */
const ALONE: Tenancy = { isOwn: () => true, tenureOf: () => 0 };

/**
 * Breadth-first in the order found, on disk: the URL database holds the seen set and the queue, so that memory does not
 * grow with the frontier. Shkapenyuk and Suel 2001, sections 3.2 and 3.5: URLs are loaded as late as possible.
 *
 * Depth and hops stand in the database's priority, which this order leaves unused. Where several processes share the
 * crawl, a URL that came back to this one after it had been given away is another key: "#" and the number of its tenure
 * behind it, which no canonical URL holds. Keys of tenures that are over are left to lie.
 */
export class DiskFrontier implements Frontier {
  get label(): string {
    return diskLabel(this.#order);
  }
  readonly #database: FrontierDatabase;
  readonly #urls: UrlTable;
  readonly #clock: () => number;
  readonly #order: FoundOrder;
  readonly #tenancy: Tenancy;
  readonly #onForeign: (found: SentUrl) => void;
  #found: Waiting[] = [];
  #adding: Promise<void> = Promise.resolve();
  #hand: Waiting[] = [];
  #at = 0;
  /** URLs that waited on disk when they were counted last, less those taken since. */
  #counted: number;
  /** Those added since: an object for each count, so that what becomes known of earlier ones changes nothing. */
  #since = { added: 0 };
  /** Where URLs were found, until they are handed out: of those found by this run, the first 100,000. */
  #via = new Map<number, string>();
  /**
   * Keys of tenures that are over, handed out by the database: whoever owns them now is told, and after the next
   * `flush` they are confirmed.
   */
  #stale: string[] = [];
  #told: string[] = [];
  #failure: unknown;

  private constructor(database: FrontierDatabase, waiting: number, options: DiskFrontierOptions) {
    const { urls, clock, order = "found", tenancy = ALONE, onForeign = () => {} } = options;
    this.#database = database;
    this.#counted = waiting;
    this.#urls = urls;
    this.#clock = clock;
    this.#order = order;
    this.#tenancy = tenancy;
    this.#onForeign = onForeign;
  }

  static async open(database: FrontierDatabase, options: DiskFrontierOptions): Promise<DiskFrontier> {
    const { captured, clock } = options;
    const out = await database.outstanding();
    const stored = out.filter(({ url }) => captured(urlIn(url)));
    if (stored.length > 0) await database.confirm(stored, clock());
    const frontier = new DiskFrontier(database, (await database.size()).waiting, options);
    frontier.#hand = frontier.#current(out.filter(({ url }) => !captured(urlIn(url))));
    return frontier;
  }

  get size(): number {
    return this.#onDisk + this.#found.length + this.#hand.length - this.#at;
  }

  get more(): boolean {
    return this.#onDisk + this.#found.length > 0;
  }

  discover(found: readonly Waiting[]): void {
    for (const each of found) {
      this.#found.push(each);
      if (each.via !== undefined && this.#via.size < 100_000) this.#via.set(each.id, each.via);
    }
    if (this.#found.length >= BATCH) this.#add();
  }

  reveal(): void {}

  next(): Waiting | undefined {
    if (this.#at === this.#hand.length) return undefined;
    const each = this.#hand[this.#at++];
    const via = this.#via.get(each.id);
    if (via === undefined) return each;
    this.#via.delete(each.id);
    return { ...each, via };
  }

  async load(): Promise<void> {
    await this.flush();
    const taken = await this.#database.take(LOAD, this.#clock());
    this.#counted -= taken.length;
    const rest = this.#hand.slice(this.#at);
    this.#hand = [...rest, ...this.#current(taken)];
    this.#at = 0;
  }

  async flush(): Promise<void> {
    if (this.#found.length > 0) this.#add();
    await this.#adding;
    this.#told.push(...this.#stale.splice(0));
    if (this.#failure !== undefined) throw this.#failure;
  }

  async commit(done: readonly string[]): Promise<void> {
    const keys = [...this.#told.splice(0), ...done.map(this.#keyOf)];
    if (keys.length > 0) await this.#database.confirm(keys, this.#clock());
  }

  /** What the database knows of a URL; undefined: nothing, in the tenure that runs. */
  async record(
    url: string,
  ): Promise<{ readonly depth: number; readonly hops: number; readonly isDone: boolean } | undefined> {
    const record = await this.#database.get(this.#keyOf(url));
    return record && { ...unpacked(record.priority), isDone: record.visited };
  }

  /**
   * Takes over URLs from another process; they are on disk when it resolves. @param isDone need they not be fetched?
   */
  async adopt(urls: readonly SentUrl[], isDone: boolean): Promise<void> {
    await this.flush();
    const batch = UrlBatch.of(
      urls.map(({ url, depth, hops }) => ({ url: this.#keyOf(url), priority: packed(depth, hops) })),
    );
    await this.#database.add(batch);
    if (isDone) await this.#database.confirm(batch, this.#clock());
    await this.#recount();
  }

  /** Forgets URLs that wait, at hand or on disk: another process has them. `flush` comes before. */
  async forget(urls: readonly string[]): Promise<void> {
    const gone = new Set(urls);
    this.#hand = this.#hand.slice(this.#at).filter(({ url }) => !gone.has(url));
    this.#at = 0;
    if (urls.length > 0) await this.#database.confirm(urls.map(this.#keyOf), this.#clock());
    await this.#recount();
  }

  /** Takes back URLs that are at hand. */
  withdraw(isGoing: (url: string) => boolean): void {
    this.#hand = this.#hand.slice(this.#at).filter(({ url }) => !isGoing(url));
    this.#at = 0;
  }

  async close(): Promise<void> {
    await this.#adding;
    await this.#database.close();
  }

  get #onDisk(): number {
    return this.#counted + this.#since.added;
  }

  /**
   * Counts anew what waits on disk. What is added from now on is counted besides; what was added before is in the
   * count.
   */
  async #recount(): Promise<void> {
    this.#counted = this.#onDisk;
    this.#since = { added: 0 };
    this.#counted = (await this.#database.size()).waiting;
  }

  #add(): void {
    const found = this.#found;
    this.#found = [];
    const since = this.#since;
    since.added += found.length;
    const batch = this.#batchOf(this.#order === "unshuffled" ? unshuffled(found) : found);
    this.#adding = Promise.all([this.#adding, this.#database.add(batch)]).then(
      ([, { added }]) => {
        since.added -= found.length - added; // known since before a kill
      },
      (error) => {
        this.#failure ??= error;
      },
    );
  }

  #batchOf(found: readonly Waiting[]): UrlBatch {
    return UrlBatch.of(found.map(({ url, depth, hops }) => ({ url: this.#keyOf(url), priority: packed(depth, hops) })));
  }

  readonly #keyOf = (url: string): string => {
    const tenure = this.#tenancy.tenureOf(url);
    return tenure === 0 ? url : `${url}#${tenure}`;
  };

  /** Those of what the database handed out that are to be fetched here. To be called while no part changes hands. */
  #current(taken: readonly { readonly url: string; readonly priority: number }[]): Waiting[] {
    const current: Waiting[] = [];
    for (const { url: key, priority } of taken) {
      const url = urlIn(key);
      if (this.#tenancy.isOwn(url) && this.#keyOf(url) === key) {
        current.push({ id: this.#urls.intern(url), url, ...unpacked(priority) });
        continue;
      }
      this.#stale.push(key);
      this.#onForeign({ url, ...unpacked(priority) });
    }
    return current;
  }
}

const unshuffled = (found: readonly Waiting[]): Waiting[] =>
  Array.from(spread(UrlBatch.of(found.map(({ url }) => url))), (at) => found[at]);

const packed = (depth: number, hops: number): number => Math.min(depth, 0xffffff) * 256 + Math.min(hops, 255);

const unpacked = (priority: number) => ({ depth: Math.floor(priority / 256), hops: priority % 256 });

/** The URL of a key. */
function urlIn(key: string): string {
  const mark = key.indexOf("#");
  return mark < 0 ? key : key.slice(0, mark);
}
