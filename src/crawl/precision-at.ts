import { type CrawlModel, type JudgedCrawl, requireHotAt } from "./model.js";
import { ranked } from "./ranked-values.js";

/**
 * Precision at n: of the first n pages visited, the share that is relevant, I(P) >= G. As for ranked lists in information retrieval;
 * a crawl is one.
 *
 * While fewer than n pages are visited, those still to come count as not relevant; from n on the value stays. So each crawl's last value,
 * its `performance(ordering, 1)`, is its precision at n. A web of fewer than n pages is visited whole: n is T then.
 *
 * Ideal: min(K, n, H)/n. Random: H/T for each of the first n pages, (min(K, n)/n)(H/T).
 *
 * @param size n, a number of pages
 * @throws RangeError when n is no whole number from 1
 *
 * O(T).
 */
export function precisionAt(size: number): CrawlModel {
  if (!(Number.isInteger(size) && size >= 1))
    throw new RangeError(`precisionAt takes a number of pages, 1 or more, precisionAt(100); found ${size}`);
  const name = `precision at ${size}`;
  const pagesOf = ({ graph }: JudgedCrawl) => Math.min(size, graph.size);
  const relevantIn = ({ importance, hotAt }: JudgedCrawl) => ranked(importance).atLeast(requireHotAt(hotAt, name));
  return {
    kind: "model",
    needsHotAt: true,
    name: "precision",
    label: name,
    source: "information retrieval, precision at n",
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
}
