import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stop } from "../../../src/crawl/model/stop.js";
import { anyCrawl, draws, judged, mean, permutations } from "../small-web.js";

/** P_CS to the letter: of the first K pages, those worth at least what R_K is worth. */
function literal(order: readonly number[], importance: readonly number[]): number[] {
  const ranked = importance.toSorted((a, b) => b - a);
  return order.map((_, k) => {
    const visited = order.slice(0, k + 1);
    return visited.filter((page) => importance[page] >= ranked[k]).length / (k + 1);
  });
}

/**
 * The mean of M/K over all rankings R_1, R_2, ... that put more important pages first, with exactly K hot pages each.
 */
function overAllRankings(order: readonly number[], importance: readonly number[]): number[] {
  const rankings = permutations(importance.length).filter((ranking) =>
    ranking.every((page, i) => i === 0 || importance[ranking[i - 1]] >= importance[page]),
  );
  return order.map((_, k) => {
    const visited = order.slice(0, k + 1);
    return mean(rankings.map((ranking) => ranking.slice(0, k + 1).filter((p) => visited.includes(p)).length / (k + 1)));
  });
}

describe("stop", () => {
  it("counts the pages among K visited that are worth at least as much as the K-th best", () => {
    // Ranks by importance: page 0 (5), page 2 (3), page 1 (1), page 3 (0).
    // K=1: page 1, 1 < 5: 0. K=2: pages 1, 0; >= 3: page 0: 1/2. K=3: 1, 0, 3; >= 1: 1 and 0: 2/3. K=4: all.
    expect([...stop().curve(judged([1, 0, 3, 2], [5, 1, 3, 0]))]).toEqual([0, 1 / 2, 2 / 3, 1]);
  });

  it("takes all pages that tie with R_K for hot, unless strict, where the expectation over the ties counts", () => {
    // Importance 2, 1, 1, 1; crawled 1, 2, 0, 3.
    // K=1: R_1 is page 0 alone: 0, 0. K=2: I(R_2) = 1: inclusive both pages, 1; strict: page 0 and one of three: 2/3 of
    // a page is expected among 1 and 2: 1/3. K=3: inclusive 1; strict: page 0, and 2 of 3 ties, of which 4/3 are
    // expected:
    // 7/9.
    const crawl = judged([1, 2, 0, 3], [2, 1, 1, 1]);
    expect([...stop().curve(crawl)]).toEqual([0, 1, 1, 1]);
    const strict = stop({ tied: "strict" }).curve(crawl);
    for (const [k, expected] of [0, 1 / 3, 7 / 9, 1].entries()) expect(strict[k]).toBeCloseTo(expected, 12);
    expect(stop({ tied: "strict" }).label).toBe("stop, strict top K");
  });

  it("agrees with the definition, read to the letter", () => {
    fc.assert(
      fc.property(anyCrawl(14), ({ order, importance }) => {
        expect([...stop().curve(judged(order, importance))]).toEqual(literal(order, importance));
      }),
    );
  });

  it("gives, when strict, the mean over all rankings that the ties allow", () => {
    fc.assert(
      fc.property(anyCrawl(6), ({ order, importance }) => {
        const curve = stop({ tied: "strict" }).curve(judged(order, importance));
        const expected = overAllRankings(order, importance);
        for (let k = 0; k < order.length; k++) expect(curve[k]).toBeCloseTo(expected[k], 12);
      }),
      { numRuns: 60 },
    );
  });

  it("saturates: once I(R_K) is the smallest value of all, P is 1, for any crawler, the random one included", () => {
    fc.assert(
      fc.property(anyCrawl(12), ({ order, importance }) => {
        const ranked = importance.toSorted((a, b) => b - a);
        const crawl = judged(order, importance);
        const curve = stop().curve(crawl);
        for (let k = ranked.indexOf(ranked[ranked.length - 1]); k < order.length; k++) {
          expect(curve[k]).toBe(1);
          expect(stop().random(k + 1, crawl)).toBeCloseTo(1, 12);
        }
      }),
    );
  });

  it("has the ideal crawler at 1, which no crawl passes", () => {
    fc.assert(
      fc.property(anyCrawl(12), fc.constantFrom("inclusive" as const, "strict" as const), (each, tied) => {
        const model = stop({ tied });
        const crawl = judged(each.order, each.importance);
        for (const [k, performance] of model.curve(crawl).entries()) {
          expect(performance).toBeLessThanOrEqual(model.ideal(k + 1, crawl) + 1e-12);
        }
        const best = Array.from(each.importance.keys()).sort((a, b) => each.importance[b] - each.importance[a]);
        if (tied === "inclusive") expect([...model.curve(judged(best, each.importance))]).toEqual(best.map(() => 1));
      }),
    );
  });

  it("has the random crawler of section 3, K/T, where no pages tie", () => {
    const crawl = judged([0], [4, 3, 2, 1, 0]);
    for (const tied of ["inclusive", "strict"] as const) {
      expect([1, 2, 3, 4, 5].map((visited) => stop({ tied }).random(visited, crawl))).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
    }
  });

  it("expects of the random crawler the mean over all orders, ties included", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
        fc.constantFrom("inclusive" as const, "strict" as const),
        (importance, tied) => {
          const model = stop({ tied });
          const curves = permutations(importance.length).map((order) => model.curve(judged(order, importance)));
          for (let visited = 1; visited <= importance.length; visited++) {
            const expected = mean(curves.map((curve) => curve[visited - 1]));
            expect(model.random(visited, judged([0], importance))).toBeCloseTo(expected, 12);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("counts revisits when asked: the mean over all draws with replacement of the different hot pages seen", () => {
    const importance = [2, 1, 1, 0];
    const ranked = [2, 1, 1, 0];
    for (let visited = 1; visited <= 4; visited++) {
      const hot = [0, 1, 2, 3].filter((page) => importance[page] >= ranked[visited - 1]);
      const seen = draws(4, visited).map((pages) => hot.filter((page) => pages.includes(page)).length / visited);
      const crawl = judged([0], importance);
      expect(stop({ revisits: "counted" }).random(visited, crawl)).toBeCloseTo(mean(seen), 12);
      const strict = stop({ tied: "strict", revisits: "counted" }).random(visited, crawl);
      // K hot pages of T, each seen with probability 1 - (1 - 1/T)^K
      expect(strict).toBeCloseTo(1 - (3 / 4) ** visited, 12);
    }
  });
});
