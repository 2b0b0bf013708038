import { grown } from "../../base/growing.js";
import type { PageId } from "../../web/graph/graph.js";
import type { Scores } from "./heap-frontier.js";

/** In place of a residual: the page waits, so it passes nothing on and its rank is complete. */
const WAITING = -1;

/** Numbers before the links of a page. */
const HEAD = 2;

/**
 * PageRank of a web that is revealed page by page, kept up to date by residual push.
 *
 * Solves x = (1 - d) + d * sum of x(v) / c(v) over the revealed links v -> p. A waiting page shows its whole rank; a
 * crawled page may hold back a residual of at most `accuracy` times its rank. Let y solve the same equations with d (1
 * - accuracy) in place of the d before the sum: PageRank with that damping, times the constant (1 - d) / (1 - d (1 -
 *   accuracy)). Then
 * y <= rank <= x for every waiting page, and y / (1 + accuracy) <= rank <= x for every crawled one.
 *
 * Proof of the lower bound: let z be rank plus residual. z = (1 - d) + d * sum of rank / c, and rank >= z / (1 +
 * accuracy)
 * >= (1 - accuracy) z, so z is at least the solution in which every page passes on the share 1 - accuracy only.
 *
 * Memory: 21 bytes per page of the web, 8 per crawled page, 4 to 6 per revealed link.
 */
export class RevealedRank {
  /** Rank and residual of each page side by side: pairs[2p], pairs[2p + 1]. */
  readonly #pairs: Float64Array;
  /** Where a crawled page begins in #links. */
  readonly #begins: Uint32Array;
  /** 1 while a waiting page is in #risen, or a crawled page in #queue. */
  readonly #listed: Uint8Array;
  /** Of each crawled page: its number of links, c(v), what a push divides by, and the links. */
  #links = new Uint32Array(1 << 12);
  #linksEnd = 0;
  /** Crawled pages that hold back too much, first in first out: a ring whose length is a power of two. */
  #queue = new Uint32Array(1 << 10);
  #risen = new Uint32Array(1 << 10);
  #risenCount = 0;
  readonly #damping: number;
  readonly #accuracy: number;
  /** Below it the rank of a waiting page rises unseen. */
  bar = Number.NEGATIVE_INFINITY;

  constructor(size: number, damping: number, accuracy: number) {
    this.#pairs = new Float64Array(2 * size);
    this.#begins = new Uint32Array(size);
    this.#listed = new Uint8Array(size);
    this.#damping = damping;
    this.#accuracy = accuracy;
  }

  /** Where ranks stand. */
  get scores(): Scores {
    return { values: this.#pairs, stride: 2 };
  }

  /** Rank of a discovered page. */
  of(page: PageId): number {
    return this.#pairs[2 * page];
  }

  /**
   * Waiting pages that are new, in the order discovered, or whose rank rose, to `bar` or above it, since `forgetRisen`;
   * the first `risenCount` entries.
   */
  get risen(): Uint32Array {
    return this.#risen;
  }

  get risenCount(): number {
    return this.#risenCount;
  }

  forgetRisen(): void {
    for (let i = 0; i < this.#risenCount; i++) this.#listed[this.#risen[i]] = 0;
    this.#risenCount = 0;
  }

  /** Pages turn up: their rank is 1 - d until links to them are revealed. */
  discover(pages: Uint32Array, count: number): void {
    this.#reserveRisen(count);
    for (let i = 0; i < count; i++) {
      const page = pages[i];
      this.#pairs[2 * page] = 1 - this.#damping;
      this.#pairs[2 * page + 1] = WAITING;
      this.#listed[page] = 1;
      this.#risen[this.#risenCount++] = page;
    }
  }

  /**
   * A waiting page is crawled, and its rank flows along its links.
   *
   * @param divisor c of this page
   */
  reveal(page: PageId, links: Uint32Array, count: number, divisor: number): void {
    this.#keep(page, links, count, divisor);
    this.#pairs[2 * page + 1] = 0;
    this.#listed[page] = 0; // it may stand in #risen still, but in no queue
    if (count > 0) this.#push(page, this.#pairs[2 * page]);
  }

  #keep(page: PageId, links: Uint32Array, count: number, divisor: number): void {
    const begin = this.#linksEnd;
    this.#linksEnd = begin + HEAD + count;
    const kept = (this.#links = grown(this.#links, this.#linksEnd, 1.5));
    kept[begin] = count;
    kept[begin + 1] = divisor;
    for (let i = 0; i < count; i++) kept[begin + HEAD + i] = links[i];
    this.#begins[page] = begin;
  }

  /** Sends `amount` of rank from a crawled page along its links, and on, until no crawled page holds back too much. */
  #push(first: PageId, firstAmount: number): void {
    const pairs = this.#pairs;
    const begins = this.#begins;
    const listed = this.#listed;
    const links = this.#links;
    const damping = this.#damping;
    const accuracy = this.#accuracy;
    const bar = this.bar;
    let queue = this.#queue;
    let mask = queue.length - 1;
    let head = 0;
    let tail = 0;
    let page = first;
    let amount = firstAmount;
    for (;;) {
      const begin = begins[page];
      const share = (damping * amount) / links[begin + 1];
      const start = begin + HEAD;
      const end = start + links[begin];
      this.#reserveRisen(end - start);
      const risen = this.#risen;
      let risenCount = this.#risenCount;
      for (let i = start; i < end; i++) {
        const target = links[i];
        const residual = pairs[2 * target + 1];
        if (residual < 0) {
          const rank = pairs[2 * target] + share;
          pairs[2 * target] = rank;
          if (rank >= bar && listed[target] === 0) {
            listed[target] = 1;
            risen[risenCount++] = target;
          }
        } else {
          const held = residual + share;
          pairs[2 * target + 1] = held;
          if (held > accuracy * pairs[2 * target] && listed[target] === 0) {
            listed[target] = 1;
            queue[tail++ & mask] = target;
            if (tail - head > mask) {
              queue = this.#widen(queue, head);
              tail -= head;
              head = 0;
              mask = queue.length - 1;
            }
          }
        }
      }
      this.#risenCount = risenCount;
      for (;;) {
        if (head === tail) return;
        page = queue[head++ & mask];
        listed[page] = 0;
        amount = pairs[2 * page + 1];
        pairs[2 * page] += amount;
        pairs[2 * page + 1] = 0;
        if (links[begins[page]] > 0) break;
      }
    }
  }

  /** The full ring `queue`, unrolled from `head` into one of twice the length. */
  #widen(queue: Uint32Array<ArrayBuffer>, head: number): Uint32Array<ArrayBuffer> {
    const larger = new Uint32Array(queue.length * 2);
    for (let i = 0; i < queue.length; i++) larger[i] = queue[(head + i) & (queue.length - 1)];
    this.#queue = larger;
    return larger;
  }

  #reserveRisen(count: number): void {
    this.#risen = grown(this.#risen, this.#risenCount + count);
  }

  /** Takes in the links of a crawled page without moving rank; `restore` follows. */
  recall(page: PageId, links: Uint32Array, count: number, divisor: number): void {
    this.#keep(page, links, count, divisor);
  }

  /** Rank and residual of every page. */
  save(): Float64Array {
    return this.#pairs.slice();
  }

  /** After `recall` of every crawled page: all is as it was at `save`. */
  restore(pairs: Float64Array): void {
    this.#pairs.set(pairs);
  }

  /** True for a discovered page that was not crawled yet. */
  waits(page: PageId): boolean {
    return this.#pairs[2 * page + 1] === WAITING;
  }
}
