import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageRankOf as byRank } from "../../../src/crawl/importance/page-rank-of.js";
import { judge } from "../../../src/crawl/judge.js";
import { mass } from "../../../src/crawl/model/mass.js";
import { ndcg } from "../../../src/crawl/model/ndcg.js";
import { threshold } from "../../../src/crawl/model/threshold.js";
import { pageRankKernel } from "../../../src/web/graph/page-rank.js";
import { coded } from "../../fixture/problems.js";
import { anyCrawl, draws, grownWeb, judged, mean, permutations } from "../small-web.js";

const importance = [5, 1, 3, 3, 0];
const order = [1, 0, 4, 2, 3];

describe("mass", () => {
  it("adds up what the pages visited so far are worth, as a share of what all are", () => {
    // By hand, of 12: 1, 6, 6, 9, 12.
    expect([...mass().curve(judged(order, importance))]).toEqual([1 / 12, 6 / 12, 6 / 12, 9 / 12, 1]);
  });

  it("has the crawler that visits the largest first as its ideal: 5, 8, 11, 12, 12 of 12", () => {
    const crawl = judged(order, importance);
    expect([1, 2, 3, 4, 5, 6].map((visited) => mass().ideal(visited, crawl) * 12)).toEqual([5, 8, 11, 12, 12, 12]);
  });

  it("has a random crawler of K/T, the mean over all orders of five pages; with revisits, over all draws", () => {
    const curves = permutations(5).map((each) => mass().curve(judged(each, importance)));
    const revisiting = mass({ revisits: "counted" });
    for (let visited = 1; visited <= 5; visited++) {
      expect(mean(curves.map((curve) => curve[visited - 1]))).toBeCloseTo(visited / 5, 12);
      expect(mass().random(visited, judged(order, importance))).toBe(visited / 5);
      const seen = draws(5, visited).map((pages) =>
        [...new Set(pages)].reduce((sum, page) => sum + importance[page], 0),
      );
      expect(revisiting.random(visited, judged(order, importance))).toBeCloseTo(mean(seen) / 12, 12);
    }
    expect(revisiting.label).toBe("mass, random revisits");
  });

  it("is P_ST where pages are worth 1 or 0", () => {
    const cold = judged(order, [1, 0, 1, 1, 0], { hotAt: 1 });
    expect(mass().curve(cold)).toEqual(threshold().curve(cold));
    for (const visited of [1, 2, 3, 4, 5]) expect(mass().ideal(visited, cold)).toBe(threshold().ideal(visited, cold));
  });

  it("refuses importances whose sum no number can hold, and takes those whose sum is just below", () => {
    const [least, most] = [2 ** 1022, 2 ** 1023]; // numbers end below 2^1024
    const crawl = judged([0, 1], [most, most]);
    expect(() => mass().curve(crawl)).toThrow(coded("option"));
    expect(() => ndcg().random(1, crawl)).toThrow(coded("option")); // whose mean gain is of that sum
    expect([...mass().curve(judged([0, 1], [least, most]))]).toEqual([1 / 3, 1]);
  });

  it("never lets a crawl pass the ideal, never falls, and ends at 1 when all pages were crawled", () => {
    fc.assert(
      fc.property(anyCrawl(12), (each) => {
        const crawl = judged(each.order, each.importance);
        const curve = mass().curve(crawl);
        for (const [k, performance] of curve.entries()) {
          expect(performance).toBeLessThanOrEqual(mass().ideal(k + 1, crawl));
          if (k > 0) expect(performance).toBeGreaterThanOrEqual(curve[k - 1]);
        }
        if (each.order.length === each.importance.length) expect(curve.at(-1)).toBe(1);
      }),
    );
  });

  it("is the share of PageRank covered when that is the importance, without a threshold", () => {
    const web = grownWeb(50, 2, 3);
    const rank = pageRankKernel(web.graph);
    const pages = Uint32Array.from({ length: 50 }, (_, page) => 49 - page);
    const { curve, hot } = judge(web, pages, byRank(), { model: mass() });
    const all = rank.reduce((sum, each) => sum + each, 0);
    expect(curve[9]).toBeCloseTo(rank.slice(40).reduce((sum, each) => sum + each, 0) / all, 9);
    expect(hot).toBeUndefined();
  });

  it("says 1 throughout when no page is worth anything, for any crawler", () => {
    const crawl = judged([0, 1], [0, 0]);
    expect([...mass().curve(crawl), mass().ideal(1, crawl), mass().random(1, crawl)]).toEqual([1, 1, 1, 1]);
  });

  it("refuses an importance below 0, which is no share of a sum", () => {
    expect(() => mass().curve(judged([0, 1], [2, -3]))).toThrow(
      coded(
        "option",
        "model mass adds importance up, so no page may be worth less than 0; found -3. Judge by backlinks() or pageRankOf(); or by model stop(), which asks for ranks alone",
      ),
    );
    expect(() => mass({ revisits: "yes" as never })).toThrow('mass: revisits is "none", "counted"; found "yes"');
  });
});
