import { Random } from "../../../src/base/random.js";
import type { CacheMethod } from "../../../src/cache/method.js";

/** A trace in letters, "A B A", as numbers in the order in which they turn up. */
export function letters(text: string) {
  const names = text.split(" ");
  const order = [...new Set(names)];
  return { requests: Uint32Array.from(names, (name) => order.indexOf(name)), urls: order.length };
}

/** What became of each request: "h" for a hit, "-" for a miss. */
export function outcome(method: CacheMethod, capacity: number, text: string): string {
  const { requests, urls } = letters(text);
  const cache = method.create({ capacity, urls, random: new Random(1), trace: requests });
  return Array.from(requests, (url) => (cache.request(url) ? "h" : "-")).join(" ");
}
