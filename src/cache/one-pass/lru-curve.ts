import type { DenseTrace } from "../../trace/url-trace.js";

/** A cache that is not full yet holds everything. */
const NOT_FULL = -1;

/**
 * Misses of LRU at many sizes in one pass over the trace.
 *
 * Caches of all sizes hold the tops of one stack (Mattson et al. 1970), and the stack is the order of last requests. So one bit per request tells
 * whether it is still the last one of its URL, and each size needs no more than the time of its oldest entry: a request hits where the
 * last one for its URL is not older than that. Where it misses, or was that oldest entry, the time moves on to the next set bit; times only
 * rise.
 *
 * @param sizes entries, ascending, each once
 * @returns misses by size
 *
 * O(requests + misses of all sizes); 4 bytes per URL and a bit per request.
 */
export function lruCurve({ requests, urls }: DenseTrace, sizes: readonly number[]): Float64Array {
  const count = sizes.length;
  const bits = new Uint32Array((requests.length >>> 5) + 1);
  /** Time of the last request + 1; 0 for none. */
  const latest = new Uint32Array(urls);
  /** By size: time of the oldest entry. */
  const oldest = new Float64Array(count).fill(NOT_FULL);
  /** By number of sizes that missed: requests. They are the first sizes. */
  const missing = new Float64Array(count + 1);
  let distinct = 0;
  let full = 0;
  for (let time = 0; time < requests.length; time++) {
    const url = requests[time];
    const last = latest[url] - 1;
    latest[url] = time + 1;
    bits[time >>> 5] |= 1 << (time & 31);
    if (last >= 0) bits[last >>> 5] &= ~(1 << (last & 31));
    let missed = 0;
    let size = 0;
    for (; size < full && oldest[size] >= last; size++) {
      if (oldest[size] > last) missed++;
      oldest[size] = nextBit(bits, oldest[size] + 1);
    }
    if (last >= 0) missing[missed]++;
    else {
      missing[count]++;
      distinct++;
      if (full < count && sizes[full] === distinct) oldest[full++] = nextBit(bits, 0);
    }
  }
  const misses = new Float64Array(count);
  let sum = 0;
  for (let size = count - 1; size >= 0; size--) misses[size] = sum += missing[size + 1];
  return misses;
}

/** The first set bit at `from` or behind it; there is one. */
function nextBit(bits: Uint32Array, from: number): number {
  let at = from >>> 5;
  let word = bits[at] & (-1 << (from & 31));
  while (word === 0) word = bits[++at];
  return (at << 5) + (31 - Math.clz32(word & -word));
}
