import { goldenTimes, murmurMix } from "../base/mix.js";

/** A counter goes up to here, as if it had 4 bits. */
const MOST = 15;
const MOST_COLUMNS = 2 ** 28;

/**
 * How often keys were seen lately, in little room: four rows of counters from 0 to 15, of which a key has one each; the
 * smallest tells. After `sample` additions all are halved, so that what is old fades. Count-min sketch (Cormode and
 * Muthukrishnan 2005) with conservative update, reset as in TinyLFU (Einziger, Friedman and Manes 2017, section 3.3).
 *
 * Four rows of 16 are a cache line, in which all counters of a key lie. 4 bytes per counter column: `width` is rounded
 * up to a power of two, from 16 to 2^28.
 */
export class FrequencySketch {
  readonly #counters: Uint8Array;
  /** The same, four at once. */
  readonly #words: Uint32Array;
  readonly #lines: number;
  readonly #shift: number;
  readonly #sample: number;
  #added = 0;

  constructor(width: number, sample: number) {
    const columns = Math.min(MOST_COLUMNS, 2 ** Math.ceil(Math.log2(Math.max(width, 16))));
    this.#counters = new Uint8Array(4 * columns);
    this.#words = new Uint32Array(this.#counters.buffer);
    this.#lines = columns / 16 - 1;
    this.#shift = Math.clz32(this.#lines);
    this.#sample = sample;
  }

  /** Times that a key was seen lately; never too few since the last halving, at most 15. */
  of(key: number): number {
    const counters = this.#counters;
    const hash = murmurMix(key + 1);
    const line = this.#lineOf(hash);
    return smaller(
      smaller(counters[line | (hash & 15)], counters[line | 16 | ((hash >>> 8) & 15)]),
      smaller(counters[line | 32 | ((hash >>> 16) & 15)], counters[line | 48 | (hash >>> 28)]),
    );
  }

  /** @returns whether all counts were halved after it */
  add(key: number): boolean {
    const counters = this.#counters;
    const hash = murmurMix(key + 1);
    const line = this.#lineOf(hash);
    const [a, b] = [line | (hash & 15), line | 16 | ((hash >>> 8) & 15)];
    const [c, d] = [line | 32 | ((hash >>> 16) & 15), line | 48 | (hash >>> 28)];
    const least = smaller(smaller(counters[a], counters[b]), smaller(counters[c], counters[d]));
    if (least < MOST) {
      counters[a] += isEqual(counters[a], least);
      counters[b] += isEqual(counters[b], least);
      counters[c] += isEqual(counters[c], least);
      counters[d] += isEqual(counters[d], least);
    }
    if (++this.#added < this.#sample) return false;
    for (let at = 0; at < this.#words.length; at++) this.#words[at] = (this.#words[at] >>> 1) & 0x07070707;
    this.#added >>>= 1;
    return true;
  }

  /** By the high bits of a product, which all bits of the hash reach: the low ones repeat those that name counters. */
  #lineOf(hash: number): number {
    return ((goldenTimes(hash) >>> this.#shift) & this.#lines) << 6;
  }
}

// counters are compared without jumps, which nobody can foresee
const smaller = (a: number, b: number): number => b + ((a - b) & ((a - b) >> 31));
const isEqual = (a: number, b: number): number => ((a ^ b) - 1) >>> 31;
