import type { DenseTrace } from "../../trace/url-trace.js";
import { NEVER, nextUses } from "../next-use.js";
import { TimeHeap } from "../time-heap.js";

/** In no group. */
const OUTSIDE = 255;

/**
 * Misses of MIN at many sizes in one pass over the trace.
 *
 * Caches of all sizes hold the tops of one stack, in which at each depth the URL that is asked for later gives way (Mattson et al. 1970). The
 * stack is cut into groups at the sizes asked for; within a group order does not matter, its latest URL is what leaves it. A URL is known by
 * the time of its next request, so the group that holds it stands in one byte by time; URLs that are never asked for again are a
 * number.
 *
 * @param sizes entries, ascending, each once, at most 254
 * @param bypass may a URL that missed stay out? See `MinOptions`
 * @returns misses by size
 *
 * O(log k) per group that a request misses in and that keeps a URL which is asked for sooner; 5 bytes per request, 4 per entry.
 */
export function minCurve({ requests, urls }: DenseTrace, sizes: readonly number[], bypass: boolean): Float64Array {
  const next = nextUses(requests, urls);
  const groups = sizes.map((size, index) => new Group(size - (index === 0 ? 0 : sizes[index - 1])));
  const groupAt = new Uint8Array(requests.length).fill(OUTSIDE);
  /** By first group that hit: requests; the last number is of those that missed everywhere. */
  const hits = new Float64Array(groups.length + 1);
  for (let now = 0; now < requests.length; now++) {
    const found = groupAt[now];
    const depth = found === OUTSIDE ? groups.length : found;
    hits[depth]++;
    if (depth < groups.length) groups[depth].size--;
    let carried = next[now];
    for (let at = 0; at < groups.length; at++) {
      const group = groups[at];
      if (group.size < group.room) {
        group.size++;
        if (carried === NEVER) group.idle++;
        else {
          group.times.add(carried, now);
          groupAt[carried] = at;
        }
        carried = -1;
        break;
      }
      const forced = at === 0 && !bypass;
      if (carried === NEVER && !forced) continue;
      carried = group.swap(carried, forced, now, groupAt, at);
    }
    if (carried >= 0 && carried !== NEVER) groupAt[carried] = OUTSIDE;
  }
  const misses = new Float64Array(sizes.length);
  let sum = 0;
  for (let at = sizes.length - 1; at >= 0; at--) misses[at] = sum += hits[at + 1];
  return misses;
}

/** The part of the stack between two sizes. */
class Group {
  /** URLs in it, those that are never asked for again included. */
  size = 0;
  /** URLs in it that are never asked for again. */
  idle = 0;
  readonly times = new TimeHeap();

  constructor(readonly room: number) {}

  /** Takes a URL into a full group and gives out the latest; `forced`: of the others. */
  swap(carried: number, forced: boolean, now: number, groupAt: Uint8Array, at: number): number {
    if (this.idle > 0) {
      this.idle--;
      this.#take(carried, now, groupAt, at);
      return NEVER;
    }
    const { latest } = this.times;
    if (!forced && carried >= latest) return carried;
    this.times.pop();
    this.#take(carried, now, groupAt, at);
    return latest;
  }

  #take(time: number, now: number, groupAt: Uint8Array, at: number): void {
    if (time === NEVER) this.idle++;
    else {
      this.times.add(time, now);
      groupAt[time] = at;
    }
  }
}
