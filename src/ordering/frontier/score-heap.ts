import { grown } from "../../base/growing.js";
import type { PageId } from "../../web/graph/graph.js";

/**
 * Pages by score, the highest first, and among equal scores the one with the smaller key: a 4-ary heap that finds where
 * a page stands in a hash table of its own, so that it takes room for the pages that are in alone. `IndexedHeap` has 4
 * bytes for every id that there is, and is a tenth faster (`bench/README.md`, `orderings`).
 *
 * O(log n) per call; 24 bytes per entry, twice that after it has grown.
 */
export class ScoreHeap {
  #scores = new Float64Array(64);
  #pages = new Uint32Array(64);
  /** By place: its cell of the table. */
  #cells = new Uint32Array(64);
  /** By hash of a page, probed in turn: its place plus 1; 0: none. Half full at the most. */
  #table = new Uint32Array(128);
  #size = 0;
  readonly #keys: ArrayLike<number>;

  /** @param keys tie key of each page, left alone while the page is in */
  constructor(keys: ArrayLike<number>) {
    this.#keys = keys;
  }

  get size(): number {
    return this.#size;
  }

  /** The page at a place, of which 0 has the first and the last `size` - 1. */
  pageAt(place: number): PageId {
    return this.#pages[place];
  }

  /** Puts a page in, or moves one that is in to its new score, higher or lower. */
  set(page: PageId, score: number): void {
    let cell = this.#cellOf(page);
    const place = this.#table[cell] - 1;
    if (place < 0) {
      if (this.#size === this.#pages.length) {
        this.#grow();
        cell = this.#cellOf(page);
      }
      this.#raise(this.#size++, page, score, cell);
    } else if (score >= this.#scores[place]) this.#raise(place, page, score, cell);
    else this.#lower(place, page, score, cell);
  }

  /** Takes a page out that is in. */
  remove(page: PageId): void {
    const cell = this.#cellOf(page);
    const place = this.#table[cell] - 1;
    this.#forget(cell);
    const last = --this.#size;
    if (place === last) return;
    const moved = this.#pages[last];
    this.#raise(place, moved, this.#scores[last], this.#cells[last]);
    if (this.#pages[place] === moved) this.#lower(place, moved, this.#scores[place], this.#cells[place]);
  }

  /** Takes the first page out; -1 when there is none. */
  pop(): PageId {
    if (this.#size === 0) return -1;
    const first = this.#pages[0];
    this.#forget(this.#cells[0]);
    const last = --this.#size;
    if (last > 0) this.#lower(0, this.#pages[last], this.#scores[last], this.#cells[last]);
    return first;
  }

  /** Leaves those pages alone that `isKept` says yes to. */
  filter(isKept: (page: PageId) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.#size; i++) {
      if (!isKept(this.#pages[i])) continue;
      this.#scores[kept] = this.#scores[i];
      this.#pages[kept++] = this.#pages[i];
    }
    this.#size = kept;
    this.#index();
    for (let place = (kept - 2) >> 2; place >= 0; place--)
      this.#lower(place, this.#pages[place], this.#scores[place], this.#cells[place]);
  }

  #grow(): void {
    this.#scores = grown(this.#scores, this.#size + 1);
    this.#pages = grown(this.#pages, this.#size + 1);
    this.#cells = new Uint32Array(this.#pages.length);
    this.#table = new Uint32Array(2 * this.#pages.length);
    this.#index();
  }

  /** Fills the table anew. */
  #index(): void {
    this.#table.fill(0);
    for (let place = 0; place < this.#size; place++) {
      const cell = this.#cellOf(this.#pages[place]);
      this.#table[cell] = place + 1;
      this.#cells[place] = cell;
    }
  }

  /** The cell of a page, or the empty one that it would get. */
  #cellOf(page: PageId): number {
    const table = this.#table;
    const mask = table.length - 1;
    let cell = homeOf(page, mask);
    while (table[cell] !== 0 && this.#pages[table[cell] - 1] !== page) cell = (cell + 1) & mask;
    return cell;
  }

  /** Empties a cell. What was put behind it for want of room moves up. */
  #forget(cell: number): void {
    const table = this.#table;
    const mask = table.length - 1;
    let empty = cell;
    for (let next = (cell + 1) & mask; table[next] !== 0; next = (next + 1) & mask) {
      const home = homeOf(this.#pages[table[next] - 1], mask);
      if (((next - home) & mask) < ((next - empty) & mask)) continue;
      table[empty] = table[next];
      this.#cells[table[empty] - 1] = empty;
      empty = next;
    }
    table[empty] = 0;
  }

  /** Moves the hole at a place towards the root until the page fits. */
  #raise(from: number, page: PageId, score: number, cell: number): void {
    const scores = this.#scores;
    const pages = this.#pages;
    const cells = this.#cells;
    const table = this.#table;
    const keys = this.#keys;
    const key = keys[page];
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >>> 2;
      const above = scores[parent];
      if (above > score || (above === score && keys[pages[parent]] <= key)) break;
      scores[place] = above;
      pages[place] = pages[parent];
      cells[place] = cells[parent];
      table[cells[place]] = place + 1;
      place = parent;
    }
    this.#put(place, page, score, cell);
  }

  /** Moves the hole at a place towards the leaves until the page fits. */
  #lower(from: number, page: PageId, score: number, cell: number): void {
    const scores = this.#scores;
    const pages = this.#pages;
    const cells = this.#cells;
    const table = this.#table;
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
      cells[place] = cells[best];
      table[cells[place]] = place + 1;
      place = best;
    }
    this.#put(place, page, score, cell);
  }

  #put(place: number, page: PageId, score: number, cell: number): void {
    this.#scores[place] = score;
    this.#pages[place] = page;
    this.#cells[place] = cell;
    this.#table[cell] = place + 1;
  }
}

/** Where the search for a page begins, in a table of a power of two. */
const homeOf = (page: PageId, mask: number): number => (Math.imul(page, 0x9e3779b1) >>> 8) & mask;
