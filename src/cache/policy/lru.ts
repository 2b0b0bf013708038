import { Lists } from "../lists.js";
import { defineCache } from "../method.js";
import { lruPass } from "../one-pass/lru-pass.js";
import { ABSENT, placesOf } from "../places.js";

/**
 * Evicts the URL that was not asked for for the longest time. Broder et al. 2003, section 3.3. 4 bytes per URL, 12 per
 * entry.
 */
export const lru = defineCache({
  name: "lru",
  title: "LRU",
  source: "Broder et al. 2003, section 3.3",
  upkeep: { links: 2, bits: 0 },
  options: {},
  pass: lruPass,
  create({ capacity, urls, keyed }) {
    const places = placesOf(urls, capacity, keyed);
    const stack = new Lists(places.slots, 1);
    return {
      request(url) {
        const slot = places.of(url);
        if (slot !== ABSENT) {
          stack.move(0, 0, slot);
          return true;
        }
        if (stack.size(0) < capacity) stack.push(0, places.add(url));
        else {
          const victim = stack.last(0);
          stack.move(0, 0, victim);
          places.replace(victim, url);
        }
        return false;
      },
    };
  },
});
