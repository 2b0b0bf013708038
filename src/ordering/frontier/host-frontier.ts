import { IndexedHeap } from "../../base/indexed-heap.js";
import type { Random } from "../../base/random.js";
import type { PageId } from "../../web/graph/graph.js";
import { type QueueTerm, type Ties, tieTerm } from "./queue-term.js";

const NONE = 0xffffffff;

/**
 * Waiting pages, taken by the score of their host.
 *
 * Ties: "fifo": of all pages on hosts of the highest score the one discovered first; "lifo": the one discovered last;
 * "random": a host by lot, drawn anew after each of its pages, and on it the page discovered first.
 *
 * O(log h) per call for h hosts with waiting pages; 24 bytes per page of the web.
 */
export class HostFrontier {
  readonly #scoreOf: (host: number) => number;
  readonly #ties: Ties;
  readonly #random: Random;
  readonly #heap: IndexedHeap;
  /** By host: what decides between equal scores; the smaller first. */
  readonly #keys: Float64Array;
  /** By page: the next of its host to leave, and the number under which it was discovered. */
  readonly #following: Uint32Array;
  readonly #numbers: Uint32Array;
  readonly #heads: number[] = [];
  readonly #tails: number[] = [];
  readonly #counts: number[] = [];
  #discovered = 0;

  /**
   * @param size number of pages; bounds page ids and hosts
   * @param scoreOf score of a host as it is now
   */
  constructor(size: number, ties: Ties, random: Random, scoreOf: (host: number) => number) {
    this.#scoreOf = scoreOf;
    this.#ties = ties;
    this.#random = random;
    this.#keys = new Float64Array(size);
    this.#heap = new IndexedHeap(size, this.#keys);
    this.#following = new Uint32Array(size);
    this.#numbers = new Uint32Array(size);
  }

  /** Pages of a host that wait. */
  waiting(host: number): number {
    return this.#counts[host] ?? 0;
  }

  /**
   * Adds a page that was just discovered, and looks at the score of its host. @param host 0, 1, ... as hosts turn up
   */
  add(page: PageId, host: number): void {
    const head = this.waiting(host) === 0 ? NONE : this.#heads[host];
    this.#numbers[page] = ++this.#discovered;
    this.#counts[host] = this.waiting(host) + 1;
    if (this.#ties === "lifo") {
      this.#following[page] = head;
      this.#heads[host] = page;
    } else {
      if (head === NONE) this.#heads[host] = page;
      else this.#following[this.#tails[host]] = page;
      this.#tails[host] = page;
    }
    if (head === NONE) this.#enter(host);
    else {
      if (this.#ties === "lifo") this.#keys[host] = -this.#discovered; // only ever smaller, so `update` finds its place
      this.#heap.update(host, this.#scoreOf(host));
    }
  }

  /** The score of a host changed. */
  rescore(host: number): void {
    if (this.#heap.has(host)) this.#heap.update(host, this.#scoreOf(host));
  }

  /** Takes the page to crawl next; -1 when none waits. */
  pop(): PageId {
    const host = this.#heap.pop();
    if (host === -1) return -1;
    const page = this.#heads[host];
    this.#heads[host] = this.#following[page];
    if (--this.#counts[host] > 0) this.#enter(host);
    return page;
  }

  /** Why a waiting page stands where it does: the score of its host, here called `name`, and what breaks ties. */
  explain(page: PageId, host: number, name: string): readonly QueueTerm[] {
    const terms = [{ name, value: this.#scoreOf(host) }];
    const number = this.#numbers[page];
    if (this.#ties !== "random") return [...terms, tieTerm(this.#ties, this.#ties === "fifo" ? number : -number)];
    return [...terms, { name: "lot of its host, smaller first", value: this.#keys[host] }, tieTerm("fifo", number)];
  }

  #enter(host: number): void {
    const number = this.#numbers[this.#heads[host]];
    this.#keys[host] = this.#ties === "fifo" ? number : this.#ties === "lifo" ? -number : this.#random.next();
    this.#heap.add(host, this.#scoreOf(host));
  }
}
