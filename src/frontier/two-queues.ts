import type { PageId } from "../graph/graph.js";
import type { QueueMetric } from "./queue-metric.js";
import type { ScoredFrontier } from "./scored-frontier.js";

const FRESH = 1;
const HOT = 2;
const REST = 3;
const TAKEN = 4;

/** When does the crawl end? Cho et al. 1998, Figures 4 and 5, print "while both queues hold URLs": it would not begin. */
export type EndRule = "both-empty" | "one-empty";

/**
 * The two queues of a topic crawl, hot_queue and url_queue, reordered by one metric. Cho et al. 1998, section 7, Figures 4 and 5.
 *
 * Pages are put into a queue when they are seen first; `next` takes from the hot one while it holds any.
 */
export class TwoQueues {
  readonly #hot: ScoredFrontier;
  readonly #rest: ScoredFrontier;
  readonly #metric: QueueMetric;
  readonly #ends: EndRule;
  readonly #states: Uint8Array;
  #fresh: PageId[] = [];
  #hotSize = 0;
  #restSize = 0;

  /** @param queue makes an empty queue; called twice */
  constructor(size: number, queue: () => ScoredFrontier, metric: QueueMetric, ends: EndRule = "both-empty") {
    this.#states = new Uint8Array(size);
    this.#hot = queue();
    this.#rest = queue();
    this.#metric = metric;
    this.#ends = ends;
  }

  /** Pages that were seen for the first time; which queue is theirs is not known yet. */
  discover(pages: Uint32Array, count: number): void {
    this.#metric.discover(pages, count);
    for (let i = 0; i < count; i++) {
      this.#states[pages[i]] = FRESH;
      this.#fresh.push(pages[i]);
    }
  }

  reveal(page: PageId, links: Uint32Array, count: number): void {
    this.#metric.reveal(page, links, count);
  }

  /** True for a page that was just seen for the first time, and was put into no queue yet. */
  isFresh(page: PageId): boolean {
    return this.#states[page] === FRESH;
  }

  /** True for a page that waits in url_queue. */
  isInRest(page: PageId): boolean {
    return this.#states[page] === REST;
  }

  /** Says that a page belongs into hot_queue: one that is fresh, or one that waits in url_queue and moves. */
  heat(page: PageId): void {
    const state = this.#states[page];
    if (state !== FRESH && state !== REST) return;
    this.#states[page] = HOT;
    if (!this.#rest.has(page)) return; // it is filed with the fresh ones
    this.#restSize--;
    this.#hotSize++;
    this.#hot.file(page, this.#metric.of(page));
  }

  /** Says that a fresh page belongs into url_queue. */
  settle(page: PageId): void {
    if (this.#states[page] === FRESH) this.#states[page] = REST;
  }

  /** Takes the page to crawl next; -1 when none waits. */
  next(): PageId {
    this.#reorder();
    if (this.#ends === "one-empty" && (this.#hotSize === 0 || this.#restSize === 0)) return -1;
    const page = this.#hotSize > 0 ? this.#hot.pop() : this.#popRest();
    if (page < 0) return -1;
    if (this.#states[page] === HOT) this.#hotSize--;
    else this.#restSize--;
    this.#states[page] = TAKEN;
    return page;
  }

  /** Pages that moved to hot_queue still stand in url_queue, and are passed over. */
  #popRest(): PageId {
    for (;;) {
      const page = this.#rest.pop();
      if (page < 0 || this.#states[page] === REST) return page;
    }
  }

  #reorder(): void {
    for (const page of this.#fresh) {
      if (this.#states[page] === FRESH) this.#states[page] = REST;
      if (this.#states[page] === HOT) this.#hotSize++;
      else this.#restSize++;
      this.#queueOf(page).file(page, this.#metric.of(page));
    }
    this.#fresh = [];
    this.#metric.changed((page) => {
      const state = this.#states[page];
      if (state === HOT || state === REST) this.#queueOf(page).file(page, this.#metric.of(page));
    });
  }

  #queueOf(page: PageId): ScoredFrontier {
    return this.#states[page] === HOT ? this.#hot : this.#rest;
  }
}
