import { problem } from "../../base/error.js";
import { word } from "../../base/method.js";
import { defineCache } from "../method.js";
import { staticCurve } from "../one-pass/static-curve.js";
import { countsOf, tiersOf } from "../popularity.js";

/**
 * Holds the k URLs that are asked for most often in the whole trace, of several with equal counts those that turn up
 * first, and never changes. Broder et al. 2003, section 3.6. 4 bytes per URL.
 *
 * @throws "option" when it is not given the whole trace
 */
export const staticCache = defineCache({
  name: "static",
  title: "STATIC",
  source: "Broder et al. 2003, section 3.6",
  offline: true,
  options: {
    /** "uncharged": as in Figures 2 to 5, where it seems to beat MIN at large sizes. "charged": so that it cannot. */
    preload: word(["uncharged", "charged"], "whether loading the cache counts one miss for each entry"),
  },
  curve: (trace, sizes, { preload }) => staticCurve(trace, sizes, preload === "charged"),
  create({ capacity, urls, trace }, { preload }) {
    if (trace === undefined) throw problem.option`STATIC is loaded beforehand: it needs the whole trace`;
    const counts = countsOf(trace, urls);
    const size = Math.min(capacity, urls);
    /**
     * All that were asked for more often than `least` are loaded, and the first `ties` of those that were asked for as
     * often.
     */
    let least = 0;
    let ties = size;
    for (const tier of tiersOf(counts)) {
      least = tier.count;
      if (tier.urls >= ties) break;
      ties -= tier.urls;
    }
    const inside = new Uint8Array(urls);
    for (let url = 0; url < urls; url++)
      if (counts[url] > least || (counts[url] === least && ties-- > 0)) inside[url] = 1;
    return { request: (url) => inside[url] === 1, ...(preload === "charged" && { preloaded: size }) };
  },
});
