import { grown } from "../../base/growing.js";
import { putEntry, WORDS } from "./entry-words.js";
import { identity, orderEquals, sortByWord } from "./radix.js";

/** Where in an entry they begin. */
const [RANK, HASH, NUMBER] = [0, 2, 4] as const;

/** Children of a node side by side: half the levels of a binary heap, and a level costs a cache miss. */
const CHILDREN = 4;

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
  /** The entry that looks for its place. */
  readonly #held = new Uint32Array(WORDS);

  constructor(capacity: number) {
    this.#words = new Uint32Array(Math.min(capacity, FEW) * WORDS);
  }

  /** @param rank below 2^53. @param number below 2^53 */
  push(rank: number, high: number, low: number, number: number): void {
    if ((this.size + 1) * WORDS > this.#words.length) this.#words = grown(this.#words, (this.size + 16) * WORDS);
    putEntry(this.#words, this.size++ * WORDS, rank, high, low, number);
  }

  rank(index: number): number {
    return this.#words[index * WORDS + RANK] * 4294967296 + this.#words[index * WORDS + RANK + 1];
  }

  high(index: number): number {
    return this.#words[index * WORDS + HASH];
  }

  low(index: number): number {
    return this.#words[index * WORDS + HASH + 1];
  }

  number(index: number): number {
    return this.#words[index * WORDS + NUMBER] * 4294967296 + this.#words[index * WORDS + NUMBER + 1];
  }

  /** Makes entry 0 the least. Call before reading it. */
  order(): void {
    if (this.#heaped === this.size) return;
    if (this.size - this.#heaped > this.#heaped / 4) {
      for (let at = Math.floor((this.size - 2) / CHILDREN); at >= 0; at--) this.#sink(at);
    } else for (let at = this.#heaped; at < this.size; at++) this.#rise(at);
    this.#heaped = this.size;
  }

  /** Removes entry 0; call `order` before. */
  pop(): void {
    this.#heaped = --this.size;
    if (this.size === 0) return;
    this.#words.copyWithin(0, this.size * WORDS, (this.size + 1) * WORDS);
    this.#sink(0);
  }

  /** Indices of all entries, least first. */
  sorted(): Uint32Array {
    const order = identity(this.size);
    const column = (at: number) => ({ words: this.#words, width: WORDS, at });
    orderEquals(order, sortByWord(order, column(HASH)), (a, b) =>
      compare(this.#words, a * WORDS, this.#words, b * WORDS, HASH + 1),
    );
    sortByWord(order, column(RANK + 1));
    sortByWord(order, column(RANK));
    return order;
  }

  clear(): void {
    this.size = 0;
    this.#heaped = 0;
  }

  #sink(from: number): void {
    const [words, held, { size }] = [this.#words, this.#held, this];
    move(words, from * WORDS, held, 0);
    let at = from;
    for (let child = CHILDREN * at + 1; child < size; child = CHILDREN * at + 1) {
      const end = Math.min(child + CHILDREN, size);
      let least = child * WORDS;
      for (let i = child + 1; i < end; i++) if (compare(words, i * WORDS, words, least) < 0) least = i * WORDS;
      if (compare(words, least, held, 0) >= 0) break;
      move(words, least, words, at * WORDS);
      at = least / WORDS;
    }
    move(held, 0, words, at * WORDS);
  }

  #rise(from: number): void {
    const [words, held] = [this.#words, this.#held];
    move(words, from * WORDS, held, 0);
    let at = from;
    while (at > 0) {
      const parent = Math.floor((at - 1) / CHILDREN);
      if (compare(words, parent * WORDS, held, 0) <= 0) break;
      move(words, parent * WORDS, words, at * WORDS);
      at = parent;
    }
    move(held, 0, words, at * WORDS);
  }
}

/** Below 0 when the entry of a goes before that of b. @param from word from which on they are compared */
function compare(a: Uint32Array, atA: number, b: Uint32Array, atB: number, from = 0): number {
  for (let i = from; i < WORDS; i++) if (a[atA + i] !== b[atB + i]) return a[atA + i] < b[atB + i] ? -1 : 1;
  return 0;
}

function move(from: Uint32Array, at: number, to: Uint32Array, place: number): void {
  for (let i = 0; i < WORDS; i++) to[place + i] = from[at + i];
}
