import { word } from "../../base/method.js";
import { defineModel, randomCoverage, revisits } from "../model.js";
import { ranked } from "../ranked-values.js";

/**
 * Crawl & Stop: of the K pages visited, the share that belongs to the K most important, P_CS = M / K. Cho et al. 1998,
 * section 3.
 *
 * Ideal: 1. Random: K/T, as the paper has it, where no other page ties with R_K; N/T in general, N pages with
 * I(P) >= I(R_K) counting as hot.
 *
 * O(T log T).
 */
export const stop = defineModel({
  name: "stop",
  symbol: "P_CS",
  source: "Cho et al. 1998, section 3, Crawl & Stop",
  noneAtStart: true,
  options: {
    /**
     * "inclusive": all are hot, "rank higher than or equal to I(R_K)"; with whole numbers the measure saturates at 1
     * once I(R_K) is the smallest value. "strict": those that tie are drawn at random; the expectation is given.
     */
    tied: word(
      ["inclusive", "strict"],
      "of pages that tie with the last of the top K, all are hot, or as many as make K",
      {
        told: () => "strict top K",
      },
    ),
    revisits,
  },
  create: ({ tied, revisits }) => ({
    curve({ order, importance }) {
      const levels = ranked(importance).levels;
      const crawled = new Float64Array(levels.sizes.length); // pages crawled so far, by level
      const curve = new Float64Array(order.length);
      let current = 0; // level of R_K
      let above = 0; // pages of the levels before it
      let found = 0; // of those, crawled
      for (let k = 0; k < order.length; k++) {
        const level = levels.of[order[k]];
        crawled[level]++;
        if (level < current) found++;
        while (above + levels.sizes[current] < k + 1) {
          found += crawled[current];
          above += levels.sizes[current++];
        }
        const share = tied === "inclusive" ? 1 : (k + 1 - above) / levels.sizes[current];
        curve[k] = (found + crawled[current] * share) / (k + 1);
      }
      return curve;
    },
    ideal: () => 1,
    random(visited, { graph, importance }) {
      const rank = Math.min(visited, graph.size);
      const hot = tied === "inclusive" ? ranked(importance).atLeast(ranked(importance).at(rank)) : rank;
      return (hot / visited) * randomCoverage(visited, graph.size, { revisits });
    },
  }),
});
