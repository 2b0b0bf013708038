import type { Random } from "../../base/random.js";
import type { PageId } from "../../web/graph/graph.js";
import { HeapFrontier, type HeapFrontierOptions } from "./heap-frontier.js";
import { QueuePlaces, type QueueTerm, type Ties, tieTerm } from "./queue-term.js";

/** Waiting pages, taken by score. */
export interface ScoredFrontier {
  /**
   * Gives a page its score; a page that does not wait yet is added. Pages count as discovered in the order of their
   * first calls. One that was taken out is left alone.
   */
  file(page: PageId, score: number): void;
  has(page: PageId): boolean;
  /**
   * Of an ordering that lends its scores: a page that was filed and rises to less than this need not be filed, until
   * the next `pop`.
   */
  readonly bar: number;
  /** Takes the page to crawl next; -1 when none waits. */
  pop(): PageId;
  /**
   * Why a waiting page stands where `pop` would find it: its score, here called `name`, and what breaks ties. Changes
   * nothing.
   */
  explain(page: PageId, name: string): readonly QueueTerm[];
  /**
   * Tie keys of all pages, and how many were discovered: with the scores, all that a frontier in order is made of. Call
   * `restore` when the waiting pages have been filed again; the keys they drew then are replaced.
   */
  readonly ties?: { save(): Float64Array; restore(keys: Float64Array): void };
}

export interface FrontierOptions extends HeapFrontierOptions {
  /**
   * 1: the queue is in order before every page, as reorder_queue in Figure 1 of Cho et al. 1998. k > 1: it is sorted
   * before the first page and after every k; in between, pages leave it in that order and new URLs are appended at its
   * end; `scores` and `fewest` then say nothing.
   */
  readonly reorderEvery: number;
}

/** The frontier that scored orderings share. */
export function scoredFrontier(options: FrontierOptions): ScoredFrontier {
  return options.reorderEvery > 1 ? new BatchQueue(options) : new HeapFrontier(options);
}

/** States of a page that was filed. */
const WAITS = 1;
const OUT = 2;

/** A queue that is sorted now and then. O(w log w) per sort of w waiting pages. */
class BatchQueue implements ScoredFrontier {
  readonly #ties: Ties;
  readonly #random: Random;
  readonly #every: number;
  readonly #scores: Float64Array;
  readonly #keys: Float64Array;
  readonly #states: Uint8Array;
  #queue: Uint32Array;
  #head = 0;
  /** Where the queue ends: so many pages were discovered. */
  #tail = 0;
  #popped = 0;
  readonly #places = new QueuePlaces();
  readonly bar = Number.NEGATIVE_INFINITY;

  constructor({ size, ties, random, reorderEvery }: FrontierOptions) {
    this.#ties = ties;
    this.#random = random;
    this.#every = reorderEvery;
    this.#scores = new Float64Array(size);
    this.#keys = new Float64Array(size);
    this.#states = new Uint8Array(size);
    this.#queue = new Uint32Array(size);
  }

  file(page: PageId, score: number): void {
    if (this.#states[page] === OUT) return;
    this.#scores[page] = score;
    if (this.#states[page] === WAITS) return;
    this.#states[page] = WAITS;
    this.#queue[this.#tail++] = page;
    const ties = this.#ties;
    this.#keys[page] = ties === "fifo" ? this.#tail : ties === "lifo" ? -this.#tail : this.#random.next();
  }

  has(page: PageId): boolean {
    return this.#states[page] === WAITS;
  }

  pop(): PageId {
    if (this.#head === this.#tail) return -1;
    if (this.#popped++ % this.#every === 0) {
      const scores = this.#scores;
      const keys = this.#keys;
      this.#queue.subarray(this.#head, this.#tail).sort((a, b) => scores[b] - scores[a] || keys[a] - keys[b]);
      this.#places.sorted(this.#head);
    }
    const page = this.#queue[this.#head++];
    this.#states[page] = OUT;
    return page;
  }

  explain(page: PageId, name: string): readonly QueueTerm[] {
    const terms = [{ name, value: this.#scores[page] }, tieTerm(this.#ties, this.#keys[page])];
    if (this.#popped % this.#every === 0) return terms;
    return [this.#places.of(page, this.#queue, this.#head, this.#tail), ...terms];
  }
}
