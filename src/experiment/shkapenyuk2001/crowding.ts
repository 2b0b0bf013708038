import type { Random } from "../../base/random.js";

/** Host numbers by place -> the most URLs of one host in any window, and in the mean window. O(n). */
export function crowding(hosts: ArrayLike<number>, window: number): { readonly worst: number; readonly mean: number } {
  const counts = new Map<number, number>();
  const byCount = new Map<number, number>();
  const change = (host: number, by: 1 | -1) => {
    const before = counts.get(host) ?? 0;
    counts.set(host, before + by);
    byCount.set(before, (byCount.get(before) ?? 0) - 1);
    byCount.set(before + by, (byCount.get(before + by) ?? 0) + 1);
  };
  let [most, worst, sum, windows] = [0, 0, 0, 0];
  for (let at = 0; at < hosts.length; at++) {
    change(hosts[at], 1);
    most = Math.max(most, counts.get(hosts[at]) ?? 0);
    if (at >= window) {
      change(hosts[at - window], -1);
      while (most > 0 && (byCount.get(most) ?? 0) === 0) most--;
    }
    if (at < window - 1) continue;
    worst = Math.max(worst, most);
    sum += most;
    windows++;
  }
  return { worst, mean: sum / Math.max(1, windows) };
}

/** Of m URLs side by side, so many at most stand in `window` places after a k-way unshuffle of n; see `unshuffle`. */
export const provable = (m: number, window: number, count: number, ways: number): number =>
  Math.ceil(m / ways) * (Math.ceil((window - 1) / Math.floor(count / ways)) + 1);

/** 0 .. count - 1 in any order, each with the same chance: Fisher and Yates. */
export function shuffled(count: number, random: Random): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  for (let left = count - 1; left > 0; left--) {
    const other = random.below(left + 1);
    [order[left], order[other]] = [order[other], order[left]];
  }
  return order;
}

/**
 * 0 .. count - 1 by their bits read backwards, as many as the largest needs: 0, 4, 2, 1, 5, 3 of six. Shkapenyuk and
 * Suel 2001, section 3.3, note 11.
 */
export function bitReversed(count: number): Uint32Array {
  const order = new Uint32Array(count);
  const bits = count > 1 ? 32 - Math.clz32(count - 1) : 0;
  for (let place = 0, at = 0; at < count; place++) {
    let thing = 0;
    for (let bit = 0; bit < bits; bit++) thing = 2 * thing + ((place >>> bit) & 1);
    if (thing < count) order[at++] = thing;
  }
  return order;
}

/** Least distance of the places of two things that follow each other. */
export const leastDistance = (places: Uint32Array): number => {
  let least = places.length;
  for (let thing = 1; thing < places.length; thing++)
    least = Math.min(least, Math.abs(places[thing] - places[thing - 1]));
  return least;
};

/**
 * Over all hosts: most of its URLs in a window, over what is provable for so many URLs after a `ways`-way unshuffle.
 * O(n).
 */
export function overBound(order: Uint32Array, hosts: number, window: number, ways: number): number {
  const places = Array.from({ length: hosts }, (): number[] => []);
  order.forEach((host, place) => {
    places[host].push(place);
  });
  let highest = 0;
  for (const own of places) {
    let most = 0;
    for (let from = 0, to = 0; to < own.length; to++) {
      while (own[to] - own[from] >= window) from++;
      most = Math.max(most, to - from + 1);
    }
    highest = Math.max(highest, most / provable(own.length, window, order.length, ways));
  }
  return highest;
}
