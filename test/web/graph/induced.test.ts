import fc from "fast-check";
import { expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { induced } from "../../../src/web/graph/induced.js";
import { pairsOf } from "../../fixture/pairs.js";

const links: [number, number][] = pairsOf("0,3 0,1 0,2 2,3 2,0 3,1 3,2");

it("keeps the links among members, in the order of the page, under ascending ids", () => {
  // Members 0, 2, 3 become 0, 1, 2: 0 -> 3, 2 stays 0 -> 2, 1; links from and to page 1 go.
  const { graph, pages } = induced(graphFrom(4, links), Uint8Array.of(1, 0, 1, 1));
  expect([...pages]).toEqual([0, 2, 3]);
  expect([...graph.offsets]).toEqual([0, 2, 4, 5]);
  expect([...graph.targets]).toEqual([2, 1, 2, 0, 1]);
  expect(graph).toMatchObject({ size: 3, links: 5 });
});

it("is the graph itself when every page is a member, and empty when none is", () => {
  const whole = graphFrom(4, links);
  expect(induced(whole, new Uint8Array(4).fill(1)).graph).toEqual(whole);
  expect(induced(whole, new Uint8Array(4)).graph).toEqual({
    size: 0,
    links: 0,
    offsets: new Uint32Array(1),
    targets: new Uint32Array(0),
  });
});

it("refuses a list of members that is not one per page", () => {
  expect(() => induced(graphFrom(4, links), new Uint8Array(3))).toThrow("each of the 4 pages, found 3");
});

it("agrees with filtering the list of links", () => {
  const arcs = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 60 });
  fc.assert(
    fc.property(arcs, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (pairs, chosen) => {
      const whole = graphFrom(12, pairs);
      const { graph, pages } = induced(whole, Uint8Array.from(chosen, Number));
      for (let page = 0; page < graph.size; page++) {
        const expected = [...linksOf(whole, pages[page])].filter((target) => chosen[target]);
        expect([...linksOf(graph, page)].map((target) => pages[target])).toEqual(expected);
      }
      expect([...pages]).toEqual(chosen.flatMap((member, page) => (member ? [page] : [])));
    }),
  );
});
