import type { DenseTrace } from "../../trace/url-trace.js";
import { NEVER, nextUses } from "../next-use.js";
import { TimeHeap } from "../time-heap.js";

/** Sizes whose groups one byte tells apart. */
const MOST_SIZES = 255;
/** In no group. */
const OUTSIDE = 255;

/**
 * Misses of MIN at many sizes in one pass over the trace.
 *
 * Caches of all sizes hold the tops of one stack, in which at each depth the URL that is asked for later gives way
 * (Mattson et al. 1970). The stack is cut into groups at the sizes asked for; within a group order does not matter, its
 * latest URL is what leaves it. A URL is known by the time of its next request, so the group that holds it stands in
 * one byte by time; URLs that are never asked for again are a number.
 *
 * @param sizes entries, ascending, each once; a pass for every 255 of them
 * @param bypass may a URL that missed stay out? See `MinOptions`
 * @returns misses by size
 *
 * O(log k) per group that a request misses in and that keeps a URL which is asked for sooner; 5 bytes per request, 4 to
 * 8 per entry.
 */
export function minCurve(trace: DenseTrace, sizes: readonly number[], bypass: boolean): Float64Array {
  const next = nextUses(trace.requests, trace.urls);
  const misses = new Float64Array(sizes.length);
  for (let first = 0; first < sizes.length; first += MOST_SIZES)
    misses.set(pass(next, sizes.slice(first, first + MOST_SIZES), bypass), first);
  return misses;
}

function pass(next: Uint32Array, sizes: readonly number[], bypass: boolean): Float64Array {
  const stack = new GroupedStack(next, sizes);
  /** By first group that hit: requests; the last number is of those that missed everywhere. */
  const hits = new Float64Array(sizes.length + 1);
  for (let now = 0; now < next.length; now++) hits[stack.request(now, bypass)]++;
  const misses = new Float64Array(sizes.length);
  let sum = 0;
  for (let at = sizes.length - 1; at >= 0; at--) misses[at] = sum += hits[at + 1];
  return misses;
}

/** The stack, in groups. */
class GroupedStack {
  readonly #next: Uint32Array;
  readonly #sizes: readonly number[];
  /** By time: the group of the URL that is asked for then. */
  readonly #groupAt: Uint8Array;
  /** By group: next requests of its URLs; how many have none; and the latest, NEVER if there are of those. */
  readonly #heaps: readonly TimeHeap[];
  readonly #idle: Float64Array;
  readonly #latest: Uint32Array;
  /** Groups that are full, and URLs in the one behind them. */
  #full = 0;
  #filled = 0;

  constructor(next: Uint32Array, sizes: readonly number[]) {
    this.#next = next;
    this.#sizes = sizes;
    this.#groupAt = new Uint8Array(next.length).fill(OUTSIDE);
    this.#heaps = sizes.map(() => new TimeHeap());
    this.#idle = new Float64Array(sizes.length);
    this.#latest = new Uint32Array(sizes.length);
  }

  /** @returns the group that hit; the number of groups if none did */
  request(now: number, bypass: boolean): number {
    const latest = this.#latest;
    const groups = latest.length;
    const found = this.#groupAt[now];
    /** Where there is room: in the group that the URL leaves, else in the first that is not full. */
    const end = found === OUTSIDE ? this.#full : found;
    let carried = this.#next[now];
    let group = 0;
    if (!bypass && end > 0) {
      carried = this.#swap(0, carried, now);
      group = 1;
    }
    while (carried !== NEVER) {
      while (group < end && latest[group] <= carried) group++;
      if (group >= end) break;
      carried = this.#swap(group++, carried, now);
    }
    if (end < groups) this.#put(end, carried, now);
    else if (carried !== NEVER) this.#groupAt[carried] = OUTSIDE;
    if (found !== OUTSIDE) return found;
    if (end < groups) this.#fill();
    return groups;
  }

  #fill(): void {
    const room = this.#sizes[this.#full] - (this.#full === 0 ? 0 : this.#sizes[this.#full - 1]);
    if (++this.#filled < room) return;
    this.#full++;
    this.#filled = 0;
  }

  #put(group: number, time: number, now: number): void {
    if (time === NEVER) {
      this.#idle[group]++;
      this.#latest[group] = NEVER;
      return;
    }
    this.#groupAt[time] = group;
    this.#heaps[group].add(time, now);
    if (this.#idle[group] === 0) this.#latest[group] = this.#heaps[group].latest;
  }

  /** Puts a URL into a full group. @returns the latest of those that were in it */
  #swap(group: number, time: number, now: number): number {
    if (this.#idle[group] > 0) {
      this.#idle[group]--;
      this.#put(group, time, now);
      return NEVER;
    }
    const heap = this.#heaps[group];
    if (time === NEVER) {
      this.#put(group, NEVER, now);
      return heap.pop();
    }
    const leaving = heap.replace(time);
    this.#groupAt[time] = group;
    this.#latest[group] = heap.latest;
    return leaving;
  }
}
