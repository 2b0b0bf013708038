import { Lists } from "../lists.js";
import { defineCache } from "../method.js";
import { lruCurve } from "../one-pass/lru-curve.js";

/** Evicts the URL that was not asked for for the longest time. Broder et al. 2003, section 3.3. 9 bytes per URL. */
export const lru = defineCache<object>({
  name: "lru",
  title: "LRU",
  source: "Broder et al. 2003, section 3.3",
  defaults: {},
  curve: lruCurve,
  create({ capacity, urls }) {
    const stack = new Lists(urls, 1);
    const inside = new Uint8Array(urls);
    let size = 0;
    return {
      request(url) {
        const hit = inside[url] === 1;
        if (hit) stack.remove(0, url);
        else {
          inside[url] = 1;
          if (size < capacity) size++;
          else inside[stack.pop(0)] = 0;
        }
        stack.push(0, url);
        return hit;
      },
    };
  },
});
