import { defineCache } from "../method.js";

export interface StaticCacheOptions {
  /** Does loading the cache count? "uncharged" (default): as in Figures 2 to 5, where it seems to beat MIN at large sizes. "charged": one miss for each entry, so that it cannot. */
  readonly preload?: "uncharged" | "charged";
}

/**
 * Holds the k URLs that are asked for most often in the whole trace, of several with equal counts those that turn up first, and never
 * changes. Broder et al. 2003, section 3.6. 4 bytes per URL.
 *
 * @throws TypeError when it is not given the whole trace
 */
export const staticCache = defineCache<StaticCacheOptions>({
  name: "static",
  title: "STATIC",
  source: "Broder et al. 2003, section 3.6",
  offline: true,
  defaults: { preload: "uncharged" },
  choices: { preload: ["uncharged", "charged"] },
  create({ capacity, urls, trace }, { preload }) {
    if (trace === undefined) throw new TypeError("STATIC is loaded beforehand: it needs the whole trace");
    const counts = new Uint32Array(urls);
    for (const url of trace) counts[url]++;
    const popular = Uint32Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b);
    const inside = new Uint8Array(urls);
    const size = Math.min(capacity, urls);
    for (let i = 0; i < size; i++) inside[popular[i]] = 1;
    return { request: (url) => inside[url] === 1, ...(preload === "charged" && { preloaded: size }) };
  },
});
