import { Random } from "../base/random.js";
import type { CacheMethod, CurvePass, PassSetting } from "./method.js";
import { loopOf } from "./simulate.js";

/**
 * Counts misses of a method at many sizes while requests come in: in one pass where the method has a way, else by a
 * simulation for each size. Both count the same.
 *
 * @param method one that needs no future
 * @param seed of each size's own generator
 */
export function passOf(
  method: CacheMethod,
  { sizes, urls, requests, seed }: Omit<PassSetting, "random"> & { readonly seed: number },
): CurvePass {
  if (method.pass) return method.pass({ sizes, urls, requests, random: new Random(seed) });
  const ask = loopOf(method);
  const caches = sizes.map((capacity) => method.create({ capacity, urls, random: new Random(seed) }));
  const misses = Float64Array.from(caches, ({ preloaded }) => preloaded ?? 0);
  return {
    add(requests) {
      for (const [i, cache] of caches.entries()) misses[i] += ask(cache, requests);
    },
    misses: () => misses.slice(),
  };
}
