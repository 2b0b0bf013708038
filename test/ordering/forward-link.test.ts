import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { forwardLink } from "../../src/ordering/forward-link.js";
import { outDegree, type PageId } from "../../src/web/graph/graph.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyWeb, webOf } from "../fixture/webs.js";
import { literalCrawl } from "./literal.js";

describe("forwardLink", () => {
  for (const ties of ["fifo", "lifo"] as const) {
    it(`takes the page that the widest crawled page points at, the one discovered ${ties === "fifo" ? "first" : "last"} among equals`, () => {
      fc.assert(
        fc.property(anyWeb(), (web) => {
          const expected = literalCrawl(web, (queue, { links, discovered }) => {
            const widest = (page: PageId) =>
              Math.max(0, ...links.filter(([, to]) => to === page).map(([from]) => outDegree(web.graph, from)));
            const age = (page: PageId) => discovered.indexOf(page) * (ties === "fifo" ? 1 : -1);
            queue.sort((a, b) => widest(b) - widest(a) || age(a) - age(b));
          });
          expect([...replay(web, forwardLink({ ties }))]).toEqual(expected);
        }),
      );
    });
  }

  it("prefers one link on a page of three to two links on pages of two, unlike backlink", () => {
    // 0 -> 1, 2; 1 -> 3, 4; 2 -> 3, 5, 6 after which 3, 5 and 6 are pointed at by a page of three links, 4 by one of
    // two then 5 has one link where 3 has two; 3 is older and goes first; 4, older than 5 and 6, goes last
    const web = webOf(7, pairsOf("0,1 0,2 1,3 1,4 2,3 2,5 2,6"));
    expect([...replay(web, forwardLink)]).toEqual([0, 1, 2, 3, 5, 6, 4]);
    expect([...replay(web, backlink)]).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
