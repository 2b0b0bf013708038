import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { clusters } from "../../../src/web/graph/clusters.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyGraph, linksIn } from "../../fixture/webs.js";

const all = (size: number) => new Uint8Array(size).fill(1);

describe("clusters", () => {
  it("groups chosen pages by links among themselves, whichever way these lead, the largest group first", () => {
    // 0 -> 1 <- 2 hang together; 4 -> 5; 6 alone; 3 is not chosen, so that 2 -> 3 -> 4 joins nothing
    const graph = graphFrom(7, pairsOf("0,1 2,1 2,3 3,4 4,5"));
    const { pages, effective } = clusters(graph, Uint8Array.of(1, 1, 1, 0, 1, 1, 1));
    expect(pages).toEqual([[0, 1, 2], [4, 5], [6]]);
    expect(effective).toBeCloseTo(1 / ((3 / 6) ** 2 + (2 / 6) ** 2 + (1 / 6) ** 2), 12); // 36/14
  });

  it("counts k clusters of one size as k, and one cluster as 1", () => {
    for (const k of [1, 2, 5]) {
      const pairs = Array.from({ length: k }, (_, i): [number, number] => [2 * i, 2 * i + 1]);
      expect(clusters(graphFrom(2 * k, pairs), all(2 * k)).effective).toBeCloseTo(k, 12);
    }
  });

  it("finds none where no page is chosen", () => {
    expect(clusters(graphFrom(3, [[0, 1]]), new Uint8Array(3))).toEqual({ pages: [], effective: 0 });
    expect(clusters(graphFrom(0, []), all(0)).effective).toBe(0);
  });

  it("puts two chosen pages together exactly when a path of chosen pages joins them", () => {
    const chosenOf = fc.infiniteStream(fc.boolean());
    fc.assert(
      fc.property(anyGraph(16), chosenOf, (graph, stream) => {
        const chosen = Uint8Array.from({ length: graph.size }, () => (stream.next().value ? 1 : 0));
        const { pages, effective } = clusters(graph, chosen);
        const joined = linksIn(graph).filter(([from, to]) => chosen[from] === 1 && chosen[to] === 1);
        const label = Array.from({ length: graph.size }, (_, page) => page);
        for (let pass = 0; pass < graph.size; pass++)
          for (const [a, b] of joined) label[a] = label[b] = Math.min(label[a], label[b]); // smallest page of the group
        const groups = new Map<number, number[]>();
        for (let page = 0; page < graph.size; page++) {
          if (chosen[page] === 1) groups.set(label[page], [...(groups.get(label[page]) ?? []), page]);
        }
        expect(pages).toEqual([...groups.values()].sort((a, b) => b.length - a.length || a[0] - b[0]));
        const total = pages.flat().length;
        if (total > 0) {
          expect(effective).toBeGreaterThanOrEqual(1 - 1e-12);
          expect(effective).toBeLessThanOrEqual(pages.length + 1e-9);
        }
      }),
    );
  });

  it("joins a chain of 200,000 pages", () => {
    const size = 200_000;
    const chain = graphFrom(
      size,
      Array.from({ length: size - 1 }, (_, page): [number, number] => [page, page + 1]),
    );
    expect(clusters(chain, all(size)).pages).toHaveLength(1);
  });
});
