import { RevealedRank } from "../frontier/revealed-rank.js";
import type { Ties } from "../frontier/scored-frontier.js";
import { scoredFrontier } from "../frontier/scored-frontier.js";
import { checkReorderEvery, defineOrdering } from "./ordering.js";

export interface PageRankOrderingOptions {
  /** d in (0, 1), the share of a page's rank that flows along its links; 0.9 in the paper. The prose of section 2 calls d what the formula calls 1 - d: pass 0.1 for that reading. */
  readonly damping?: number;
  /**
   * Largest residual that a crawled page may hold back, as a share of its rank; in (0, 1). The rank of every waiting page then
   * lies between the solutions, on all that was revealed, in which pages pass on d (1 - accuracy) and d of their rank.
   */
  readonly accuracy?: number;
  readonly ties?: Ties;
  /** Sort the queue once in k pages only, before the first of them; 1 is the paper. */
  readonly reorderEvery?: number;
  /**
   * c_i of Figure 2. "inside" (default): links to pages of the stored web, after the web's policy on repeats. "page": all
   * links that the page holds, where the web knows them.
   */
  readonly linkCount?: "inside" | "page";
}

/**
 * Crawls the page with the highest PageRank in what was revealed so far, IR'(p), brought up to date after every page.
 * Cho et al. 1998, section 2 and Figure 2 (3).
 *
 * Solves x = (1 - d) + d * sum of x(v) / c(v) over the crawled pages v that link to p, for crawled and waiting pages alike
 * (Figure 2 writes equations for waiting pages only, which determine nothing). Each revealed link moves rank to its target; a
 * crawled page passes rank on once what it holds back exceeds `accuracy` of its own (residual push: McSherry 2005; Andersen,
 * Chung and Lang 2006). Pages without links, and waiting pages, pass nothing on: letting them link to every page, as section 2
 * says, multiplies all ranks by the same factor and so changes no order.
 *
 * O(1 / accuracy) pushes per link at worst, far fewer on real webs; 4 bytes per revealed link and about 60 per page.
 */
export const pageRank = defineOrdering<PageRankOrderingOptions, "links">({
  name: "page-rank",
  source: "Cho et al. 1998, section 6, Figure 2 (3)",
  needs: ["links"],
  defaults: { damping: 0.9, accuracy: 1e-3, ties: "fifo", reorderEvery: 1, linkCount: "inside" },
  named: ["accuracy", "ties"],
  choices: { ties: ["fifo", "lifo", "random"], linkCount: ["inside", "page"] },
  check(options) {
    for (const key of ["damping", "accuracy"] as const) {
      if (!(options[key] > 0 && options[key] < 1)) throw new RangeError(`${key} lies in (0, 1); found ${options[key]}`);
    }
    checkReorderEvery(options);
  },
  create({ size, random }, { damping, accuracy, ties, reorderEvery, linkCount }) {
    const frontier = scoredFrontier({ size, random, ties, reorderEvery });
    const ranks = new RevealedRank(size, damping, accuracy);
    /** Taken out, and perhaps not revealed yet: a real crawler has many pages under way. */
    const taken = new Uint8Array(size);
    const refile = () => {
      const { risen, risenCount } = ranks;
      for (let i = 0; i < risenCount; i++) {
        if (taken[risen[i]] === 0 && ranks.waits(risen[i])) frontier.file(risen[i], ranks.of(risen[i]));
      }
      ranks.forgetRisen();
    };
    const { ties: keys } = frontier;
    const divisor = (count: number, references: number) => (linkCount === "page" ? references : count);
    return {
      discover: (pages, count) => ranks.discover(pages, count),
      reveal: (page, links, count, references) => ranks.reveal(page, links, count, divisor(count, references)),
      next() {
        refile();
        const page = frontier.pop();
        if (page >= 0) taken[page] = 1;
        return page;
      },
      explain(page) {
        refile();
        return frontier.explain(page, "PageRank in what was seen");
      },
      checkpoint: keys && {
        save() {
          refile(); // pages just discovered draw their tie keys now, not at `next`
          return { ranks: ranks.save(), ties: keys.save() };
        },
        recall: (page, links, count, references) => ranks.recall(page, links, count, divisor(count, references)),
        restore(state) {
          ranks.restore(state.ranks);
          refile();
          keys.restore(state.ties);
        },
      },
    };
  },
});
