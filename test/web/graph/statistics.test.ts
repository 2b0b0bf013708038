import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { inDegrees, outDegrees, statistics } from "../../../src/web/graph/statistics.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyGraph, linksIn, reachable } from "../../fixture/webs.js";

describe("inDegrees and outDegrees", () => {
  it("count the links into and out of each page, those kept twice twice", () => {
    const graph = graphFrom(4, pairsOf("0,1 0,1 1,1 2,1 1,0"), { duplicates: "keep", selfLinks: "keep" });
    expect([...inDegrees(graph)]).toEqual([1, 4, 0, 0]);
    expect([...outDegrees(graph)]).toEqual([2, 2, 1, 0]);
  });
});

describe("statistics", () => {
  it("describe a web drawn by hand", () => {
    // 0 -> 1, 2, 3; 1 -> 0; 2 -> 3; 4 alone. Backlinks 1, 1, 1, 2, 0; links 3, 1, 1, 0, 0; 0 and 1 reach each other.
    expect(statistics(graphFrom(5, pairsOf("0,1 0,2 0,3 1,0 2,3")))).toEqual({
      pages: 5,
      links: 5,
      inDegree: { mean: 1, median: 1, max: 2, zero: 1 },
      outDegree: { mean: 1, median: 1, max: 3, zero: 2 },
      largestComponent: 2,
      components: 4,
    });
  });

  it("take the mean of the two middle pages as the median of an even number, and zeros of no page at all", () => {
    expect(statistics(graphFrom(2, [[0, 1]])).inDegree).toEqual({ mean: 0.5, median: 0.5, max: 1, zero: 1 });
    const none = { mean: 0, median: 0, max: 0, zero: 0 };
    expect(statistics(graphFrom(0, []))).toEqual({
      pages: 0,
      links: 0,
      inDegree: none,
      outDegree: none,
      largestComponent: 0,
      components: 0,
    });
    expect(statistics(graphFrom(3, [])).outDegree.zero).toBe(3);
  });

  it("agree with counts taken the plain way, whatever the graph", () => {
    fc.assert(
      fc.property(anyGraph(20), (graph) => {
        const links = linksIn(graph);
        const pages = [...Array(graph.size).keys()];
        const into = pages.map((page) => links.filter(([, to]) => to === page).length).sort((a, b) => a - b);
        const out = pages.map((page) => links.filter(([from]) => from === page).length);
        const reach = pages.map((page) => reachable(graph, [page]));
        const mates = pages.map((a) => pages.filter((b) => reach[a].has(b) && reach[b].has(a)));
        const found = statistics(graph);
        expect(found.links).toBe(links.length);
        expect(found.inDegree).toEqual({
          mean: links.length / graph.size,
          median: (into[(graph.size - 1) >> 1] + into[graph.size >> 1]) / 2,
          max: Math.max(...into),
          zero: into.filter((degree) => degree === 0).length,
        });
        expect(found.outDegree.max).toBe(Math.max(...out));
        expect(found.outDegree.zero).toBe(out.filter((degree) => degree === 0).length);
        expect(found.largestComponent).toBe(Math.max(...mates.map(({ length }) => length)));
        expect(found.components).toBe(mates.filter(([least], page) => least === page).length);
      }),
    );
  });
});
