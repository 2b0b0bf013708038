import { IndexedHeap } from "../../base/indexed-heap.js";
import type { Random } from "../../base/random.js";
import type { PageId } from "../../web/graph/graph.js";
import { QueuePlaces, type QueueTerm, type Ties, tieTerm } from "./queue-term.js";

/** Waiting pages, taken by score. */
export interface ScoredFrontier {
  /**
   * Gives a page its score; a page that does not wait yet is added. Pages count as discovered in the order of their
   * first calls. A page that was taken out must not come back.
   */
  file(page: PageId, score: number): void;
  has(page: PageId): boolean;
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

export interface FrontierOptions {
  /** Number of pages; bounds page ids. */
  readonly size: number;
  readonly ties: Ties;
  readonly random: Random;
  /**
   * 1: the queue is in order before every page, as reorder_queue in Figure 1 of Cho et al. 1998. k > 1: it is sorted
   * before the first page and after every k; in between, pages leave it in that order and new URLs are appended at its
   * end.
   */
  readonly reorderEvery: number;
}

/** The frontier that scored orderings share. */
export function scoredFrontier({ size, ties, random, reorderEvery }: FrontierOptions): ScoredFrontier {
  const keys = new Float64Array(size);
  let discovered = 0;
  const draw = (page: PageId) => {
    discovered++;
    keys[page] = ties === "fifo" ? discovered : ties === "lifo" ? -discovered : random.next();
  };
  if (reorderEvery > 1) return new BatchQueue(size, keys, draw, reorderEvery, ties);
  const heap = new IndexedHeap(size, keys);
  return {
    file(page, score) {
      if (heap.has(page)) heap.update(page, score);
      else {
        draw(page);
        heap.add(page, score);
      }
    },
    has: (page) => heap.has(page),
    pop: () => heap.pop(),
    explain: (page, name) => [{ name, value: heap.scoreOf(page) }, tieTerm(ties, keys[page])],
    ties: {
      save: () => joined(Float64Array.of(discovered, ...random.save()), keys),
      restore(saved) {
        const waiting: [page: PageId, score: number][] = [];
        for (let page = heap.first; page !== -1; page = heap.first) {
          waiting.push([page, heap.scoreOf(page)]);
          heap.pop();
        }
        discovered = saved[0];
        random.restore(Int32Array.from(saved.subarray(1, 5)));
        keys.set(saved.subarray(5));
        for (const [page, score] of waiting) heap.add(page, score);
      },
    },
  };
}

/** A queue that is sorted now and then. O(w log w) per sort of w waiting pages. */
class BatchQueue implements ScoredFrontier {
  readonly #scores: Float64Array;
  readonly #waiting: Uint8Array;
  #queue: Uint32Array;
  #head = 0;
  #tail = 0;
  #popped = 0;
  readonly #places = new QueuePlaces();

  constructor(
    size: number,
    readonly keys: Float64Array,
    readonly draw: (page: PageId) => void,
    readonly every: number,
    readonly tieRule: Ties,
  ) {
    this.#scores = new Float64Array(size);
    this.#waiting = new Uint8Array(size);
    this.#queue = new Uint32Array(size);
  }

  file(page: PageId, score: number): void {
    this.#scores[page] = score;
    if (this.#waiting[page] === 1) return;
    this.draw(page);
    this.#waiting[page] = 1;
    this.#queue[this.#tail++] = page;
  }

  has(page: PageId): boolean {
    return this.#waiting[page] === 1;
  }

  pop(): PageId {
    if (this.#head === this.#tail) return -1;
    if (this.#popped++ % this.every === 0) {
      const scores = this.#scores;
      const keys = this.keys;
      this.#queue.subarray(this.#head, this.#tail).sort((a, b) => scores[b] - scores[a] || keys[a] - keys[b]);
      this.#places.sorted(this.#head);
    }
    const page = this.#queue[this.#head++];
    this.#waiting[page] = 0;
    return page;
  }

  explain(page: PageId, name: string): readonly QueueTerm[] {
    const terms = [{ name, value: this.#scores[page] }, tieTerm(this.tieRule, this.keys[page])];
    if (this.#popped % this.every === 0) return terms;
    return [this.#places.of(page, this.#queue, this.#head, this.#tail), ...terms];
  }
}

function joined(head: Float64Array, tail: Float64Array): Float64Array {
  const whole = new Float64Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
