import type { UrlId } from "../../trace/url-trace.js";
import { FrequencySketch } from "../frequency-sketch.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";

const ABSENT = 0;
const WINDOW = 1;
const PROBATION = 2;
const PROTECTED = 3;

export interface WTinyLfuOptions {
  /** Share of the entries in the window, rounded down, but 1 at the least; 0.01 in the paper. */
  readonly window?: number;
  /** Share of the main part that is protected, rounded down; 0.8 in the paper. */
  readonly protectedShare?: number;
  /** Requests after which counts are halved, in entries; 10, as Caffeine has it. */
  readonly sample?: number;
}

/**
 * Newcomers pass a small LRU window; what leaves it comes into the main part, a segmented LRU, only if it was asked for more often lately than what
 * it would drive out, by a sketch of frequencies. Einziger, Friedman and Manes 2017 (ACM TOS), sections 3 and 4.
 *
 * 9 bytes per URL, and 4 to 8 per entry for the sketch.
 */
export const wTinyLfu = defineCache<WTinyLfuOptions>({
  name: "w-tiny-lfu",
  title: "W-TinyLFU",
  source: "Einziger, Friedman and Manes 2017, sections 3 and 4",
  defaults: { window: 0.01, protectedShare: 0.8, sample: 10 },
  check({ window, protectedShare, sample }) {
    if (!(window > 0 && window < 1))
      throw new RangeError(`window is a share of the entries, in (0, 1); found ${window}`);
    if (!(protectedShare >= 0 && protectedShare <= 1))
      throw new RangeError(`protectedShare is a share of the main part, in [0, 1]; found ${protectedShare}`);
    if (!(sample >= 1)) throw new RangeError(`sample is a number of requests per entry, 1 or more; found ${sample}`);
  },
  create({ capacity, urls }, { window, protectedShare, sample }) {
    const windowSize = Math.max(1, Math.floor(capacity * window));
    const mainSize = capacity - windowSize;
    const protectedSize = Math.floor(mainSize * protectedShare);
    const sketch = new FrequencySketch(capacity, Math.max(16, sample * capacity));
    const lists = new Lists(urls, 4);
    const places = new Uint8Array(urls);
    const put = (list: number, url: UrlId) => {
      places[url] = list;
      lists.push(list, url);
    };
    const drop = (url: UrlId) => {
      places[url] = ABSENT;
    };
    /** What left the window against the one that would leave the main part. */
    const admit = (candidate: UrlId) => {
      if (mainSize === 0) return drop(candidate);
      if (lists.size(PROBATION) + lists.size(PROTECTED) < mainSize) return put(PROBATION, candidate);
      const from = lists.size(PROBATION) > 0 ? PROBATION : PROTECTED;
      const victim = lists.last(from);
      if (sketch.of(candidate) <= sketch.of(victim)) return drop(candidate);
      lists.remove(from, victim);
      drop(victim);
      put(PROBATION, candidate);
    };
    const promote = (url: UrlId) => {
      lists.remove(places[url], url);
      put(protectedSize > 0 ? PROTECTED : PROBATION, url);
      if (lists.size(PROTECTED) > protectedSize) put(PROBATION, lists.pop(PROTECTED));
    };
    return {
      request(url) {
        sketch.add(url);
        const place = places[url];
        if (place === WINDOW) {
          lists.remove(WINDOW, url);
          lists.push(WINDOW, url);
          return true;
        }
        if (place !== ABSENT) {
          promote(url);
          return true;
        }
        put(WINDOW, url);
        if (lists.size(WINDOW) > windowSize) admit(lists.pop(WINDOW));
        return false;
      },
    };
  },
});
