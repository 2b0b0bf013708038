import { got, gotInstead, option, problem } from "../base/error.js";
import { keyOf } from "./host-first.js";
import { LONGEST_URL } from "./url-batch.js";
import { UrlList, type UrlSource } from "./url-list.js";

/**
 * Largest number of ways that still spreads `count` URLs: beyond the root of their number, neighbours come closer
 * again.
 */
export const waysFor = (count: number, ways: number): number =>
  Math.max(1, Math.min(ways, Math.ceil(Math.sqrt(count))));

/**
 * The k-way unshuffle of Shkapenyuk and Suel 2001, section 3.3: deals n things that are in order to k files in turn,
 * and puts the files one behind the other. Deterministic, and with bounds that hold for every input; q is the smaller
 * length of a file, floor(n / k):
 *
 * - Two things d places apart before, 0 < d < k - 1, are at least q places apart after it, so that at least q - 1
 *   others stand between them: a host of at most k - 1 URLs, which lie side by side when sorted by reversed host name,
 *   never has two within q places. For d = k - 1 it is q - 1 places.
 * - Any w places in a row hold at most ceil(m / k) * (ceil((w - 1) / q) + 1) of m things that were side by side, q > 0.
 *   A host of more than k URLs has that many of them side by side: only more ways, or a queue per host, keep those
 *   apart.
 *
 * With k >= n each file holds one thing, and the order stays as it was.
 *
 * @param count n
 * @param ways k, from 1; 1,000 in the paper
 * @returns which thing comes at each place
 */
export function unshuffle(count: number, ways = 1000): Uint32Array {
  if (!Number.isInteger(ways) || ways < 1) throw problem.option`${option("ways")} is an integer from 1; ${got(ways)}`;
  if (!(Number.isInteger(count) && count >= 0 && count < 2 ** 32))
    throw problem.option`${option("count")} is a number of things, from 0; ${got(count)}`;
  const order = new Uint32Array(count);
  let at = 0;
  for (let file = 0; file < Math.min(ways, count); file++) {
    for (let thing = file; thing < count; thing += ways) order[at++] = thing;
  }
  return order;
}

/**
 * Indices of the URLs of a batch by reversed host name, and within a host by their other bytes; equal URLs in the order
 * of the batch.
 *
 * O(n log n) comparisons, each of which reads one byte more than the two keys share.
 *
 * @throws "option" for what is no batch
 */
export function byReversedHost(batch: UrlSource & { readonly size: number }): Uint32Array {
  if (!(batch?.ends instanceof Uint32Array))
    throw problem.option`${option("URLs")} to sort come as a batch, UrlBatch.of(["http://a/"]); ${gotInstead(batch)}`;
  const keys = new UrlList();
  const key = new Uint8Array(LONGEST_URL + 1);
  for (let i = 0; i < batch.size; i++) {
    const start = i === 0 ? 0 : batch.ends[i - 1];
    keys.append(key, 0, keyOf(batch.bytes, start, batch.ends[i], key), {} as UrlSource, i);
  }
  const { bytes, ends } = keys;
  const compare = (a: number, b: number): number => {
    let at = keys.startOf(a);
    let to = keys.startOf(b);
    const shorter = Math.min(ends[a] - at, ends[b] - to);
    for (const end = at + shorter; at < end; at++, to++) if (bytes[at] !== bytes[to]) return bytes[at] - bytes[to];
    return ends[a] - at - (ends[b] - to) || a - b;
  };
  return Uint32Array.from({ length: batch.size }, (_, index) => index).sort(compare);
}

/**
 * The order in which Suel's crawler sends a batch of new URLs: sorted by reversed host name, then unshuffled.
 *
 * @param ways k; default: 1,000, but never more than the root of the number of URLs
 * @returns which URL comes at each place
 */
export function spread(batch: UrlSource & { readonly size: number }, ways?: number): Uint32Array {
  const sorted = byReversedHost(batch);
  return unshuffle(batch.size, ways ?? waysFor(batch.size, 1000)).map((index) => sorted[index]);
}
