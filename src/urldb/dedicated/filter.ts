const WORDS = 16;
const PROBES = 6;

/** Bits per key: with 6 probes within 512 bits, about 1.3 % of the keys that are not there pass. */
export const FILTER_BITS = 10;

/**
 * A blocked Bloom filter over 64-bit hashes: each key sets 6 bits within one block of 64 bytes, so that a test costs one cache
 * miss. Putze, Sanders and Singler 2007 (blocked), Kirsch and Mitzenmacher 2006 (probes from two hashes). The block goes by the
 * high word in order, so that filling it from sorted keys runs through memory once.
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
    const step = Math.imul(low, 0x9e3779b1) | 1;
    let probe = Math.imul(low ^ (low >>> 15), 0x85ebca6b);
    for (let i = 0; i < PROBES; i++) {
      this.words[block + (probe >>> 28)] |= 1 << ((probe >>> 23) & 31);
      probe = (probe + step) | 0;
    }
  }

  /** False: the key was never added. */
  mayHold(high: number, low: number): boolean {
    const block = Math.floor((high / 4294967296) * this.#blocks) * WORDS;
    const step = Math.imul(low, 0x9e3779b1) | 1;
    let probe = Math.imul(low ^ (low >>> 15), 0x85ebca6b);
    for (let i = 0; i < PROBES; i++) {
      if ((this.words[block + (probe >>> 28)] & (1 << ((probe >>> 23) & 31))) === 0) return false;
      probe = (probe + step) | 0;
    }
    return true;
  }
}

const blocksFor = (keys: number) => Math.max(1, Math.ceil((keys * FILTER_BITS) / (WORDS * 32)));
