import { describe, expect, it } from "vitest";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { pageRankOf } from "../../src/crawl/importance/page-rank-of.js";
import { judgedWeb, judgeWith, worth } from "../../src/crawl/judge.js";
import { replay } from "../../src/crawl/replay.js";
import { trainMix } from "../../src/crawl/train-mix.js";
import { backlink } from "../../src/ordering/backlink.js";
import { opic } from "../../src/ordering/opic.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { scoreMix } from "../../src/ordering/score-mix.js";
import { campus } from "../../src/web/campus/campus.js";

describe("a mix learned on one campus, tried on three others", () => {
  const train = campus({ seed: 7 });
  const others = [11, 12, 13].map((seed) => campus({ seed }));
  const ordersBy = (method: OrderingMethod<"links">) => others.map((web) => replay(web, method));
  const parts = others.map((web) => judgedWeb(web, [web.start]));
  const singles = new Map([backlink, pageRank({ accuracy: 1e-2 }), opic].map((each) => [each.label, ordersBy(each)]));

  for (const [importance, expected] of [
    [backlinks({ hotAt: 100 }), 0.8683],
    [pageRankOf({ hotAt: 13 }), 0.9611],
  ] as const) {
    it(`is better in the mean, for ${importance.name}, than each of its link scores alone (regression)`, () => {
      const values = parts.map(({ web }) => worth(web, importance));
      const meanArea = (orders: readonly Uint32Array[]) =>
        orders.reduce((sum, order, i) => sum + judgeWith(parts[i], values[i], order, importance.hotAt).area / 3, 0);
      const weights = trainMix(train, { importance, rounds: 2, moments: 50, samples: 100 });
      const area = meanArea(ordersBy(scoreMix(weights)));
      expect(area).toBeCloseTo(expected, 3);
      for (const [label, orders] of singles) expect(area, label).toBeGreaterThan(meanArea(orders));
    });
  }
});
