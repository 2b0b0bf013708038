import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { RevealedRank } from "../../../src/ordering/frontier/revealed-rank.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { type Graph, linksOf, type PageId } from "../../../src/web/graph/graph.js";
import { pageRankKernel } from "../../../src/web/graph/page-rank.js";
import { depth } from "../../depth.js";
import { anyGraph, attachmentWeb, linksIn } from "../../fixture/webs.js";

/** Every page is discovered at once, then crawled by number; calls `after` when a page was revealed. */
function revealAll(graph: Graph, ranks: RevealedRank, after: (page: PageId) => void, forget = true): void {
  ranks.discover(
    Uint32Array.from({ length: graph.size }, (_, page) => page),
    graph.size,
  );
  for (let page = 0; page < graph.size; page++) {
    if (forget) ranks.forgetRisen();
    const links = linksOf(graph, page);
    ranks.reveal(page, links, links.length, links.length);
    after(page);
  }
}

/** The rows of pages 0 .. last only. */
const rowsUpTo = (graph: Graph, last: PageId) =>
  graphFrom(
    graph.size,
    linksIn(graph).filter(([from]) => from <= last),
    { duplicates: "keep", selfLinks: "keep" },
  );

/** Solution of x = (1 - d) + passed * sum of x / c, by the kernel, whose base is 1 - passed instead. */
const solution = (graph: Graph, damping: number, passed = damping) =>
  pageRankKernel(graph, { damping: passed, dangling: "none", tolerance: 1e-13 }).map(
    (x) => (x * (1 - damping)) / (1 - passed),
  );

const ROUNDING = 1e-11;

