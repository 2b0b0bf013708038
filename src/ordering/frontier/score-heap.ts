import { grown } from "../../base/growing.js";
import type { PageId } from "../../web/graph/graph.js";

/**
 * Pages by score, the highest first, and among equal scores the one with the smaller key: a 4-ary heap that does not
 * know where a page stands, so a page may be in it several times, with other scores.
 *
 * O(log n) per call; 12 bytes per entry, twice that after it has grown.
 */
export class ScoreHeap {
  #scores = new Float64Array(64);
  #pages = new Uint32Array(64);
  #size = 0;
  readonly #keys: ArrayLike<number>;

  /** @param keys tie key of each page, left alone while the page is in */
  constructor(keys: ArrayLike<number>) {
    this.#keys = keys;
  }

  get size(): number {
    return this.#size;
  }

  /** Of the first entry, where there is one. */
  get firstPage(): PageId {
    return this.#pages[0];
  }

  get firstScore(): number {
    return this.#scores[0];
  }

  push(page: PageId, score: number): void {
    if (this.#size === this.#pages.length) {
      this.#scores = grown(this.#scores, this.#size + 1);
      this.#pages = grown(this.#pages, this.#size + 1);
    }
    const scores = this.#scores;
    const pages = this.#pages;
    const key = this.#keys[page];
    let place = this.#size++;
    while (place > 0) {
      const parent = (place - 1) >>> 2;
      const above = scores[parent];
      if (above > score || (above === score && this.#keys[pages[parent]] <= key)) break;
      scores[place] = above;
      pages[place] = pages[parent];
      place = parent;
    }
    scores[place] = score;
    pages[place] = page;
  }

  /** Takes the first entry out. */
  pop(): void {
    const last = --this.#size;
    if (last > 0) this.#lower(0, this.#pages[last], this.#scores[last]);
  }

  /** Leaves those entries alone that `isKept` says yes to. */
  filter(isKept: (page: PageId, score: number) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.#size; i++) {
      if (!isKept(this.#pages[i], this.#scores[i])) continue;
      this.#scores[kept] = this.#scores[i];
      this.#pages[kept++] = this.#pages[i];
    }
    this.#size = kept;
    for (let place = (kept - 2) >> 2; place >= 0; place--) this.#lower(place, this.#pages[place], this.#scores[place]);
  }

  clear(): void {
    this.#size = 0;
  }

  /** Moves the hole at a place towards the leaves until the entry fits. */
  #lower(from: number, page: PageId, score: number): void {
    const scores = this.#scores;
    const pages = this.#pages;
    const keys = this.#keys;
    const size = this.#size;
    const key = keys[page];
    let place = from;
    for (;;) {
      const firstChild = 4 * place + 1;
      if (firstChild >= size) break;
      const end = firstChild + 4 < size ? firstChild + 4 : size;
      let best = firstChild;
      let bestScore = scores[firstChild];
      for (let child = firstChild + 1; child < end; child++) {
        const childScore = scores[child];
        if (childScore > bestScore || (childScore === bestScore && keys[pages[child]] < keys[pages[best]])) {
          best = child;
          bestScore = childScore;
        }
      }
      if (bestScore < score || (bestScore === score && keys[pages[best]] >= key)) break;
      scores[place] = bestScore;
      pages[place] = pages[best];
      place = best;
    }
    scores[place] = score;
    pages[place] = page;
  }
}
