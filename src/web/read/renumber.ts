import { ones } from "../../base/bits.js";
import { firstWhere } from "../../base/search.js";
import { type BuiltGraph, GraphBuilder, type LinkPolicy } from "../graph/builder.js";
import type { GraphData } from "./format.js";

/** The largest number that a page may have in its source. */
export const MOST_ID = 2 ** 32 - 2;

/** The distinct numbers among `numbers`, ascending, and where each stands. */
export interface Numbering {
  /** Ascending, without repeats. */
  readonly ids: Uint32Array;
  /** Position of `id` in ids; any value for a number that is not among them. */
  readonly rank: (id: number) => number;
}

/**
 * Numbers a file's own page numbers 0, 1, 2, ... in ascending order.
 *
 * @param numbers with repeats, in any order
 *
 * O(length) and a bitmap where the numbers are dense, else O(length log length) and a sorted copy: at most 8 bytes per
 * number.
 */
export function renumber(numbers: Uint32Array): Numbering {
  let highest = 0;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] > highest) highest = numbers[i];
  return highest / 32 <= numbers.length + 1024 ? dense(numbers, highest) : sparse(numbers);
}

/** rank(id) = ids in the words before, plus the bits before it in its own word. */
function dense(numbers: Uint32Array, highest: number): Numbering {
  const words = new Uint32Array((highest >>> 5) + 1);
  for (let i = 0; i < numbers.length; i++) words[numbers[i] >>> 5] |= 1 << (numbers[i] & 31);
  const before = new Uint32Array(words.length);
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    before[i] = count;
    count += ones(words[i]);
  }
  const ids = new Uint32Array(count);
  let next = 0;
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i]; word !== 0; word &= word - 1) ids[next++] = i * 32 + (31 - Math.clz32(word & -word));
  }
  return { ids, rank: (id) => before[id >>> 5] + ones(words[id >>> 5] & ((1 << (id & 31)) - 1)) };
}

function sparse(numbers: Uint32Array): Numbering {
  const sorted = numbers.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
  }
  const ids = sorted.slice(0, count);
  return { ids, rank: (id) => firstWhere(0, ids.length - 1, (at) => ids[at] >= id) };
}

function withAll(pairs: Uint32Array, alone: ArrayLike<number>): Uint32Array {
  if (alone.length === 0) return pairs;
  const all = new Uint32Array(pairs.length + alone.length);
  all.set(pairs);
  all.set(alone, pairs.length);
  return all;
}

/**
 * The graph of links between arbitrary numbers, pages numbered in their ascending order.
 *
 * @param alone numbers of pages that may have no link
 */
export function withIds(links: GraphBuilder, policy: LinkPolicy, alone: ArrayLike<number> = []): GraphData {
  const { pairs } = links;
  const { ids, rank } = renumber(withAll(pairs, alone));
  if (ids[ids.length - 1] === ids.length - 1) return links.build({ size: ids.length, ...policy });
  const renumbered = new GraphBuilder();
  for (let i = 0; i < pairs.length; i += 2) renumbered.add(rank(pairs[i]), rank(pairs[i + 1]));
  const built: BuiltGraph = renumbered.build({ size: ids.length, ...policy });
  return { ...built, ids };
}
