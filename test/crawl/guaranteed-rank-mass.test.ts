import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guaranteedRankMass } from "../../src/crawl/guaranteed-rank-mass.js";
import { replay } from "../../src/crawl/replay.js";
import { random } from "../../src/ordering/random.js";
import { rankMass } from "../../src/ordering/rank-mass.js";
import { linksOf, type PageId } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, webOf } from "../fixture/webs.js";

/**
 * Personalised PageRank by its series, term after term until nothing is left: the share of paths of each length that
 * end at a page.
 */
function exact({ graph }: Web, from: readonly PageId[], damping: number): Float64Array {
  const total = new Float64Array(graph.size);
  let mass = new Float64Array(graph.size);
  for (const page of from) mass[page] += (1 - damping) / from.length;
  while (mass.some((value) => value > 1e-18)) {
    const next = new Float64Array(graph.size);
    for (let page = 0; page < graph.size; page++) {
      total[page] += mass[page];
      const links = linksOf(graph, page);
      for (const to of links) next[to] += (damping * mass[page]) / links.length;
    }
    mass = next;
  }
  return total;
}

const cases = fc.tuple(anyWeb(), fc.constantFrom(0.5, 0.85, 0.9), fc.constantFrom(1e-3, 0.1), fc.integer());

describe("guaranteedRankMass", () => {
  it("never exceeds the personalised PageRank of the crawled pages, and never falls, under any order", () => {
    fc.assert(
      fc.property(cases, ([web, damping, accuracy, seed]) => {
        const order = replay(web, random, { seed });
        const truth = exact(web, [web.start], damping);
        let held = 0;
        let before = 0;
        for (const [k, bound] of guaranteedRankMass(web, order, { damping, accuracy }).entries()) {
          held += truth[order[k]];
          expect(bound).toBeLessThanOrEqual(held + 1e-12);
          expect(bound).toBeGreaterThanOrEqual(before);
          before = bound;
        }
      }),
    );
  });

  it("comes to (1 + accuracy)^-(1 + d / (1 - d)) of it and more when all is crawled", () => {
    // what is passed on is that of d / (1 + accuracy), itself over 1 + accuracy, and a path is d / (1 - d) long in the
    // mean, at most (Jensen)
    fc.assert(
      fc.property(cases, ([web, damping, accuracy]) => {
        const bound = guaranteedRankMass(web, replay(web, rankMass), { damping, accuracy }).at(-1) as number;
        const whole = exact(web, [web.start], damping).reduce((sum, value) => sum + value, 0);
        expect(bound).toBeGreaterThan(whole * (1 + accuracy) ** -(1 + damping / (1 - damping)) - 1e-12);
      }),
    );
  });

  it("shares the trust among the pages that are trusted", () => {
    const web = webOf(4, pairsOf("0,1 2,3"));
    const order = Uint32Array.of(0, 1, 2, 3);
    // 0.1 and 0.09 from one page, half of each from two; nothing known of 2 until it is crawled
    const close = (found: Float64Array, expected: number[]) => {
      for (const [k, bound] of found.entries()) expect(bound).toBeCloseTo(expected[k], 12);
    };
    close(guaranteedRankMass(web, order), [0.1, 0.19, 0.19, 0.19]);
    close(guaranteedRankMass(web, order, { from: [0, 2] }), [0.05, 0.095, 0.145, 0.19]);
  });

  it("refuses trusted pages that are none: they would hold nothing, or page 0 be trusted in their place", () => {
    const web = webOf(2, [[0, 1]]);
    for (const page of [2, -1, 0.5, "http://a.example/"])
      expect(() => guaranteedRankMass(web, Uint32Array.of(0), { from: [page as number] })).toThrow(
        `start ${page}: expected a page from 0 to 1`,
      );
    expect(() => guaranteedRankMass(web, Uint32Array.of(0), { from: 1 as never })).toThrow("from is a list");
  });

  it("refuses options and orders that make no sense", () => {
    const web = webOf(2, [[0, 1]]);
    expect(() => guaranteedRankMass(web, Uint32Array.of(0), { damping: 1 })).toThrow(
      coded("option", "damping lies in (0, 1); found 1"),
    );
    expect(() => guaranteedRankMass(web, Uint32Array.of(0, 0))).toThrow(coded("crawl"));
    expect(() => guaranteedRankMass(web, Uint32Array.of(0), { trust: [0] } as object)).toThrow(
      'guaranteedRankMass has no option "trust": it takes damping, from, accuracy',
    );
  });
});
