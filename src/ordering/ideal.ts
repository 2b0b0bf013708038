import { IndexedHeap } from "../base/indexed-heap.js";
import { discoveredAs } from "./frontier/queue-term.js";
import { defineOrdering } from "./ordering.js";

/**
 * Knows the importance of every page, and crawls the most important page of the frontier: a bound for crawlers that
 * must follow links, below the closed-form ideal of Cho et al. 1998, section 3, which may jump anywhere.
 *
 * Greedy: to reach a hot page behind a cold one it does not plan ahead. O(log w) per page.
 */
export const ideal = defineOrdering({
  name: "ideal",
  source: "Cho et al. 1998, section 3, the ideal crawler, kept to the frontier",
  needs: ["links"],
  offline: true,
  options: {},
  create({ size, truth = new Float64Array(size) }) {
    const ties = new Float64Array(size);
    const frontier = new IndexedHeap(size, ties);
    let discovered = 0;
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) {
          ties[pages[i]] = discovered++;
          frontier.add(pages[i], truth[pages[i]]);
        }
      },
      next: () => frontier.pop(),
      explain: (page) => [{ name: "importance", value: truth[page] }, discoveredAs(ties[page] + 1)],
    };
  },
});
