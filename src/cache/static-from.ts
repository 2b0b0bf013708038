import { problem } from "../base/error.js";
import { DenseIds } from "../trace/dense-ids.js";
import type { UrlTrace } from "../trace/url-trace.js";
import { requireTrace } from "../trace/url-trace.js";
import type { CacheMethod } from "./method.js";
import { countsOf } from "./popularity.js";

/** A URL of the earlier trace that this one does not ask for. */
const ELSEWHERE = -1;

/** STATIC of an earlier crawl, and how much that crawl tells of this one. */
export interface EarlierStatic extends CacheMethod {
  /** URLs of the earlier trace. */
  readonly known: number;
  /** Those of them that this trace asks for. */
  readonly shared: number;
}

/**
 * STATIC that knows no future: it holds the k URLs that an earlier crawl asked for most often, of equal counts those
 * that it met first, and never changes. "We might assume that the most popular k URLs discovered in a previous crawl
 * are pretty much the k most popular URLs in the current crawl": Broder et al. 2003, section 3.6. Loading counts no
 * miss. A URL that this crawl does not ask for takes up its entry all the same.
 *
 * It is for this trace alone, whose numbers of URLs it knows; all its sizes are counted in one pass.
 *
 * @throws "lacks" for a trace without fingerprints
 *
 * O(URLs log URLs) of the earlier trace; 4 bytes for each of them, and 4 for each of this one.
 */
export function staticFrom(earlier: UrlTrace, trace: UrlTrace): EarlierStatic {
  for (const each of [earlier, trace]) requireTrace("staticFrom", each);
  const ranked = rankedIn(earlier, trace);
  const check = (urls: number) => {
    if (urls !== trace.urls)
      throw problem.option`STATIC of ${earlier.name} was made for ${trace.name}, which has ${trace.urls} URLs, not ${urls}: make another for this trace`;
  };
  return {
    kind: "cache",
    name: "static-earlier",
    label: `STATIC of ${earlier.name}`,
    source: "Broder et al. 2003, section 3.6",
    offline: false,
    upkeep: { links: 0, bits: 0 },
    options: { earlier: earlier.name },
    known: ranked.length,
    shared: ranked.reduce((sum, url) => sum + Number(url !== ELSEWHERE), 0),
    create({ capacity, urls }) {
      check(urls);
      const inside = new Uint8Array(urls);
      for (const url of ranked.subarray(0, capacity)) if (url !== ELSEWHERE) inside[url] = 1;
      return { request: (url) => inside[url] === 1 };
    },
    curve({ requests, urls }, sizes) {
      check(urls);
      const counts = countsOf(requests, urls);
      let hits = 0;
      let loaded = 0;
      return Float64Array.from(sizes, (size) => {
        for (; loaded < Math.min(size, ranked.length); loaded++)
          if (ranked[loaded] !== ELSEWHERE) hits += counts[ranked[loaded]];
        return requests.length - hits;
      });
    },
  };
}

/** URLs of the earlier trace, the most popular first, by their numbers in this one. */
function rankedIn(earlier: UrlTrace, trace: UrlTrace): Int32Array {
  for (const { name, fingerprints } of [earlier, trace])
    if (fingerprints === undefined)
      throw problem.lacks`${name} has no fingerprints, so its URLs cannot be found in another trace`;
  const ids = new DenseIds({ expected: trace.urls });
  ids.number(trace.fingerprints as Uint32Array, new Uint32Array(trace.urls));
  const counts = countsOf(earlier.requests, earlier.urls);
  const ranked = Uint32Array.from({ length: earlier.urls }, (_, url) => url);
  ranked.sort((a, b) => counts[b] - counts[a] || a - b);
  const words = earlier.fingerprints as Uint32Array;
  return Int32Array.from(ranked, (url) => ids.idOf(words[2 * url + 1], words[2 * url]));
}
