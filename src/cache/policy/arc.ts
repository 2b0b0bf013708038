import type { UrlId } from "../../trace/url-trace.js";
import { Lists } from "../lists.js";
import { defineCache } from "../method.js";

const ABSENT = 0;
const T1 = 1;
const T2 = 2;
const B1 = 3;
const B2 = 4;

/**
 * Two stacks, of URLs asked for once (T1) and more often (T2), whose sizes follow the hits in what they evicted last (B1, B2). Megiddo
 * and Modha 2003 (FAST), Figure 4.
 *
 * The target size p of T1 is a real number; it moves by max(1, |B2| / |B1|) up and max(1, |B1| / |B2|) down. 9 bytes per URL.
 */
export const arc = defineCache<object>({
  name: "arc",
  title: "ARC",
  source: "Megiddo and Modha 2003, Figure 4",
  defaults: {},
  create({ capacity, urls }) {
    const stacks = new Lists(urls, 5);
    const places = new Uint8Array(urls);
    let p = 0;
    const move = (to: number, url: UrlId) => {
      if (places[url] !== ABSENT) stacks.remove(places[url], url);
      places[url] = to;
      stacks.push(to, url);
    };
    const forget = (from: number) => {
      places[stacks.pop(from)] = ABSENT;
    };
    const size = (stack: number) => stacks.size(stack);
    /** REPLACE of the paper. */
    const replace = (wasInB2: boolean) => {
      const fromT1 = size(T1) > 0 && (size(T1) > p || (wasInB2 && size(T1) === p));
      if (fromT1 || size(T2) === 0) move(B1, stacks.last(T1));
      else move(B2, stacks.last(T2));
    };
    const isFull = () => size(T1) + size(T2) >= capacity;
    const comeBack = (url: UrlId, from: number) => {
      const [own, other] = [size(from), size(from === B1 ? B2 : B1)];
      const step = Math.max(other / own, 1);
      p = from === B1 ? Math.min(p + step, capacity) : Math.max(p - step, 0);
      stacks.remove(from, url);
      places[url] = ABSENT;
      if (isFull()) replace(from === B2);
      move(T2, url);
    };
    const enter = (url: UrlId) => {
      if (isFull()) {
        if (size(T1) + size(B1) >= capacity) {
          if (size(T1) < capacity) {
            forget(B1);
            replace(false);
          } else forget(T1);
        } else {
          if (size(T1) + size(T2) + size(B1) + size(B2) >= 2 * capacity) forget(B2);
          replace(false);
        }
      }
      move(T1, url);
    };
    return {
      request(url) {
        const place = places[url];
        if (place === T1 || place === T2) {
          move(T2, url);
          return true;
        }
        if (place === ABSENT) enter(url);
        else comeBack(url, place);
        return false;
      },
    };
  },
});
