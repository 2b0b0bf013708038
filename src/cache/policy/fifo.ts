import { defineCache } from "../method.js";

/** Evicts the URL that came in first, however often it was asked for since. 1 byte per URL, 4 per entry. */
export const fifo = defineCache({
  name: "fifo",
  title: "FIFO",
  source: "Belady 1966",
  upkeep: { links: 0, bits: 0, inPlace: true },
  options: {},
  create({ capacity, urls }) {
    const entries = new Uint32Array(Math.min(capacity, urls));
    const inside = new Uint8Array(urls);
    let filled = 0;
    let oldest = 0;
    return {
      request(url) {
        if (inside[url] === 1) return true;
        inside[url] = 1;
        if (filled < entries.length) entries[filled++] = url;
        else {
          inside[entries[oldest]] = 0;
          entries[oldest++] = url;
          if (oldest === entries.length) oldest = 0;
        }
        return false;
      },
    };
  },
});
