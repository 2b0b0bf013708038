import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { components } from "../../../src/web/graph/components.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyGraph, linksIn, reachable } from "../../fixture/webs.js";

describe("components", () => {
  it("puts two pages together exactly when each reaches the other", () => {
    fc.assert(
      fc.property(anyGraph(20), (graph) => {
        const { count, of } = components(graph);
        const reach = Array.from({ length: graph.size }, (_, page) => reachable(graph, [page]));
        for (let a = 0; a < graph.size; a++) {
          for (let b = 0; b < graph.size; b++) expect(of[a] === of[b]).toBe(reach[a].has(b) && reach[b].has(a));
        }
        expect(new Set(of)).toEqual(new Set(Array(count).keys()));
      }),
    );
  });

  it("numbers components so that links between them lead to smaller numbers", () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const { of } = components(graph);
        for (const [from, to] of linksIn(graph)) expect(of[to]).toBeLessThanOrEqual(of[from]);
      }),
    );
  });

  it("finds a cycle, its tail and its source in a graph drawn by hand", () => {
    // 0 -> (1 -> 2 -> 3 -> 1) -> 4, and 5 alone: the sink is closed first, then the cycle, then the source
    const { count, of } = components(graphFrom(6, pairsOf("0,1 1,2 2,3 3,1 3,4")));
    expect(count).toBe(4);
    expect([...of]).toEqual([2, 1, 1, 1, 0, 3]);
  });

  it("walks a path of 300,000 pages without a call per page, and an empty graph", () => {
    const size = 300_000;
    const path = graphFrom(
      size,
      Array.from({ length: size - 1 }, (_, page): [number, number] => [page, page + 1]),
    );
    const { count, of } = components(path);
    expect([count, of[0], of[size - 1]]).toEqual([size, size - 1, 0]);
    expect(components(graphFrom(0, [])).count).toBe(0);
  });
});
