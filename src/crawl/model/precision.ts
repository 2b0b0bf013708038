import { number } from "../../base/method.js";
import { type CrawlModel, defineModel, type JudgedCrawl, requireHotAt } from "../model.js";
import { ranked } from "../ranked-values.js";

/**
 * Precision at n: of the first n pages visited, the share that is relevant, I(P) >= G. As for ranked lists in
 * information retrieval; a crawl is one.
 *
 * While fewer than n pages are visited, those still to come count as not relevant; from n on the value stays. So each
 * crawl's last value, its `performance(ordering, 1)`, is its precision at n. A web of fewer than n pages is visited
 * whole: n is T then.
 *
 * Ideal: min(K, n, H)/n. Random: H/T for each of the first n pages, (min(K, n)/n)(H/T).
 *
 * O(T).
 */
export const precision = defineModel({
  name: "precision",
  source: "information retrieval, precision at n",
  needsHotAt: true,
  options: {
    at: number(100, "[1, ∞)", "n: count only the first n visited pages", {
      whole: true,
      is: "a number of pages, 1 or more",
      unit: "pages",
      inTitle: true,
      named: true,
    }),
  },
  create({ at }) {
    const name = `precision at ${at}`;
    const pagesOf = ({ graph }: JudgedCrawl) => Math.min(at, graph.size);
    const relevantIn = ({ importance, hotAt }: JudgedCrawl) => ranked(importance).atLeast(requireHotAt(hotAt, name));
    return {
      curve(crawl) {
        const { order, importance, hotAt } = crawl;
        const g = requireHotAt(hotAt, name);
        const pages = pagesOf(crawl);
        const curve = new Float64Array(order.length);
        let found = 0;
        for (let k = 0; k < order.length; k++) {
          if (k < pages && importance[order[k]] >= g) found++;
          curve[k] = found / pages;
        }
        return curve;
      },
      ideal: (visited, crawl) => Math.min(visited, pagesOf(crawl), relevantIn(crawl)) / pagesOf(crawl),
      random: (visited, crawl) =>
        (Math.min(visited, pagesOf(crawl)) / pagesOf(crawl)) * (relevantIn(crawl) / crawl.graph.size),
    };
  },
});

/** Precision at `size`: precisionAt(100). @throws "option" when that is no whole number from 1 */
export const precisionAt = (size: number): CrawlModel => precision({ at: size });
