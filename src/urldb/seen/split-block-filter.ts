/**
 * One odd multiplier for each word of a block, as the Apache Parquet format fixes them (parquet-format,
 * BloomFilter.md).
 */
const SALTS = Int32Array.of(
  0x47b6137b,
  0x44974d91,
  0x8824ad5b,
  0xa2b7289d,
  0x705495c7,
  0x2df1424b,
  0x9efc4947,
  0x5c6bfb31,
);

const WORDS = 8;

/**
 * A Bloom filter in which all bits of a fingerprint lie in one block of 256 bits, one in each of its eight words, so
 * that a test touches one line of the processor's cache: the split-block filter of Apache Impala and Parquet, a blocked
 * Bloom filter (Putze, Sanders, Singler 2007). Never says "no" to what was added; see `falsePositiveRate` for how often
 * it says "yes" to what was not.
 */
export class SplitBlockFilter {
  readonly #words: Int32Array;
  readonly #blocks: number;
  /** Fingerprints for which there are as many bits as were asked for. */
  readonly capacity: number;

  constructor(capacity: number, bitsPerEntry: number) {
    this.capacity = capacity;
    this.#blocks = Math.max(1, Math.ceil((capacity * bitsPerEntry) / (32 * WORDS)));
    this.#words = new Int32Array(this.#blocks * WORDS);
  }

  get bits(): number {
    return this.#words.length * 32;
  }

  /** @returns may it have been there? False: it certainly was not */
  add(high: number, low: number): boolean {
    const words = this.#words;
    const at = Math.floor(((high >>> 0) * this.#blocks) / 4294967296) * WORDS;
    let missing = 0;
    for (let i = 0; i < WORDS; i++) {
      const bit = 1 << (Math.imul(low, SALTS[i]) >>> 27);
      missing |= ~words[at + i] & bit;
      words[at + i] |= bit;
    }
    return missing === 0;
  }

  /** @returns may it have been added? */
  has(high: number, low: number): boolean {
    const at = Math.floor(((high >>> 0) * this.#blocks) / 4294967296) * WORDS;
    for (let i = 0; i < WORDS; i++) {
      if ((this.#words[at + i] & (1 << (Math.imul(low, SALTS[i]) >>> 27))) === 0) return false;
    }
    return true;
  }
}

/**
 * Share of fingerprints never added that a split-block filter says "yes" to: the mean over the loads of a block, which
 * are Poisson distributed, of the chance that all eight words have the bit, E[(1 - (31/32)^load)^8] (Putze et al. 2007,
 * equation 3, for words).
 *
 * @param bitsPerEntry bits of the filter by entries in it
 */
export function falsePositiveRate(bitsPerEntry: number): number {
  const mean = (32 * WORDS) / bitsPerEntry;
  let chance = Math.exp(-mean);
  let rate = 0;
  for (let load = 0; load < mean + 12 * Math.sqrt(mean) + 12; load++) {
    rate += chance * (1 - (31 / 32) ** load) ** WORDS;
    chance *= mean / (load + 1);
  }
  return rate;
}
