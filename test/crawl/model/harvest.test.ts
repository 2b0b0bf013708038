import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harvest } from "../../../src/crawl/model/harvest.js";
import { coded } from "../../fixture/problems.js";
import { anyCrawl, draws, judged, mean, permutations } from "../small-web.js";

// Relevant from 3 on: pages 0, 2 and 3.
const importance = [5, 1, 3, 3, 0];
const order = [1, 0, 4, 2, 3];
const crawl = judged(order, importance, { hotAt: 3 });

describe("harvest", () => {
  it("is the share of the pages visited so far that is relevant", () => {
    // By hand: page 1 is not, 0 is, 4 is not, 2 and 3 are.
    expect([...harvest().curve(crawl)]).toEqual([0, 1 / 2, 1 / 3, 2 / 4, 3 / 5]);
  });

  it("counts the last pages only when given a window, as the figures of Chakrabarti et al. do", () => {
    expect([...harvest({ window: 2 }).curve(crawl)]).toEqual([0, 1 / 2, 1 / 2, 1 / 2, 1]);
    expect([...harvest({ window: 1 }).curve(crawl)]).toEqual([0, 1, 0, 1, 1]);
    expect(harvest({ window: 5 }).curve(crawl)).toEqual(harvest().curve(crawl));
    expect([harvest().label, harvest({ window: 100 }).label]).toEqual(["harvest", "harvest, window 100"]);
  });

  it("has the ideal crawler, which visits the H relevant pages first: min(K, H)/K", () => {
    const visits = [1, 2, 3, 4, 5];
    expect(visits.map((visited) => harvest().ideal(visited, crawl))).toEqual([1, 1, 1, 3 / 4, 3 / 5]);
    // Of the last two pages: 1 of 1; 2; 2; 1 of 2; none, the three relevant ones are past.
    expect(visits.map((visited) => harvest({ window: 2 }).ideal(visited, crawl))).toEqual([1, 1, 1, 1 / 2, 0]);
  });

  it("expects of the random crawler H/T, the mean over all orders, and over all draws with repeats", () => {
    for (const window of [undefined, 2]) {
      const model = harvest({ ...(window && { window }) });
      const curves = permutations(5).map((each) => model.curve(judged(each, importance, { hotAt: 3 })));
      for (let visited = 1; visited <= 5; visited++) {
        expect(model.random(visited, crawl)).toBe(3 / 5);
        expect(mean(curves.map((curve) => curve[visited - 1]))).toBeCloseTo(3 / 5, 12);
      }
    }
    const shares = draws(5, 3).map((pages) => pages.filter((page) => importance[page] >= 3).length / 3);
    expect(mean(shares)).toBeCloseTo(3 / 5, 12);
  });

  it("agrees with a plain count on any crawl, lies in [0, 1], and is passed by no crawl where all pages count", () => {
    fc.assert(
      fc.property(anyCrawl(12), fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }), (each, window) => {
        const model = harvest({ window });
        const any = judged(each.order, each.importance, each);
        for (const [k, rate] of model.curve(any).entries()) {
          const counted = each.order.slice(0, k + 1).slice(-(window ?? Number.POSITIVE_INFINITY));
          expect(rate).toBe(counted.filter((page) => each.importance[page] >= each.hotAt).length / counted.length);
          if (window === undefined) expect(rate).toBeLessThanOrEqual(model.ideal(k + 1, any));
        }
        const first = Array.from(each.importance.keys()).sort((a, b) => each.importance[b] - each.importance[a]);
        const best = judged(first, each.importance, each);
        expect([...model.curve(best)]).toEqual(first.map((_, k) => model.ideal(k + 1, best)));
      }),
    );
  });

  it("is 0 where no page is relevant", () => {
    const none = judged(order, importance, { hotAt: 6 });
    expect([...harvest().curve(none)]).toEqual([0, 0, 0, 0, 0]);
    expect([harvest().ideal(2, none), harvest().random(2, none)]).toEqual([0, 0]);
  });

  it("needs a threshold, and a window of at least a page", () => {
    const open = judged(order, importance);
    for (const ask of [() => harvest().curve(open), () => harvest().ideal(1, open), () => harvest().random(1, open)])
      expect(ask).toThrow("model harvest needs a threshold");
    for (const window of [0, 1.5, -3, Number.NaN]) {
      expect(() => harvest({ window })).toThrow(
        coded("option", `window is a number of pages, 1 or more; found ${window}`),
      );
    }
    expect(() => harvest({ last: 3 } as object)).toThrow('harvest has no option "last": it takes window');
  });
});
