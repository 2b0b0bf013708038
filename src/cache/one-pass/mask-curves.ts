import { got, problem } from "../../base/error.js";
import type { Random } from "../../base/random.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import { Victims } from "../victims.js";

/** Sizes that one word of bits has room for; more go in several passes. */
export const MOST_SIZES = 32;

const MOST_URLS = 2 ** 30;

/**
 * Misses of CLOCK at many sizes in one pass over the trace: one bit per URL and size says that the URL is there, one
 * that it is marked. A hit in all sizes is two operations; only sizes that miss have work.
 *
 * @param sizes entries, ascending, each once; a pass for every 32 of them
 * @param marked are newcomers marked? See `clock`
 * @returns misses by size
 *
 * O(requests + steps of all hands); 8 bytes per URL, 4 per entry of every size.
 */
export function clockCurve(trace: DenseTrace, sizes: readonly number[], marked: boolean): Float64Array {
  return inPasses(trace, sizes, ({ requests, urls }, { fits, entries, starts, ends, evictions }) => {
    const hands = starts.slice();
    /** By URL: where it is, and in the next word where it is marked. */
    const masks = new Int32Array(2 * urls);
    let seen = 0;
    let full = 0;
    let nextFull = fits[0];
    for (let i = 0; i < requests.length; i++) {
      const url = requests[i] | 0;
      const at = url << 1;
      const there = masks[at];
      let missing = full & ~there;
      if (missing === 0) {
        masks[at | 1] |= there;
        if (url !== seen) continue;
      }
      masks[at] = -1;
      masks[at | 1] |= marked ? -1 : there;
      if (url === seen && ++seen === nextFull) [full, nextFull] = nowFull(full, fits);
      while (missing !== 0) {
        const size = 31 - Math.clz32(missing);
        const bit = 1 << size;
        missing ^= bit;
        const end = ends[size];
        let hand = hands[size];
        let victim = entries[hand] << 1;
        let marks = masks[victim | 1];
        while ((marks & bit) !== 0) {
          masks[victim | 1] = marks ^ bit;
          if (++hand === end) hand = starts[size];
          victim = entries[hand] << 1;
          marks = masks[victim | 1];
        }
        masks[victim] ^= bit;
        entries[hand] = url;
        hands[size] = hand + 1 === end ? starts[size] : hand + 1;
        evictions[size]++;
      }
    }
  });
}

/**
 * Misses of RANDOM at many sizes in one pass: as `clockCurve`, without marks. Each size draws from a generator of its
 * own, so that its misses are those of `simulate` with that generator.
 *
 * @param randoms a generator for each size
 */
export function randomCurve(trace: DenseTrace, sizes: readonly number[], randoms: readonly Random[]): Float64Array {
  return inPasses(trace, sizes, ({ requests, urls }, { fits, entries, starts, evictions }, first) => {
    const victims = fits.map((size, i) => new Victims(randoms[first + i], size));
    const there = new Int32Array(urls);
    let seen = 0;
    let full = 0;
    let nextFull = fits[0];
    for (let i = 0; i < requests.length; i++) {
      const url = requests[i] | 0;
      let missing = full & ~there[url];
      if (url === seen) {
        there[url] = -1;
        if (++seen === nextFull) [full, nextFull] = nowFull(full, fits);
      }
      if (missing === 0) continue;
      there[url] = -1;
      do {
        const size = 31 - Math.clz32(missing);
        const bit = 1 << size;
        missing ^= bit;
        const slot = (starts[size] + victims[size].next()) | 0;
        there[entries[slot]] ^= bit;
        entries[slot] = url;
        evictions[size]++;
      } while (missing !== 0);
    }
  });
}

/** What a pass works on. */
interface Rooms {
  /** Sizes of the pass. */
  readonly fits: readonly number[];
  /**
   * The entries of all sizes in one array: those of size i are starts[i] .. ends[i]. As URLs are numbered as they turn
   * up, a cache is filled by 0, 1, .. k - 1: so it stands here.
   */
  readonly entries: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly evictions: Uint32Array;
}

/** The next size is full: all sizes that are, as bits, and the size that will be next. */
function nowFull(full: number, fits: readonly number[]): [number, number] {
  const size = 32 - Math.clz32(full);
  return [full | (1 << size), fits[size + 1]];
}

/** @param pass given the trace, the rooms, and the number of its first size */
function inPasses(
  trace: DenseTrace,
  sizes: readonly number[],
  pass: (trace: DenseTrace, rooms: Rooms, first: number) => void,
): Float64Array {
  if (trace.urls > MOST_URLS) throw problem.option`these curves take up to 2^30 URLs; ${got(trace.urls)}: sample them`;
  // what holds every URL misses each once
  const misses = Float64Array.from(sizes, () => trace.urls);
  const evicting = sizes.filter((size) => size < trace.urls);
  for (let first = 0; first < evicting.length; ) {
    const fits = fitting(evicting.slice(first, first + MOST_SIZES));
    const ends = Int32Array.from(fits);
    for (let i = 1; i < fits.length; i++) ends[i] += ends[i - 1];
    const starts = ends.map((end, i) => end - fits[i]);
    const entries = new Int32Array(ends[fits.length - 1]);
    for (let i = 0; i < fits.length; i++)
      for (let slot = starts[i]; slot < ends[i]; slot++) entries[slot] = slot - starts[i];
    const evictions = new Uint32Array(fits.length);
    pass(trace, { fits, entries, starts, ends, evictions }, first);
    for (let i = 0; i < fits.length; i++) misses[first + i] = fits[i] + evictions[i];
    first += fits.length;
  }
  return misses;
}

/** The first sizes, one or more, whose entries a signed word can number. */
function fitting(sizes: readonly number[]): readonly number[] {
  let entries = 0;
  const most = sizes.findIndex((size) => (entries += size) >= 2 ** 31);
  return most < 0 ? sizes : sizes.slice(0, Math.max(1, most));
}
