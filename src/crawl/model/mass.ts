import { bestSums } from "../best-sums.js";
import { defineModel, type JudgedCrawl, randomCoverage, revisits } from "../model.js";

/**
 * Importance covered: the share of the importance of all T pages that lies on the K pages visited so far. With I =
 * pageRankOf() it is the share of all PageRank, which Boldi, Santini and Vigna 2004 and Baeza-Yates et al. 2005
 * (Crawling a country) follow over a crawl; nothing needs to be called hot, and no threshold be chosen.
 *
 * Ideal: the K largest values over the sum of all. Random: K/T. A web without importance has P = 1 throughout: nothing
 * is left to find.
 *
 * O(T log T) for the ideal, else O(T).
 *
 * @throws "option", when it judges, for a page of importance below 0, and for a sum of all that is not finite
 */
export const mass = defineModel({
  name: "mass",
  source: "Boldi, Santini and Vigna 2004, share of PageRank crawled",
  options: { revisits },
  create({ revisits }) {
    const sums = bestSums("mass");
    const total = ({ importance }: JudgedCrawl) => sums(importance)[importance.length];
    return {
      curve(crawl) {
        const all = total(crawl);
        const curve = new Float64Array(crawl.order.length);
        let found = 0;
        for (let k = 0; k < curve.length; k++) {
          found += crawl.importance[crawl.order[k]];
          curve[k] = share(found, all);
        }
        return curve;
      },
      ideal: (visited, crawl) =>
        share(sums(crawl.importance)[Math.min(visited, crawl.importance.length)], total(crawl)),
      random: (visited, crawl) => (total(crawl) === 0 ? 1 : randomCoverage(visited, crawl.graph.size, { revisits })),
    };
  },
});

/** Sums of one set in two orders may differ in their last bits. */
const share = (found: number, all: number): number => (all === 0 ? 1 : Math.min(1, found / all));
