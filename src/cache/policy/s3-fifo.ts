import { number, word } from "../../base/method.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";
import { ABSENT, placesOf } from "../places.js";

const SMALL = 0;
const MAIN = 1;
const GHOST = 2;

/**
 * Three queues: newcomers pass a small one, and only those that are asked for there move on to the main one, which is a
 * CLOCK with a counter of 0 to 3; what the small one evicts is remembered in a ghost queue, and comes back into the
 * main one. Yang et al. 2023 (SOSP), Algorithm 1.
 *
 * By default request by request the authors' simulator libCacheSim (`S3FIFO`, December 2024) with its parameters: a URL
 * enters the main queue with its counter at 0, a share is rounded down, and the small queue gives way when it holds its
 * share, else the main one. As Algorithm 1 is printed: `{ filling: "small", overflow: "at once" }`, but for one step:
 * as printed it makes room before it looks into the ghost queue, which may forget the very URL; here and in the
 * simulator it looks first. Where a tenth of the entries is less than 2 the simulator admits nothing and misses always;
 * here the small queue has one entry. 4 bytes per URL, 32 per entry.
 */
export const s3Fifo = defineCache({
  name: "s3-fifo",
  title: "S3-FIFO",
  source: "Yang et al. 2023, Algorithm 1",
  upkeep: ({ ghost }) => ({ links: 2, bits: 4, ghosts: ghost }), // two for the count, two for the queue
  options: {
    /** 0.1 in the paper. */
    small: number(0.1, "(0, 1)", "entries in the small queue, rounded down, but 1 at the least", {
      is: "a share of the entries, in (0, 1)",
    }),
    ghost: number(0.9, "[0, 100)", "URLs that the ghost queue remembers, rounded down", {
      is: "a share of the entries, 0 or more",
      samples: [0, 0.9, 2.5],
    }),
    moves: number(2, "[1, ∞)", "hits in the small queue from which a URL moves to the main queue", {
      whole: true,
      is: "a number of hits, 1 or more",
    }),
    /** "main": as the authors' simulator has it since December 2024. "small": as in the paper. */
    filling: word(["main", "small"], "where URLs go once the small queue is full, while the cache fills"),
    /** "later", when room is needed: as the authors' simulator has it. "at once": as Algorithm 1 is printed. */
    overflow: word(["later", "at once"], "when a URL that moves into a full main queue drives one out of it"),
  },
  create({ capacity, urls, keyed }, { small, ghost, moves, filling, overflow }) {
    const smallSize = Math.max(1, Math.floor(capacity * small));
    const mainSize = capacity - smallSize;
    const ghostSize = Math.floor(capacity * ghost);
    const places = placesOf(urls, capacity + ghostSize + 1, keyed);
    const queues = new Lists(places.slots, 3);
    /** By slot: its queue, and its counter. */
    const where = new Uint8Array(places.slots);
    const hits = new Uint32Array(places.slots);

    const enter = (queue: number, slot: number) => {
      where[slot] = queue;
      hits[slot] = 0;
      queues.push(queue, slot);
    };
    const evictMain = () => {
      for (;;) {
        const slot = queues.last(MAIN);
        if (hits[slot] === 0) break;
        hits[slot] = Math.min(hits[slot], 3) - 1;
        queues.move(MAIN, MAIN, slot);
      }
      places.drop(queues.pop(MAIN));
    };
    const evictSmall = () => {
      while (queues.size(SMALL) > 0) {
        const slot = queues.pop(SMALL);
        if (hits[slot] < moves) {
          enter(GHOST, slot);
          if (queues.size(GHOST) > ghostSize) places.drop(queues.pop(GHOST));
          return;
        }
        enter(MAIN, slot);
        if (overflow === "at once" && queues.size(MAIN) > mainSize) evictMain();
      }
    };
    const makeRoom = () => {
      while (queues.size(SMALL) + queues.size(MAIN) >= capacity) {
        if (queues.size(MAIN) > mainSize || queues.size(SMALL) === 0) evictMain();
        else evictSmall();
      }
    };
    return {
      request(url) {
        const slot = places.of(url);
        if (slot === ABSENT) {
          makeRoom();
          const passes = filling === "main" && queues.size(SMALL) >= smallSize;
          enter(passes ? MAIN : SMALL, places.add(url));
          return false;
        }
        if (where[slot] !== GHOST) {
          hits[slot]++;
          return true;
        }
        queues.remove(GHOST, slot);
        makeRoom();
        enter(MAIN, slot);
        return false;
      },
    };
  },
});
