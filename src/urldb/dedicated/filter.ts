import { goldenTimes, murmurTimes } from "../../base/mix.js";

const WORDS = 16;
const PROBES = 8;

/**
 * Bits per key: with 8 probes within 512 bits, about 0.03 % of the keys that are not there pass. Each that does costs a
 * read from disk, for each of some ten runs: with 10 bits and 1.3 %, adding to 90 million URLs in 1 GB of memory took
 * ten times as long as with an empty database, all of it reads; with 16 bits and 0.1 % three times.
 */
export const FILTER_BITS = 20;

/**
 * A blocked Bloom filter over 64-bit hashes: each key sets 8 bits within one block of 64 bytes, so that a test costs
 * one cache miss. Putze, Sanders and Singler 2007 (blocked), probes by a congruential sequence from the hash. The block
 * goes by the high word in order, so that filling it from sorted keys runs through memory once.
 */
export class BlockedFilter {
  readonly words: Uint32Array;
  readonly #blocks: number;

  /** @param words of a filter made before; none: an empty one for `keys` keys */
  constructor(keys: number, words?: Uint32Array) {
    this.#blocks = blocksFor(keys);
    this.words = words ?? new Uint32Array(this.#blocks * WORDS);
  }

  static byteLength(keys: number): number {
    return blocksFor(keys) * WORDS * 4;
  }

  add(high: number, low: number): void {
    const block = Math.floor((high / 4294967296) * this.#blocks) * WORDS;
    const step = goldenTimes(low) | 1;
    let probe = murmurTimes(low ^ (low >>> 15));
    for (let i = 0; i < PROBES; i++) {
      this.words[block + (probe >>> 28)] |= 1 << ((probe >>> 23) & 31);
      probe = (goldenTimes(probe) + step) | 0; // equal steps would let twice as many pass
    }
  }

  /**
   * Marks the keys that may have been added. One loop over many keys: the processor then waits for several cache misses
   * at a time.
   *
   * @param hashes high and low word of each key
   * @param marks 1 for each that may be there; those marked before are not looked at
   */
  markAll(hashes: Uint32Array, marks: Uint8Array): void {
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] === 0 && this.mayHold(hashes[2 * i], hashes[2 * i + 1])) marks[i] = 1;
    }
  }

  /** False: the key was never added. */
  mayHold(high: number, low: number): boolean {
    const block = Math.floor((high / 4294967296) * this.#blocks) * WORDS;
    const step = goldenTimes(low) | 1;
    let probe = murmurTimes(low ^ (low >>> 15));
    for (let i = 0; i < PROBES; i++) {
      if ((this.words[block + (probe >>> 28)] & (1 << ((probe >>> 23) & 31))) === 0) return false;
      probe = (goldenTimes(probe) + step) | 0; // equal steps would let twice as many pass
    }
    return true;
  }
}

const blocksFor = (keys: number) => Math.max(1, Math.ceil((keys * FILTER_BITS) / (WORDS * 32)));
