import { problem } from "../../base/error.js";

/** Fingerprints per block. */
export const BLOCK_ENTRIES = 4096;

/** Quotients from here on are written out. */
const ESCAPE = 15;
const HEADER = 5;

/** 64-bit fingerprints, high words and low words apart. */
export interface Fingerprints {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/**
 * Blocks of fingerprints in ascending order, in about log2(2^64 / n) + 1.6 bits each of n: the differences of
 * neighbours in a Rice code (Rice and Plaunt 1971) of at least 32 bits, whose parameter each block chooses. A block is
 * five words (entries, parameter less 32, the first fingerprint, words of code with one to spare), the low words of the
 * differences, and the code of their high words: the quotient in unary, and the remainder; from a quotient of 15 on, 15
 * ones and all 32 bits.
 */
export class FingerprintCodec {
  readonly #words = new Uint32Array(HEADER + 3 * BLOCK_ENTRIES);
  /** High words of the differences. */
  readonly #high = new Uint32Array(BLOCK_ENTRIES);
  #at = 0;
  #bits = 0;
  #pending = 0;

  /** @param count 1 .. BLOCK_ENTRIES, ascending. @returns the block, valid until the next is encoded */
  encode({ high, low }: Fingerprints, count: number): Uint8Array {
    const words = this.#words;
    let sum = 0;
    for (let i = 1; i < count; i++) {
      const difference = (high[i] - high[i - 1] - (low[i] < low[i - 1] ? 1 : 0)) >>> 0;
      words[HEADER + i - 1] = low[i] - low[i - 1];
      this.#high[i] = difference;
      sum += difference;
    }
    const parameter = Math.min(31, Math.max(0, Math.floor(Math.log2((sum / count) * Math.LN2 || 1))));
    this.#at = HEADER + count - 1;
    this.#bits = 0;
    this.#pending = 0;
    for (let i = 1; i < count; i++) {
      const quotient = this.#high[i] >>> parameter;
      if (quotient < ESCAPE) {
        this.#put(((1 << quotient) - 1) >>> 0, quotient + 1);
        if (parameter > 0) this.#put(this.#high[i] & ((1 << parameter) - 1), parameter);
      } else {
        this.#put((1 << ESCAPE) - 1, ESCAPE);
        this.#put(this.#high[i], 32);
      }
    }
    words[this.#at++] = this.#pending;
    words[this.#at++] = 0; // so that a reader may look a word ahead
    words[0] = count;
    words[1] = parameter;
    words[2] = high[0];
    words[3] = low[0];
    words[4] = this.#at - HEADER - count + 1;
    return new Uint8Array(words.buffer, 0, this.#at << 2);
  }

  /**
   * @param out receives the fingerprints
   * @returns how many
   * @throws "damaged" for bytes that no block has
   */
  decode(block: Uint8Array, out: Fingerprints): number {
    const words =
      block.byteOffset % 4 === 0
        ? new Uint32Array(block.buffer, block.byteOffset, block.length >>> 2)
        : new Uint32Array(Uint8Array.from(block).buffer, 0, block.length >>> 2);
    const [count, parameter] = words;
    if (!(count <= BLOCK_ENTRIES && parameter < 32 && words.length === HEADER + count - 1 + words[4]))
      throw problem.damaged`a block of ${block.length} bytes is none of fingerprints`;
    const { high, low } = out;
    const mask = 2 ** parameter - 1;
    let h = words[2];
    let l = words[3];
    high[0] = h;
    low[0] = l;
    let at = HEADER + count - 1;
    let bit = 0;
    for (let i = 1; i < count; i++) {
      let window = bit === 0 ? words[at] : (words[at] >>> bit) | (words[at + 1] << (32 - bit));
      const end = ~window & (window + 1);
      const quotient = end === 0 ? ESCAPE : Math.min(ESCAPE, 31 - Math.clz32(end));
      const used = quotient === ESCAPE ? ESCAPE : quotient + 1;
      bit += used;
      at += bit >>> 5;
      bit &= 31;
      let difference: number;
      if (quotient < ESCAPE && used + parameter <= 32) {
        difference = (quotient << parameter) | ((window >>> used) & mask);
        bit += parameter;
      } else {
        window = bit === 0 ? words[at] : (words[at] >>> bit) | (words[at + 1] << (32 - bit));
        difference = quotient < ESCAPE ? (quotient << parameter) | (window & mask) : window;
        bit += quotient < ESCAPE ? parameter : 32;
      }
      at += bit >>> 5;
      bit &= 31;
      const sum = l + words[HEADER + i - 1];
      l = sum >>> 0;
      h = (h + difference + (sum >= 4294967296 ? 1 : 0)) >>> 0;
      high[i] = h;
      low[i] = l;
    }
    return count;
  }

  #put(value: number, bits: number): void {
    this.#pending |= value << this.#bits;
    const filled = this.#bits + bits;
    if (filled < 32) {
      this.#bits = filled;
      return;
    }
    this.#words[this.#at++] = this.#pending;
    this.#pending = this.#bits === 0 ? 0 : value >>> (32 - this.#bits);
    this.#bits = filled - 32;
  }
}
