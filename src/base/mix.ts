/**
 * Functions that scatter bits, all in one place, since what they give is seen: seeded orders, samples, sketches and
 * stored filters depend on every bit. To change one is to change those; to add one, look for its like here first.
 *
 * Results have the sign that 32-bit operators give them; `>>> 0` makes them 0 <= value < 2^32.
 */

/** The 32 bits of the golden ratio, as numbers that are added, or that forks are told apart by. */
export const GOLDEN = 0x9e3779b9;

/** Spreads small numbers over 32 bits, the high ones best: times the prime next to 2^32 / golden ratio (Knuth 1973, 6.4). */
export const goldenTimes = (number: number): number => Math.imul(number, 0x9e3779b1);

/**
 * Scatters 32 bits over 32 bits, one to one, so that each depends on all: the finalizer of MurmurHash3 (Appleby 2011,
 * public domain).
 */
export function murmurMix(bits: number): number {
  let x = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** 32 bits of two words: `murmurMix` of the low one, for each high one another bijection. */
export const murmurMixOf = (high: number, low: number): number => murmurMix(low ^ goldenTimes(high));

/** Spreads numbers over 32 bits as `goldenTimes` does, by the first factor of `murmurMix`. */
export const murmurTimes = (number: number): number => Math.imul(number, 0x85ebca6b);

/** One round of two, a little otherwise than in `murmurMix`: enough to spread a hash over a table. */
export function murmurRound(bits: number): number {
  const x = murmurTimes(bits ^ (bits >>> 15));
  return x ^ (x >>> 13);
}

/** Stirs 32 bits into a state: one step of MurmurHash3 x86_32 (Appleby 2011); `murmurMix` comes last. */
export function murmurStir(state: number, bits: number): number {
  const k = Math.imul(bits, 0xcc9e2d51);
  const stirred = state ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  return (Math.imul((stirred << 13) | (stirred >>> 19), 5) + 0xe6546b64) | 0;
}

/** Scatters 32 bits over 32 bits, one to one, with less bias than `murmurMix` (Wellons 2018, hash prospector). */
export function prospectorMix(bits: number): number {
  let x = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}

/** Where FNV-1a begins (Fowler, Noll and Vo), 32 bits. */
export const FNV_START = 0x811c9dc5 | 0;

/** FNV-1a takes in one unit more: a byte, a UTF-16 unit, or a word. */
export const fnvNext = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** FNV-1a over the UTF-16 units of a text. */
export function fnvOf(text: string, start = FNV_START): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = fnvNext(hash, text.charCodeAt(at));
  return hash;
}
