import { problem } from "../../base/error.js";
import { word } from "../../base/method.js";
import { defineCache } from "../method.js";
import { NEVER, nextUses } from "../next-use.js";
import { minCurve } from "../one-pass/min-curve.js";
import { TimeHeap } from "../time-heap.js";

/**
 * The clairvoyant optimum: evicts the URL whose next request is farthest away. No method misses less often. Belady
 * 1966; Broder et al. 2003, sections 3.2 and 5.1.
 *
 * A URL is known in the cache by the time of its next request. 5 bytes per request, 8 per entry; O(log k) per miss.
 *
 * @throws "option" when it is not given the whole trace, TypeError when it is asked for other URLs than those of the
 *   trace in turn
 */
export const min = defineCache({
  name: "min",
  title: "MIN",
  source: "Belady 1966; Broder et al. 2003, sections 3.2 and 5.1",
  offline: true,
  options: {
    /**
     * "allowed": the cache may "choose either to evict an item ... or not to add the missed item", section 3. "never": as
     * the implementation of section 5.1 and most simulators have it.
     */
    bypass: word(["allowed", "never"], "whether a URL that missed may stay out"),
  },
  curve: (trace, sizes, { bypass }) => minCurve(trace, sizes, bypass === "allowed"),
  create({ capacity, urls, trace }, { bypass }) {
    if (trace === undefined) throw problem.option`MIN knows the future: it needs the whole trace`;
    const next = nextUses(trace, urls);
    /** 1 for a time at which a URL of the cache is asked for next. */
    const awaited = new Uint8Array(trace.length);
    const waiting = new TimeHeap();
    /** URLs of the cache that are never asked for again. */
    let idle = 0;
    let size = 0;
    let now = 0;
    const keep = (time: number) => {
      if (time === NEVER) idle++;
      else {
        awaited[time] = 1;
        waiting.add(time, now);
      }
    };
    /** In a full cache. */
    const enter = (time: number) => {
      if (idle > 0) {
        idle--;
        keep(time);
      } else if (time === NEVER) {
        awaited[waiting.pop()] = 0;
        idle++;
      } else {
        awaited[waiting.replace(time)] = 0;
        awaited[time] = 1;
      }
    };
    const staysOut = (time: number) =>
      bypass === "allowed" && (time === NEVER || (idle === 0 && time > waiting.latest));
    return {
      request(url) {
        if (trace[now] !== url)
          throw new TypeError(`MIN expects request ${now} of its trace, ${trace[now]}; found ${url}`);
        const hit = awaited[now] === 1;
        const time = next[now];
        if (hit) keep(time);
        else if (size < capacity) {
          // with room to spare nothing is gained by a URL that never comes back, and nothing lost
          size++;
          keep(time);
        } else if (!staysOut(time)) enter(time);
        now++;
        return hit;
      },
    };
  },
});
