import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { forwardLinks } from "../../../src/crawl/importance/forward-links.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyWeb, linksIn, webOf } from "../../fixture/webs.js";

describe("backlinks", () => {
  it("counts the links to a page", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        const links = linksIn(web.graph);
        const expected = Array.from(
          { length: web.graph.size },
          (_, page) => links.filter(([, to]) => to === page).length,
        );
        expect([...backlinks().of(web)]).toEqual(expected);
      }),
    );
  });

  it("looks at the other end of a link than forwardLinks does", () => {
    const web = webOf(3, pairsOf("0,2 1,2"));
    expect([...backlinks().of(web)]).toEqual([0, 0, 2]);
    expect([...forwardLinks().of(web)]).toEqual([1, 1, 0]);
  });

  it("counts repeats and votes for oneself as the web's link policy has it", () => {
    const links = pairsOf("0,1 0,1 1,1");
    const of = (policy: object) => [...backlinks().of(webOf(2, links, policy))];
    expect(of({})).toEqual([0, 1]);
    expect(of({ duplicates: "keep" })).toEqual([0, 2]);
    expect(of({ duplicates: "keep", selfLinks: "keep" })).toEqual([0, 3]);
  });
});
