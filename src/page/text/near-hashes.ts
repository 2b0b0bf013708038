import { got, option, problem } from "../../base/error.js";
import { murmurMixOf } from "../../base/mix.js";
import { hammingDistance } from "./sim-hash.js";

/** SimHashes, one per index: bits 63 to 32, and 31 to 0. */
export interface SimHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** A way to find pairs: of `blocks` blocks of the hash, which each table looks at `prefix` whole ones. */
export interface BlockPlan {
  readonly blocks: number;
  /** Blocks in which the pairs of a table are equal: blocks - distance. */
  readonly equal: number;
  /** Tables, one per choice of the equal blocks: blocks over distance. */
  readonly tables: number;
}

/** More blocks than this are never worth their tables at a distance of up to 7. */
const MOST_BLOCKS = 12;
const BITS = 64;

/**
 * Visits all pairs of hashes at a Hamming distance of at most `distance`, each once at least, without comparing all:
 * Manku, Jain and Das Sarma 2007, section 3.1. The 64 bits are cut into b blocks; two hashes that differ in d bits
 * differ in d blocks at the most, so they are equal in some b - d. For each choice of b - d blocks a table is made
 * whose key is the bits in these, and only hashes of equal key are compared. No pair is missed.
 *
 * The paper sorts a permuted copy per table; here each is a hash table with chains, made and left before the next one.
 * b is chosen by `planFor`.
 *
 * @param distance 0 to 7
 * @param visit indices of a pair, the larger one first; a pair that is equal in more blocks is visited by several
 *   tables
 *
 * For n hashes with bits by chance and keys of p bits: C(b, d) (n + n^2 / 2^(p+1)) steps; at n = 1,000,000 and d = 3
 * ten tables of 25 bits, 10^7 steps in place of 5 * 10^11. At worst, when all are alike, n^2 / 2 per table. 12 bytes
 * per hash.
 */
export function nearPairs(
  { high, low }: SimHashes,
  distance: number,
  visit: (later: number, earlier: number) => void,
): void {
  const size = high.length;
  const next = new Int32Array(size);
  const first = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(size, 2))));
  for (const mask of masksOf(planFor(size, distance))) {
    first.fill(-1);
    for (let later = 0; later < size; later++) {
      const slot = murmurMixOf(high[later] & mask.high, low[later] & mask.low) & (first.length - 1);
      const hash = { high: high[later], low: low[later] };
      for (let earlier = first[slot]; earlier >= 0; earlier = next[earlier]) {
        if (hammingDistance(hash, { high: high[earlier], low: low[earlier] }) <= distance) visit(later, earlier);
      }
      next[later] = first[slot];
      first[slot] = later;
    }
  }
}

/**
 * The number of blocks with the fewest steps for `size` hashes: more blocks mean longer keys, so fewer pairs to
 * compare, and more tables.
 *
 * @throws "option" for a distance that is not 0 to 7
 */
export function planFor(size: number, distance: number): BlockPlan {
  if (!(Number.isInteger(distance) && distance >= 0 && distance <= 7))
    throw problem.option`${option("distance")} is a number of bits, 0 to 7; ${got(distance)}`;
  let best: BlockPlan = { blocks: distance + 1, equal: 1, tables: distance + 1 };
  let least = Number.POSITIVE_INFINITY;
  let tables = 1;
  for (let blocks = distance + 1; blocks <= MOST_BLOCKS; blocks++) {
    const equal = blocks - distance;
    tables = equal === 1 ? blocks : (tables * blocks) / equal; // C(b, d) = C(b - 1, d) b / (b - d)
    const steps = tables * (size + size ** 2 / 2 ** ((BITS * equal) / blocks + 1));
    if (steps >= least) continue;
    least = steps;
    best = { blocks, equal, tables };
  }
  return best;
}

/** Bits of a hash that are compared: 63 to 32, and 31 to 0. */
export interface BlockMask {
  readonly high: number;
  readonly low: number;
}

/** Of each table the bits in which its pairs are equal. */
export function* masksOf({ blocks, equal }: BlockPlan): Generator<BlockMask> {
  const edge = (block: number) => Math.floor((BITS * block) / blocks);
  for (let chosen = 0; chosen < 2 ** blocks; chosen++) {
    const members = Array.from({ length: blocks }, (_, block) => block).filter((block) => (chosen >>> block) & 1);
    if (members.length !== equal) continue;
    const mask = { high: 0, low: 0 };
    for (const block of members) {
      for (let bit = edge(block); bit < edge(block + 1); bit++) {
        if (bit < 32) mask.low |= 1 << bit;
        else mask.high |= 1 << (bit - 32);
      }
    }
    yield mask;
  }
}
