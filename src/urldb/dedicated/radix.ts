const DIGIT = 11;
const VALUES = 1 << DIGIT;
const MASK = VALUES - 1;

/** A column of 32-bit words among entries that lie one after the other. */
export interface Column {
  readonly words: Uint32Array;
  /** Words per entry, and which of them. */
  readonly width: number;
  readonly at: number;
}

/**
 * Sorts entries by one word, keeping the order of those that are equal in it: three passes of least-significant-digit
 * radix sort over pairs of word and index, so that only the first pass jumps about in memory. Digits that are equal
 * throughout are skipped.
 *
 * @param order indices of the entries, sorted in place
 * @returns the words in their new order
 */
export function sortByWord(order: Uint32Array, { words, width, at }: Column): Uint32Array {
  const size = order.length;
  let keys = new Uint32Array(size);
  for (let i = 0; i < size; i++) keys[i] = words[order[i] * width + at];
  let spareKeys = new Uint32Array(size);
  let from: Uint32Array = order;
  let to: Uint32Array = new Uint32Array(size);
  const counts = new Uint32Array(VALUES);
  for (let shift = 0; shift < 32; shift += DIGIT) {
    counts.fill(0);
    for (let i = 0; i < size; i++) counts[(keys[i] >>> shift) & MASK]++;
    if (size === 0 || counts[(keys[0] >>> shift) & MASK] === size) continue;
    let sum = 0;
    for (let value = 0; value < VALUES; value++) {
      const count = counts[value];
      counts[value] = sum;
      sum += count;
    }
    for (let i = 0; i < size; i++) {
      const place = counts[(keys[i] >>> shift) & MASK]++;
      spareKeys[place] = keys[i];
      to[place] = from[i];
    }
    [keys, spareKeys] = [spareKeys, keys];
    [from, to] = [to, from];
  }
  if (from !== order) order.set(from);
  return keys;
}

/** Calls `sortGroup` for the indices of entries whose words are equal, where there are two or more. */
export function orderEquals(order: Uint32Array, words: Uint32Array, compare: (a: number, b: number) => number): void {
  const size = order.length;
  for (let from = 0, to = 1; from < size; from = to++) {
    while (to < size && words[to] === words[from]) to++;
    if (to - from > 1) order.subarray(from, to).sort(compare);
  }
}

/** 0 .. size - 1 */
export function identity(size: number): Uint32Array {
  const order = new Uint32Array(size);
  for (let i = 0; i < size; i++) order[i] = i;
  return order;
}
