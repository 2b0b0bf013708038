import type { UrlId, UrlTable } from "../../archive/capture.js";
import { isProblem, option, problem } from "../../base/error.js";
import type { ScratchFile } from "../../base/file/scratch-file.js";
import { Random } from "../../base/random.js";
import type { Ordering, OrderingMethod } from "../../ordering/ordering.js";
import type { PageTerms } from "../../page/text/page-terms.js";
import { TermCounter, type Words } from "../../page/text/term-counter.js";
import type { Frontier, Revealed, Waiting } from "./frontier.js";
import { WaitingColumns } from "./waiting-columns.js";

export interface OrderedFrontierOptions {
  /** URLs that may be met at the most: orderings keep arrays of this length. */
  readonly mostUrls: number;
  readonly seed: number;
  /** Title and body of a page that was fetched, for orderings that read text. */
  readonly text: (url: string) => Words;
  /** Where depth and finder of what waits stand. */
  readonly scratch: ScratchFile;
}

/** What a page that was fetched led to. */
export interface Recalled {
  /** URLs seen there for the first time. */
  readonly found: readonly Waiting[];
  readonly revealed: Revealed;
}

const NOWHERE = -1;

/**
 * A frontier under any ordering O(u) of the virtual crawler, the same object: page ids are the ids of URLs. As on stored
 * webs, of several links to a page the first counts, and links of a page to itself do not: docs/forks.md, 6. What waits
 * is not kept: a crawl that goes on is told again what its snapshot holds, see `recall`.
 *
 * Memory: what the ordering keeps, and 4 MB. For orderings that read terms also every
 * different term that any page held: numbers of terms are for good.
 */
export class OrderedFrontier implements Frontier {
  readonly label: string;
  readonly #urls: UrlTable;
  readonly #method: OrderingMethod;
  readonly #ordering: Ordering;
  readonly #mostUrls: number;
  readonly #text: (url: string) => Words;
  readonly #waiting: WaitingColumns;
  /** Taken out of the ordering by `recall` before their turn had come. */
  readonly #held: Waiting[] = [];
  #pages = new Uint32Array(256);
  readonly #counter = new TermCounter();
  /** The page whose terms the counter holds. */
  #counted = NOWHERE;
  /** The page whose links are being revealed. */
  #revealing = NOWHERE;
  /** Its links that count, and where each stands among all of them. */
  readonly #links = new Map<UrlId, number>();
  #places: number[] = [];
  #anchor: Revealed["anchor"];

  /** @throws "ordering" for an ordering that looks at what a crawler cannot know */
  constructor(method: OrderingMethod, urls: UrlTable, { mostUrls, seed, text, scratch }: OrderedFrontierOptions) {
    if (method.offline)
      throw problem.ordering`${method.label} looks at the whole web: it can order virtual crawls only`;
    this.label = method.label;
    this.#urls = urls;
    this.#waiting = new WaitingColumns(urls, scratch);
    this.#method = method;
    this.#mostUrls = mostUrls;
    this.#text = text;
    this.#ordering = method.create({
      size: mostUrls,
      random: new Random(seed),
      nameOf: (page) => urls.at(page),
      url: (page) => urls.at(page),
      text: (page) => this.#textOf(page),
      terms: (page) => this.#termsOf(page),
      anchor: (index) => this.#anchorOf(index),
    });
  }

  get size(): number {
    return this.#waiting.size + this.#held.length;
  }

  readonly more = false;

  discover(found: readonly Waiting[]): void {
    for (const each of found) {
      if (each.id >= this.#mostUrls)
        throw problem.ordering`more than ${this.#mostUrls} URLs were met, which is all that ${this.label} was made for: resume with ${option("mostUrls")} ${this.#mostUrls * 4}`;
      this.#waiting.add(each);
    }
    if (found.length === 0) return;
    const ids = found.map(({ id }) => id);
    this.#ask(ids[0], () => this.#ordering.discover(this.#filled(ids), ids.length));
  }

  reveal({ page, links, references, anchor }: Revealed): void {
    if (this.#ordering.reveal === undefined) return;
    this.#links.clear();
    for (let place = 0; place < links.length; place++) {
      const target = links[place];
      if (target !== page && !this.#links.has(target)) this.#links.set(target, place);
    }
    this.#places = [...this.#links.values()];
    this.#revealing = page;
    this.#anchor = anchor;
    const kept = this.#filled([...this.#links.keys()]);
    try {
      this.#ask(page, () => this.#ordering.reveal?.(page, kept, this.#places.length, references));
    } finally {
      this.#revealing = NOWHERE;
      this.#anchor = undefined;
    }
  }

  next(): Waiting | undefined {
    return this.#held.shift() ?? this.#take();
  }

  /**
   * Goes through what an earlier run fetched, in the order in which this ordering would: so it knows what it knew.
   *
   * @param visited what a page that was fetched led to; undefined for a page that was not fetched. Each is asked for
   *   once
   * @param pages number of pages that were fetched
   */
  async recall(visited: (page: Waiting) => Promise<Recalled | undefined>, pages: number): Promise<void> {
    for (let told = 0; told < pages; ) {
      const page = this.#take();
      if (page === undefined) return;
      const result = await visited(page);
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

  async close(): Promise<void> {
    this.#waiting.close();
  }

  #take(): Waiting | undefined {
    const id = this.#ask(NOWHERE, () => this.#ordering.next());
    if (id === -1) return undefined;
    const page = this.#waiting.take(id);
    if (page === undefined)
      throw problem.ordering`${this.label} named page ${this.#nameOf(id)}, which does not wait: next() returns a waiting page, or -1`;
    return page;
  }

  #textOf(page: UrlId): Words {
    this.#checkNeeds("text");
    return this.#text(this.#urls.at(page));
  }

  #termsOf(page: UrlId): PageTerms {
    if (this.#counted === page) return this.#counter;
    const text = this.#textOf(page);
    this.#counted = page;
    return this.#counter.count(text);
  }

  /** Anchor text of a link of the page that is being revealed. */
  #anchorOf(index: number): string {
    this.#checkNeeds("anchors");
    if (this.#revealing === NOWHERE)
      throw problem.ordering`${this.label} asked for an anchor between two pages: anchors can be read during reveal, when the page with the link was fetched`;
    if (index >= 0 && index < this.#places.length) return this.#anchor?.(this.#places[index]) ?? "";
    throw problem.ordering`${this.label} asked for the anchor of link ${index}, but ${this.#nameOf(this.#revealing)} has ${this.#places.length}`;
  }

  /** Text and anchors are at hand for orderings that say that they read them. */
  #checkNeeds(what: "text" | "anchors"): void {
    if (this.#method.needs.includes(what)) return;
    throw problem.ordering`${this.label} reads ${what} and does not say so: give it needs: ["${what}"]`;
  }

  /** Lets the ordering work; where it breaks down, the error says which ordering and at which page. */
  #ask<T>(page: UrlId, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isProblem(error, "ordering")) throw error;
      const where = page === NOWHERE ? "when it chose the next page" : `at ${this.#nameOf(page)}`;
      throw problem.ordering`${this.label} failed ${where}: ${error}`;
    }
  }

  #nameOf(id: number): string {
    return id >= 0 && id < this.#urls.size ? this.#urls.at(id) : String(id);
  }

  #filled(ids: readonly UrlId[]): Uint32Array {
    if (ids.length > this.#pages.length) this.#pages = new Uint32Array(2 * ids.length);
    for (let i = 0; i < ids.length; i++) this.#pages[i] = ids[i];
    return this.#pages;
  }
}
