import { number, word } from "../../base/method.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";
import { ABSENT, placesOf } from "../places.js";

/** Low inter-reference recency: always in the cache, and in the stack. */
const LIR = 1;
/** High inter-reference recency, in the cache. */
const RESIDENT = 2;
/** High inter-reference recency, remembered in the stack only. */
const GONE = 3;

/** Lists that a URL of high recency is in: Q, or those that are gone, by age. */
const QUEUE = 0;
const AWAY = 1;

/**
 * Keeps URLs by the number of others between their last two requests: those where it is low (LIR) stay, newcomers and
 * all others share a small queue. Jiang and Zhang 2002 (SIGMETRICS), section 3.
 *
 * While fewer than the share of LIR are there, a newcomer becomes one. A hit in the queue alone moves to its end, and
 * to the top of the stack. A cache of one entry has no room for both kinds, and is LRU. 4 bytes per URL, 66 per entry.
 *
 * The text makes LIR of a newcomer that is asked for again at once. The authors' program (`lirs.c`, 2002) and the
 * simulator of Caffeine do not: `{ repeats: "once" }`. libCacheSim ends the stack at twice the entries, which is near
 * `{ remembered: 1 }`.
 */
export const lirs = defineCache({
  name: "lirs",
  title: "LIRS",
  source: "Jiang and Zhang 2002, section 3",
  upkeep: ({ remembered }) => ({ links: 4, bits: 2, ghosts: remembered }), // a stack and a queue
  options: {
    /** 0.01 in the paper. */
    high: number(0.01, "(0, 1)", "Lhirs: entries for URLs of high recency, rounded down, but 1 at the least", {
      is: "a share of the entries, in (0, 1)",
    }),
    /** The oldest go first. The paper sets no bound. */
    remembered: number(2, "[0, ∞]", "URLs that the stack remembers although they are not in the cache", {
      is: "a multiple of the entries, 0 or more",
    }),
    /** "each": as the paper is written. "once": as its authors programmed it. */
    repeats: word(["each", "once"], "whether each of several requests in a row for one URL counts, or the first alone"),
  },
  create({ capacity, urls, keyed }, { high, remembered, repeats }) {
    const highSize = Math.max(1, Math.floor(capacity * high));
    const lowSize = capacity - highSize;
    const mostGone = Math.floor(capacity * remembered);
    const places = placesOf(urls, capacity + mostGone + 1, keyed);
    /** S: by recency, from a LIR at its back to the URL asked for last. */
    const stack = new Lists(places.slots, 1);
    const others = new Lists(places.slots, 2);
    const kinds = new Uint8Array(places.slots);
    const inStack = new Uint8Array(places.slots);
    let low = 0;

    const toTop = (slot: number) => {
      if (inStack[slot] === 1) stack.remove(0, slot);
      inStack[slot] = 1;
      stack.push(0, slot);
    };
    const leave = (slot: number) => {
      stack.remove(0, slot);
      inStack[slot] = 0;
    };
    const forget = (slot: number) => {
      others.remove(AWAY, slot);
      places.drop(slot);
    };
    /** Takes what is behind the last LIR off the stack. */
    const prune = () => {
      while (stack.size(0) > 0) {
        const slot = stack.last(0);
        if (kinds[slot] === LIR) return;
        leave(slot);
        if (kinds[slot] === GONE) forget(slot);
      }
    };
    const becomeLow = (slot: number) => {
      kinds[slot] = LIR;
      low++;
      toTop(slot);
      if (low <= lowSize) return;
      // the LIR at the back becomes a resident of the queue
      const last = stack.last(0);
      leave(last);
      kinds[last] = RESIDENT;
      others.push(QUEUE, last);
      low--;
      prune();
    };
    const becomeResident = (slot: number) => {
      kinds[slot] = RESIDENT;
      others.push(QUEUE, slot);
      if (lowSize > 0) toTop(slot);
    };
    const makeRoom = () => {
      if (low + others.size(QUEUE) < capacity) return;
      const slot = others.pop(QUEUE);
      if (inStack[slot] === 0) {
        places.drop(slot);
        return;
      }
      kinds[slot] = GONE;
      others.push(AWAY, slot);
      if (others.size(AWAY) <= mostGone) return;
      const oldest = others.last(AWAY);
      leave(oldest);
      forget(oldest);
    };
    const enter = (url: number) => {
      makeRoom();
      const slot = places.add(url);
      if (low < lowSize) becomeLow(slot);
      else becomeResident(slot);
    };
    /** A URL that is gone was asked for again while the stack remembers it. */
    const comeBack = (slot: number) => {
      others.remove(AWAY, slot);
      makeRoom();
      becomeLow(slot);
    };
    return {
      request(url) {
        const slot = places.of(url);
        if (slot === ABSENT) {
          enter(url);
          return false;
        }
        const kind = kinds[slot];
        if (kind === LIR) {
          const wasLast = stack.last(0) === slot;
          toTop(slot);
          if (wasLast) prune();
          return true;
        }
        if (kind === GONE) {
          comeBack(slot);
          return false;
        }
        if (repeats === "once" && inStack[slot] === 1 && stack.ahead(slot) < 0) return true;
        others.remove(QUEUE, slot);
        if (inStack[slot] === 1) becomeLow(slot);
        else becomeResident(slot);
        return true;
      },
    };
  },
});
