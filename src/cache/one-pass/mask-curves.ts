import type { Random } from "../../random.js";
import type { DenseTrace } from "../../trace/url-trace.js";

/** Sizes that one word of bits has room for. */
export const MOST_SIZES = 32;

/**
 * Misses of CLOCK at up to 32 sizes in one pass over the trace: one bit per URL and size says that the URL is there, one that it is marked. A hit in
 * all sizes is two operations; only sizes that miss have work.
 *
 * @param sizes entries, ascending, each once, at most 32
 * @param marked are newcomers marked? See `ClockOptions`
 * @returns misses by size
 *
 * O(requests + steps of all hands); 8 bytes per URL, 4 per entry of every size.
 */
export function clockCurve({ requests, urls }: DenseTrace, sizes: readonly number[], marked: boolean): Float64Array {
  const all = allOf(sizes);
  const { entries, starts, ends } = roomsOf(sizes, urls);
  const hands = starts.slice();
  const filled = starts.slice();
  const inside = new Uint32Array(urls);
  const marks = new Uint32Array(urls);
  const misses = new Float64Array(sizes.length);
  for (let time = 0; time < requests.length; time++) {
    const url = requests[time];
    const there = inside[url];
    marks[url] |= there;
    let missing = all & ~there;
    if (missing === 0) continue;
    if (marked) marks[url] |= missing;
    inside[url] = all;
    while (missing !== 0) {
      const bit = missing & -missing;
      const size = 31 - Math.clz32(bit);
      missing ^= bit;
      misses[size]++;
      if (filled[size] < ends[size]) {
        entries[filled[size]++] = url;
        continue;
      }
      let hand = hands[size];
      let victim = entries[hand];
      while ((marks[victim] & bit) !== 0) {
        marks[victim] &= ~bit;
        if (++hand === ends[size]) hand = starts[size];
        victim = entries[hand];
      }
      inside[victim] &= ~bit;
      entries[hand] = url;
      hands[size] = hand + 1 === ends[size] ? starts[size] : hand + 1;
    }
  }
  return misses;
}

/**
 * Misses of RANDOM at up to 32 sizes in one pass: as `clockCurve`, without marks. Each size draws from a generator of its own, so that its misses are
 * those of `simulate` with that generator.
 *
 * @param randoms a generator for each size
 */
export function randomCurve(
  { requests, urls }: DenseTrace,
  sizes: readonly number[],
  randoms: readonly Random[],
): Float64Array {
  const all = allOf(sizes);
  const { entries, starts, ends } = roomsOf(sizes, urls);
  const filled = starts.slice();
  const inside = new Uint32Array(urls);
  const misses = new Float64Array(sizes.length);
  for (let time = 0; time < requests.length; time++) {
    const url = requests[time];
    let missing = all & ~inside[url];
    if (missing === 0) continue;
    inside[url] = all;
    while (missing !== 0) {
      const bit = missing & -missing;
      const size = 31 - Math.clz32(bit);
      missing ^= bit;
      misses[size]++;
      if (filled[size] < ends[size]) {
        entries[filled[size]++] = url;
        continue;
      }
      const slot = starts[size] + randoms[size].below(ends[size] - starts[size]);
      inside[entries[slot]] &= ~bit;
      entries[slot] = url;
    }
  }
  return misses;
}

const allOf = ({ length }: readonly number[]): number => (length === MOST_SIZES ? -1 : (1 << length) - 1);

/** The entries of all sizes in one array: those of size i are starts[i] .. ends[i]. No cache has more than there are URLs. */
function roomsOf(sizes: readonly number[], urls: number) {
  const starts = new Uint32Array(sizes.length);
  const ends = new Uint32Array(sizes.length);
  let end = 0;
  for (let i = 0; i < sizes.length; i++) {
    starts[i] = end;
    end += Math.min(sizes[i], urls);
    ends[i] = end;
  }
  return { entries: new Uint32Array(end), starts, ends };
}
