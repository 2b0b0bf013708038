import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harvest } from "../../../src/crawl/model/harvest.js";
import { precisionAt } from "../../../src/crawl/model/precision.js";
import { coded } from "../../fixture/problems.js";
import { anyCrawl, judged, mean, permutations } from "../small-web.js";

// Relevant from 3 on: pages 0, 2 and 3.
const importance = [5, 1, 3, 3, 0];
const order = [1, 0, 4, 2, 3];
const crawl = judged(order, importance, { hotAt: 3 });

describe("precisionAt", () => {
  it("is the share of the first n pages that is relevant; pages still to come count as not relevant", () => {
    // By hand: of the first four pages, 0 and 2 are relevant, visited second and fourth.
    expect([...precisionAt(4).curve(crawl)]).toEqual([0, 1 / 4, 1 / 4, 2 / 4, 2 / 4]);
    expect([...precisionAt(1).curve(crawl)]).toEqual([0, 0, 0, 0, 0]);
    expect(precisionAt(4).label).toBe("precision at 4");
  });

  it("takes all pages of a web that has fewer", () => {
    expect(precisionAt(100).curve(crawl)).toEqual(precisionAt(5).curve(crawl));
    expect(precisionAt(100).ideal(5, crawl)).toBe(3 / 5);
    expect(precisionAt(100).random(5, crawl)).toBe(3 / 5);
  });

  it("has the ideal crawler min(K, n, H)/n", () => {
    const visits = [1, 2, 3, 4, 5];
    expect(visits.map((visited) => precisionAt(4).ideal(visited, crawl))).toEqual([1 / 4, 2 / 4, 3 / 4, 3 / 4, 3 / 4]);
    expect(visits.map((visited) => precisionAt(2).ideal(visited, crawl))).toEqual([1 / 2, 1, 1, 1, 1]);
  });

  it("expects of the random crawler the mean over all orders", () => {
    for (const size of [1, 3, 5]) {
      const curves = permutations(5).map((each) => precisionAt(size).curve(judged(each, importance, { hotAt: 3 })));
      for (let visited = 1; visited <= 5; visited++) {
        const expected = mean(curves.map((curve) => curve[visited - 1]));
        expect(precisionAt(size).random(visited, crawl)).toBeCloseTo(expected, 12);
      }
    }
  });

  it("agrees with a plain count on any crawl, ends at the harvest rate after n pages, and is passed by no crawl", () => {
    fc.assert(
      fc.property(anyCrawl(12), fc.integer({ min: 1, max: 14 }), (each, size) => {
        const any = judged(each.order, each.importance, each);
        const model = precisionAt(size);
        const curve = model.curve(any);
        const pages = Math.min(size, each.importance.length);
        for (const [k, precision] of curve.entries()) {
          const visited = each.order.slice(0, Math.min(k + 1, size));
          expect(precision).toBe(visited.filter((page) => each.importance[page] >= each.hotAt).length / pages);
          expect(precision).toBeLessThanOrEqual(model.ideal(k + 1, any));
        }
        if (each.order.length >= pages) expect(curve.at(-1)).toBe(harvest().curve(any)[pages - 1]);
      }),
    );
  });

  it("needs a threshold, and a whole number of pages", () => {
    const open = judged(order, importance);
    for (const ask of [() => precisionAt(2).curve(open), () => precisionAt(2).ideal(1, open)])
      expect(ask).toThrow("model precision at 2 needs a threshold");
    for (const size of [0, 0.5, Number.NaN]) {
      expect(() => precisionAt(size)).toThrow(coded("option", `at is a number of pages, 1 or more; found ${size}`));
    }
  });
});
