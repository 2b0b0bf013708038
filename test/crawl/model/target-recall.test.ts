import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { judge } from "../../../src/crawl/judge.js";
import { targetRecall } from "../../../src/crawl/model/target-recall.js";
import { threshold } from "../../../src/crawl/model/threshold.js";
import type { JudgedCrawl } from "../../../src/crawl/model.js";
import { replay } from "../../../src/crawl/replay.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { depthFirst } from "../../../src/ordering/depth-first.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { anyCrawl, grownWeb, judged, mean, permutations } from "../small-web.js";

// Hot from 3 on: pages 0, 2 and 3.
const importance = [5, 1, 3, 3, 0];
const order = [1, 0, 4, 2, 3];
const crawl = judged(order, importance, { hotAt: 3 });

/**
 * The curves of a crawl over every sequence that the generator could give, each as likely as the others: the product of
 * the limits.
 */
function overAllChances(
  model: ReturnType<typeof targetRecall>,
  each: JudgedCrawl,
): { curve: number[]; weight: number }[] {
  const found: { curve: number[]; weight: number }[] = [];
  const given: number[] = [];
  for (;;) {
    const limits: number[] = [];
    const random = Object.assign(new Random(1), {
      below(limit: number) {
        limits.push(limit);
        if (given.length < limits.length) given.push(0);
        return given[limits.length - 1];
      },
    });
    const curve = [...model.curve({ ...each, random })];
    found.push({ curve, weight: limits.reduce((product, limit) => product / limit, 1) });
    given.length = limits.length;
    while (given.length > 0 && given[given.length - 1] + 1 === limits[given.length - 1]) given.pop();
    if (given.length === 0) return found;
    given[given.length - 1]++;
  }
}

