import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { linksOf, outDegree, shared } from "../../../src/web/graph/graph.js";
import { pairsOf } from "../../fixture/pairs.js";

const graph = graphFrom(3, pairsOf("0,2 0,1 2,0"));

describe("the graph type", () => {
  it("gives the links of a page as a view, and their number", () => {
    expect([0, 1, 2].map((page) => [...linksOf(graph, page)])).toEqual([[2, 1], [], [0]]);
    expect([0, 1, 2].map((page) => outDegree(graph, page))).toEqual([2, 0, 1]);
    expect(linksOf(graph, 0).buffer).toBe(graph.targets.buffer);
  });

  it("is the same graph in shared memory, and is not copied there twice", () => {
    const once = shared(graph);
    expect([once.size, once.links, [...once.offsets], [...once.targets]]).toEqual([3, 3, [0, 2, 2, 3], [2, 1, 0]]);
    expect([once.offsets, once.targets].every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true);
    const twice = shared(once);
    expect(twice.offsets).toBe(once.offsets);
    expect(twice.targets).toBe(once.targets);
  });
});
