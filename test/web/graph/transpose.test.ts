import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linksOf } from "../../../src/web/graph/graph.js";
import { transpose } from "../../../src/web/graph/transpose.js";
import { anyGraph, type Link, linksIn } from "../../fixture/webs.js";

const sorted = (links: Link[]) => links.toSorted(([a, b], [c, d]) => a - c || b - d);

describe("transpose", () => {
  it("turns every link round, repeats and self-links included", () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const turned = transpose(graph);
        expect(sorted(linksIn(turned))).toEqual(sorted(linksIn(graph).map(([from, to]): Link => [to, from])));
        expect([turned.size, turned.links, turned.offsets.length]).toEqual([graph.size, graph.links, graph.size + 1]);
      }),
    );
  });

  it("lists the links into a page in ascending order of their source", () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const turned = transpose(graph);
        for (let page = 0; page < graph.size; page++) {
          const sources = [...linksOf(turned, page)];
          expect(sources).toEqual(sources.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it("gives the links that there were when it is done twice", () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        expect(linksIn(transpose(transpose(graph)))).toEqual(sorted(linksIn(graph)));
      }),
    );
  });
});
