import { number } from "../../base/method.js";
import { FrequencySketch } from "../frequency-sketch.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";
import { ABSENT, placesOf } from "../places.js";

const WINDOW = 0;
const PROBATION = 1;
const PROTECTED = 2;

/** Counters of the sketch per entry, in each of its four rows: sixteen in all, as Caffeine has them in 8 bytes. */
const COUNTERS = 4;

/**
 * Newcomers pass a small LRU window; what leaves it comes into the main part, a segmented LRU, only if it was asked for
 * more often lately than what it would drive out, by a sketch of frequencies. Einziger, Friedman and Manes 2017 (ACM
 * TOS), sections 3 and 4.
 *
 * A tie in frequency keeps out the newcomer. As in Caffeine's simulator (`sketch.WindowTinyLfu`) the window keeps its
 * size, there is no doorkeeper before the sketch, nothing is admitted by chance, and while the main part fills, all is
 * admitted; unlike there, only the smallest counters of a URL are raised, and each request counts towards the sample. 4
 * bytes per URL, 29 to 45 per entry.
 *
 * libCacheSim's `WTinyLFU` is another policy: it counts a newcomer once more when it leaves the window, counts no hits
 * in the window, and halves after 32 requests per entry.
 */
export const wTinyLfu = defineCache({
  name: "w-tiny-lfu",
  title: "W-TinyLFU",
  source: "Einziger, Friedman and Manes 2017, sections 3 and 4",
  upkeep: { links: 2, bits: 2 + 64 }, // which list, sixteen counters of the sketch, of four bits
  options: {
    /** 0.01 in the paper. */
    window: number(0.01, "(0, 1)", "entries in the window, rounded down, but 1 at the least", {
      is: "a share of the entries, in (0, 1)",
    }),
    /** 0.8 in the paper. */
    protectedShare: number(0.8, "[0, 1]", "the protected of the main part, rounded down", {
      is: "a share of the main part, in [0, 1]",
    }),
    /** 10, as Caffeine has it. */
    sample: number(10, "[1, ∞]", "requests after which counts are halved, in entries", {
      is: "a number of requests per entry, 1 or more",
    }),
  },
  create({ capacity, urls, keyed }, { window, protectedShare, sample }) {
    const windowSize = Math.max(1, Math.floor(capacity * window));
    const mainSize = capacity - windowSize;
    const protectedSize = Math.floor(mainSize * protectedShare);
    const sketch = new FrequencySketch(COUNTERS * capacity, Math.max(16, sample * capacity));
    const places = placesOf(urls, capacity + 1, keyed);
    const lists = new Lists(places.slots, 3);
    /** By slot: its list. */
    const where = new Uint8Array(places.slots);
    const put = (list: number, slot: number) => {
      where[slot] = list;
      lists.push(list, slot);
    };
    /** What left the window against the one that would leave the main part. */
    const admit = (candidate: number) => {
      if (mainSize === 0) return places.drop(candidate);
      if (lists.size(PROBATION) + lists.size(PROTECTED) < mainSize) return put(PROBATION, candidate);
      const from = lists.size(PROBATION) > 0 ? PROBATION : PROTECTED;
      const victim = lists.last(from);
      if (sketch.of(places.urlAt(candidate)) <= sketch.of(places.urlAt(victim))) return places.drop(candidate);
      lists.remove(from, victim);
      places.drop(victim);
      put(PROBATION, candidate);
    };
    const promote = (slot: number) => {
      lists.remove(where[slot], slot);
      put(protectedSize > 0 ? PROTECTED : PROBATION, slot);
      if (lists.size(PROTECTED) > protectedSize) put(PROBATION, lists.pop(PROTECTED));
    };
    return {
      request(url) {
        sketch.add(url);
        const slot = places.of(url);
        if (slot === ABSENT) {
          put(WINDOW, places.add(url));
          if (lists.size(WINDOW) > windowSize) admit(lists.pop(WINDOW));
          return false;
        }
        if (where[slot] === WINDOW) lists.move(WINDOW, WINDOW, slot);
        else promote(slot);
        return true;
      },
    };
  },
});
