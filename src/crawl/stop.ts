import { checkOptions } from "../options.js";
import { type CrawlModel, type RandomCrawler, randomCoverage } from "./model.js";
import { ranked } from "./ranked-values.js";

export interface StopOptions extends RandomCrawler {
  /**
   * What pages that tie with R_K are. "inclusive" (default): all of them are hot, "rank higher than or equal to I(R_K)"; with
   * whole numbers the measure saturates at 1 once I(R_K) is the smallest value. "strict": exactly K pages are hot, those that
   * tie drawn at random; the expectation is given.
   */
  readonly tied?: "inclusive" | "strict";
}

/**
 * Crawl & Stop: of the K pages visited, the share that belongs to the K most important, P_CS = M / K. Cho et al. 1998,
 * section 3.
 *
 * Ideal: 1. Random: K/T, as the paper has it, where no other page ties with R_K; N/T in general, N pages with
 * I(P) >= I(R_K) counting as hot.
 *
 * O(T log T).
 */
export function stop(options: StopOptions = {}): CrawlModel {
  checkOptions("stop", options, { tied: ["inclusive", "strict"], revisits: ["none", "counted"] });
  const { tied = "inclusive", revisits = "none" } = options;
  return {
    kind: "model",
    name: "stop",
    label: ["stop", tied !== "inclusive" && "strict top K", revisits !== "none" && "random revisits"]
      .filter(Boolean)
      .join(", "),
    source: "Cho et al. 1998, section 3, Crawl & Stop",
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
  };
}
