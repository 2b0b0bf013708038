import { scoredFrontier } from "./frontier/scored-frontier.js";
import { ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/**
 * Crawls first what the page with the most links points at: an ordering for IF(P), which a crawler cannot know before
 * it has the page. Cho et al. 1998, section 4, call that much harder and give none; this one guesses that directories
 * link to directories: O(u) is the largest number of links on a crawled page that links to u.
 *
 * O(log w) per link.
 */
export const forwardLink = defineOrdering({
  name: "forward-link",
  source: "for IF(P) of Cho et al. 1998, section 2; ours",
  needs: ["links"],
  options: {
    ties,
  },
  create({ size, random }, { ties }) {
    const most = new Float64Array(size);
    const scores = { values: most };
    const frontier = scoredFrontier({ size, random, ties, reorderEvery: 1, scores });
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) frontier.file(pages[i], 0);
      },
      reveal(_page, links, count) {
        const { bar } = frontier;
        for (let i = 0; i < count; i++) {
          const target = links[i];
          if (count <= most[target]) continue;
          most[target] = count;
          if (count >= bar && frontier.has(target)) frontier.file(target, count);
        }
      },
      next: () => frontier.pop(),
      explain: (page) => frontier.explain(page, "most links on a page that links to it"),
    };
  },
});
