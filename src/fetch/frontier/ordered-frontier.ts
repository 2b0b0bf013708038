import type { OrderingMethod } from "../../ordering/ordering.js";
import { type Ordering, OrderingError } from "../../ordering/ordering.js";
import { Random } from "../../random.js";
import type { UrlTable } from "../../snapshot/capture.js";
import { TermCounter } from "../../text/term-counter.js";
import type { Frontier, Revealed, Waiting } from "./frontier.js";

export interface OrderedFrontierOptions {
  /** URLs that may be met at the most: orderings keep arrays of this length. */
  readonly mostUrls: number;
  readonly seed: number;
  /** Title and body of a page that was fetched, for orderings that read text. */
  readonly text: (url: string) => { readonly title: string; readonly body: string };
}

/**
 * A frontier in memory under any ordering O(u) of the virtual crawler, the same object: page ids are the ids of URLs. What waits is
 * not stored: a crawl that goes on is told again what its snapshot holds, see `recall`.
 */
export class OrderedFrontier implements Frontier {
  readonly label: string;
  readonly #urls: UrlTable;
  readonly #ordering: Ordering;
  readonly #mostUrls: number;
  readonly #waiting = new Map<number, Waiting>();
  /** Taken out of the ordering by `recall` before their turn had come. */
  readonly #held: Waiting[] = [];
  #pages = new Uint32Array(256);
  readonly #counter = new TermCounter();
  #anchors: (index: number) => string = () => "";

  /** @throws OrderingError for an ordering that looks at what a crawler cannot know */
  constructor(method: OrderingMethod, urls: UrlTable, { mostUrls, seed, text }: OrderedFrontierOptions) {
    if (method.offline)
      throw new OrderingError(`${method.label} looks at the whole web: it can order virtual crawls only`);
    this.label = method.label;
    this.#urls = urls;
    this.#mostUrls = mostUrls;
    this.#ordering = method.create({
      size: mostUrls,
      random: new Random(seed),
      nameOf: (page) => urls.at(page),
      url: (page) => urls.at(page),
      text: (page) => text(urls.at(page)),
      terms: (page) => this.#counter.count(text(urls.at(page))),
      anchor: (index) => this.#anchors(index),
    });
  }

  get size(): number {
    return this.#waiting.size + this.#held.length;
  }

  readonly more = false;

  discover(found: readonly Waiting[]): void {
    for (const each of found) {
      if (each.id >= this.#mostUrls)
        throw new OrderingError(
          `more than ${this.#mostUrls} URLs were met, which is all that ${this.label} was made for: go on with --most-urls ${this.#mostUrls * 4}`,
        );
      this.#waiting.set(each.id, each);
    }
    if (found.length > 0) this.#ordering.discover(this.#filled(found.map(({ id }) => id)), found.length);
  }

  reveal({ page, links, references, anchor = () => "" }: Revealed): void {
    this.#anchors = anchor;
    this.#ordering.reveal?.(page, this.#filled(links), links.length, references);
  }

  next(): Waiting | undefined {
    return this.#held.shift() ?? this.#take();
  }

  /**
   * Goes through what an earlier run fetched, in the order in which this ordering would: so it knows what it knew.
   *
   * @param visited what a page that was fetched led to: URLs seen there for the first time, and its links; undefined for a page
   *   that was not fetched. Each is asked for once
   * @param pages number of pages that were fetched
   */
  recall(
    visited: (page: Waiting) => { readonly found: readonly Waiting[]; readonly revealed: Revealed } | undefined,
    pages: number,
  ): void {
    for (let told = 0; told < pages; ) {
      const page = this.#take();
      if (page === undefined) return;
      const result = visited(page);
      if (result === undefined) this.#held.push(page);
      else {
        told++;
        this.discover(result.found);
        this.reveal(result.revealed);
      }
    }
  }

  async load(): Promise<void> {}

  async flush(): Promise<void> {}

  async commit(): Promise<void> {}

  async close(): Promise<void> {}

  #take(): Waiting | undefined {
    const id = this.#ordering.next();
    if (id === -1) return undefined;
    const page = this.#waiting.get(id);
    if (page === undefined) {
      const named = id >= 0 && id < this.#urls.size ? this.#urls.at(id) : id;
      throw new OrderingError(
        `${this.label} named page ${named}, which does not wait: next() returns a waiting page, or -1`,
      );
    }
    this.#waiting.delete(id);
    return page;
  }

  #filled(ids: readonly number[]): Uint32Array {
    if (ids.length > this.#pages.length) this.#pages = new Uint32Array(2 * ids.length);
    for (let i = 0; i < ids.length; i++) this.#pages[i] = ids[i];
    return this.#pages;
  }
}
