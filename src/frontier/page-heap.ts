import type { PageId } from "../graph/graph.js";

const ABSENT = 0xffffffff;

/**
 * Waiting pages by score: an indexed 4-ary max-heap over page ids. Among equal scores the page with the smaller tie key comes
 * first, so the order is total where tie keys differ, and independent of the heap's history.
 *
 * Memory grows with the pages that ever waited at once: 12 bytes each, plus 4 per page of the web.
 */
export class PageHeap {
  #scores: Float64Array;
  #pages: Uint32Array;
  readonly #slots: Uint32Array;
  readonly #ties: Float64Array | undefined;
  #size = 0;

  /**
   * @param size number of pages; bounds page ids
   * @param ties tie key of each page, set before the page is added and left alone while it waits; leave it out when scores never tie
   */
  constructor(size: number, ties?: Float64Array) {
    this.#scores = new Float64Array(1024);
    this.#pages = new Uint32Array(1024);
    this.#slots = new Uint32Array(size).fill(ABSENT);
    this.#ties = ties;
  }

  get size(): number {
    return this.#size;
  }

  has(page: PageId): boolean {
    return this.#slots[page] !== ABSENT;
  }

  /** Score of a waiting page. */
  scoreOf(page: PageId): number {
    return this.#scores[this.#slots[page]];
  }

  /** Files a page that does not wait yet. */
  add(page: PageId, score: number): void {
    if (this.#size === this.#pages.length) this.#grow();
    this.#raise(this.#size++, page, score);
  }

  /** Moves a waiting page to its new score, higher or lower. */
  update(page: PageId, score: number): void {
    const slot = this.#slots[page];
    if (score >= this.#scores[slot]) this.#raise(slot, page, score);
    else this.#lower(slot, page, score);
  }

  /** The page that `pop` would take; -1 when none waits. */
  get first(): PageId {
    return this.#size === 0 ? -1 : this.#pages[0];
  }

  /** Takes the first page out; -1 when none waits. */
  pop(): PageId {
    if (this.#size === 0) return -1;
    const first = this.#pages[0];
    this.#slots[first] = ABSENT;
    const last = --this.#size;
    if (last > 0) this.#lower(0, this.#pages[last], this.#scores[last]);
    return first;
  }

  /** Moves the hole at `slot` towards the root until `page` fits. */
  #raise(from: number, page: PageId, score: number): void {
    const scores = this.#scores;
    const pages = this.#pages;
    const slots = this.#slots;
    const ties = this.#ties;
    let slot = from;
    while (slot > 0) {
      const parent = (slot - 1) >>> 2;
      const above = scores[parent];
      if (above > score) break;
      const other = pages[parent];
      if (above === score && (ties === undefined || ties[other] <= ties[page])) break;
      scores[slot] = above;
      pages[slot] = other;
      slots[other] = slot;
      slot = parent;
    }
    scores[slot] = score;
    pages[slot] = page;
    slots[page] = slot;
  }

  /** Moves the hole at `slot` towards the leaves until `page` fits. */
  #lower(from: number, page: PageId, score: number): void {
    const scores = this.#scores;
    const pages = this.#pages;
    const slots = this.#slots;
    const ties = this.#ties;
    const size = this.#size;
    let slot = from;
    for (;;) {
      const firstChild = 4 * slot + 1;
      if (firstChild >= size) break;
      const end = firstChild + 4 < size ? firstChild + 4 : size;
      let best = firstChild;
      let bestScore = scores[firstChild];
      for (let child = firstChild + 1; child < end; child++) {
        const childScore = scores[child];
        if (
          childScore > bestScore ||
          (childScore === bestScore && ties !== undefined && ties[pages[child]] < ties[pages[best]])
        ) {
          best = child;
          bestScore = childScore;
        }
      }
      if (bestScore < score) break;
      const other = pages[best];
      if (bestScore === score && (ties === undefined || ties[other] >= ties[page])) break;
      scores[slot] = bestScore;
      pages[slot] = other;
      slots[other] = slot;
      slot = best;
    }
    scores[slot] = score;
    pages[slot] = page;
    slots[page] = slot;
  }

  #grow(): void {
    const scores = new Float64Array(this.#scores.length * 2);
    const pages = new Uint32Array(this.#pages.length * 2);
    scores.set(this.#scores);
    pages.set(this.#pages);
    this.#scores = scores;
    this.#pages = pages;
  }
}
