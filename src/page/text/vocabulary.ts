import { problem } from "../../base/error.js";
import { grown, grownBuffer } from "../../base/growing.js";
import { FNV_START } from "../../base/mix.js";
import { copyOf } from "./remembered.js";
import { hashNext, plainHash, SMALL } from "./word-scanner.js";

const EMPTY = -1;

/**
 * Numbers words in the order in which they turn up, from 0.
 *
 * Memory: of a word of ASCII its letters and at most 20 bytes; any other word is kept as a string.
 */
export class Vocabulary {
  #size = 0;
  /** Letters of the words of ASCII: of word id, from #starts[id] to #starts[id + 1). */
  #letters = Buffer.allocUnsafe(1 << 16);
  #starts = new Uint32Array(1 << 12);
  /** Words of ASCII by hash: the first free place from there on; at most half full. */
  #places = new Int32Array(1 << 13).fill(EMPTY);
  readonly #others = new Map<string, number>();
  readonly #otherWords = new Map<number, string>();

  /** Different words so far. */
  get size(): number {
    return this.#size;
  }

  /** @throws "option" for a number that no word has */
  word(id: number): string {
    if (!(id >= 0 && id < this.#size)) throw problem.option`no word has the number ${id}: there are ${this.#size}`;
    return this.#otherWords.get(id) ?? this.#letters.toString("latin1", this.#starts[id], this.#starts[id + 1]);
  }

  /** Number of a word, a new one where it is met first. */
  idOf(word: string): number {
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at);
      if (unit > 0x7f || (unit & SMALL) === 0) return this.#otherId(word);
    }
    return this.plainId(word, 0, word.length, plainHash(word, 0, word.length));
  }

  /** Number of a word of ASCII that stands in a text, capitals and all. @param hash its `plainHash` */
  plainId(text: string, start: number, end: number, hash: number): number {
    const mask = this.#places.length - 1;
    let place = mixed(hash) & mask;
    for (let id = this.#places[place]; id !== EMPTY; id = this.#places[place]) {
      if (this.#is(id, text, start, end)) return id;
      place = (place + 1) & mask;
    }
    this.#places[place] = this.#size;
    return this.#addPlain(text, start, end);
  }

  #is(id: number, text: string, start: number, end: number): boolean {
    const letters = this.#letters;
    const first = this.#starts[id];
    if (this.#starts[id + 1] - first !== end - start) return false;
    for (let at = start, letter = first; at < end; at++, letter++)
      if (letters[letter] !== (text.charCodeAt(at) | SMALL)) return false;
    return true;
  }

  #addPlain(text: string, start: number, end: number): number {
    let letter = this.#starts[this.#size];
    this.#letters = grownBuffer(this.#letters, letter + end - start);
    for (let at = start; at < end; at++) this.#letters[letter++] = text.charCodeAt(at) | SMALL;
    return this.#added(letter);
  }

  #otherId(word: string): number {
    const known = this.#others.get(word);
    if (known !== undefined) return known;
    const kept = copyOf(word);
    this.#others.set(kept, this.#size);
    this.#otherWords.set(this.#size, kept);
    return this.#added(this.#starts[this.#size]);
  }

  #added(end: number): number {
    const id = this.#size++;
    this.#starts = grown(this.#starts, this.#size + 1);
    this.#starts[this.#size] = end;
    if (2 * this.#size > this.#places.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const places = new Int32Array(2 * this.#places.length).fill(EMPTY);
    const mask = places.length - 1;
    for (let id = 0; id < this.#size; id++) {
      if (this.#otherWords.has(id)) continue;
      let hash = FNV_START;
      for (let at = this.#starts[id]; at < this.#starts[id + 1]; at++) hash = hashNext(hash, this.#letters[at]);
      let place = mixed(hash) & mask;
      while (places[place] !== EMPTY) place = (place + 1) & mask;
      places[place] = id;
    }
    this.#places = places;
  }
}

/** The low bits of FNV-1a depend on the low bits of the letters alone. */
function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}
