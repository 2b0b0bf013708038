import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { threshold } from "../../../src/crawl/model/threshold.js";
import { coded } from "../../fixture/problems.js";
import { anyCrawl, draws, judged, mean, permutations } from "../small-web.js";

// Hot from 3 on: pages 0, 2 and 3; above 3: page 0.
const importance = [5, 1, 3, 3, 0];
const order = [1, 0, 4, 2, 3];

describe("threshold", () => {
  it("counts the hot pages found so far as a share of all hot pages", () => {
    // By hand: page 1 is cold; 0 is hot, 1 of 3; 4 cold; 2 hot, 2 of 3; 3 hot, 3 of 3.
    const { curve } = threshold();
    expect([...curve(judged(order, importance, { hotAt: 3 }))]).toEqual([0, 1 / 3, 1 / 3, 2 / 3, 1]);
  });

  it("takes pages of exactly G for cold when hot is to mean more than G, as section 6 says of Graph 1", () => {
    const model = threshold({ hot: "more-than" });
    const crawl = judged(order, importance, { hotAt: 3 });
    expect([...model.curve(crawl)]).toEqual([0, 1, 1, 1, 1]); // page 0, importance 5, is the only one above 3
    expect(model.ideal(1, crawl)).toBe(1);
    expect(threshold().ideal(1, crawl)).toBe(1 / 3);
    expect(model.label).toBe("threshold, hot above G");
  });

  it("has the ideal crawler of section 3: K/H up to H pages, then 1", () => {
    const crawl = judged(order, importance, { hotAt: 3 });
    expect([1, 2, 3, 4, 5].map((visited) => threshold().ideal(visited, crawl))).toEqual([1 / 3, 2 / 3, 1, 1, 1]);
  });

  it("has the random crawler of section 3: the mean over all orders of five pages is K/T", () => {
    const curves = permutations(5).map((each) => threshold().curve(judged(each, importance, { hotAt: 3 })));
    for (let visited = 1; visited <= 5; visited++) {
      expect(mean(curves.map((curve) => curve[visited - 1]))).toBeCloseTo(visited / 5, 12);
      expect(threshold().random(visited, judged(order, importance, { hotAt: 3 }))).toBe(visited / 5);
    }
  });

  it("counts revisits when asked: the mean over all draws with replacement is 1 - (1 - 1/T)^K", () => {
    const model = threshold({ revisits: "counted" });
    const crawl = judged(order, importance, { hotAt: 3 });
    const hot = [0, 2, 3];
    for (let visited = 1; visited <= 5; visited++) {
      const found = draws(5, visited).map((pages) => hot.filter((page) => pages.includes(page)).length / hot.length);
      expect(model.random(visited, crawl)).toBeCloseTo(mean(found), 12);
      expect(model.random(visited, crawl)).toBeCloseTo(1 - (4 / 5) ** visited, 12);
    }
    expect(model.label).toBe("threshold, random revisits");
  });

  it("says nothing when no page is hot: 0 of 0, for any crawler", () => {
    const crawl = judged(order, importance, { hotAt: 6 });
    expect([...threshold().curve(crawl)]).toEqual(Array(5).fill(Number.NaN));
    expect(threshold().ideal(1, crawl)).toBeNaN();
    expect(threshold().random(1, crawl)).toBeNaN();
  });

  it("never lets a crawl pass the ideal crawler, never falls, and ends at 1 when all pages were crawled", () => {
    fc.assert(
      fc.property(anyCrawl(12), fc.constantFrom("at-least" as const, "more-than" as const), (each, hot) => {
        const model = threshold({ hot });
        const crawl = judged(each.order, each.importance, each);
        const curve = model.curve(crawl);
        if (model.hot?.(crawl) === 0) {
          expect([...curve]).toEqual(Array(curve.length).fill(Number.NaN));
          return;
        }
        for (const [k, performance] of curve.entries()) {
          expect(performance).toBeLessThanOrEqual(model.ideal(k + 1, crawl));
          if (k > 0) expect(performance).toBeGreaterThanOrEqual(curve[k - 1]);
        }
        if (each.order.length === each.importance.length) expect(curve.at(-1)).toBe(1);
      }),
    );
  });

  it("needs a threshold, and says how to give one", () => {
    const crawl = judged(order, importance);
    for (const ask of [() => threshold().curve(crawl), () => threshold().ideal(1, crawl)]) {
      expect(ask).toThrow(
        coded(
          "option",
          "model threshold needs a threshold: give the importance one, as backlinks({ hotAt: 100 }) has it; or judge by model stop(), which needs none",
        ),
      );
    }
  });
});