describe("targetRecall", () => {
  it("is the recall of all hot pages, P_ST, when they all are the target", () => {
    fc.assert(
      fc.property(anyCrawl(12), (each) => {
        const any = judged(each.order, each.importance, each);
        expect(targetRecall({ share: 1 }).curve(any)).toEqual(threshold().curve(any));
        for (let visited = 1; visited <= each.importance.length; visited++) {
          expect(targetRecall({ share: 1 }).ideal(visited, any)).toBe(threshold().ideal(visited, any));
          expect(targetRecall({ share: 1 }).random(visited, any)).toBe(threshold().random(visited, any));
        }
      }),
    );
  });

  it("draws every set of hot pages equally often: the mean over all targets is P_ST", () => {
    // A half of 3 is 2 pages: three targets; those of page 0 are found after 1, 4 or 5 visits and so on.
    const chances = overAllChances(targetRecall(), crawl);
    const sums = new Map<string, number>();
    for (const { curve, weight } of chances) sums.set(`${curve}`, (sums.get(`${curve}`) ?? 0) + weight);
    const targets = pairsOf("0,2 0,3 2,3").map((target) =>
      order.map((_, k) => target.filter((page) => order.indexOf(page) <= k).length / 2),
    );
    expect(sums.size).toBe(3);
    for (const target of targets) expect(sums.get(`${target}`)).toBeCloseTo(1 / 3, 12);
    fc.assert(
      fc.property(anyCrawl(6), fc.constantFrom(0.2, 0.5, 0.7), (each, share) => {
        const any = judged(each.order, each.importance, each);
        const all = overAllChances(targetRecall({ share }), any);
        const expected = threshold().curve(any);
        if (Number.isNaN(expected[0])) return; // no page is hot, so none can be drawn
        for (let k = 0; k < expected.length; k++) {
          expect(all.reduce((sum, { curve, weight }) => sum + weight * curve[k], 0)).toBeCloseTo(expected[k], 12);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("agrees with a plain count on any crawl: a share of a set of hot pages that is as large as asked for", () => {
    fc.assert(
      fc.property(anyCrawl(12), fc.constantFrom(0.1, 0.5, 0.9), fc.nat(), (each, share, seed) => {
        const hot = each.importance.filter((value) => value >= each.hotAt).length;
        const size = hot === 0 ? 0 : Math.max(1, Math.round(share * hot));
        const any = judged(each.order, each.importance, { ...each, seed });
        const curve = targetRecall({ share }).curve(any);
        if (size === 0) {
          expect([...curve]).toEqual(Array(curve.length).fill(Number.NaN));
          return;
        }
        const steps = [...curve].map((recall, k) => recall - (k === 0 ? 0 : curve[k - 1]));
        for (const [k, step] of steps.entries()) {
          expect(curve[k]).toBeGreaterThanOrEqual(0);
          expect(curve[k]).toBeLessThanOrEqual(targetRecall({ share }).ideal(k + 1, any));
          const isHot = each.importance[each.order[k]] >= each.hotAt;
          expect(isHot ? [0, 1] : [0]).toContain(Math.round(step * size));
          expect(curve[k] * size).toBeCloseTo(Math.round(curve[k] * size), 9);
        }
        if (each.order.length === each.importance.length) expect(curve.at(-1)).toBe(1);
      }),
    );
  });

  it("draws one target for all crawls that are judged with one seed, and others with other seeds", () => {
    const web = grownWeb(300, 3, 4);
    const importance = backlinks({ hotAt: 6 });
    const [wide, deep] = [breadthFirst, depthFirst].map((method) => replay(web, method));
    const model = targetRecall({ share: 0.1 });
    const found = (pages: Uint32Array, seed: number) => {
      const { curve } = judge(web, pages, importance, { model, seed });
      return [...pages].filter((_, k) => curve[k] > (k === 0 ? 0 : curve[k - 1])).sort((a, b) => a - b);
    };
    const hot = judge(web, wide, importance).hot ?? 0;
    expect(found(wide, 7)).toHaveLength(Math.round(0.1 * hot));
    expect(found(deep, 7)).toEqual(found(wide, 7));
    expect(found(wide, 8)).not.toEqual(found(wide, 7));
  });

  it("has the ideal crawler K/N, and the random one K/T, the mean over all orders", () => {
    // N is 2 of the 3 hot pages.
    expect([1, 2, 3].map((visited) => targetRecall().ideal(visited, crawl))).toEqual([1 / 2, 1, 1]);
    const curves = permutations(5).map((each) => targetRecall().curve(judged(each, importance, { hotAt: 3 })));
    for (let visited = 1; visited <= 5; visited++) {
      expect(targetRecall().random(visited, crawl)).toBe(visited / 5);
      expect(mean(curves.map((curve) => curve[visited - 1]))).toBeCloseTo(visited / 5, 12);
      const revisiting = targetRecall({ revisits: "counted" }).random(visited, crawl);
      expect(revisiting).toBe(threshold({ revisits: "counted" }).random(visited, crawl));
    }
  });

  it("holds a page at least, where there is a hot one, and else says nothing", () => {
    expect(targetRecall({ share: 0.01 }).ideal(1, crawl)).toBe(1);
    const none = judged(order, importance, { hotAt: 6 });
    expect([...targetRecall().curve(none)]).toEqual(Array(5).fill(Number.NaN));
    expect([targetRecall().ideal(1, none), targetRecall().random(1, none)]).toEqual([Number.NaN, Number.NaN]);
  });

  it("names what is not the default, and refuses what makes no sense", () => {
    expect(targetRecall().label).toBe("target recall");
    expect(targetRecall({ share: 0.2, revisits: "counted" }).label).toBe("target recall, share 0.2, random revisits");
    for (const share of [0, 1.1, Number.NaN]) {
      expect(() => targetRecall({ share })).toThrow(
        coded("option", `share of the hot pages in the target is in (0, 1]; found ${share}`),
      );
    }
    expect(() => targetRecall().curve(judged(order, importance))).toThrow("model target-recall needs a threshold");
  });
});
