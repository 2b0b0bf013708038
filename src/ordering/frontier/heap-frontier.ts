import type { Random } from "../../base/random.js";
import type { PageId } from "../../web/graph/graph.js";
import { type QueueTerm, type Ties, tieTerm } from "./queue-term.js";
import { ScoreHeap } from "./score-heap.js";

/** States of a page: not filed yet; waits outside of the heap; waits in it; taken out. */
const ABSENT = 0;
const BELOW = 1;
const LEADS = 2;
const OUT = 3;

/** Pages whose scores are compared to find where the leading ones begin. */
const SAMPLE = 1024;

/** Scores by page: that of `page` stands at `page * stride`, `stride` 1 when left out. */
export interface Scores {
  readonly values: Float64Array | Uint32Array;
  readonly stride?: number;
}

export interface HeapFrontierOptions {
  /** Number of pages; bounds page ids. */
  readonly size: number;
  readonly ties: Ties;
  readonly random: Random;
  /**
   * Those of an ordering that keeps them itself: before `pop` it calls `file` for each page that is new, and for each
   * whose score changed, but for those that rose and are below `bar`. Left out: they are kept here.
   */
  readonly scores?: Scores;
  /** Pages that lead, at the least; default 16,384: where little moves in the heap, to fill it again costs more. */
  readonly fewest?: number;
}

/**
 * Waiting pages in order of score, of which only the leading ones stand in a heap: those at or above a bar, about one in
 * thirty-two. When the heap is empty the scores of all pages are gone through for the next; when it grows too long the
 * bar is raised. Which page comes next depends on neither.
 *
 * O(log w) per call, amortised, and a look at the scores of all pages for each thirty-second part of them that is taken.
 * 1 byte per page of the web and 4 of tie key (8 of lots), 8 of score where the ordering does not lend its own; 1 to 3
 * per waiting page. Arrays by page take memory as far as pages turned up.
 */
export class HeapFrontier {
  readonly #ties: Ties;
  readonly #random: Random;
  readonly #scores: Float64Array | Uint32Array;
  readonly #stride: number;
  readonly #keys: Int32Array | Float64Array;
  readonly #states: Uint8Array;
  readonly #heap: ScoreHeap;
  readonly #fewest: number;
  #discovered = 0;
  #waiting = 0;
  /** Pages that may have been filed are below. */
  #end = 0;
  /** Pages of this score and this key, and those before them, lead. */
  #barScore = Number.NEGATIVE_INFINITY;
  #barKey = Number.POSITIVE_INFINITY;
  /** Entries of the heap above which the bar is raised. */
  #limit: number;

  constructor({ size, ties, random, scores, fewest = 16_384 }: HeapFrontierOptions) {
    this.#ties = ties;
    this.#random = random;
    this.#scores = scores?.values ?? new Float64Array(size);
    this.#stride = scores?.stride ?? 1;
    this.#keys = ties === "random" ? new Float64Array(size) : new Int32Array(size);
    this.#states = new Uint8Array(size);
    this.#heap = new ScoreHeap(this.#keys);
    this.#fewest = fewest;
    this.#limit = 2 * fewest;
  }

