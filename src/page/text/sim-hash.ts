import { ones } from "../../base/bits.js";
import { FNV_START, fnvNext, murmurMix, murmurTimes } from "../../base/mix.js";
/** 64 bits that are alike for texts that are alike. */
export interface SimHash {
  /** Bits 63 to 32, and 31 to 0, each 0 <= value < 2^32. */
  readonly high: number;
  readonly low: number;
}

/**
 * SimHash of a bag of words (Charikar 2002; for web pages Manku, Jain and Das Sarma 2007): every word votes with its
 * count on each of 64 bits, for 1 or 0 as its own hash has it; the majority wins, 0 on a tie. Pages at a Hamming
 * distance of at most 3 are near-duplicates (Manku et al., section 4, on 8 billion pages).
 *
 * A function of the words and counts alone, on every machine, in whatever order they come. No words: 0. O(64 words).
 */
export function simHash(counts: Iterable<readonly [term: string, count: number]>): SimHash {
  const votes = new Float64Array(64);
  const hash = new Uint32Array(2);
  for (const [term, count] of counts) {
    hash64(term, hash);
    for (let bit = 0; bit < 32; bit++) {
      votes[bit] += (hash[1] >>> bit) & 1 ? count : -count;
      votes[bit + 32] += (hash[0] >>> bit) & 1 ? count : -count;
    }
  }
  let high = 0;
  let low = 0;
  for (let bit = 0; bit < 32; bit++) {
    if (votes[bit] > 0) low |= 1 << bit;
    if (votes[bit + 32] > 0) high |= 1 << bit;
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** Bits in which two hashes differ, 0 to 64. */
export function hammingDistance(a: SimHash, b: SimHash): number {
  return ones(a.high ^ b.high) + ones(a.low ^ b.low);
}

/**
 * FNV-1a over UTF-16 units (Fowler, Noll and Vo) in two lanes with different bases, each finished by MurmurHash3's
 * mixer (Appleby 2011).
 */
function hash64(term: string, out: Uint32Array): void {
  let a = FNV_START;
  let b = 0x9747b28c;
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    a = fnvNext(a, unit);
    b = murmurTimes(b ^ unit);
    b = (b << 13) | (b >>> 19);
  }
  out[0] = murmurMix(a);
  out[1] = murmurMix(b);
}
