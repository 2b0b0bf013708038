import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankAgreement } from "../../src/crawl/rank-agreement.js";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { ideal } from "../../src/ordering/ideal.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import { pageRankKernel } from "../../src/web/graph/page-rank.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyLinks, grownWeb } from "./small-web.js";

describe("rankAgreement", () => {
  it("compares the ranks that the crawled pages give each other with those they have, as a trace by hand has it", () => {
    // 0 -> 1 -> 2, and 3 .. 6 -> 0. Crawled alone, 0, 1, 2 have 1, 1 + d, 1 + d + d^2: the same order as on the whole
    // web.
    const graph = graphFrom(7, pairsOf("0,1 1,2 3,0 4,0 5,0 6,0"));
    // In units of 1 - d, before what dangling pages give back, which scales all: 0: 1 + 4d = 4.6; 1: 1 + 4.6 d = 5.14;
    // 2: 1 + 5.14 d = 5.626.
    const found = rankAgreement(graph, Uint32Array.of(0, 1, 2, 3, 4, 5, 6), { at: [3 / 7, 1] });
    expect(found.map(({ pages }) => pages)).toEqual([3, 7]);
    expect(found[0].tau).toBe(1);
    expect(found[0].massCovered).toBeCloseTo((4.6 + 5.14 + 5.626) / (4.6 + 5.14 + 5.626 + 4), 9);
    expect(found[1]).toMatchObject({ crawled: 1, tau: 1 });
    expect(found[1].massCovered).toBeCloseTo(1, 12);
  });

  it("tells a part that misjudges its pages: the reversed order has tau -1", () => {
    // 2 -> 1, crawled alone 1 leads 2; on the whole web 3 .. 6 link to 2, which passes on d of it to 1 and 7 each half.
    const graph = graphFrom(8, pairsOf("2,1 2,7 3,2 4,2 5,2 6,2"));
    // 2: 1 + 4d = 4.6, 1: 1 + 0.45 * 4.6 = 3.07 on the whole web; alone 2: 1, 1: 1.9.
    const [{ tau }] = rankAgreement(graph, Uint32Array.of(2, 1), { at: [0.25] });
    expect(tau).toBe(-1);
  });

  it("ends at tau 1 and all mass when everything was crawled, whatever the web, unless all pages rank alike", () => {
    fc.assert(
      fc.property(anyLinks(15), fc.double({ min: 0.1, max: 0.95, noNaN: true }), ({ size, links }, damping) => {
        const graph = graphFrom(size, links);
        const order = Uint32Array.from({ length: size }, (_, k) => size - 1 - k);
        const [{ tau, massCovered }] = rankAgreement(graph, order, { at: [1], damping });
        const ranks = new Set(Float32Array.from(pageRankKernel(graph, { damping, tolerance: 1e-12 })));
        expect(tau).toBe(ranks.size === 1 ? undefined : 1);
        expect(massCovered).toBeCloseTo(1, 9);
      }),
      { numRuns: 60 },
    );
  });

  it("lets pages of the same links tie", () => {
    // Leaves of a star rank alike; the hub leads: 0 and two leaves, tau of ranks with one tie in both is 1.
    const graph = graphFrom(
      6,
      [1, 2, 3, 4, 5].flatMap(
        (leaf) =>
          [
            [0, leaf],
            [leaf, 0],
          ] as [number, number][],
      ),
    );
    const [{ tau }] = rankAgreement(graph, Uint32Array.of(0, 1, 2), { at: [0.5] });
    expect(tau).toBe(1);
  });

  it("looks at 1, 2, 5, ... 100 % of the pages, and no further than the crawl went", () => {
    const { graph } = grownWeb(200, 3, 5);
    const order = replay(grownWeb(200, 3, 5), breadthFirst);
    expect(rankAgreement(graph, order).map(({ pages }) => pages)).toEqual([2, 4, 10, 20, 40, 80, 120, 160, 200]);
    expect(rankAgreement(graph, order.slice(0, 50)).map(({ pages }) => pages)).toEqual([2, 4, 10, 20, 40]);
    expect(rankAgreement(graph, order, { at: [0.0001] })[0].pages).toBe(1); // at least one page
  });

  it("lets the paradox be looked at: who gathers rank fastest is not who tells it best", () => {
    // A generated web on which it shows (regression): the omniscient crawl covers more rank at each share, and is
    // behind in tau at some.
    const web = grownWeb(400, 3, 2);
    const truth = pageRankKernel(web.graph);
    const at = [0.05, 0.1, 0.2, 0.4];
    const greedy = rankAgreement(web.graph, replay(web, ideal, { truth }), { at });
    const wide = rankAgreement(web.graph, replay(web, breadthFirst), { at });
    for (const [i, { massCovered }] of greedy.entries()) expect(massCovered).toBeGreaterThan(wide[i].massCovered);
    expect(greedy.some(({ tau = 0 }, i) => tau < (wide[i].tau ?? 0))).toBe(true);
  });

  it("refuses shares that are none", () => {
    const { graph } = grownWeb(10, 1, 1);
    for (const at of [[0.5, 0], [20], []]) {
      expect(() => rankAgreement(graph, Uint32Array.of(0), { at })).toThrow(
        /^at holds shares of the pages, above 0 and at most 1, such as \[0\.1, 0\.5\]; found (0|20|none)$/,
      );
    }
    expect(() => rankAgreement(graph, Uint32Array.of(0), { share: 0.5 } as object)).toThrow(
      'rankAgreement has no option "share": it takes at, damping',
    );
  });
});
