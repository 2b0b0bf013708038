import type { UrlId } from "../../trace/url-trace.js";
import { defineCache } from "../method.js";

/** Behind the last URL of a list, and before the first. */
const NONE = 0xffffffff;

/**
 * Evicts the URL that was asked for least often since it came in, of several the one whose last request is oldest. What was evicted
 * begins anew at one.
 *
 * O(1) per request: URLs of equal counts are a list. 17 bytes per URL.
 */
export const lfu = defineCache<object>({
  name: "lfu",
  title: "LFU",
  source: "Shah, Mitra and Matani 2010, for the O(1) form",
  defaults: {},
  create({ capacity, urls }) {
    const counts = new Uint32Array(urls);
    const newer = new Uint32Array(urls);
    const older = new Uint32Array(urls);
    /** By count: the URL asked for last, and the one asked for longest ago. */
    const newest: number[] = [];
    const oldest: number[] = [];
    let size = 0;
    let least = 1;
    const remove = (url: UrlId) => {
      const count = counts[url];
      if (newer[url] === NONE) newest[count] = older[url];
      else older[newer[url]] = older[url];
      if (older[url] === NONE) oldest[count] = newer[url];
      else newer[older[url]] = newer[url];
    };
    const push = (url: UrlId, count: number) => {
      const before = newest[count] ?? NONE;
      counts[url] = count;
      older[url] = before;
      newer[url] = NONE;
      if (before === NONE) oldest[count] = url;
      else newer[before] = url;
      newest[count] = url;
    };
    return {
      request(url) {
        const count = counts[url];
        if (count > 0) {
          remove(url);
          push(url, count + 1);
          if (count === least && (newest[count] ?? NONE) === NONE) least++;
          return true;
        }
        if (size < capacity) size++;
        else {
          const victim = oldest[least];
          remove(victim);
          counts[victim] = 0;
        }
        push(url, 1);
        least = 1;
        return false;
      },
    };
  },
});
