import type { UrlTable } from "../../snapshot/capture.js";
import { openUrlDatabase, type UrlDatabase } from "../../urldb/database.js";
import { spread } from "../../urldb/unshuffle.js";
import { UrlBatch } from "../../urldb/url-batch.js";
import type { Frontier, Waiting } from "./frontier.js";

/**
 * "found": URLs wait in the order in which they are found. "unshuffled": each batch by reversed host name, then k-way unshuffled, so
 * that the URLs of a domain stand far apart (Shkapenyuk and Suel 2001, section 3.3): breadth-first holds approximately then.
 */
export type FoundOrder = "found" | "unshuffled";

/** How the order is called. */
export const diskLabel = (order: FoundOrder): string =>
  order === "found" ? "breadth-first" : "breadth-first, unshuffled";

/** URLs that are found and not yet in the database: so many are added in one batch. */
const BATCH = 2_000;
/** URLs that are brought to hand at a time, as Suel's request files are. */
const LOAD = 1_000;
/** Milliseconds until a URL that was handed out counts as lost: never, while the crawl lives; opening hands them out again. */
const NEVER = 2 ** 45;

/**
 * Breadth-first in the order found, on disk: the URL database holds the seen set and the queue, so that memory does not grow with
 * the frontier. Shkapenyuk and Suel 2001, sections 3.2 and 3.5: URLs are loaded as late as possible.
 *
 * Depth and hops stand in the database's priority, which this order leaves unused.
 */
export class DiskFrontier implements Frontier {
  get label(): string {
    return diskLabel(this.#order);
  }
  readonly #database: UrlDatabase;
  readonly #urls: UrlTable;
  readonly #clock: () => number;
  readonly #order: FoundOrder;
  #found: Waiting[] = [];
  #adding: Promise<void> = Promise.resolve();
  #hand: Waiting[] = [];
  #at = 0;
  #onDisk: number;
  /** Where URLs were found, until they are handed out: of those found by this run, the first 100,000. */
  #via = new Map<number, string>();
  #failure: unknown;

  private constructor(
    database: UrlDatabase,
    urls: UrlTable,
    clock: () => number,
    order: FoundOrder,
    onDisk: number,
    hand: Waiting[],
  ) {
    this.#order = order;
    this.#database = database;
    this.#urls = urls;
    this.#clock = clock;
    this.#onDisk = onDisk;
    this.#hand = hand;
  }

  /**
   * @param captured is a URL stored already? Those are confirmed now: a kill came between their commit and their confirmation
   * @throws UrlDatabaseError "locked", "corrupt", "failed"
   */
  static async open(
    folder: string,
    urls: UrlTable,
    captured: (url: string) => boolean,
    clock: () => number,
    order: FoundOrder = "found",
  ): Promise<DiskFrontier> {
    const database = await openUrlDatabase(folder, { order: ["added"], confirmTimeout: NEVER });
    const out = await database.outstanding();
    const stored = out.filter(({ url }) => captured(url));
    if (stored.length > 0) await database.confirm(stored, clock());
    const hand = out.filter(({ url }) => !captured(url)).map(({ url, priority }) => waiting(urls, url, priority));
    return new DiskFrontier(database, urls, clock, order, (await database.size()).waiting, hand);
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
    this.#onDisk -= taken.length;
    const rest = this.#hand.slice(this.#at);
    this.#hand = [...rest, ...taken.map(({ url, priority }) => waiting(this.#urls, url, priority))];
    this.#at = 0;
  }

  async flush(): Promise<void> {
    if (this.#found.length > 0) this.#add();
    await this.#adding;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async commit(done: readonly string[]): Promise<void> {
    if (done.length > 0) await this.#database.confirm([...done], this.#clock());
  }

  async close(): Promise<void> {
    await this.#adding;
    await this.#database.close();
  }

  #add(): void {
    const found = this.#found;
    this.#found = [];
    this.#onDisk += found.length;
    const batch = batchOf(this.#order === "unshuffled" ? unshuffled(found) : found);
    this.#adding = Promise.all([this.#adding, this.#database.add(batch)]).then(
      ([, { added }]) => {
        this.#onDisk -= found.length - added; // known since before a kill
      },
      (error) => {
        this.#failure ??= error;
      },
    );
  }
}

const batchOf = (found: readonly Waiting[]): UrlBatch =>
  UrlBatch.of(found.map(({ url, depth, hops }) => ({ url, priority: packed(depth, hops) })));

const unshuffled = (found: readonly Waiting[]): Waiting[] => Array.from(spread(batchOf(found)), (at) => found[at]);

const packed = (depth: number, hops: number): number => Math.min(depth, 0xffffff) * 256 + Math.min(hops, 255);

const waiting = (urls: UrlTable, url: string, priority: number): Waiting => ({
  id: urls.intern(url),
  url,
  depth: Math.floor(priority / 256),
  hops: priority % 256,
});
