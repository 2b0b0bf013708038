import type { UrlId } from "../../trace/url-trace.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";

const ABSENT = 0;
const UNVISITED = 1;
const VISITED = 2;

/**
 * A queue in which nothing moves: a hit marks, and a hand that goes from the oldest to the newest evicts the first unmarked URL and takes marks
 * off on its way. New URLs come in at the front, so that the hand, unlike that of CLOCK, leaves those behind that it spared. Zhang
 * et al. 2024 (NSDI), Algorithm 1.
 *
 * 9 bytes per URL.
 */
export const sieve = defineCache<object>({
  name: "sieve",
  title: "SIEVE",
  source: "Zhang et al. 2024, Algorithm 1",
  defaults: {},
  create({ capacity, urls }) {
    const queue = new Lists(urls, 1);
    const states = new Uint8Array(urls);
    let size = 0;
    let hand: UrlId | -1 = -1;
    const evict = () => {
      let url = hand < 0 ? queue.last(0) : hand;
      while (states[url] === VISITED) {
        states[url] = UNVISITED;
        url = queue.ahead(url);
        if (url < 0) url = queue.last(0);
      }
      hand = queue.ahead(url);
      queue.remove(0, url);
      states[url] = ABSENT;
    };
    return {
      request(url) {
        if (states[url] !== ABSENT) {
          states[url] = VISITED;
          return true;
        }
        if (size < capacity) size++;
        else evict();
        states[url] = UNVISITED;
        queue.push(0, url);
        return false;
      },
    };
  },
});
