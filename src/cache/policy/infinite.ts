import { defineCache } from "../method.js";

/**
 * Keeps every URL: only first requests miss. A bound for all others. Broder et al. 2003, section 3.1. 1 byte per URL.
 */
export const infinite = defineCache({
  name: "infinite",
  title: "INFINITE",
  source: "Broder et al. 2003, section 3.1",
  options: {},
  pass({ sizes }) {
    let seen = 0;
    return {
      add(requests) {
        for (let i = 0; i < requests.length; i++) if (requests[i] === seen) seen++;
      },
      misses: () => Float64Array.from(sizes, () => seen),
    };
  },
  create({ urls }) {
    const seen = new Uint8Array(urls);
    return {
      request(url) {
        if (seen[url] === 1) return true;
        seen[url] = 1;
        return false;
      },
    };
  },
});
