import { checkOptions } from "../options.js";
import { type CrawlModel, type RandomCrawler, randomCoverage, requireHotAt } from "./model.js";
import { ranked } from "./ranked-values.js";

export interface ThresholdOptions extends RandomCrawler {
  /** "at-least" (default): I(P) >= G is hot, section 3. "more-than": I(P) > G, as section 6 says of Graph 1. */
  readonly hot?: "at-least" | "more-than";
}

/**
 * Crawl & Stop with Threshold: the share of the H hot pages visited so far, P_ST. Cho et al. 1998, section 3.
 *
 * Ideal: K/H while K < H, then 1. Random: K/T. A web without a hot page has P = 1 throughout: nothing is left to find.
 *
 * O(T).
 */
export function threshold(options: ThresholdOptions = {}): CrawlModel {
  checkOptions("threshold", options, { hot: ["at-least", "more-than"], revisits: ["none", "counted"] });
  const { hot = "at-least", revisits = "none" } = options;
  const isHot = hot === "at-least" ? (value: number, g: number) => value >= g : (value: number, g: number) => value > g;
  const countHot = (importance: Float64Array, g: number) =>
    hot === "at-least" ? ranked(importance).atLeast(g) : ranked(importance).above(g);
  return {
    kind: "model",
    needsHotAt: true,
    name: "threshold",
    label: ["threshold", hot !== "at-least" && "hot above G", revisits !== "none" && "random revisits"]
      .filter(Boolean)
      .join(", "),
    source: "Cho et al. 1998, section 3, Crawl & Stop with Threshold",
    curve({ order, importance, hotAt }) {
      const g = requireHotAt(hotAt, "threshold");
      const all = countHot(importance, g);
      const curve = new Float64Array(order.length);
      let found = 0;
      for (let k = 0; k < order.length; k++) {
        if (isHot(importance[order[k]], g)) found++;
        curve[k] = all === 0 ? 1 : found / all;
      }
      return curve;
    },
    hot: ({ importance, hotAt }) => countHot(importance, requireHotAt(hotAt, "threshold")),
    ideal(visited, { importance, hotAt }) {
      const all = countHot(importance, requireHotAt(hotAt, "threshold"));
      return visited >= all ? 1 : visited / all;
    },
    random(visited, { graph, importance, hotAt }) {
      const all = countHot(importance, requireHotAt(hotAt, "threshold"));
      return all === 0 ? 1 : randomCoverage(visited, graph.size, { revisits });
    },
  };
}
