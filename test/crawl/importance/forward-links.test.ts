import { describe, expect, it } from "vitest";
import { forwardLinks } from "../../../src/crawl/importance/forward-links.js";
import { pairsOf } from "../../fixture/pairs.js";
import { webOf } from "../../fixture/webs.js";

describe("forwardLinks", () => {
  // page 0 holds two links into the web, page 1 one, and each of them one more that leaves it
  const links = pairsOf("0,1 0,2 1,0");
  const web = webOf(3, links, { references: [3, 2, 0] });

  it("counts the links from a page to pages of the web", () => {
    expect([...forwardLinks().of(web)]).toEqual([2, 1, 0]);
  });

  it("counts all links that the page holds, with count page, where the web knows them", () => {
    expect([...forwardLinks({ count: "page" }).of(web)]).toEqual([3, 2, 0]);
    expect([...forwardLinks({ count: "page" }).of(webOf(3, links))]).toEqual([2, 1, 0]);
    expect(forwardLinks({ count: "page" }).label).toBe("forward-links, count page");
  });
});
