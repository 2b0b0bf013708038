import type { Fingerprints } from "./fingerprint-codec.js";

/** The bits of a place that hold a number. */
const NUMBER = 2 ** 27 - 1;

/** A set of 64-bit fingerprints in order of arrival, with an open-addressing table over them: what waits in memory for a merge. */
export class PendingFingerprints implements Fingerprints {
  high = new Uint32Array(1 << 8);
  low = new Uint32Array(1 << 8);
  size = 0;
  /**
   * By place: number of an entry plus one, below five bits of its fingerprint that spare most looks at the others; 0: none. Twice as
   * long as the arrays, so never more than half full.
   */
  #places = new Uint32Array(1 << 9);

  get memoryBytes(): number {
    return this.high.byteLength + this.low.byteLength + this.#places.byteLength;
  }

  /** Reads what `add` will read, so that the processor can wait for several at a time. */
  touch(high: number, low: number): number {
    return this.#places[placeOf(high, low) & (this.#places.length - 1)];
  }

  /** @returns was it new? */
  add(high: number, low: number): boolean {
    const places = this.#places;
    const mask = places.length - 1;
    let place = placeOf(high, low) & mask;
    for (let found = places[place]; found !== 0; found = places[place]) {
      const entry = (found & NUMBER) - 1;
      if ((found ^ high) >>> 27 === 0 && this.low[entry] === low && this.high[entry] === high) return false;
      place = (place + 1) & mask;
    }
    if (this.size === this.high.length) {
      this.#lengthen();
      return this.add(high, low);
    }
    this.high[this.size] = high;
    this.low[this.size] = low;
    places[place] = (++this.size | (high & ~NUMBER)) >>> 0;
    return true;
  }

  clear(): void {
    this.size = 0;
    this.#places.fill(0);
  }

  #lengthen(): void {
    const { high, low, size } = this;
    this.high = new Uint32Array(size * 2);
    this.low = new Uint32Array(size * 2);
    this.high.set(high);
    this.low.set(low);
    this.#places = new Uint32Array(size * 4);
    const mask = this.#places.length - 1;
    for (let i = 0; i < size; i++) {
      let place = placeOf(high[i], low[i]) & mask;
      while (this.#places[place] !== 0) place = (place + 1) & mask;
      this.#places[place] = ((i + 1) | (high[i] & ~NUMBER)) >>> 0;
    }
  }
}

function placeOf(high: number, low: number): number {
  const mixed = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
