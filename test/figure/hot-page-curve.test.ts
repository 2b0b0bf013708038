import { describe, expect, it } from "vitest";
import { type Curves, hotPageCurve } from "../../src/figure/hot-page-curve.js";
import { curveOf } from "./rows.js";

describe("hotPageCurve", () => {
  it("titles the picture and its axis by the model", async () => {
    for (const [model, title, axis] of [
      ["stop", "Crawl &amp; Stop: backlinks\u00a0&gt;=\u00a0100", "visited pages that are hot, P_CS (%)"],
      [
        "threshold",
        "Crawl &amp; Stop with Threshold: backlinks\u00a0&gt;=\u00a0100",
        "hot pages visited, P_ST (% of all hot)",
      ],
      ["buffer", "Limited Buffer Crawl: backlinks\u00a0&gt;=\u00a0100", "hot pages in the buffer, P_BC (%)"],
      ["harvest", "Harvest rate: backlinks\u00a0&gt;=\u00a0100", "visited pages that are relevant, harvest rate (%)"],
      ["target-recall", "Target recall: backlinks\u00a0&gt;=\u00a0100", "target pages visited, target recall (%)"],
      ["mass", "Importance covered: backlinks\u00a0&gt;=\u00a0100", "importance of the pages visited (% of all)"],
      ["ndcg", "NDCG of the crawl order: backlinks\u00a0&gt;=\u00a0100", "NDCG of the crawl order (%)"],
      ["precision", "Precision at n: backlinks\u00a0&gt;=\u00a0100", "of the first n pages, relevant and visited (%)"],
    ] as const) {
      const runs: Curves = {
        curveRows: () => curveOf("backlink", 2).map((row) => ({ ...row, hotAt: 100, model })),
        notes: () => ["from one page"],
      };
      const { svg, warnings } = await hotPageCurve(runs);
      expect(svg).toContain(`>${title}<`);
      expect(svg).toContain(`>${axis}<`);
      expect(svg).toContain("from one page");
      expect(warnings).toEqual([]);
    }
  });
});
