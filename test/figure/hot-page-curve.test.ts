import { describe, expect, it } from "vitest";
import { type Curves, hotPageCurve } from "../../src/figure/hot-page-curve.js";
import { curveOf } from "./rows.js";

describe("hotPageCurve", () => {
  it("titles the picture by what it shows and its axis by the model", async () => {
    const half = (what: string) => `Backlink finds half of the ${what} in 30 % of the crawl`;
    const mean = "Backlink: 67 % on average over the crawl"; // of 1 - (1 - x)^2: 2/3
    for (const [model, title, axis] of [
      ["stop", mean, "visited pages that are hot, P_CS (%)"],
      ["threshold", half("hot pages"), "hot pages visited, P_ST (% of all hot)"],
      ["buffer", half("hot pages"), "hot pages in the buffer, P_BC (%)"],
      ["harvest", mean, "visited pages that are relevant, harvest rate (%)"],
      ["target-recall", half("target pages"), "target pages visited, target recall (%)"],
      ["mass", half("importance"), "importance of the pages visited (% of all)"],
      ["ndcg", mean, "NDCG of the crawl order (%)"],
      ["precision", mean, "of the first n pages, relevant and visited (%)"],
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
