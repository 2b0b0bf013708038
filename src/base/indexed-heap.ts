import { grown } from "./growing.js";

const FIRST_ROOM = 64;

/**
 * Ids by score, the highest first: a 4-ary heap that knows where each id stands, so that any may move or leave. Among
 * equal scores the id with the smaller tie key comes first: the order is total where tie keys differ, and independent
 * of the heap's history.
 *
 * O(log n) per call. 12 bytes per id that ever was in it at once, and 4 for each up to the highest.
 */
export class IndexedHeap {
  #scores = new Float64Array(FIRST_ROOM);
  #ids = new Uint32Array(FIRST_ROOM);
  /** By id: its place plus 1; 0: it is not in the heap. */
  #places: Uint32Array;
  readonly #ties: Float64Array | undefined;
  #size = 0;

  /**
   * @param ids how many there will be, as far as that is known
   * @param ties tie key of each id, set before it is added and left alone while it is in; leave it out when scores never
   *   tie
   */
  constructor(ids = 0, ties?: Float64Array) {
    this.#places = new Uint32Array(ids);
    this.#ties = ties;
  }

  get size(): number {
    return this.#size;
  }

  has(id: number): boolean {
    return id < this.#places.length && this.#places[id] !== 0;
  }

  /** Score of an id that is in. */
  scoreOf(id: number): number {
    return this.#scores[this.#places[id] - 1];
  }

  /** The highest score; -Infinity when the heap is empty. */
  get highest(): number {
    return this.#size === 0 ? Number.NEGATIVE_INFINITY : this.#scores[0];
  }

  /** The id that `pop` would take; -1 when there is none. */
  get first(): number {
    return this.#size === 0 ? -1 : this.#ids[0];
  }

  /** Takes in an id that is not there yet. */
  add(id: number, score: number): void {
    if (this.#size === this.#ids.length) {
      this.#scores = grown(this.#scores, this.#size + 1);
      this.#ids = grown(this.#ids, this.#size + 1);
    }
    if (id >= this.#places.length) this.#places = grown(this.#places, id + 1);
    this.#raise(this.#size++, id, score);
  }

  /** Moves an id that is in to its new score, higher or lower. */
  update(id: number, score: number): void {
    const place = this.#places[id] - 1;
    if (score >= this.#scores[place]) this.#raise(place, id, score);
    else this.#lower(place, id, score);
  }

  /** Takes the first id out; -1 when there is none. */
  pop(): number {
    if (this.#size === 0) return -1;
    const first = this.#ids[0];
    this.#places[first] = 0;
    const last = --this.#size;
    if (last > 0) this.#lower(0, this.#ids[last], this.#scores[last]);
    return first;
  }

  /** @returns whether the id was there */
  remove(id: number): boolean {
    if (!this.has(id)) return false;
    const place = this.#places[id] - 1;
    const last = --this.#size;
    this.#places[id] = 0;
    if (place === last) return true;
    const moved = this.#ids[last];
    this.#raise(place, moved, this.#scores[last]);
    if (this.#ids[place] === moved) this.#lower(place, moved, this.#scores[place]);
    return true;
  }

  /** Moves the hole at a place towards the root until the id fits. */
  #raise(from: number, id: number, score: number): void {
    const scores = this.#scores;
    const ids = this.#ids;
    const places = this.#places;
    const ties = this.#ties;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >>> 2;
      const above = scores[parent];
      if (above > score) break;
      const other = ids[parent];
      if (above === score && (ties === undefined || ties[other] <= ties[id])) break;
      scores[place] = above;
      ids[place] = other;
      places[other] = place + 1;
      place = parent;
    }
    scores[place] = score;
    ids[place] = id;
    places[id] = place + 1;
  }

  /** Moves the hole at a place towards the leaves until the id fits. */
  #lower(from: number, id: number, score: number): void {
    const scores = this.#scores;
    const ids = this.#ids;
    const places = this.#places;
    const ties = this.#ties;
    const size = this.#size;
    let place = from;
    for (;;) {
      const firstChild = 4 * place + 1;
      if (firstChild >= size) break;
      const end = firstChild + 4 < size ? firstChild + 4 : size;
      let best = firstChild;
      let bestScore = scores[firstChild];
      for (let child = firstChild + 1; child < end; child++) {
        const childScore = scores[child];
        if (
          childScore > bestScore ||
          (childScore === bestScore && ties !== undefined && ties[ids[child]] < ties[ids[best]])
        ) {
          best = child;
          bestScore = childScore;
        }
      }
      if (bestScore < score) break;
      const other = ids[best];
      if (bestScore === score && (ties === undefined || ties[other] >= ties[id])) break;
      scores[place] = bestScore;
      ids[place] = other;
      places[other] = place + 1;
      place = best;
    }
    scores[place] = score;
    ids[place] = id;
    places[id] = place + 1;
  }
}
