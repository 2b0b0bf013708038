import { type CrawlbenchError, got, gotInstead, problem, shown } from "../base/error.js";
import { checkOptions, commonRules } from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import { Random } from "../base/random.js";
import { ORDERINGS, type Ordering, type OrderingMethod, type OrderingState } from "../ordering/ordering.js";
import type { TermCounts } from "../page/text/page-terms.js";
import { termsOf } from "../page/text/terms-of.js";
import { type PageId, widestRow } from "../web/graph/graph.js";
import type { Capability, Web } from "../web/web.js";
import { nameOf, requireCapabilities, requireWeb } from "../web/web.js";

const replayRules = { from: undefined, seed: commonRules.seed, truth: undefined, resume: undefined };

const UNKNOWN = 0;
const DISCOVERED = 1;
const CRAWLED = 2;

export interface ReplayOptions {
  /** Start pages, discovered in this order; default: the web's own start. */
  readonly from?: readonly PageId[];
  /** Seed of every choice that the ordering leaves to chance; default 1. */
  readonly seed?: number;
  /** I(P) of every page, for orderings marked `offline`. */
  readonly truth?: Float64Array;
  /** Continue here, with all else as it was; see VirtualCrawl.checkpoint. */
  readonly resume?: CrawlCheckpoint;
}

/** A crawl that can be taken up again. */
export interface CrawlCheckpoint {
  readonly order: Uint32Array;
  readonly state: OrderingState;
}

/**
 * The virtual crawler: crawls a stored web under an ordering. Cho et al. 1998, Figure 1 and section 5.
 *
 * The ordering is told a page's links only after it chose that page. Runs in slices, so that long crawls can show
 * progress, be stopped and be continued.
 *
 * O(n + m) besides the ordering's own work; 1 byte per page of the web and 4 per page crawled.
 */
export class VirtualCrawl {
  readonly #web: Web;
  readonly #ordering: Ordering;
  readonly #state: Uint8Array;
  readonly #links: Uint32Array;
  readonly #fresh: Uint32Array;
  readonly #label: string;
  #order: Uint32Array;
  #crawled = 0;
  #done = false;
  /** The page whose links are being revealed; -1 between pages. */
  #revealing = -1;
  #terms: TermCounts | undefined;

