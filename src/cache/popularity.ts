/** Counts below this one are tallied in an array. */
const TALLIED = 1 << 16;

/** URLs that were asked for equally often. */
export interface Tier {
  readonly count: number;
  readonly urls: number;
}

/** Requests by URL. */
export function countsOf(requests: Uint32Array, urls: number): Uint32Array {
  const counts = new Uint32Array(urls);
  for (let i = 0; i < requests.length; i++) counts[requests[i]]++;
  return counts;
}

/**
 * How many URLs were asked for how often, the most popular first. O(URLs), with no sorting but of the few counts that
 * differ.
 */
export function tiersOf(counts: Uint32Array): Tier[] {
  const tally = new Uint32Array(TALLIED);
  const above = new Map<number, number>();
  for (let url = 0; url < counts.length; url++) {
    const count = counts[url];
    if (count < TALLIED) tally[count]++;
    else above.set(count, (above.get(count) ?? 0) + 1);
  }
  const tiers = [...above].sort(([a], [b]) => b - a).map(([count, urls]): Tier => ({ count, urls }));
  for (let count = TALLIED - 1; count >= 0; count--) if (tally[count] > 0) tiers.push({ count, urls: tally[count] });
  return tiers;
}
