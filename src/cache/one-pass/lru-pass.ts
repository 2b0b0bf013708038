import { ones } from "../../base/bits.js";
import type { CurvePass, PassSetting } from "../method.js";

/**
 * Sizes up to this one are told apart by counting bits, larger ones by the times of their oldest entries; either way
 * they are exact.
 */
const NEAR = 256;

/**
 * Misses of LRU at many sizes in one pass over the requests.
 *
 * Caches of all sizes hold the tops of one stack (Mattson et al. 1970), and the stack is the order of last requests. So
 * one bit per request tells whether it is still the last one of its URL, and each size needs no more than the time of
 * its oldest entry: a request hits where the last one for its URL is not older than that. Where it misses, or was that
 * oldest entry, the time moves on to the next set bit; times only rise. Of the small sizes only the largest has such a
 * time: what hits there has few bits behind it, whose number is its depth in the stack.
 *
 * O(requests + misses of all sizes); 4 bytes per URL and a bit per request.
 */
export function lruPass({ sizes, urls, requests: most }: Omit<PassSetting, "random">): CurvePass {
  const count = sizes.length;
  const near = Math.max(0, sizes.filter((size) => size <= NEAR).length - 1);
  /** By depth in the stack, from 1: sizes that are smaller. */
  const smaller = Uint16Array.from({ length: NEAR + 1 }, (_, depth) => sizes.filter((size) => size < depth).length);
  const countsBits = near > 0;
  const bits = new Int32Array((most >>> 5) + 1);
  /** Time of the last request, from 1; 0 for none. */
  const latest = new Uint32Array(urls);
  /**
   * By size: time of the oldest entry; 0 where the cache is not full yet, and so holds everything, and behind the last
   * size.
   */
  const oldest = new Uint32Array(count + 1);
  /** By number of sizes that missed: requests for URLs that were seen before. They are the first sizes. */
  const missing = new Float64Array(count + 1);
  let now = 0;
  let distinct = 0;
  let full = near;
  return {
    add(requests) {
      let time = now;
      let nextFull = sizes[full];
      for (let i = 0; i < requests.length; i++) {
        const url = requests[i];
        const last = latest[url];
        latest[url] = ++time;
        if (last !== 0) {
          if (countsBits && last >= oldest[near]) missing[smaller[bitsFrom(bits, last, time - 1)]]++;
          bits[last >>> 5] &= ~(1 << (last & 31));
        }
        bits[time >>> 5] |= 1 << (time & 31);
        let size = near;
        for (; oldest[size] > last; size++) oldest[size] = nextBit(bits, oldest[size]);
        if (last !== 0) {
          if (size > near || !countsBits) missing[size]++;
          if (oldest[size] === last) oldest[size] = nextBit(bits, last);
        } else if (++distinct === nextFull) {
          oldest[full] = nextBit(bits, 0);
          nextFull = sizes[++full];
        }
      }
      now = time;
    },
    misses() {
      const misses = new Float64Array(count);
      let sum = distinct;
      for (let size = count - 1; size >= 0; size--) misses[size] = sum += missing[size + 1];
      return misses;
    },
  };
}

/** The first set bit behind `time`; there is one. Above 2^31 it is what an unsigned array makes of it. */
function nextBit(bits: Int32Array, time: number): number {
  let at = time >>> 5;
  let word = bits[at] & (-2 << (time & 31));
  while (word === 0) word = bits[++at];
  return (at << 5) + (31 - Math.clz32(word & -word));
}

/** Set bits from `first` to `last`. */
function bitsFrom(bits: Int32Array, first: number, last: number): number {
  const end = last >>> 5;
  let at = first >>> 5;
  let found = ones(bits[at] & (-1 << (first & 31)));
  while (at < end) found += ones(bits[++at]);
  return found;
}
