import { word } from "../../base/method.js";
import { defineCache } from "../method.js";
import { clockPass } from "../one-pass/mask-passes.js";

const ABSENT = 0;
const UNMARKED = 1;
const MARKED = 2;

/**
 * Evicts the first unmarked entry that the clock's hand comes to, and takes marks off on its way; a hit marks. Broder
 * et al. 2003, section 3.4.
 *
 * While the cache fills, entries are taken in order and the hand rests on the first. 1 byte per URL, 4 per entry.
 */
export const clock = defineCache({
  name: "clock",
  title: "CLOCK",
  source: "Broder et al. 2003, section 3.4",
  upkeep: { links: 0, bits: 1 }, // its mark
  options: {
    /** Section 3.4 turns the mark bit on when a URL that is in the cache is asked for: unmarked. Multics: marked. */
    newcomer: word(["unmarked", "marked"], "whether a URL comes in with its mark bit on"),
  },
  pass: (setting, { newcomer }) => clockPass(setting, newcomer === "marked"),
  create({ capacity, urls }, { newcomer }) {
    const entries = new Uint32Array(Math.min(capacity, urls));
    const states = new Uint8Array(urls);
    const entering = newcomer === "marked" ? MARKED : UNMARKED;
    let filled = 0;
    let hand = 0;
    return {
      request(url) {
        if (states[url] !== ABSENT) {
          states[url] = MARKED;
          return true;
        }
        states[url] = entering;
        if (filled < entries.length) {
          entries[filled++] = url;
          return false;
        }
        while (states[entries[hand]] === MARKED) {
          states[entries[hand]] = UNMARKED;
          if (++hand === entries.length) hand = 0;
        }
        states[entries[hand]] = ABSENT;
        entries[hand] = url;
        if (++hand === entries.length) hand = 0;
        return false;
      },
    };
  },
});
