import type { PageId } from "../../web/graph/graph.js";
import type { QueueMetric } from "./queue-metric.js";
import type { QueueTerm } from "./queue-term.js";

const FRESH = 1;
const HOT = 2;
const REST = 3;
const TAKEN = 4;

export const END_RULES = ["both-empty", "one-empty"] as const;

/**
 * When does the crawl end? Cho et al. 1998, Figures 4 and 5, print "while both queues hold URLs": it would not begin.
 */
export type EndRule = (typeof END_RULES)[number];

export interface TwoQueuesOptions {
  readonly ends?: EndRule;
  /** Sort both queues once in k pages only, before the first of them; default 1, the paper. */
  readonly reorderEvery?: number;
}

/** One of the two queues: pages leave it by score. */
export interface Queue {
  /**
   * Gives a page its score; a page that does not wait here yet is added. Pages come in the order of their first calls.
   */
  file(page: PageId, score: number): void;
  has(page: PageId): boolean;
  /** Takes the first page; -1 when none waits. */
  pop(): PageId;
  /** Puts the queue in order; for queues that are not in order all the time. */
  sort?(): void;
  /**
   * Negative when `a` stands before `b`; for queues to which pages whose scores rose at a time must be told in that
   * order.
   */
  compare?(a: PageId, b: PageId): number;
  /** Why a page stands where it does: its score, here called `name`, and what breaks ties. */
  explain(page: PageId, name: string): readonly QueueTerm[];
}

/**
 * The two queues of a topic crawl, hot_queue and url_queue, reordered by one metric. Cho et al. 1998, section 7,
 * Figures 4 and 5.
 *
 * A page enters a queue when `heat` or `settle` says so, and one that moves from url_queue to hot_queue enters there as
 * if it were new; so ties that go by age go by the time in that queue. `next` takes from the hot one while it holds
 * any.
 */
export class TwoQueues {
  readonly #hot: Queue;
  readonly #rest: Queue;
  readonly #metric: QueueMetric;
  readonly #ends: EndRule;
  readonly #reorderEvery: number;
  readonly #states: Uint8Array;
  /** Pages of which neither `heat` nor `settle` was said yet. */
  #fresh: PageId[] = [];
  /** Pages that enter at the next reordering, in that order. */
  #intoHot: PageId[] = [];
  #intoRest: PageId[] = [];
  #hotSize = 0;
  #restSize = 0;
  #taken = 0;

  /** @param queue makes an empty queue; called twice */
  constructor(
    size: number,
    queue: () => Queue,
    metric: QueueMetric,
    { ends = "both-empty", reorderEvery = 1 }: TwoQueuesOptions = {},
  ) {
    this.#states = new Uint8Array(size);
    this.#hot = queue();
    this.#rest = queue();
    this.#metric = metric;
    this.#ends = ends;
    this.#reorderEvery = reorderEvery;
  }

  /** Pages that were seen for the first time. They go to url_queue unless `heat` is said of them before `next`. */
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
    if (state === REST) this.#restSize--;
    this.#states[page] = HOT;
    this.#hotSize++;
    this.#intoHot.push(page);
  }

  /** Says that a fresh page belongs into url_queue. */
  settle(page: PageId): void {
    if (this.#states[page] !== FRESH) return;
    this.#states[page] = REST;
    this.#restSize++;
    this.#intoRest.push(page);
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
    this.#taken++;
    return page;
  }

  /** Which queue a waiting page stands in, and why it stands there where it does. */
  explain(page: PageId): readonly QueueTerm[] {
    this.#reorder();
    const inHot = this.#states[page] === HOT;
    const terms = (inHot ? this.#hot : this.#rest).explain(page, this.#metric.name);
    return [{ name: "in hot_queue", value: inHot ? 1 : 0 }, ...terms];
  }

  /** Pages that moved to hot_queue still stand in url_queue, and are passed over. */
  #popRest(): PageId {
    for (;;) {
      const page = this.#rest.pop();
      if (page < 0 || this.#states[page] === REST) return page;
    }
  }

  /**
   * Pages that wait already are told their new scores before others enter behind them. Once more without a page in
   * between, it changes nothing.
   */
  #reorder(): void {
    for (const page of this.#fresh) this.settle(page);
    this.#fresh = [];
    this.#raise();
    for (const page of this.#intoRest) if (this.#states[page] === REST) this.#rest.file(page, this.#metric.of(page));
    for (const page of this.#intoHot) this.#hot.file(page, this.#metric.of(page));
    this.#intoRest = [];
    this.#intoHot = [];
    if (this.#taken % this.#reorderEvery !== 0) return;
    this.#hot.sort?.();
    this.#rest.sort?.();
  }

  #raise(): void {
    const raised: PageId[] = [];
    this.#metric.changed((page) => {
      if (this.#queueOf(page)?.has(page)) raised.push(page);
    });
    if (this.#hot.compare) {
      const states = this.#states;
      raised.sort((a, b) => states[a] - states[b] || (this.#queueOf(a)?.compare?.(a, b) ?? 0));
    }
    for (const page of raised) this.#queueOf(page)?.file(page, this.#metric.of(page));
  }

  #queueOf(page: PageId): Queue | undefined {
    const state = this.#states[page];
    return state === HOT ? this.#hot : state === REST ? this.#rest : undefined;
  }
}
