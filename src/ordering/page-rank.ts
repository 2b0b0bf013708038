import { word } from "../base/method.js";
import { RevealedRank } from "./frontier/revealed-rank.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { accuracy, damping, reorderEvery, ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/** Pages that lead, at the least: fewer than elsewhere, for ranks rise at every push, and each rise moves a page. */
const LEADING = 4096;

/**
 * Crawls the page with the highest PageRank in what was revealed so far, IR'(p), brought up to date after every page.
 * Cho et al. 1998, section 2 and Figure 2 (3).
 *
 * Solves x = (1 - d) + d * sum of x(v) / c(v) over the crawled pages v that link to p, for crawled and waiting pages
 * alike (Figure 2 writes equations for waiting pages only, which determine nothing). Each revealed link moves rank to
 * its target; a crawled page passes rank on once what it holds back exceeds `accuracy` of its own (residual push:
 * McSherry 2005; Andersen, Chung and Lang 2006). Pages without links, and waiting pages, pass nothing on: letting them
 * link to every page, as section 2 says, multiplies all ranks by the same factor and so changes no order.
 *
 * O(1 / accuracy) pushes per link at worst, far fewer on real webs; 4 to 6 bytes per revealed link, 28 per page and
 * 8 more per crawled one.
 */
export const pageRank = defineOrdering({
  name: "page-rank",
  source: "Cho et al. 1998, section 6, Figure 2 (3)",
  needs: ["links"],
  options: {
    damping,
    /**
     * The rank of every waiting page then lies between the solutions, on all that was revealed, in which pages pass on
     * d (1 - accuracy) and d of their rank.
     */
    accuracy: accuracy(1e-3, { named: true }),
    ties,
    reorderEvery,
    /** "page": all links that the page holds, where the web knows them. */
    linkCount: word(["inside", "page"], "c_i of Figure 2: links to pages of the stored web, or all on the page"),
  },
  create({ size, random }, { damping, accuracy, ties, reorderEvery, linkCount }) {
    const ranks = new RevealedRank(size, damping, accuracy);
    const frontier = scoredFrontier({ size, random, ties, reorderEvery, scores: ranks.scores, fewest: LEADING });
    const refile = () => {
      const { risen, risenCount } = ranks;
      for (let i = 0; i < risenCount; i++) {
        if (ranks.waits(risen[i])) frontier.file(risen[i], ranks.of(risen[i]));
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
        ranks.bar = frontier.bar;
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
