import { Lists } from "../lists.js";
import { defineCache } from "../method.js";

const ABSENT = 0;
const IN = 1;
const OUT = 2;
const MAIN = 3;

export interface TwoQOptions {
  /** Kin: share of the entries in the queue of newcomers A1in, rounded down; 0.25 in the paper. */
  readonly newcomers?: number;
  /** Kout: URLs that A1out remembers, as a share of the entries, rounded down; 0.5 in the paper. */
  readonly remembered?: number;
}

/**
 * Newcomers wait in a queue A1in; only those that are asked for again after they left it, while A1out remembers them, come into the stack Am.
 * Johnson and Shasha 1994 (VLDB), the full version. 9 bytes per URL.
 */
export const twoQ = defineCache<TwoQOptions>({
  name: "two-q",
  title: "2Q",
  source: "Johnson and Shasha 1994, full version",
  defaults: { newcomers: 0.25, remembered: 0.5 },
  check({ newcomers, remembered }) {
    if (!(newcomers >= 0 && newcomers < 1))
      throw new RangeError(`newcomers is a share of the entries, in [0, 1); found ${newcomers}`);
    if (!(remembered >= 0 && remembered < 100))
      throw new RangeError(`remembered is a share of the entries, 0 or more; found ${remembered}`);
  },
  create({ capacity, urls }, { newcomers, remembered }) {
    const inSize = Math.floor(capacity * newcomers);
    const outSize = Math.floor(capacity * remembered);
    const lists = new Lists(urls, 4);
    const places = new Uint8Array(urls);
    const put = (list: number, url: number) => {
      places[url] = list;
      lists.push(list, url);
    };
    const makeRoom = () => {
      if (lists.size(IN) + lists.size(MAIN) < capacity) return;
      if (lists.size(IN) <= inSize) {
        places[lists.pop(MAIN)] = ABSENT;
        return;
      }
      put(OUT, lists.pop(IN));
      if (lists.size(OUT) > outSize) places[lists.pop(OUT)] = ABSENT;
    };
    return {
      request(url) {
        const place = places[url];
        if (place === IN) return true;
        if (place === MAIN) {
          lists.remove(MAIN, url);
          lists.push(MAIN, url);
          return true;
        }
        if (place === OUT) {
          lists.remove(OUT, url);
          places[url] = ABSENT;
        }
        makeRoom();
        put(place === OUT ? MAIN : IN, url);
        return false;
      },
    };
  },
});
