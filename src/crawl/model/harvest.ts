import { number } from "../../base/method.js";
import { defineModel, requireHotAt } from "../model.js";
import { ranked } from "../ranked-values.js";

/**
 * Harvest rate: of the pages visited so far, the share that is relevant, I(P) >= G. Chakrabarti, van den Berg and Dom
 * 1999, Focused crawling (WWW8): the rate at which relevant pages are acquired.
 *
 * They average the relevance that a classifier gives each page, over a moving window; Menczer, Pant and Srinivasan 2004
 * (ACM Transactions on Internet Technology 4) average over all pages crawled so far. The branch taken: all pages, each
 * of them relevant or not; `window` gives the other average.
 *
 * Ideal: the crawler that visits the H relevant pages first: min(K, H)/K; with a window, min(K, H) less those that fell
 * out of it. That one is not the best at each K: who keeps relevant pages for later may pass it. Random: H/T, with or
 * without revisits.
 *
 * O(T).
 */
export const harvest = defineModel({
  name: "harvest",
  source: "Chakrabarti, van den Berg and Dom 1999, harvest rate",
  needsHotAt: true,
  noneAtStart: true,
  options: {
    /** The figures of Chakrabarti et al. have 100 and 1000. */
    window: number(Number.POSITIVE_INFINITY, "[1, ∞]", "count only the last n visited pages, not all", {
      whole: true,
      is: "a number of pages, 1 or more",
      unit: "pages",
    }),
  },
  create: ({ window }) => ({
    curve({ order, importance, hotAt }) {
      const g = requireHotAt(hotAt, "harvest");
      const curve = new Float64Array(order.length);
      let found = 0;
      for (let k = 0; k < order.length; k++) {
        if (importance[order[k]] >= g) found++;
        if (k >= window && importance[order[k - window]] >= g) found--;
        curve[k] = found / Math.min(k + 1, window);
      }
      return curve;
    },
    ideal(visited, { importance, hotAt }) {
      const relevant = ranked(importance).atLeast(requireHotAt(hotAt, "harvest"));
      const counted = Math.min(visited, window);
      return Math.max(0, Math.min(visited, relevant) - (visited - counted)) / counted;
    },
    random: (_visited, { graph, importance, hotAt }) =>
      ranked(importance).atLeast(requireHotAt(hotAt, "harvest")) / graph.size,
  }),
});
