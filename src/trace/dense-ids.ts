import { either, got, gotInstead, option, problem } from "../base/error.js";
import { checkOptions } from "../base/method.js";
import { murmurMixOf } from "../base/mix.js";
import { isWords } from "./url-trace.js";

export interface DenseIdsOptions {
  /** Different URLs at the most; without it as many as memory has room for. */
  readonly mostUrls?: number;
  /** Different URLs that are about to come, where that is known: then nothing has to grow. */
  readonly expected?: number;
}

/** Requests looked up together: the table is read for all of them before any waits for what it read. */
const BATCH = 256;
/** Share of the slots in use above which the table grows. */
const FULLEST = 0.65;
const GROWTH = 1.6;
/** Words of a slot: the mixed words, which with the high word stand for both; the high word; id + 1 (0: free). */
const SLOT = 3;
/** Share of the memory that is free now that a larger table may take. */
const SHARE = 0.9;

/**
 * Numbers 64-bit fingerprints 0, 1, 2, ... in the order in which they first come. Exact: all 64 bits are compared; any
 * value is allowed.
 *
 * Open addressing, linear probing. A slot holds the whole fingerprint beside the id, so that a look-up meets one cache
 * line: slots with an id and part of the fingerprint, verified by id, took 1.5 times as long, in spite of a smaller
 * table; a small table of recent fingerprints in front, or sorting each million of requests by slot first, gained
 * nothing with 4 million URLs; sorting gained a fifth with 42 million. Slots lie in the order of the mixed words, so
 * that growing reads and writes memory in order.
 *
 * Its own beside `FingerprintIds`, which has such slots.
 *
 * 8 bytes per URL and 18 to 30 for the table, 48 in all while it grows; 26 with `expected`. About 60 ns per request
 * with 2 million URLs, more with more: the table passes the caches.
 */
export class DenseIds {
  readonly #most: number;
  readonly #mixed = new Int32Array(BATCH);
  /** Numbers of slots; the words of a table may be more than 2^32. */
  readonly #places = new Uint32Array(BATCH);
  #slots: Int32Array;
  /** Slots per value of the mixed words. */
  #scale: number;
  /** URLs above which the table grows. */
  #room: number;
  #fingerprints: Uint32Array;
  #size = 0;

  constructor({ mostUrls = Infinity, expected = 0 }: DenseIdsOptions = {}) {
    if (!(mostUrls >= 1)) throw problem.option`${option("mostUrls")} is 1 or more; ${got(mostUrls)}`;
    this.#most = mostUrls;
    const slots = slotsFor(Math.min(expected, mostUrls) + 2 * BATCH);
    this.#slots = allocated(SLOT * slots, 0, mostUrls);
    this.#scale = slots / 2 ** 32;
    this.#room = Math.floor(slots * FULLEST);
    this.#fingerprints = new Uint32Array(2 * this.#room);
  }

