import { grown } from "../../base/growing.js";
import { identity, orderEquals, sortByWord } from "./radix.js";

/** Words of an entry: rank, hash and number, the high word of each first, so that entries compare word by word. */
const WIDTH = 6;
const [RANK, HASH, NUMBER] = [0, 2, 4] as const;

/** Entries for which there is room at first, at the most: most databases are small, and zeros cost time. */
const FEW = 1024;

/**
 * Waiting entries (rank, hash, number) of a queue in memory, the least first, 24 bytes each. What was pushed lies
 * unordered until somebody asks for the least, since most entries are written to a run before that. Its own for its
 * memory, which bounds how many entries wait: objects in a `BinaryHeap` would be taken out in half the time, and take
 * four times the room.
 */
export class EntryHeap {
  size = 0;
  #words: Uint32Array;
  /** Entries before this form a heap; the others lie as they came. */
  #heaped = 0;

  constructor(capacity: number) {
    this.#words = new Uint32Array(Math.min(capacity, FEW) * WIDTH);
  }

  /** @param rank below 2^53. @param number below 2^53 */
  push(rank: number, high: number, low: number, number: number): void {
    if ((this.size + 1) * WIDTH > this.#words.length) this.#words = grown(this.#words, (this.size + 16) * WIDTH);
    const words = this.#words;
    const at = this.size++ * WIDTH;
    words[at] = rank / 4294967296;
    words[at + 1] = rank;
    words[at + 2] = high;
    words[at + 3] = low;
    words[at + 4] = number / 4294967296;
    words[at + 5] = number;
  }

  rank(index: number): number {
    return this.#words[index * WIDTH + RANK] * 4294967296 + this.#words[index * WIDTH + RANK + 1];
  }

  high(index: number): number {
    return this.#words[index * WIDTH + HASH];
  }

  low(index: number): number {
    return this.#words[index * WIDTH + HASH + 1];
  }

  number(index: number): number {
    return this.#words[index * WIDTH + NUMBER] * 4294967296 + this.#words[index * WIDTH + NUMBER + 1];
  }

  /** Makes entry 0 the least. Call before reading it. */
  order(): void {
    if (this.#heaped === this.size) return;
    if (this.size - this.#heaped > this.#heaped / 4) {
      for (let at = (this.size >> 1) - 1; at >= 0; at--) this.#sink(at);
    } else for (let at = this.#heaped; at < this.size; at++) this.#rise(at);
    this.#heaped = this.size;
  }

  /** Removes entry 0; call `order` before. */
  pop(): void {
    this.#heaped = --this.size;
    if (this.size === 0) return;
    this.#words.copyWithin(0, this.size * WIDTH, (this.size + 1) * WIDTH);
    this.#sink(0);
  }

  /** Indices of all entries, least first. */
  sorted(): Uint32Array {
    const order = identity(this.size);
    const column = (at: number) => ({ words: this.#words, width: WIDTH, at });
    orderEquals(order, sortByWord(order, column(HASH)), (a, b) => this.#compare(a, b, HASH + 1));
    sortByWord(order, column(RANK + 1));
    sortByWord(order, column(RANK));
    return order;
  }

  clear(): void {
    this.size = 0;
    this.#heaped = 0;
  }

  /** Below 0 when entry a goes before b. @param from word from which on they are compared */
  #compare(a: number, b: number, from = 0): number {
    const words = this.#words;
    const [atA, atB] = [a * WIDTH, b * WIDTH];
    for (let i = from; i < WIDTH; i++) {
      if (words[atA + i] !== words[atB + i]) return words[atA + i] < words[atB + i] ? -1 : 1;
    }
    return 0;
  }

  #swap(a: number, b: number): void {
    const words = this.#words;
    for (let i = 0; i < WIDTH; i++) {
      const word = words[a * WIDTH + i];
      words[a * WIDTH + i] = words[b * WIDTH + i];
      words[b * WIDTH + i] = word;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      let child = 2 * at + 1;
      if (child >= this.size) return;
      if (child + 1 < this.size && this.#compare(child + 1, child) < 0) child++;
      if (this.#compare(child, at) >= 0) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (this.#compare(at, parent) >= 0) return;
      this.#swap(at, parent);
      at = parent;
    }
  }
}