describe("RevealedRank", () => {
  const damping = fc.constantFrom(0.15, 0.5, 0.9, 0.99);
  const accuracy = fc.constantFrom(1e-6, 1e-3, 0.1, 0.9);

  for (const forget of [true, false]) {
    it(`stays between the solutions that pass on d and d (1 - accuracy) after every page, ${forget ? "with" : "without"} forgetting what rose`, () => {
      fc.assert(
        fc.property(anyGraph(15), damping, accuracy, (graph, d, a) => {
          const ranks = new RevealedRank(graph.size, d, a);
          const check = (last: PageId) => {
            const revealed = rowsUpTo(graph, last);
            const most = solution(revealed, d);
            const least = solution(revealed, d, d * (1 - a));
            for (let page = 0; page < graph.size; page++) {
              // a crawled page shows its rank without what it holds back, at most `accuracy` of it
              const whole = ranks.waits(page) ? ranks.of(page) : ranks.of(page) * (1 + a);
              expect(ranks.of(page)).toBeLessThanOrEqual(most[page] * (1 + ROUNDING));
              expect(whole).toBeGreaterThanOrEqual(least[page] * (1 - ROUNDING));
            }
          };
          revealAll(graph, ranks, check, forget);
        }),
        { numRuns: 200 },
      );
    });
  }

  const pages = depth({ everyday: 600, prove: 2000 });
  it(`keeps these bounds on a web of ${pages} pages where many pages hold rank back`, () => {
    const { graph } = attachmentWeb(pages, 4, new Random(1));
    for (const a of [1e-4, 0.5]) {
      const ranks = new RevealedRank(graph.size, 0.9, a);
      revealAll(graph, ranks, () => {});
      const most = solution(graph, 0.9);
      const least = solution(graph, 0.9, 0.9 * (1 - a));
      for (let page = 0; page < graph.size; page++) {
        expect(ranks.of(page)).toBeLessThanOrEqual(most[page] * (1 + ROUNDING));
        expect(ranks.of(page) * (1 + a)).toBeGreaterThanOrEqual(least[page] * (1 - ROUNDING));
      }
    }
  });

  it("divides by the number of links that it is told, not by those that it is shown", () => {
    // page 0 shows one of its four links: page 1 gets 0.1 + 0.9 * 0.1 / 4
    const ranks = new RevealedRank(2, 0.9, 1e-3);
    ranks.discover(Uint32Array.of(0, 1), 2);
    ranks.reveal(0, Uint32Array.of(1), 1, 4);
    expect(ranks.of(1)).toBeCloseTo(0.1225, 12);
  });

  it("lists waiting pages that are new or rose, each once, until they are forgotten", () => {
    const ranks = new RevealedRank(4, 0.9, 1e-3);
    const risen = () => [...ranks.risen.subarray(0, ranks.risenCount)];
    ranks.discover(Uint32Array.of(2, 0), 2);
    expect(risen()).toEqual([2, 0]);
    ranks.forgetRisen();
    ranks.discover(Uint32Array.of(3), 1);
    ranks.reveal(2, Uint32Array.of(0, 3, 0, 2), 4, 4);
    expect(risen()).toEqual([3, 0]); // page 2 links to itself, but waits no more
    ranks.forgetRisen();
    expect(risen()).toEqual([]);
    expect([0, 2, 3].map((page) => ranks.waits(page))).toEqual([true, false, true]);
  });

  it("lists of those that rose the ones that are at the bar or above it, and every new one", () => {
    const ranks = new RevealedRank(5, 0.5, 1e-3);
    const risen = () => [...ranks.risen.subarray(0, ranks.risenCount)];
    ranks.discover(Uint32Array.of(0, 1, 2, 3), 4);
    ranks.forgetRisen();
    ranks.bar = 0.625; // 0.5, and 0.5 * 0.5 shared by two links
    ranks.discover(Uint32Array.of(4), 1);
    ranks.reveal(0, Uint32Array.of(1, 2), 2, 2);
    expect(risen()).toEqual([4, 1, 2]);
    ranks.forgetRisen();
    ranks.bar = 0.8;
    ranks.reveal(1, Uint32Array.of(2, 3), 2, 2); // 0.625 + 0.5 * 0.625 / 2 = 0.78125, and 0.65625
    expect([ranks.of(2), ranks.of(3), risen()]).toEqual([0.78125, 0.65625, []]);
  });

  it("is as it was after recall of every crawled page and restore", () => {
    fc.assert(
      fc.property(anyGraph(15), fc.nat(14), (graph, stop) => {
        const last = Math.min(stop, graph.size - 1);
        const whole = new RevealedRank(graph.size, 0.9, 0.1);
        let saved = whole.save();
        revealAll(graph, whole, (page) => {
          if (page === last) saved = whole.save();
        });
        const again = new RevealedRank(graph.size, 0.9, 0.1);
        again.discover(
          Uint32Array.from({ length: graph.size }, (_, page) => page),
          graph.size,
        );
        for (let page = 0; page < graph.size; page++) {
          const links = linksOf(graph, page);
          if (page <= last) again.recall(page, links, links.length, links.length);
          if (page === last) again.restore(saved);
          again.forgetRisen();
          if (page > last) again.reveal(page, links, links.length, links.length);
        }
        expect(again.save()).toEqual(whole.save());
      }),
    );
  });

  it("survives a wave that fills its queue of 1,024 pages: one hub revealed last, under 3,000 crawled pages", () => {
    const size = 3001;
    const hub = size - 1;
    const links = Array.from(
      { length: hub },
      (_, page) =>
        [
          [hub, page],
          [page, (page + 1) % hub],
        ] as [number, number][],
    ).flat();
    const graph = graphFrom(size, links);
    const ranks = new RevealedRank(size, 0.9, 1e-6);
    revealAll(graph, ranks, () => {});
    // the ring by symmetry: x = 0.1 + 0.9 * 0.1 / 3000 + 0.9 x
    const expected = (0.1 + 0.09 / 3000) / 0.1;
    for (const page of [0, 1, 1024, 2999]) expect(Math.abs(ranks.of(page) / expected - 1)).toBeLessThan(1e-5);
  });

  it("survives a wave that fills its queue half way through: 500 pages in it, each of which adds four", () => {
    // leaves 0 .. 1999 link to the hub; page 2000 + i links to leaves 4i .. 4i + 3; the hub, 2500, links to those 500
    const hub = 2500;
    const links: [number, number][] = [];
    for (let leaf = 0; leaf < 2000; leaf++) links.push([leaf, hub], [2000 + (leaf >> 2), leaf]);
    for (let middle = 2000; middle < hub; middle++) links.push([hub, middle]);
    const graph = graphFrom(hub + 1, links);
    const ranks = new RevealedRank(graph.size, 0.9, 1e-6);
    revealAll(graph, ranks, () => {});
    // no page is without links, so no rank is lost: it sums to n
    const exact = solution(graph, 0.9);
    expect(exact.reduce((sum, rank) => sum + rank)).toBeCloseTo(graph.size, 6);
    for (let page = 0; page <= hub; page++) expect(Math.abs(ranks.of(page) / exact[page] - 1)).toBeLessThan(2e-5);
  });
});
