import { describe, expect, it } from "vitest";
import { type Curves, hotPageCurve } from "../../src/figure/hot-page-curve.js";
import { curveOf } from "./rows.js";

describe("hotPageCurve", () => {
  it("titles the picture by what it shows and its axis by the model", async () => {
    const half = (what: string, does = "finds") => `Backlink ${does} half of the ${what} in 30 % of the crawl`;
    const mean = "Backlink: 67 % on average over the crawl"; // of 1 - (1 - x)^2: 2/3
    for (const [model, title, axis] of [
      ["stop", mean, "hot among the crawled (%), P_CS"],
      ["threshold", half("hot pages"), "hot pages found (%), P_ST"],
      ["buffer", half("hot pages", "keeps"), "hot pages kept (%), P_BC"],
      ["harvest", mean, "relevant among the crawled (%)"],
      ["target-recall", half("target pages"), "target pages found (%)"],
      ["mass", half("importance"), "importance found (% of all)"],
      ["ndcg", mean, "NDCG of the crawl order (%)"],
      ["precision", mean, "relevant among the first n (%)"],
    ] as const) {
      const runs: Curves = {
        curveRows: () => curveOf("backlink", 2).map((row) => ({ ...row, hotAt: 100, model })),
        notes: () => ["from one page"],
      };
      const { svg, title: found, warnings } = await hotPageCurve(runs);
      expect(found).toBe(title);
      expect(svg).toContain(`>${axis}<`);
      expect(svg).toContain("from one page");
      expect(warnings).toEqual([]);
    }
  });
});
