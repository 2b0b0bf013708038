import type { UrlId } from "../../trace/url-trace.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";

const UNKNOWN = 0;
/** Low inter-reference recency: always in the cache, and in the stack. */
const LIR = 1;
/** High inter-reference recency, in the cache. */
const RESIDENT = 2;
/** High inter-reference recency, remembered in the stack only. */
const GONE = 3;

export interface LirsOptions {
  /** Lhirs: share of the entries for URLs of high recency, rounded down, but 1 at the least; 0.01 in the paper. */
  readonly high?: number;
  /** URLs that the stack remembers although they are not in the cache, as a multiple of the entries; the oldest go first. Default 2. The paper sets no bound. */
  readonly remembered?: number;
}

/**
 * Keeps URLs by the number of others between their last two requests: those where it is low (LIR) stay, newcomers and all others share a small queue.
 * Jiang and Zhang 2002 (SIGMETRICS), section 3.
 *
 * A cache of one entry has no room for both kinds, and is LRU. 18 bytes per URL.
 */
export const lirs = defineCache<LirsOptions>({
  name: "lirs",
  title: "LIRS",
  source: "Jiang and Zhang 2002, section 3",
  defaults: { high: 0.01, remembered: 2 },
  check({ high, remembered }) {
    if (!(high > 0 && high < 1)) throw new RangeError(`high is a share of the entries, in (0, 1); found ${high}`);
    if (!(remembered >= 0))
      throw new RangeError(`remembered is a multiple of the entries, 0 or more; found ${remembered}`);
  },
  create({ capacity, urls }, { high, remembered }) {
    const highSize = Math.max(1, Math.floor(capacity * high));
    const lowSize = capacity - highSize;
    const mostGone = Math.floor(capacity * remembered);
    /** S: by recency, from a LIR at its back to the URL asked for last. List 1: those of it that are gone, by age. */
    const stack = new Lists(urls, 1);
    const gone = new Lists(urls, 1);
    /** Q: resident URLs of high recency. */
    const queue = new Lists(urls, 1);
    const kinds = new Uint8Array(urls);
    const inStack = new Uint8Array(urls);
    let low = 0;

    const toTop = (url: UrlId) => {
      if (inStack[url] === 1) stack.remove(0, url);
      inStack[url] = 1;
      stack.push(0, url);
    };
    const forget = (url: UrlId) => {
      gone.remove(0, url);
      kinds[url] = UNKNOWN;
    };
    /** Takes what is behind the last LIR off the stack. */
    const prune = () => {
      while (stack.size(0) > 0) {
        const url = stack.last(0);
        if (kinds[url] === LIR) return;
        stack.remove(0, url);
        inStack[url] = 0;
        if (kinds[url] === GONE) forget(url);
      }
    };
    /** The LIR at the back becomes a resident of the queue. */
    const demote = () => {
      const url = stack.pop(0);
      inStack[url] = 0;
      kinds[url] = RESIDENT;
      queue.push(0, url);
      low--;
      prune();
    };
    const evict = () => {
      const url = queue.pop(0);
      if (inStack[url] === 0) {
        kinds[url] = UNKNOWN;
        return;
      }
      kinds[url] = GONE;
      gone.push(0, url);
      if (gone.size(0) <= mostGone) return;
      const oldest = gone.last(0);
      forget(oldest);
      stack.remove(0, oldest);
      inStack[oldest] = 0;
    };
    const becomeLow = (url: UrlId) => {
      kinds[url] = LIR;
      low++;
      toTop(url);
      if (low > lowSize) demote();
    };
    const enter = (url: UrlId) => {
      const wasGone = kinds[url] === GONE;
      if (low + queue.size(0) >= capacity) evict();
      if (kinds[url] === GONE) gone.remove(0, url);
      if ((wasGone && inStack[url] === 1 && lowSize > 0) || low < lowSize) return becomeLow(url);
      kinds[url] = RESIDENT;
      queue.push(0, url);
      if (lowSize > 0) toTop(url);
    };
    return {
      request(url) {
        const kind = kinds[url];
        if (kind === LIR) {
          const wasLast = stack.last(0) === url;
          toTop(url);
          if (wasLast) prune();
          return true;
        }
        if (kind !== RESIDENT) {
          enter(url);
          return false;
        }
        queue.remove(0, url);
        if (inStack[url] === 1) becomeLow(url);
        else {
          queue.push(0, url);
          if (lowSize > 0) toTop(url);
        }
        return true;
      },
    };
  },
});
