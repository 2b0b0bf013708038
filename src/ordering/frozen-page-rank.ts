import { scoredFrontier } from "./frontier/scored-frontier.js";
import { damping, reorderEvery, ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/**
 * Figure 2 (3) of Cho et al. 1998 to the letter: equations for the pages in url_queue only, so that a crawled page
 * keeps the rank that it had when it was taken out.
 *
 * O(log w) per link to one of w waiting pages: as cheap as the backlink ordering, and nothing to solve.
 */
export const frozenPageRank = defineOrdering({
  name: "frozen-page-rank",
  source: "Cho et al. 1998, section 6, Figure 2 (3), read to the letter",
  needs: ["links"],
  options: {
    damping,
    ties,
    reorderEvery,
  },
  create({ size, random }, { damping, ties, reorderEvery }) {
    const ranks = new Float64Array(size);
    const scores = { values: ranks };
    const frontier = scoredFrontier({ size, random, ties, reorderEvery, scores });
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) {
          ranks[pages[i]] = 1 - damping;
          frontier.file(pages[i], 1 - damping);
        }
      },
      reveal(page, links, count) {
        const share = (damping * ranks[page]) / count;
        const { bar } = frontier;
        for (let i = 0; i < count; i++) {
          const target = links[i];
          if (!frontier.has(target)) continue;
          ranks[target] += share;
          if (ranks[target] >= bar) frontier.file(target, ranks[target]);
        }
      },
      next: () => frontier.pop(),
      explain: (page) => frontier.explain(page, "rank gained while it waits"),
    };
  },
});
