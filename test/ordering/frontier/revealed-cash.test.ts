import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RevealedCash } from "../../../src/ordering/frontier/revealed-cash.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { anyWeb } from "../../fixture/webs.js";

describe("RevealedCash", () => {
  it("shares what a page has among its links; twice linked is twice paid, and a link to itself pays the page", () => {
    const cash = new RevealedCash(3);
    cash.endow(Uint32Array.of(0, 1, 2, 2), 3, 1); // the fourth entry is behind the end
    cash.reveal(0, Uint32Array.of(1, 1, 2, 0), 4);
    expect([cash.of(0), cash.of(1), cash.of(2)]).toEqual([0.25, 1.5, 1.25]);
  });

  it("neither makes nor loses any: a page without links keeps its own", () => {
    fc.assert(
      fc.property(anyWeb(), ({ graph }) => {
        const cash = new RevealedCash(graph.size);
        const pages = Uint32Array.from({ length: graph.size }, (_, page) => page);
        cash.endow(pages, pages.length, 1);
        for (const page of pages) cash.reveal(page, linksOf(graph, page), linksOf(graph, page).length);
        expect(pages.reduce((sum, page) => sum + cash.of(page), 0)).toBeCloseTo(graph.size, 9);
      }),
    );
  });
});
