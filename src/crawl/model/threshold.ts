import { word } from "../../base/method.js";
import { defineModel, randomCoverage, requireHotAt, revisits } from "../model.js";
import { ranked } from "../ranked-values.js";

/**
 * Crawl & Stop with Threshold: the share of the H hot pages visited so far, P_ST. Cho et al. 1998, section 3.
 *
 * Ideal: K/H while K < H, then 1. Random: K/T. A web without a hot page has no P: NaN throughout, 0 of 0.
 *
 * O(T).
 */
export const threshold = defineModel({
  name: "threshold",
  symbol: "P_ST",
  source: "Cho et al. 1998, section 3, Crawl & Stop with Threshold",
  needsHotAt: true,
  options: {
    /** "at-least": section 3. "more-than": as section 6 says of Graph 1. */
    hot: word(["at-least", "more-than"], "a page is hot when I(P) >= G, or when I(P) > G", {
      told: () => "hot above G",
    }),
    revisits,
  },
  create({ hot, revisits }) {
    const isHot =
      hot === "at-least" ? (value: number, g: number) => value >= g : (value: number, g: number) => value > g;
    const countHot = (importance: Float64Array, g: number) =>
      hot === "at-least" ? ranked(importance).atLeast(g) : ranked(importance).above(g);
    return {
      curve({ order, importance, hotAt }) {
        const g = requireHotAt(hotAt, "threshold");
        const all = countHot(importance, g);
        const curve = new Float64Array(order.length);
        let found = 0;
        for (let k = 0; k < order.length; k++) {
          if (isHot(importance[order[k]], g)) found++;
          curve[k] = found / all;
        }
        return curve;
      },
      hot: ({ importance, hotAt }) => countHot(importance, requireHotAt(hotAt, "threshold")),
      ideal(visited, { importance, hotAt }) {
        const all = countHot(importance, requireHotAt(hotAt, "threshold"));
        return all === 0 ? Number.NaN : Math.min(1, visited / all);
      },
      random(visited, { graph, importance, hotAt }) {
        const all = countHot(importance, requireHotAt(hotAt, "threshold"));
        return all === 0 ? Number.NaN : randomCoverage(visited, graph.size, { revisits });
      },
    };
  },
});