  /** @throws "no-page" when the web lacks what the ordering needs, or a start page is not in it */
  constructor(web: Web, method: OrderingMethod, options: ReplayOptions = {}) {
    requireWeb("a crawl", web);
    requireMethod("a crawl", ORDERINGS, method);
    checkOptions("a crawl", options, replayRules);
    const { from = [web.start], seed = 1, truth, resume } = options;
    if (!(Array.isArray(from) || ArrayBuffer.isView(from)))
      throw problem.crawl`from is a list of start pages, [0] or [graphs.findPage(web, url)]; ${gotInstead(from)}`;
    if (truth !== undefined && truth.length !== web.graph.size)
      throw problem.crawl`truth is the importance of each page, ${web.graph.size} numbers; ${got(truth.length)}`;
    requireCapabilities(web, method.needs, method.name);
    const { graph } = web;
    this.#web = web;
    this.#label = method.name;
    this.#state = new Uint8Array(graph.size);
    this.#order = new Uint32Array(graph.size);
    const widest = widestRow(graph.offsets);
    this.#links = new Uint32Array(widest);
    this.#fresh = new Uint32Array(Math.max(widest, from.length));
    if (from.length === 0) throw problem.crawl`a crawl needs at least one start page`;
    if (method.offline && truth === undefined) {
      throw problem.crawl`${method.label} is an offline bound: it needs the importance that the crawl is judged by`;
    }
    this.#ordering = method.create({
      size: graph.size,
      random: new Random(seed),
      url: (page) => this.#revealed(page, DISCOVERED, "discovered", () => this.#carried("urls", web.urls).at(page)),
      text: (page) => this.#revealed(page, CRAWLED, "crawled", () => this.#carried("text", web.text)(page)),
      terms: (page) => this.#revealed(page, CRAWLED, "crawled", () => this.#termCounts().of(page)),
      anchor: (index) => this.#anchor(index),
      nameOf: (page) => nameOf(web, page),
      ...(method.offline && { truth }),
    });
    this.#start(from);
    if (resume) this.#resume(resume);
  }

  /**
   * How to continue this crawl later; undefined when its ordering must start anew. A continued crawl gives the same
   * order to the byte.
   */
  checkpoint(): CrawlCheckpoint | undefined {
    const { checkpoint } = this.#ordering;
    return checkpoint && { order: this.order.slice(), state: checkpoint.save() };
  }

  /** Pages crawled so far, in order: a view. */
  get order(): Uint32Array {
    return this.#order.subarray(0, this.#crawled);
  }

  /** True once the frontier is empty. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Crawls up to `pages` more pages.
   *
   * @throws "crawl" when the ordering names a page that does not wait in the frontier
   */
  run(pages = Number.POSITIVE_INFINITY): void {
    const { offsets, targets } = this.#web.graph;
    const { references } = this.#web;
    const ordering = this.#ordering;
    const reveals = ordering.reveal !== undefined;
    const state = this.#state;
    const links = this.#links;
    const fresh = this.#fresh;
    const order = this.#order;
    let crawled = this.#crawled;
    const end = Math.min(order.length, crawled + pages);
    while (crawled < end) {
      const page = ordering.next();
      if (page === -1) {
        this.#done = true;
        break;
      }
      if (state[page] !== DISCOVERED) throw this.#broken(page);
      order[crawled++] = page;
      const freshCount = take(page, offsets, targets, state, fresh);
      if (freshCount > 0) ordering.discover(fresh, freshCount);
      if (reveals) {
        const count = linksOf(page, offsets, targets, links);
        this.#revealing = page;
        ordering.reveal?.(page, links, count, references?.[page] ?? count);
        this.#revealing = -1;
      }
    }
    this.#crawled = crawled;
    if (crawled === order.length) this.#done = true;
  }

  /** Tells the ordering again what the pages of a checkpoint revealed, and gives it its state back. */
  #resume({ order, state }: CrawlCheckpoint): void {
    const { offsets, targets } = this.#web.graph;
    const { references } = this.#web;
    const { checkpoint } = this.#ordering;
    if (checkpoint === undefined) throw problem.crawl`${this.#label} cannot be continued: crawl again from the start`;
    for (const page of order) {
      if (this.#state[page] !== DISCOVERED) throw this.#broken(page);
      const fresh = take(page, offsets, targets, this.#state, this.#fresh);
      const count = linksOf(page, offsets, targets, this.#links);
      if (fresh > 0) this.#ordering.discover(this.#fresh, fresh);
      checkpoint.recall(page, this.#links, count, references?.[page] ?? count);
    }
    this.#order.set(order);
    this.#crawled = order.length;
    checkpoint.restore(state);
  }

  #start(from: readonly PageId[]): void {
    let count = 0;
    for (const page of from) {
      if (!Number.isInteger(page) || this.#state[page] === undefined) {
        throw problem.crawl`start page ${shown(page)} is not in ${this.#web.name}: its pages are 0 .. ${this.#state.length - 1}`;
      }
      if (this.#state[page] === DISCOVERED) continue;
      this.#state[page] = DISCOVERED;
      this.#fresh[count++] = page;
    }
    this.#ordering.discover(this.#fresh, count);
  }

  #revealed<T>(page: PageId, needed: number, word: string, read: () => T): T {
    if (this.#state[page] >= needed) return read();
    throw problem.crawl`${this.#label} asked about page ${page}, which was not ${word} yet: orderings cannot peek`;
  }

  /** Anchor text of a link of the page that is being revealed. */
  #anchor(index: number): string {
    const { offsets } = this.#web.graph;
    const link = offsets[this.#revealing] + index;
    if (index >= 0 && link < offsets[this.#revealing + 1]) return this.#carried("anchors", this.#web.anchor)(link);
    throw problem.crawl`${
      this.#revealing < 0
        ? `${this.#label} asked for an anchor between two pages: anchors can be read during reveal, when the page with the link was crawled`
        : `${this.#label} asked for the anchor of link ${index}, but page ${this.#revealing} has ${offsets[this.#revealing + 1] - offsets[this.#revealing]}`
    }`;
  }

  #termCounts(): TermCounts {
    this.#carried("text", this.#web.terms ?? this.#web.text);
    return (this.#terms ??= termsOf(this.#web));
  }

  /** What the web carries besides links, when it does. */
  #carried<T>(what: Capability, column: T | undefined): T {
    if (column !== undefined) return column;
    if (this.#web.capabilities.includes(what))
      throw problem.lacks`${this.#label} reads pages as they stand, and ${this.#web.name} keeps the counts of their words alone: take a web with whole texts, such as campus`;
    throw problem.crawl`${this.#label} reads ${what}, which ${this.#web.name} does not carry: say so, needs: ["${what}"]`;
  }

  #broken(page: PageId): CrawlbenchError {
    const state = this.#state[page];
    const what =
      state === undefined
        ? "is no page of this web"
        : state === CRAWLED
          ? "was crawled already"
          : "was not discovered yet";
    const who = state === undefined ? `${page}` : `${page} (${nameOf(this.#web, page)})`;
    return problem.crawl`${this.#label} named page ${who}, which ${what}: next() must return a waiting page, or -1`;
  }
}

/** Crawls to the end and returns the order: page ids, as many as the start pages reach. */
export function replay(web: Web, method: OrderingMethod, options: ReplayOptions = {}): Uint32Array {
  const crawl = new VirtualCrawl(web, method, options);
  crawl.run();
  return crawl.order;
}

/** Fills `links` with the links of a page, and counts them. */
function linksOf(page: PageId, offsets: Uint32Array, targets: Uint32Array, links: Uint32Array): number {
  const first = offsets[page];
  const count = offsets[page + 1] - first;
  for (let i = 0; i < count; i++) links[i] = targets[first + i];
  return count;
}

/** Marks `page` as crawled; fills `fresh` with the pages seen for the first time, and counts them. */
function take(page: PageId, offsets: Uint32Array, targets: Uint32Array, state: Uint8Array, fresh: Uint32Array): number {
  const first = offsets[page];
  const last = offsets[page + 1];
  let count = 0;
  state[page] = CRAWLED;
  for (let i = first; i < last; i++) {
    const target = targets[i];
    if (state[target] === UNKNOWN) {
      state[target] = DISCOVERED;
      fresh[count++] = target;
    }
  }
  return count;
}
