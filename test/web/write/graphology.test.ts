import { describe, expect, it } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { toGraphology } from "../../../src/web/write/graphology.js";
import { pairsOf } from "../../fixture/pairs.js";

describe("toGraphology", () => {
  it("labels a page by its URL, else its title, else its number in the source", () => {
    const graph = graphFrom(3, [[0, 1]]);
    const names = {
      urls: Strings.from(["http://a/", "", ""]),
      titles: Strings.from(["A", "B", ""]),
      ids: Uint32Array.of(4, 5, 9),
    };
    const nodes = toGraphology(graph, names).mapNodes((key, { label }) => [key, label]);
    expect(nodes).toEqual([
      ["0", "http://a/"],
      ["1", "B"],
      ["2", "page 9"],
    ]);
  });

  it("makes a simple graph of links without repeats, so that metrics for simple graphs take it", () => {
    expect(toGraphology(graphFrom(2, [[0, 1]])).multi).toBe(false);
    const repeats = graphFrom(2, pairsOf("0,1 0,1"), { duplicates: "keep" });
    expect(toGraphology(repeats).size).toBe(2);
  });

  it("refuses more links than the limit, and more than 2^24 at any limit, in a sentence", () => {
    const graph = graphFrom(3, pairsOf("0,1 1,2 2,0"));
    expect(() => toGraphology(graph, { limit: 2 })).toThrow(/expected at most 2 links, found 3\.\n.*\{ limit: 3 \}/);
    expect(toGraphology(graph, { limit: 3 }).size).toBe(3);
    const huge = { ...graph, links: 2 ** 24 + 1 };
    expect(() => toGraphology(huge, { limit: Number.POSITIVE_INFINITY })).toThrow(
      /at most 16,777,216 links.*\n.*cannot hold/,
    );
  });
});
