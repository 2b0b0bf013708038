import { scoredFrontier, type Ties } from "../frontier/scored-frontier.js";
import { checkReorderEvery, defineOrdering } from "./ordering.js";

export interface FrozenPageRankOptions {
  /** d in (0, 1); 0.9 in the paper. */
  readonly damping?: number;
  readonly ties?: Ties;
  /** Sort the queue once in k pages only, before the first of them; 1 is the paper. */
  readonly reorderEvery?: number;
}

/**
 * Figure 2 (3) of Cho et al. 1998 to the letter: equations for the pages in url_queue only, so that a crawled page keeps the
 * rank that it had when it was taken out.
 *
 * O(log w) per link to one of w waiting pages: as cheap as the backlink ordering, and nothing to solve.
 */
export const frozenPageRank = defineOrdering<FrozenPageRankOptions, "links">({
  name: "frozen-page-rank",
  source: "Cho et al. 1998, section 6, Figure 2 (3), read to the letter",
  needs: ["links"],
  defaults: { damping: 0.9, ties: "fifo", reorderEvery: 1 },
  named: ["ties"],
  choices: { ties: ["fifo", "lifo", "random"] },
  check(options) {
    if (!(options.damping > 0 && options.damping < 1)) {
      throw new RangeError(`damping lies in (0, 1); found ${options.damping}`);
    }
    checkReorderEvery(options);
  },
  create({ size, random }, { damping, ties, reorderEvery }) {
    const frontier = scoredFrontier({ size, random, ties, reorderEvery });
    const ranks = new Float64Array(size);
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) {
          ranks[pages[i]] = 1 - damping;
          frontier.file(pages[i], 1 - damping);
        }
      },
      reveal(page, links, count) {
        const share = (damping * ranks[page]) / count;
        for (let i = 0; i < count; i++) {
          const target = links[i];
          if (!frontier.has(target)) continue;
          ranks[target] += share;
          frontier.file(target, ranks[target]);
        }
      },
      next: () => frontier.pop(),
      explain: (page) => frontier.explain(page, "rank gained while it waits"),
    };
  },
});
