import { number } from "../../base/method.js";
import { FrequencySketch } from "../frequency-sketch.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";
import { ABSENT, placesOf } from "../places.js";

/** Counts go up to here, as those of the sketch. */
const MOST = 15;

/**
 * STATIC on line: holds the k URLs that were asked for most often of late, as far as a sketch can tell. A newcomer comes
 * in only if the sketch has seen it more often than the one held that was asked for least; of several, what has its
 * count for longest goes. Broder et al. 2003, section 3.6, propose it, "an on-line approach might work as well", and
 * name Charikar, Chen and Farach-Colton 2002, whose heap of k items beside a sketch this is.
 *
 * Unlike theirs the sketch is a count-min sketch whose counts end at 15, and after `sample` requests per entry all are
 * halved, so that the least of k counts stays at `sample` or below. Above 14 a cache may fill with URLs that nothing
 * drives out. 4 bytes
 * per URL, 17 to 21 per entry.
 */
export const frequent = defineCache({
  name: "frequent",
  title: "FREQUENT",
  source: "Charikar, Chen and Farach-Colton 2002, section 3; proposed by Broder et al. 2003, section 3.6",
  upkeep: { links: 2, bits: 4 + 16 }, // its count, four counters of the sketch
  options: {
    sample: number(10, "[1, ∞]", "requests after which counts are halved, in entries", {
      is: "a number of requests per entry, 1 or more",
    }),
  },
  create({ capacity, urls, keyed }, { sample }) {
    const sketch = new FrequencySketch(capacity, Math.max(MOST + 1, sample * capacity));
    const places = placesOf(urls, capacity, keyed);
    /** A list for each count; at the back what has it for longest. */
    const lists = new Lists(places.slots, MOST + 1);
    const counts = new Uint8Array(places.slots);
    let held = 0;
    const put = (slot: number, count: number) => {
      counts[slot] = count;
      lists.push(count, slot);
    };
    const halve = () => {
      for (let count = 1; count <= MOST; count++)
        for (let left = lists.size(count); left > 0; left--) put(lists.pop(count), count >> 1);
    };
    const least = () => {
      let count = 0;
      while (lists.size(count) === 0) count++;
      return count;
    };
    const admit = (url: number) => {
      const count = sketch.of(url);
      if (held < capacity) {
        held++;
        return put(places.add(url), count);
      }
      const lowest = least();
      if (count <= lowest) return;
      const victim = lists.pop(lowest);
      places.replace(victim, url);
      put(victim, count);
    };
    return {
      request(url) {
        const slot = places.of(url);
        if (slot !== ABSENT && counts[slot] < MOST) {
          lists.remove(counts[slot], slot);
          put(slot, counts[slot] + 1);
        }
        if (sketch.add(url)) halve();
        if (slot !== ABSENT) return true;
        admit(url);
        return false;
      },
    };
  },
});
