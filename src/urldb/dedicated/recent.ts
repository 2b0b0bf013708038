import { grown } from "../../base/growing.js";
import { identity, orderEquals, sortByWord } from "./radix.js";

/** URLs for which there is room at first, at the most: most databases are small, and zeros cost time. */
const FEW = 1024;

/**
 * The URLs added since the last run was written: an open-addressing table from 64-bit hash to the URL's number, 16
 * bytes per URL at a load of at most one half. URLs leave all at once, or the last added first.
 */
export class RecentUrls {
  /** Number of the first URL in the table. */
  first: number;
  size = 0;
  /** High and low word of each, one after the other. */
  #hashes: Uint32Array;
  /** Index + 1 of a URL; 0: free. */
  #slots: Uint32Array;
  #mask: number;

  constructor(first: number, capacity: number) {
    this.first = first;
    const rounded = 2 ** Math.ceil(Math.log2(Math.min(Math.max(capacity, 16), FEW)));
    this.#hashes = new Uint32Array(2 * rounded);
    this.#slots = new Uint32Array(2 * rounded);
    this.#mask = 2 * rounded - 1;
  }

  get memoryBytes(): number {
    return this.#hashes.byteLength + this.#slots.byteLength;
  }

  /** Appends the next number. */
  push(high: number, low: number): void {
    if (2 * this.size === this.#hashes.length) this.#grow();
    this.#hashes[2 * this.size] = high;
    this.#hashes[2 * this.size + 1] = low;
    this.#place(++this.size);
  }

  /** Takes back the last number given. */
  pop(): void {
    const at = this.size--;
    let slot = this.low(at - 1) & this.#mask;
    while (this.#slots[slot] !== at) slot = (slot + 1) & this.#mask;
    this.#slots[slot] = 0; // what was pushed later is gone already, so no chain runs through here
  }

  /** The number of the first URL with this hash that `isIt` accepts; -1 when there is none. */
  find(high: number, low: number, isIt: (number: number) => boolean): number {
    for (let slot = low & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const index = this.#slots[slot] - 1;
      if (index < 0) return -1;
      if (this.low(index) === low && this.high(index) === high && isIt(this.first + index)) return this.first + index;
    }
  }

  /**
   * Reads where `find` and `push` will look for each hash. One loop over many: the processor then waits for several
   * cache misses at a time.
   *
   * @param hashes high and low word of each
   */
  touch(hashes: Uint32Array): number {
    const slots = this.#slots;
    let sum = 0;
    for (let i = 1; i < hashes.length; i += 2) sum ^= slots[hashes[i] & this.#mask];
    return sum;
  }

  clear(first: number): void {
    this.first = first;
    this.size = 0;
    this.#slots.fill(0);
  }

  high(index: number): number {
    return this.#hashes[2 * index];
  }

  low(index: number): number {
    return this.#hashes[2 * index + 1];
  }

  /** Indices of all URLs by hash, those of equal hash as they came. */
  sorted(): Uint32Array {
    const order = identity(this.size);
    const high = sortByWord(order, { words: this.#hashes, width: 2, at: 0 });
    orderEquals(order, high, (a, b) => this.low(a) - this.low(b) || a - b);
    return order;
  }

  #place(at: number): void {
    let slot = this.low(at - 1) & this.#mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[slot] = at;
  }

  #grow(): void {
    this.#hashes = grown(this.#hashes, 2 * this.size + 2);
    this.#slots = new Uint32Array(2 * this.#slots.length);
    this.#mask = this.#slots.length - 1;
    for (let at = 1; at <= this.size; at++) this.#place(at);
  }
}
