import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { bestStarts, chooseStart, reach, sources } from "../../../src/web/graph/reach.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { anyLinks } from "../read/text.js";

/** A path 0 -> 1 -> ... -> n - 1. */
const path = (size: number) =>
  graphFrom(
    size,
    Array.from({ length: size - 1 }, (_, page) => [page, page + 1] as [number, number]),
  );

describe("reach", () => {
  it("is the reflexive and transitive closure, whatever the graph", () => {
    fc.assert(
      fc.property(anyLinks, ({ size, links }) => {
        const closure = Array.from({ length: size }, (_, a) => Array.from({ length: size }, (_, b) => a === b));
        for (const [from, to] of links) closure[from][to] = true;
        for (let via = 0; via < size; via++)
          for (let a = 0; a < size; a++)
            for (let b = 0; b < size; b++) closure[a][b] ||= closure[a][via] && closure[via][b]; // Warshall 1962
        const graph = graphFrom(size, links);
        for (let start = 0; start < size; start++) {
          const { pages, members } = reach(graph, [start]);
          expect([...members].map(Boolean)).toEqual(closure[start]);
          expect(pages).toBe(closure[start].filter(Boolean).length);
        }
      }),
    );
  });

  it("counts a page once that several starts reach, and a start that is named twice", () => {
    expect(reach(path(5), [3, 2, 3]).pages).toBe(3); // 2, 3, 4
  });

  it("refuses a start outside the web", () => {
    expect(() => reach(path(2), [2])).toThrow(/start 2: expected a page from 0 to 1/);
  });
});

describe("bestStarts", () => {
  it("finds the best start when every page is a candidate, and leaves out starts that others reach", () => {
    fc.assert(
      fc.property(anyLinks, ({ size, links }) => {
        const graph = graphFrom(size, links);
        const starts = bestStarts(graph, size, size);
        const all = Array.from({ length: size }, (_, page) => reach(graph, [page]).pages);
        expect(starts[0].pages).toBe(Math.max(...all));
        for (const { page, pages } of starts) {
          expect(pages).toBe(all[page]);
          expect(starts.filter((other) => reach(graph, [other.page]).members[page] === 1).length).toBe(1);
        }
        expect(
          reach(
            graph,
            starts.map(({ page }) => page),
          ).pages,
        ).toBe(size);
      }),
    );
  });

  it("finds it among the sources, one page of each component that no other leads to", () => {
    fc.assert(
      fc.property(anyLinks, ({ size, links }) => {
        const graph = graphFrom(size, links);
        const all = Array.from({ length: size }, (_, page) => reach(graph, [page]));
        const found = sources(graph);
        expect(bestStarts(graph, 1, found)[0].pages).toBe(Math.max(...all.map(({ pages }) => pages)));
        expect(reach(graph, found).pages).toBe(size);
        for (const page of found) expect(found.filter((other) => all[other].members[page] === 1)).toEqual([page]); // none reaches another
      }),
    );
  });

  it("tries page 0 besides the pages with most links", () => {
    // page 0 reaches the 6 pages of a path; pages 6 and 7 have 3 links each, and reach 4 pages
    const links: [number, number][] = pairsOf("0,1 1,2 2,3 3,4 4,5");
    for (const hub of [6, 7]) for (const leaf of [8, 9, 10]) links.push([hub, leaf]);
    expect(bestStarts(graphFrom(11, links), 2, 1)).toEqual([
      { page: 0, pages: 6 },
      { page: 6, pages: 4 },
    ]);
  });
});

describe("chooseStart", () => {
  it("is page 0 while that reaches a tenth of the web", () => {
    const graph = graphFrom(20, [[0, 1], ...Array.from({ length: 9 }, (_, i) => [2, 3 + i] as [number, number])]);
    expect(chooseStart(graph)).toEqual({ page: 0, pages: 2 });
  });

  it("is a page that reaches more when page 0 reaches less than a tenth", () => {
    const graph = graphFrom(21, [[0, 1], ...Array.from({ length: 9 }, (_, i) => [2, 3 + i] as [number, number])]);
    expect(chooseStart(graph)).toEqual({ page: 2, pages: 10 });
  });

  it("refuses a web without pages", () => {
    expect(() => chooseStart(graphFrom(0, []))).toThrow(coded("option"));
  });
});
