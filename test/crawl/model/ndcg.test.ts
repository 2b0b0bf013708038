import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ndcg } from "../../../src/crawl/model/ndcg.js";
import { coded } from "../../fixture/problems.js";
import { anyCrawl, judged, mean, permutations } from "../small-web.js";

const { log2 } = Math;
// Grades of six documents in the order found, as in the usual textbook example.
const importance = [3, 2, 3, 0, 1, 2];
const order = [0, 1, 2, 3, 4, 5];

/** DCG by the definition: gains over log2(place + 1). */
const dcg = (gains: readonly number[]) => gains.reduce((sum, gain, i) => sum + gain / log2(i + 2), 0);
const descending = (values: readonly number[]) => values.toSorted((a, b) => b - a);

describe("ndcg", () => {
  it("is DCG of the order over DCG of the ideal one, after each page", () => {
    // By hand: 3 + 2/log2(3) + 3/2 + 0 + 1/log2(6) + 2/log2(7) = 6.861; ideal 3 3 2 2 1 0: 7.141.
    const { curve } = ndcg();
    const found = [...curve(judged(order, importance))];
    expect(found[0]).toBe(1);
    expect(found[1]).toBeCloseTo((3 + 2 / log2(3)) / (3 + 3 / log2(3)), 12);
    expect(found[5]).toBeCloseTo(6.861 / 7.141, 3);
    for (let k = 1; k <= 6; k++)
      expect(found[k - 1]).toBeCloseTo(dcg(importance.slice(0, k)) / dcg(descending(importance).slice(0, k)), 12);
  });

  it("tells two orders of the same pages apart, which a share of what was found does not", () => {
    const last = (pages: readonly number[]) => ndcg().curve(judged(pages, importance)).at(-1) as number;
    expect(last([0, 2, 1, 5, 4, 3])).toBe(1); // 3 3 2 2 1 0
    expect(last([3, 4, 1, 5, 0, 2])).toBeLessThan(last(order));
  });

  it("counts the first n pages only when asked, and stays as it is after them", () => {
    const model = ndcg({ at: 3 });
    const found = [...model.curve(judged(order, importance))];
    expect(found.slice(0, 3)).toEqual([...ndcg().curve(judged(order, importance))].slice(0, 3));
    expect(new Set(found.slice(2)).size).toBe(1);
    expect(model.label).toBe("ndcg at 3");
    expect([...ndcg({ at: 99 }).curve(judged(order, importance))]).toEqual([
      ...ndcg().curve(judged(order, importance)),
    ]);
  });

  it("takes 2^I - 1 for the gain when asked: 7 3 7 0 1 3", () => {
    const model = ndcg({ gain: "exponential" });
    const gains = [7, 3, 7, 0, 1, 3];
    expect(model.curve(judged(order, importance)).at(-1)).toBeCloseTo(dcg(gains) / dcg(descending(gains)), 12);
    expect(model.label).toBe("ndcg, exponential gain");
    expect(() => model.curve(judged(order, [3, 2, 3, 0, 1, 2000]))).toThrow(
      /^model ndcg with exponential gain takes grades, such as 0 \.\. 4; the largest importance is 2000, /,
    );
  });

  it("has an ideal of 1, and a random crawler that is the mean over all orders of six pages", () => {
    const crawl = judged(order, importance);
    for (const model of [ndcg(), ndcg({ at: 2 }), ndcg({ gain: "exponential" })]) {
      const curves = permutations(6).map((each) => model.curve(judged(each, importance)));
      for (let visited = 1; visited <= 6; visited++) {
        expect(model.ideal(visited, crawl)).toBe(1);
        expect(model.random(visited, crawl)).toBeCloseTo(mean(curves.map((curve) => curve[visited - 1])), 12);
      }
    }
  });

  it("lies in [0, 1] for any crawl, and is 1 throughout in the order of importance", () => {
    fc.assert(
      fc.property(anyCrawl(12), fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }), (each, at) => {
        const model = ndcg(at === undefined ? {} : { at });
        for (const performance of model.curve(judged(each.order, each.importance))) {
          expect(performance).toBeGreaterThanOrEqual(0);
          expect(performance).toBeLessThanOrEqual(1);
        }
        const best = each.importance.map((_, page) => page).sort((a, b) => each.importance[b] - each.importance[a]);
        for (const performance of model.curve(judged(best, each.importance))) expect(performance).toBe(1);
      }),
    );
  });

  it("says 1 throughout when no page has a gain, and refuses what makes no sense", () => {
    const crawl = judged([0, 1], [0, 0]);
    expect([...ndcg().curve(crawl), ndcg().random(1, crawl)]).toEqual([1, 1, 1]);
    expect(() => ndcg().curve(judged([0, 1], [2, -3]))).toThrow("model ndcg adds importance up");
    for (const at of [0, 1.5, -1, Number.NaN])
      expect(() => ndcg({ at })).toThrow(coded("option", `at is a number of pages, 1 or more; found ${at}`));
    expect(() => ndcg({ gain: "square" as never })).toThrow('ndcg: gain is "linear", "exponential"; found "square"');
  });
});
