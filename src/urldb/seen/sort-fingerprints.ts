import type { Fingerprints } from "./fingerprint-codec.js";

const RUN = 32;

/** Fingerprints in ascending order, and which of the unsorted each was. */
export interface SortedFingerprints extends Fingerprints {
  readonly order: Uint32Array;
}

/**
 * Sorts 64-bit fingerprints; equal ones stay in their order. Radix sort of the high words, 11 bits at a time, keys
 * beside indices so that every pass reads in sequence; the few of equal high words are then put in order by their low
 * words.
 */
export function sortFingerprints({ high, low }: Fingerprints, count: number): SortedFingerprints {
  const counts = [new Uint32Array(2048), new Uint32Array(2048), new Uint32Array(1024)];
  for (let i = 0; i < count; i++) {
    const word = high[i];
    counts[0][word & 2047]++;
    counts[1][(word >>> 11) & 2047]++;
    counts[2][word >>> 22]++;
  }
  let keys = new Uint32Array(high.subarray(0, count));
  let order = new Uint32Array(0);
  let spareKeys = new Uint32Array(count);
  let spareOrder = new Uint32Array(count);
  for (let digit = 0; digit < 3; digit++) {
    const places = counts[digit];
    let sum = 0;
    for (let value = 0; value < places.length; value++) {
      const size = places[value];
      places[value] = sum;
      sum += size;
    }
    const shift = 11 * digit;
    for (let i = 0; i < count; i++) {
      const key = keys[i];
      const to = places[(key >>> shift) & 2047]++;
      spareKeys[to] = key;
      spareOrder[to] = digit === 0 ? i : order[i];
    }
    [keys, spareKeys] = [spareKeys, keys];
    [order, spareOrder] = [spareOrder, digit === 0 ? new Uint32Array(count) : order];
  }
  for (let from = 0, to = 0; from < count; from = to) {
    for (to = from + 1; to < count && keys[to] === keys[from]; ) to++;
    if (to - from > RUN) order.subarray(from, to).sort((a, b) => low[a] - low[b] || a - b);
    else if (to - from > 1) insertionSort(order, low, from, to);
  }
  const lows = spareKeys;
  for (let i = 0; i < count; i++) lows[i] = low[order[i]];
  return { high: keys, low: lows, order };
}

function insertionSort(order: Uint32Array, low: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const moving = order[i];
    let at = i;
    for (; at > from && low[order[at - 1]] > low[moving]; at--) order[at] = order[at - 1];
    order[at] = moving;
  }
}
