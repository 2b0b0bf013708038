import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyWeb, webOf } from "../fixture/webs.js";
import { literalCrawl } from "./literal.js";

describe("breadthFirst", () => {
  it("is the queue of Figure 1 that nobody reorders", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        expect([...replay(web, breadthFirst)]).toEqual(literalCrawl(web, () => {}));
      }),
    );
  });

  it("takes an older page before one with more links, unlike backlink", () => {
    // 0 -> 1, 2, 3; 1 -> 3: page 3 has two links when page 2, which is older, has one
    const web = webOf(4, pairsOf("0,1 0,2 0,3 1,3"));
    expect([...replay(web, breadthFirst)]).toEqual([0, 1, 2, 3]);
    expect([...replay(web, backlink)]).toEqual([0, 1, 3, 2]);
  });
});