  file(page: PageId, score: number): void {
    const state = this.#states[page];
    if (state === OUT) return;
    if (state === ABSENT) this.#draw(page);
    this.#scores[page * this.#stride] = score;
    const leads = this.#isLeading(page, score);
    this.#states[page] = leads ? LEADS : BELOW;
    if (leads) this.#heap.set(page, score);
    else if (state === LEADS) this.#heap.remove(page);
    if (this.#heap.size > this.#limit) this.#shorten();
  }

  get bar(): number {
    return this.#barScore;
  }

  has(page: PageId): boolean {
    const state = this.#states[page];
    return state === BELOW || state === LEADS;
  }

  pop(): PageId {
    if (this.#heap.size === 0 && this.#waiting > 0) this.#refill();
    const page = this.#heap.pop();
    if (page < 0) return -1;
    this.#states[page] = OUT;
    this.#waiting--;
    return page;
  }

  /** Entries of the heap. */
  get leading(): number {
    return this.#heap.size;
  }

  explain(page: PageId, name: string): readonly QueueTerm[] {
    return [{ name, value: this.#scores[page * this.#stride] }, tieTerm(this.#ties, this.#keys[page])];
  }

  readonly ties = {
    save: (): Float64Array => {
      const head = [this.#discovered, ...this.#random.save()];
      const whole = new Float64Array(head.length + this.#keys.length);
      whole.set(head);
      whole.set(this.#keys, head.length);
      return whole;
    },
    restore: (saved: Float64Array): void => {
      this.#discovered = saved[0];
      this.#random.restore(Int32Array.from(saved.subarray(1, 5)));
      this.#keys.set(saved.subarray(5));
      this.#heap.filter((page) => {
        this.#states[page] = BELOW;
        return false;
      });
      this.#barScore = Number.POSITIVE_INFINITY;
      this.#barKey = Number.NEGATIVE_INFINITY; // not even pages of an infinite score
    },
  };

  #draw(page: PageId): void {
    this.#discovered++;
    this.#waiting++;
    if (page >= this.#end) this.#end = page + 1;
    const ties = this.#ties;
    this.#keys[page] = ties === "fifo" ? this.#discovered : ties === "lifo" ? -this.#discovered : this.#random.next();
  }

  #isLeading(page: PageId, score: number): boolean {
    return score > this.#barScore || (score === this.#barScore && this.#keys[page] <= this.#barKey);
  }

  get #wanted(): number {
    return Math.max(this.#fewest, this.#waiting >>> 5, this.#end >>> 7);
  }

  /** Seeks the next pages to lead among all that wait, of which none does. */
  #refill(): void {
    const states = this.#states;
    const sample: PageId[] = [];
    if (this.#waiting > this.#wanted) {
      const step = Math.ceil(this.#waiting / SAMPLE) | 1; // odd, as few regularities of a web are
      for (let page = 0; page < this.#end; page += step) if (this.has(page)) sample.push(page);
    }
    this.#bar(sample, this.#wanted / this.#waiting);
    for (let page = 0; page < this.#end; page++) {
      if (!this.has(page)) continue;
      const score = this.#scores[page * this.#stride];
      const leads = this.#isLeading(page, score);
      states[page] = leads ? LEADS : BELOW;
      if (leads) this.#heap.set(page, score);
    }
    this.#limit = 2 * Math.max(this.#heap.size, this.#wanted);
  }

  /** Raises the bar, and takes out of the heap what is below. */
  #shorten(): void {
    const wanted = this.#wanted;
    const heap = this.#heap;
    if (heap.size > wanted) {
      const sample: PageId[] = [];
      const step = Math.ceil(heap.size / SAMPLE);
      for (let place = 0; place < heap.size; place += step) sample.push(heap.pageAt(place));
      this.#bar(sample, wanted / heap.size);
      heap.filter((page) => {
        if (this.#isLeading(page, this.#scores[page * this.#stride])) return true;
        this.#states[page] = BELOW;
        return false;
      });
    }
    this.#limit = 2 * Math.max(heap.size, wanted);
  }

  /** Sets the bar so that about this share of the pages drawn as a sample lead, one at the least; of no sample, all. */
  #bar(sample: PageId[], share: number): void {
    const scoreOf = (page: PageId) => this.#scores[page * this.#stride];
    sample.sort((a, b) => scoreOf(b) - scoreOf(a) || this.#keys[a] - this.#keys[b]);
    const last = sample.at(Math.min(sample.length - 1, Math.floor(sample.length * share)));
    this.#barScore = last === undefined ? Number.NEGATIVE_INFINITY : scoreOf(last);
    this.#barKey = last === undefined ? Number.POSITIVE_INFINITY : this.#keys[last];
  }
}
