import { word } from "../base/method.js";
import type { PageId } from "../web/graph/graph.js";
import { RevealedCash } from "./frontier/revealed-cash.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { reorderEvery, ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/**
 * Crawls the page with the most cash: On-line Page Importance Computation with the greedy choice. Abiteboul, Preda and
 * Cobena 2003; compared with other orders by Castillo et al. 2004.
 *
 * A crawled page shares its cash among its links, see `RevealedCash`. The paper crawls pages again and again; here each
 * page is crawled once, so cash that reaches a crawled page flows no further, and the history that the paper keeps
 * plays no part. With cash on every page this is the limit of `frozenPageRank` for d = 1, in units of 1 - d.
 *
 * O(log w) per link to one of w waiting pages.
 */
export const opic = defineOrdering({
  name: "opic",
  source: "Abiteboul, Preda and Cobena 2003",
  needs: ["links"],
  options: {
    /** Each page has 1 when it turns up, for all pages of the web start with the same; or all cash is the start pages'. */
    cash: word(["every-page", "start-pages"], "who has cash to begin with"),
    ties,
    reorderEvery,
  },
  create({ size, random }, { cash: endowed, ties, reorderEvery }) {
    const cash = new RevealedCash(size);
    const frontier = scoredFrontier({ size, random, ties, reorderEvery, scores: cash.scores });
    let fresh: PageId[] = [];
    let begun = false;
    const fileFresh = () => {
      for (const page of fresh) frontier.file(page, cash.of(page));
      fresh = [];
    };
    return {
      discover(pages, count) {
        if (endowed === "every-page" || !begun) cash.endow(pages, count, 1);
        for (let i = 0; i < count; i++) fresh.push(pages[i]);
      },
      reveal(page, links, count) {
        cash.reveal(page, links, count);
        const { bar } = frontier;
        for (let i = 0; i < count; i++) {
          const earned = cash.of(links[i]);
          if (earned >= bar && frontier.has(links[i])) frontier.file(links[i], earned);
        }
      },
      next() {
        begun = true;
        if (fresh.length > 0) fileFresh();
        return frontier.pop();
      },
      explain(page) {
        fileFresh();
        return frontier.explain(page, "cash");
      },
    };
  },
});
