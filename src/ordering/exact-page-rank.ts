import { number, word } from "../base/method.js";
import { GraphBuilder } from "../web/graph/builder.js";
import type { PageId } from "../web/graph/graph.js";
import { pageRankKernel } from "../web/graph/page-rank.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { damping, reorderEvery, ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/**
 * The PageRank ordering as printed: solves all equations anew for every page crawled, by the kernel of
 * graph/page-rank.ts, warm from the solution before. Cho et al. 1998, Figure 2 (3). For small webs, and to check the
 * ordering `pageRank` against.
 *
 * O(m) per pass and many passes per page: days on a web of 300,000 pages.
 */
export const exactPageRank = defineOrdering({
  name: "exact-page-rank",
  source: "Cho et al. 1998, section 6, Figure 2 (3)",
  needs: ["links"],
  options: {
    damping,
    tolerance: number(1e-12, "(0, 1)", "L1 error allowed, as a share of all rank"),
    /** "none" is Figure 2, "everywhere" section 2. The order is the same. */
    dangling: word(["none", "everywhere"], "what pages without known links link to, waiting ones included"),
    ties,
    reorderEvery,
  },
  create({ size, random }, { damping, tolerance, dangling, ties, reorderEvery }) {
    const frontier = scoredFrontier({ size, random, ties, reorderEvery });
    const revealed = new GraphBuilder();
    const local = new Map<PageId, number>(); // dense numbers, in the order discovered
    const pages: PageId[] = [];
    let ranks = new Float64Array();
    let crawled = 0;
    let solved = false;
    const solve = () => {
      if (solved) return;
      solved = true;
      const known = ranks.length;
      if (crawled % reorderEvery === 0) {
        const start = new Float64Array(pages.length).fill(1 - damping);
        start.set(ranks);
        const { graph } = revealed.build({ size: pages.length, duplicates: "keep", selfLinks: "keep" });
        ranks = pageRankKernel(graph, { damping, tolerance, dangling, start }) as Float64Array<ArrayBuffer>;
        for (let i = 0; i < known; i++) if (frontier.has(pages[i])) frontier.file(pages[i], ranks[i]);
      } else {
        const longer = new Float64Array(pages.length).fill(1 - damping);
        longer.set(ranks);
        ranks = longer;
      }
      for (let i = known; i < pages.length; i++) frontier.file(pages[i], ranks[i]);
    };
    return {
      discover(found, count) {
        solved = false;
        for (let i = 0; i < count; i++) {
          local.set(found[i], pages.length);
          pages.push(found[i]);
        }
      },
      reveal(page, links, count) {
        const from = local.get(page) as number;
        for (let i = 0; i < count; i++) revealed.add(from, local.get(links[i]) as number);
      },
      next() {
        solve();
        solved = false;
        crawled++;
        return frontier.pop();
      },
      explain(page) {
        solve();
        return frontier.explain(page, "PageRank in what was seen");
      },
    };
  },
});
