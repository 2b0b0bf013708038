/** 64 bits that are alike for texts that are alike. */
export interface SimHash {
  /** Bits 63 to 32, and 31 to 0, each 0 <= value < 2^32. */
  readonly high: number;
  readonly low: number;
}

/**
 * SimHash of a bag of words (Charikar 2002; for web pages Manku, Jain and Das Sarma 2007): every word votes with its count on each of 64
 * bits, for 1 or 0 as its own hash has it; the majority wins, 0 on a tie. Pages at a Hamming distance of at most 3 are near-duplicates (Manku et al.,
 * section 4, on 8 billion pages).
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

function ones(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** FNV-1a over UTF-16 units (Fowler, Noll and Vo) in two lanes with different bases, each finished by MurmurHash3's mixer (Appleby 2011). */
function hash64(term: string, out: Uint32Array): void {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
    b = (b << 13) | (b >>> 19);
  }
  out[0] = mixed(a);
  out[1] = mixed(b);
}

function mixed(h: number): number {
  let x = h ^ (h >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}
