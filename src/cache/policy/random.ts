import { defineCache } from "../method.js";
import { randomPass } from "../one-pass/mask-passes.js";
import { Victims } from "../victims.js";

/**
 * Evicts any of the entries, each with the same chance. Broder et al. 2003, section 3.5. An entry that was just added
 * survives k evictions in the mean. 1 byte per URL, 4 per entry.
 */
export const random = defineCache({
  name: "random",
  title: "RANDOM",
  source: "Broder et al. 2003, section 3.5",
  upkeep: { links: 0, bits: 0 },
  options: {},
  pass: randomPass,
  create({ capacity, urls, random }) {
    const entries = new Uint32Array(Math.min(capacity, urls));
    const inside = new Uint8Array(urls);
    const victims = new Victims(random);
    const room = entries.length;
    let filled = 0;
    let asked = 0;
    return {
      request(url) {
        asked++;
        if (inside[url] === 1) return true;
        inside[url] = 1;
        if (filled < room) {
          entries[filled++] = url;
          return false;
        }
        const victim = (victims.share(asked - 1) * room) | 0;
        inside[entries[victim]] = 0;
        entries[victim] = url;
        return false;
      },
    };
  },
});
