import type { UrlId } from "../../trace/url-trace.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";

const ABSENT = 0;
const SMALL = 1;
const MAIN = 2;
const GHOST = 3;

export interface S3FifoOptions {
  /** Share of the entries in the small queue, rounded down, but 1 at the least; 0.1 in the paper. */
  readonly small?: number;
  /** URLs that the ghost queue remembers, as a share of the entries, rounded down; 0.9. */
  readonly ghost?: number;
  /** Hits in the small queue from which a URL moves to the main queue; 2. */
  readonly moves?: number;
  /** While the cache fills: where do URLs go once the small queue is full? "main" (default): as the authors' simulator has it since December 2024. "small": as in the paper. */
  readonly filling?: "main" | "small";
}

/**
 * Three queues: newcomers pass a small one, and only those that are asked for there move on to the main one, which is a CLOCK with a counter of 0
 * to 3; what the small one evicts is remembered in a ghost queue, and comes back into the main one. Yang et al. 2023 (SOSP),
 * Algorithm 1, with the parameters of the authors' simulator libCacheSim.
 *
 * A URL enters the main queue with its counter at 0. 13 bytes per URL.
 */
export const s3Fifo = defineCache<S3FifoOptions>({
  name: "s3-fifo",
  title: "S3-FIFO",
  source: "Yang et al. 2023, Algorithm 1",
  defaults: { small: 0.1, ghost: 0.9, moves: 2, filling: "main" },
  choices: { filling: ["main", "small"] },
  check({ small, ghost, moves }) {
    if (!(small > 0 && small < 1)) throw new RangeError(`small is a share of the entries, in (0, 1); found ${small}`);
    if (!(ghost >= 0 && ghost < 100))
      throw new RangeError(`ghost is a share of the entries, 0 or more; found ${ghost}`);
    if (!(Number.isInteger(moves) && moves >= 1))
      throw new RangeError(`moves is a number of hits, 1 or more; found ${moves}`);
  },
  create({ capacity, urls }, { small, ghost, moves, filling }) {
    const smallSize = Math.max(1, Math.floor(capacity * small));
    const mainSize = capacity - smallSize;
    const ghostSize = Math.floor(capacity * ghost);
    const queues = new Lists(urls, 4);
    const places = new Uint8Array(urls);
    const hits = new Uint32Array(urls);
    let hasEvicted = false;

    const enter = (queue: number, url: UrlId) => {
      places[url] = queue;
      hits[url] = 0;
      queues.push(queue, url);
    };
    const remember = (url: UrlId) => {
      places[url] = ABSENT;
      if (ghostSize === 0) return;
      if (queues.size(GHOST) === ghostSize) places[queues.pop(GHOST)] = ABSENT;
      enter(GHOST, url);
    };
    const evictSmall = () => {
      while (queues.size(SMALL) > 0) {
        const url = queues.pop(SMALL);
        if (hits[url] < moves) return remember(url);
        enter(MAIN, url);
      }
    };
    const evictMain = () => {
      for (;;) {
        const url = queues.pop(MAIN);
        if (hits[url] === 0) {
          places[url] = ABSENT;
          return;
        }
        const left = Math.min(hits[url], 3) - 1;
        enter(MAIN, url);
        hits[url] = left;
      }
    };
    return {
      request(url) {
        const place = places[url];
        if (place === SMALL || place === MAIN) {
          hits[url]++;
          return true;
        }
        if (place === GHOST) {
          queues.remove(GHOST, url);
          places[url] = ABSENT;
        }
        while (queues.size(SMALL) + queues.size(MAIN) >= capacity) {
          hasEvicted = true;
          if (queues.size(MAIN) > mainSize || queues.size(SMALL) === 0) evictMain();
          else evictSmall();
        }
        const passes = filling === "main" && !hasEvicted && queues.size(SMALL) >= smallSize;
        enter(place === GHOST || passes ? MAIN : SMALL, url);
        return false;
      },
    };
  },
});