  /** Different URLs so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * Writes the ids of fingerprints to `ids[at .. at + words.length / 2)`.
   *
   * @param words low word of fingerprint i in [2i], high in [2i + 1]: 64-bit integers as a little-endian file holds
   *   them
   * @throws "too-many-urls"
   */
  number(words: Uint32Array, ids: Uint32Array, at = 0): void {
    const count = words.length >>> 1;
    for (let from = 0; from < count; from += BATCH) {
      if (this.#size + BATCH > this.#room) this.#grow();
      this.#batch(words, from, Math.min(count, from + BATCH), ids, at);
      checkUrls(this.#size, this.#most);
    }
  }

  /** Id of a fingerprint; -1 for one that is not known. */
  idOf(high: number, low: number): number {
    const slots = this.#slots;
    const x = murmurMixOf(high, low);
    for (let slot = SLOT * (((x >>> 0) * this.#scale) >>> 0); ; slot += SLOT) {
      if (slot === slots.length) slot = 0;
      const next = slots[slot + 2];
      if (next === 0 || (slots[slot] === x && slots[slot + 1] === (high | 0))) return next - 1;
    }
  }

  /** Fingerprint of URL u: low word in [2u], high in [2u + 1]; an array of its own. */
  fingerprints(): Uint32Array {
    const length = 2 * this.#size;
    return this.#fingerprints.length === length ? this.#fingerprints : this.#fingerprints.slice(0, length);
  }

  #batch(words: Uint32Array, from: number, to: number, ids: Uint32Array, at: number): void {
    const slots = this.#slots;
    const fingerprints = this.#fingerprints;
    const scale = this.#scale;
    const end = slots.length;
    const all = this.#mixed;
    const places = this.#places;
    let size = this.#size;
    let touched = 0;
    for (let i = from, j = 0; i < to; i++, j++) {
      const x = murmurMixOf(words[2 * i + 1], words[2 * i]);
      all[j] = x;
      places[j] = (x >>> 0) * scale;
    }
    // a loop of its own, four a turn: the fewer instructions between two reads, the more are under way at once
    for (let j = 0; j < BATCH; j += 4)
      touched |=
        slots[SLOT * places[j]] |
        slots[SLOT * places[j + 1]] |
        slots[SLOT * places[j + 2]] |
        slots[SLOT * places[j + 3]];
    if (touched === 1) all[0] = all[0] | 0; // what was read must be used, or it would not be read
    for (let i = from, j = 0; i < to; i++, j++) {
      const x = all[j];
      const high = words[2 * i + 1] | 0;
      let slot = SLOT * places[j];
      for (;;) {
        const next = slots[slot + 2];
        if (next === 0) {
          fingerprints[2 * size] = words[2 * i];
          fingerprints[2 * size + 1] = high;
          slots[slot] = x;
          slots[slot + 1] = high;
          ids[at + i] = size++;
          slots[slot + 2] = size;
          break;
        }
        if (slots[slot] === x && slots[slot + 1] === high) {
          ids[at + i] = next - 1;
          break;
        }
        slot += SLOT;
        if (slot === end) slot = 0;
      }
    }
    this.#size = size;
  }

  #grow(): void {
    const old = this.#slots;
    const count = Math.ceil((old.length / SLOT) * GROWTH);
    const slots = allocated(SLOT * count, this.#size, this.#most);
    const scale = count / 2 ** 32;
    for (let from = 0; from < old.length; from += SLOT) {
      if (old[from + 2] === 0) continue;
      let to = SLOT * (((old[from] >>> 0) * scale) >>> 0);
      while (slots[to + 2] !== 0) if ((to += SLOT) === slots.length) to = 0;
      slots[to] = old[from];
      slots[to + 1] = old[from + 1];
      slots[to + 2] = old[from + 2];
    }
    this.#slots = slots;
    this.#scale = scale;
    this.#room = Math.floor(count * FULLEST);
    const larger = new Uint32Array(2 * this.#room);
    larger.set(this.#fingerprints.subarray(0, 2 * this.#size));
    this.#fingerprints = larger;
  }
}

const slotsFor = (urls: number) => Math.ceil(urls / FULLEST);

/** A larger table, unless memory has no room for it and the fingerprints beside it. */
function allocated(words: number, urls: number, most: number): Int32Array {
  const bytes = 4 * words + (8 * words * FULLEST) / SLOT;
  if (bytes > 2 ** 26 && bytes > SHARE * process.availableMemory()) {
    const free = `${Math.round(process.availableMemory() / 1e6)} MB are free`;
    throw tooMany(
      urls > 0
        ? `after ${urls} different URLs its table must grow to ${Math.round(bytes / 1e6)} MB, and ${free}`
        : `a table for ${most === Infinity ? "its" : most} URLs takes ${Math.round(bytes / 1e6)} MB, and ${free}`,
    );
  }
  return new Int32Array(words);
}

/** @throws "too-many-urls" for more different URLs than are allowed */
export function checkUrls(urls: number, most: number): void {
  if (urls > most)
    throw tooMany(`it holds more than the ${most} different URLs that were allowed`, "; or raise the limit, mostUrls");
}

const tooMany = (what: string, next = "") =>
  problem.tooManyUrls`too many URLs: ${what}. Estimate the curve from a sample of its fingerprints in a .u64 file, which is never held whole: ${either("caches.sampleStream", "--sample 0.01")}${next}`;

/**
 * Numbers all fingerprints of a trace that is held in memory; see `DenseIds`. A first look at every 256th fingerprint,
 * by its bits, tells how many URLs to make room for.
 *
 * @param words low word of request i in [2i], high in [2i + 1]
 * @throws "too-many-urls"; "option" for what is no such list
 */
export function denseIds(words: Uint32Array, options: { readonly mostUrls?: number } = {}) {
  checkOptions("denseIds", options, { mostUrls: undefined });
  const { mostUrls } = options;
  if (!isWords(words) || words.length % 2 === 1)
    throw problem.option`denseIds takes a Uint32Array, two words per request; ${isWords(words) ? got(words.length) : gotInstead(words)}. Texts, numbers and bigints: traces.traceFrom(keys)`;
  const estimate = new UrlEstimate();
  estimate.add(words);
  const ids = new DenseIds({ mostUrls, expected: estimate.urls });
  const requests = new Uint32Array(words.length >>> 1);
  ids.number(words, requests);
  return { requests, urls: ids.size, fingerprints: ids.fingerprints() };
}

/**
 * How many different URLs a trace holds, within a few percent, and a margin: those among one in 256 of all
 * fingerprints. 3 ns per request.
 */
export class UrlEstimate {
  readonly #sample = new Set<number>();

  /** @param words low word of request i in [2i], high in [2i + 1] */
  add(words: Uint32Array): void {
    for (let i = 0; i + 1 < words.length; i += 2) {
      const x = murmurMixOf(words[i + 1], words[i]);
      if ((x & 255) === 0) this.#sample.add(x);
    }
  }

  get urls(): number {
    const { size } = this.#sample;
    return Math.ceil(256 * (size + 2 * Math.sqrt(size)));
  }
}
