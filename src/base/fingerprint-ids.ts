import { grown } from "./growing.js";
import { goldenTimes, murmurTimes } from "./mix.js";

const FIRST_ROOM = 1 << 8;

/**
 * Ids 0, 1, 2, ... of 64-bit fingerprints, in the order in which they came: open addressing, linear probing, three
 * typed arrays. Words of either sign are taken by their bits.
 *
 * 16 to 32 bytes per fingerprint as arrays double. O(1).
 */
export class FingerprintIds {
  /** High and low word by id; the first `size` entries. */
  high = new Uint32Array(FIRST_ROOM);
  low = new Uint32Array(FIRST_ROOM);
  size = 0;
  /**
   * By place: id + 1, and in the bits above those that an id may take, bits of the high word, which spare most looks at
   * the others; 0: none. Twice as long as the arrays, so never more than half full.
   */
  #places = new Uint32Array(2 * FIRST_ROOM);

  get memoryBytes(): number {
    return this.high.byteLength + this.low.byteLength + this.#places.byteLength;
  }

  /** Reads what `idOf` and `add` will read, so that the processor can wait for several at a time. */
  touch(high: number, low: number): number {
    return this.#places[placeOf(high, low) & (this.#places.length - 1)];
  }

  /** -1 for a fingerprint that is not known. */
  idOf(high: number, low: number): number {
    const place = this.#find(high >>> 0, low >>> 0);
    return (this.#places[place] & (this.#places.length - 1)) - 1;
  }

  /** The id of a fingerprint: one that is not known gets the next. */
  add(high: number, low: number): number {
    const h = high >>> 0;
    const l = low >>> 0;
    let place = this.#find(h, l);
    const mask = this.#places.length - 1;
    const found = this.#places[place];
    if (found !== 0) return (found & mask) - 1;
    if (this.size === this.high.length) {
      this.#lengthen();
      place = this.#find(h, l);
    }
    this.high[this.size] = h;
    this.low[this.size] = l;
    this.#seat(place, this.size);
    return this.size++;
  }

  clear(): void {
    this.size = 0;
    this.#places.fill(0);
  }

  /** The place of a fingerprint, or the free one where it would stand. */
  #find(high: number, low: number): number {
    const places = this.#places;
    const mask = places.length - 1;
    let place = placeOf(high, low) & mask;
    for (let found = places[place]; found !== 0; found = places[place]) {
      const id = (found & mask) - 1;
      if (((found ^ high) & ~mask) === 0 && this.low[id] === low && this.high[id] === high) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  #seat(place: number, id: number): void {
    this.#places[place] = (id + 1) | (this.high[id] & -this.#places.length);
  }

  #lengthen(): void {
    const { high, low, size } = this;
    this.high = grown(high, size + 1);
    this.low = grown(low, size + 1);
    const places = (this.#places = new Uint32Array(2 * this.high.length));
    const mask = places.length - 1;
    for (let id = 0; id < size; id++) {
      let place = placeOf(high[id], low[id]) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      this.#seat(place, id);
    }
  }
}

function placeOf(high: number, low: number): number {
  const x = murmurTimes(high ^ goldenTimes(low));
  return x ^ (x >>> 15);
}
