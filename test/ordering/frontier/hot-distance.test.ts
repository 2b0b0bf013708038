import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HotDistance } from "../../../src/ordering/frontier/hot-distance.js";
import { linksOf, type PageId } from "../../../src/web/graph/graph.js";
import { arrayBytes } from "../../fixture/array-bytes.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyGraph, type Link } from "../../fixture/webs.js";

/**
 * Distances of all pages from the nearest of `hot`, by breadth-first search from all of them at once over the links
 * given.
 */
function searched(size: number, links: readonly Link[], hot: readonly PageId[]): number[] {
  const distances = new Array<number>(size).fill(Number.POSITIVE_INFINITY);
  for (const page of hot) distances[page] = 0;
  const queue = [...hot];
  for (const from of queue) {
    for (const [v, to] of links) {
      if (v !== from || distances[to] !== Number.POSITIVE_INFINITY) continue;
      distances[to] = distances[from] + 1;
      queue.push(to);
    }
  }
  return distances;
}

/** A web, its pages in the order in which they are crawled (by links or not), and which are hot. */
const anyCrawl = anyGraph(25).chain((graph) =>
  fc.record({
    graph: fc.constant(graph),
    order: fc.shuffledSubarray(Array.from({ length: graph.size }, (_, page) => page)),
    hot: fc.array(fc.boolean(), { minLength: graph.size, maxLength: graph.size }),
    rare: fc.boolean(),
    bound: fc.constantFrom(1, 2, 3, 5, 200),
  }),
);

const reveal = (distances: HotDistance, page: PageId, hot: boolean, ...links: PageId[]) =>
  distances.reveal(page, hot, Uint32Array.of(...links, 0xfffffff0), links.length);

describe("HotDistance", () => {
  it("knows 5,000 links of one page, and of many: its list begins with room for 1,024", () => {
    const star = new HotDistance(5001, 1);
    const leaves = Array.from({ length: 5000 }, (_, i) => i + 1);
    reveal(star, 0, true, ...leaves);
    expect(leaves.every((leaf) => star.isNear(leaf))).toBe(true);
    const path = new HotDistance(5001, 2);
    for (const leaf of leaves) reveal(path, leaf - 1, false, leaf);
    reveal(path, 0, true, 4000);
    // two links from the start: what was kept of page 4000 is read
    expect(leaves.filter((leaf) => path.isNear(leaf))).toEqual([4000, 4001]);
  });

  it("knows after every page which pages are near, as a breadth-first search over all links seen does", () => {
    fc.assert(
      fc.property(anyCrawl, ({ graph, order, hot, rare, bound }) => {
        const distances = new HotDistance(graph.size, bound);
        const links: Link[] = [];
        const hotPages: PageId[] = [];
        for (const page of order) {
          const isHot = hot[page] && !(rare && page % 5 !== 0);
          const row = linksOf(graph, page);
          distances.reveal(page, isHot, row, row.length);
          for (const to of row) links.push([page, to]);
          if (isHot) hotPages.push(page);
          const expected = searched(graph.size, links, hotPages).map((distance) => distance <= bound);
          expect(expected.map((_, each) => distances.isNear(each))).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("tells each page once that came near, when it did, in the order of a breadth-first walk from the page just crawled", () => {
    fc.assert(
      fc.property(anyCrawl, ({ graph, order, hot, bound }) => {
        const told: PageId[] = [];
        const distances = new HotDistance(graph.size, bound, (page) => told.push(page));
        const links: Link[] = [];
        const hotPages: PageId[] = [];
        for (const page of order) {
          const before = searched(graph.size, links, hotPages);
          const row = linksOf(graph, page);
          for (const to of row) links.push([page, to]);
          if (hot[page]) hotPages.push(page);
          const after = searched(graph.size, links, hotPages);
          const walk = new Set([page]);
          for (const from of walk) for (const to of links.filter(([v]) => v === from)) walk.add(to[1]);
          // the page itself is hot, which is no news of a page nearby
          const expected = [...walk].filter((each) => before[each] > bound && after[each] <= bound && each !== page);
          told.length = 0;
          distances.reveal(page, hot[page], row, row.length);
          expect(told).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("brings pages near that were seen long ago, when a hot page turns up above them", () => {
    // 0 -> 1 -> 2 -> 3, all cold; then 4, hot, -> 0
    const told: PageId[] = [];
    const distances = new HotDistance(5, 3, (page) => told.push(page));
    reveal(distances, 0, false, 1);
    reveal(distances, 1, false, 2);
    reveal(distances, 2, false, 3);
    expect([0, 1, 2, 3].map((page) => distances.isNear(page))).toEqual([false, false, false, false]);
    reveal(distances, 4, true, 0);
    // 3 is four links away
    expect([0, 1, 2, 3].map((page) => distances.isNear(page))).toEqual([true, true, true, false]);
    expect(told).toEqual([0, 1, 2]);
    // a second hot page, nearer: 3 is two links from 1
    reveal(distances, 3, false);
    expect(distances.isNear(3)).toBe(false);
    const again = new HotDistance(5, 3);
    for (const [page, to] of pairsOf("0,1 1,2 2,3")) reveal(again, page, page === 1, to);
    expect(again.isNear(3)).toBe(true);
  });

  it("goes round loops, and takes a page that links to itself for no nearer than it is", () => {
    const distances = new HotDistance(4, 2);
    reveal(distances, 0, false, 0, 1); // cold, with a link to itself
    reveal(distances, 1, false, 0, 2);
    expect([0, 1, 2].map((page) => distances.isNear(page))).toEqual([false, false, false]);
    reveal(distances, 2, true, 2, 1); // hot, its own parent: 1 is one link away, 0 and 2 two
    expect([0, 1, 2, 3].map((page) => distances.isNear(page))).toEqual([true, true, true, false]);
  });

  it("holds 9 bytes per page before it holds links", () => {
    const size = 100_000;
    const bytes = arrayBytes(() => new HotDistance(size, 2));
    expect(bytes).toBeGreaterThanOrEqual(9 * size);
    expect(bytes).toBeLessThan(9 * size + 8192); // and a first piece for links
  });
});
