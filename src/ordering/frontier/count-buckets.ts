import type { Random } from "../../base/random.js";
import type { PageId } from "../../web/graph/graph.js";
import type { QueueTerm } from "./queue-term.js";

/** Where a page does not wait: so arrays take memory as far as pages turned up. */
const ABSENT = 0;

/**
 * Waiting pages by a whole number that only grows: one bucket per number. Takes a page of the highest bucket: one drawn
 * uniformly, or the one that reached that number first.
 *
 * O(1) amortised per call; 12 bytes per page of the web and 4 per filing.
 */
export class CountBuckets {
  readonly #counts: Uint32Array;
  /** Where a waiting page stands in its bucket, from 1 on; in first-reached order only whether it waits. */
  readonly #slots: Uint32Array;
  readonly #buckets: { pages: number[]; head: number }[] = [];
  readonly #random: Random | undefined;
  #top = 0;

  /**
   * @param size number of pages; bounds page ids
   * @param random draws within the highest bucket; without it the page that reached the number first comes first
   */
  constructor(size: number, random?: Random) {
    this.#counts = new Uint32Array(size);
    this.#slots = new Uint32Array(size);
    this.#random = random;
  }

  has(page: PageId): boolean {
    return this.#slots[page] !== ABSENT;
  }

  /**
   * Files a page under `count`, which is not below the number it was filed under before; under that same number it
   * stays where it is.
   */
  file(page: PageId, count: number): void {
    const slot = this.#slots[page];
    if (slot !== ABSENT && this.#counts[page] === count) return;
    if (slot !== ABSENT && this.#random) this.#remove(page, slot);
    while (this.#buckets.length <= count) this.#buckets.push({ pages: [], head: 0 });
    const { pages } = this.#buckets[count];
    pages.push(page);
    this.#slots[page] = pages.length;
    this.#counts[page] = count;
    if (count > this.#top) this.#top = count;
  }

  /**
   * Negative when `a` stands before `b`: in a higher bucket, or in the same one and there for longer. For pages that
   * wait.
   */
  compare(a: PageId, b: PageId): number {
    return this.#counts[b] - this.#counts[a] || this.#slots[a] - this.#slots[b];
  }

  /** Takes a page out of the highest bucket; -1 when none waits. */
  pop(): PageId {
    for (; this.#top >= 0; this.#top--) {
      const bucket = this.#buckets[this.#top];
      if (bucket === undefined) continue;
      const page = this.#random ? this.#draw(bucket.pages, this.#random) : this.#first(bucket);
      if (page !== -1) {
        this.#slots[page] = ABSENT;
        return page;
      }
    }
    this.#top = 0;
    return -1;
  }

  /**
   * Why a waiting page stands where it does: its number, here called `name`, and when it reached it, where that counts.
   */
  explain(page: PageId, name: string): readonly QueueTerm[] {
    const count = { name, value: this.#counts[page] };
    if (this.#random) return [count];
    return [count, { name: "reached that number as page, smaller first", value: this.#slots[page] }];
  }

  #draw(pages: number[], random: Random): PageId {
    if (pages.length === 0) return -1;
    const page = pages[random.below(pages.length)];
    this.#remove(page, this.#slots[page]);
    return page;
  }

  /** The oldest entry that still holds: a page that went on to a higher bucket, or out, leaves a stale one behind. */
  #first(bucket: { pages: number[]; head: number }): PageId {
    while (bucket.head < bucket.pages.length) {
      const page = bucket.pages[bucket.head++];
      if (this.#slots[page] !== ABSENT && this.#counts[page] === this.#top) return page;
    }
    bucket.pages.length = 0;
    bucket.head = 0;
    return -1;
  }

  #remove(page: PageId, slot: number): void {
    const { pages } = this.#buckets[this.#counts[page]];
    const last = pages.pop() as PageId;
    if (last === page) return;
    pages[slot - 1] = last;
    this.#slots[last] = slot;
  }
}
