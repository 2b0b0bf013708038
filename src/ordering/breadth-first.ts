import { discoveredAs } from "./frontier/queue-term.js";
import { defineOrdering } from "./ordering.js";

/**
 * Crawls pages in the order in which they were discovered. Cho et al. 1998, Figure 2 (1): no reordering of a
 * first-in-first-out queue. Nothing is left to ties.
 *
 * O(1) per page.
 */
export const breadthFirst = defineOrdering({
  name: "breadth-first",
  source: "Cho et al. 1998, section 6, Figure 2 (1)",
  needs: ["links"],
  options: {},
  create({ size }) {
    const queue = new Uint32Array(size);
    let head = 0;
    let tail = 0;
    let places: Uint32Array | undefined;
    let placed = 0;
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) queue[tail++] = pages[i];
      },
      next: () => (head < tail ? queue[head++] : -1),
      explain(page) {
        places ??= new Uint32Array(size);
        for (; placed < tail; placed++) places[queue[placed]] = placed + 1;
        return [discoveredAs(places[page])];
      },
    };
  },
});
