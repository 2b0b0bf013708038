import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { depthFirst } from "../../src/ordering/depth-first.js";
import { linksOf, type PageId } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyWeb, webOf } from "../fixture/webs.js";

function recursively(web: Web): PageId[] {
  const order: PageId[] = [];
  const visit = (page: PageId) => {
    if (order.includes(page)) return;
    order.push(page);
    for (const to of linksOf(web.graph, page)) visit(to);
  };
  visit(web.start);
  return order;
}

function byStack(web: Web): PageId[] {
  const stack = [web.start];
  const seen = new Set(stack);
  const order: PageId[] = [];
  for (let page = stack.pop(); page !== undefined; page = stack.pop()) {
    order.push(page);
    for (const to of linksOf(web.graph, page)) {
      if (!seen.has(to)) stack.push(to);
      seen.add(to);
    }
  }
  return order;
}

describe("depthFirst", () => {
  it("visits pages as a recursive search does", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        expect([...replay(web, depthFirst)]).toEqual(recursively(web));
      }),
    );
  });

  it("with variant stack, visits pages as a stack of newly seen pages does", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        expect([...replay(web, depthFirst({ variant: "stack" }))]).toEqual(byStack(web));
      }),
    );
  });

  it("follows a link to a page that was seen before, unlike a stack", () => {
    // 0 -> 1, 2, 3; 1 -> 3; by hand: recursive goes 0, 1, 3; the stack goes to 3, the last new link, and leaves 1 where
    // it is
    const web = webOf(4, pairsOf("0,1 0,2 0,3 1,3"));
    expect([...replay(web, depthFirst)]).toEqual([0, 1, 3, 2]);
    expect([...replay(web, depthFirst({ variant: "stack" }))]).toEqual([0, 3, 2, 1]);
  });

  it("with variant stack, is not backlink with lifo ties: links seen again count for nothing", () => {
    // 0 -> 1, 2, 3; 3 -> 1, 4: backlink takes 1, which has two links, the stack takes 4
    const web = webOf(5, pairsOf("0,1 0,2 0,3 3,1 3,4"));
    expect([...replay(web, depthFirst({ variant: "stack" }))]).toEqual([0, 3, 4, 2, 1]);
    expect([...replay(web, backlink({ ties: "lifo" }))]).toEqual([0, 3, 1, 4, 2]);
  });

  it("begins with the first of several start pages when recursive, with the last when it is a stack", () => {
    const web = webOf(3, []);
    expect([...replay(web, depthFirst, { from: [2, 0, 1] })]).toEqual([2, 0, 1]);
    expect([...replay(web, depthFirst({ variant: "stack" }), { from: [2, 0, 1] })]).toEqual([1, 0, 2]);
  });

  it("goes down a path of 100,000 pages, where recursion would not", () => {
    const size = 100_000;
    const path = webOf(
      size,
      Array.from({ length: size - 1 }, (_, page) => [page, page + 1] as const),
    );
    expect(replay(path, depthFirst).at(-1)).toBe(size - 1);
  });
});
