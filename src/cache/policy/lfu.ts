import { defineCache } from "../method.js";
import { ABSENT, placesOf } from "../places.js";

/** Behind the last slot of a list, and before the first. */
const NONE = -1;

/**
 * Evicts the URL that was asked for least often since it came in, of several the one whose last request is oldest. What
 * was evicted begins anew at one.
 *
 * O(1) per request: URLs of equal counts are a list. 4 bytes per URL, 16 per entry.
 */
export const lfu = defineCache({
  name: "lfu",
  title: "LFU",
  source: "Shah, Mitra and Matani 2010, for the O(1) form",
  upkeep: { links: 2, bits: 32 }, // its count
  options: {},
  create({ capacity, urls, keyed }) {
    const places = placesOf(urls, capacity, keyed);
    /** By slot: requests, and the neighbours among those of equal counts. */
    const counts = new Uint32Array(places.slots);
    const newer = new Int32Array(places.slots);
    const older = new Int32Array(places.slots);
    /** By count: the slot asked for last, and the one asked for longest ago. */
    const newest = [NONE];
    const oldest = [NONE];
    let size = 0;
    let least = 1;
    const remove = (slot: number) => {
      const [before, behind] = [older[slot], newer[slot]];
      if (behind === NONE) newest[counts[slot]] = before;
      else older[behind] = before;
      if (before === NONE) oldest[counts[slot]] = behind;
      else newer[before] = behind;
    };
    const push = (slot: number, count: number) => {
      if (count === newest.length) {
        newest.push(NONE);
        oldest.push(NONE);
      }
      const before = newest[count];
      counts[slot] = count;
      older[slot] = before;
      newer[slot] = NONE;
      if (before === NONE) oldest[count] = slot;
      else newer[before] = slot;
      newest[count] = slot;
    };
    return {
      request(url) {
        const slot = places.of(url);
        if (slot !== ABSENT) {
          const count = counts[slot];
          remove(slot);
          push(slot, count + 1);
          if (count === least && newest[count] === NONE) least++;
          return true;
        }
        if (size < capacity) {
          size++;
          push(places.add(url), 1);
        } else {
          const victim = oldest[least];
          remove(victim);
          places.replace(victim, url);
          push(victim, 1);
        }
        least = 1;
        return false;
      },
    };
  },
});
