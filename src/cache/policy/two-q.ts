import { number } from "../../base/method.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";
import { ABSENT, placesOf } from "../places.js";

const IN = 0;
const OUT = 1;
const MAIN = 2;

/**
 * Newcomers wait in a queue A1in; only those that are asked for again after they left it, while A1out remembers them,
 * come into the stack Am. Johnson and Shasha 1994 (VLDB), the full version.
 *
 * A hit in A1in moves nothing. A1in gives way while it holds more than its share, else the stack does; what leaves the
 * stack is forgotten. 4 bytes per URL, 20 per entry.
 */
export const twoQ = defineCache({
  name: "two-q",
  title: "2Q",
  source: "Johnson and Shasha 1994, full version",
  upkeep: ({ remembered }) => ({ links: 2, bits: 2, ghosts: remembered }), // which queue
  options: {
    /** 0.25 in the paper. */
    newcomers: number(0.25, "[0, 1)", "Kin: entries in the queue of newcomers A1in, rounded down", {
      is: "a share of the entries, in [0, 1)",
    }),
    /** 0.5 in the paper. */
    remembered: number(0.5, "[0, 100)", "Kout: URLs that A1out remembers, rounded down", {
      is: "a share of the entries, 0 or more",
      samples: [0, 0.5, 3],
    }),
  },
  create({ capacity, urls, keyed }, { newcomers, remembered }) {
    const inSize = Math.floor(capacity * newcomers);
    const outSize = Math.floor(capacity * remembered);
    const places = placesOf(urls, capacity + outSize + 1, keyed);
    const lists = new Lists(places.slots, 3);
    /** By slot: its list. */
    const where = new Uint8Array(places.slots);
    const makeRoom = () => {
      if (lists.size(IN) + lists.size(MAIN) < capacity) return;
      if (lists.size(IN) <= inSize) {
        places.drop(lists.pop(MAIN));
        return;
      }
      const slot = lists.pop(IN);
      where[slot] = OUT;
      lists.push(OUT, slot);
      if (lists.size(OUT) > outSize) places.drop(lists.pop(OUT));
    };
    return {
      request(url) {
        const slot = places.of(url);
        if (slot === ABSENT) {
          makeRoom();
          const free = places.add(url);
          where[free] = IN;
          lists.push(IN, free);
          return false;
        }
        if (where[slot] === IN) return true;
        if (where[slot] === MAIN) {
          lists.move(MAIN, MAIN, slot);
          return true;
        }
        lists.remove(OUT, slot);
        makeRoom();
        where[slot] = MAIN;
        lists.push(MAIN, slot);
        return false;
      },
    };
  },
});
