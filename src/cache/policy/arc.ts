import { Lists } from "../lists.js";
import { defineCache } from "../method.js";
import { ABSENT, placesOf } from "../places.js";

const T1 = 0;
const T2 = 1;
const B1 = 2;
const B2 = 3;

/**
 * Two stacks, of URLs asked for once (T1) and more often (T2), whose sizes follow the hits in what they evicted last
 * (B1, B2). Megiddo and Modha 2003 (FAST), Figure 4.
 *
 * The target size p of T1 is a real number; it moves by max(1, |B2| / |B1|) up and max(1, |B1| / |B2|) down, lengths
 * taken before the URL leaves its ghost list. REPLACE takes from T1 when T2 is empty, of which the figure says nothing.
 * Request by request what libCacheSim does. 4 bytes per URL, 26 per entry.
 */
export const arc = defineCache({
  name: "arc",
  title: "ARC",
  source: "Megiddo and Modha 2003, Figure 4",
  upkeep: { links: 2, bits: 2, ghosts: 1 }, // which list
  options: {},
  create({ capacity, urls, keyed }) {
    const places = placesOf(urls, 2 * capacity, keyed);
    const stacks = new Lists(places.slots, 4);
    /** By slot: its stack. */
    const where = new Uint8Array(places.slots);
    let p = 0;
    const size = (stack: number) => stacks.size(stack);
    const put = (stack: number, slot: number) => {
      where[slot] = stack;
      stacks.push(stack, slot);
    };
    const forget = (stack: number) => places.drop(stacks.pop(stack));
    /** REPLACE of the paper. */
    const replace = (wasInB2: boolean) => {
      const fromT1 = size(T1) > 0 && (size(T1) > p || (wasInB2 && size(T1) === p));
      if (fromT1 || size(T2) === 0) put(B1, stacks.pop(T1));
      else put(B2, stacks.pop(T2));
    };
    const isFull = () => size(T1) + size(T2) >= capacity;
    const comeBack = (slot: number, from: number) => {
      const step = Math.max(size(from === B1 ? B2 : B1) / size(from), 1);
      p = from === B1 ? Math.min(p + step, capacity) : Math.max(p - step, 0);
      stacks.remove(from, slot);
      replace(from === B2);
      put(T2, slot);
    };
    /** Case IV of the paper: the URL is in no list. */
    const makeRoom = () => {
      if (size(T1) + size(B1) < capacity) {
        if (size(T1) + size(T2) + size(B1) + size(B2) >= 2 * capacity) forget(B2);
        replace(false);
      } else if (size(T1) < capacity) {
        forget(B1);
        replace(false);
      } else forget(T1);
    };
    return {
      request(url) {
        const slot = places.of(url);
        if (slot === ABSENT) {
          if (isFull()) makeRoom();
          put(T1, places.add(url));
          return false;
        }
        const stack = where[slot];
        if (stack === B1 || stack === B2) {
          comeBack(slot, stack);
          return false;
        }
        where[slot] = T2;
        stacks.move(stack, T2, slot);
        return true;
      },
    };
  },
});
