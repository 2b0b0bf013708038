import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import { type SimilarityOptions, similarity } from "../../src/ordering/similarity.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { type Link, webOf } from "../fixture/webs.js";

type Anchored = readonly [from: number, to: number, anchor?: string];

/** Pages called /<page>.html without words, and links called "here", unless something else is said. */
function topicWeb(
  size: number,
  links: readonly Anchored[],
  { urls = {}, titles = {}, bodies = {} }: Partial<Record<"urls" | "titles" | "bodies", Record<number, string>>> = {},
) {
  const pages = Array.from({ length: size }, (_, page) => page);
  const rows = pages.flatMap((page) => links.filter(([from]) => from === page)); // the order of graph.targets
  return webOf(
    size,
    links.map(([from, to]): Link => [from, to]),
    {
      duplicates: "keep",
      selfLinks: "keep",
      urls: pages.map((page) => `http://host.edu/${urls[page] ?? page}.html`),
      texts: pages.map((page) => ({ title: titles[page] ?? "", body: bodies[page] ?? "" })),
      anchor: (link) => rows[link][2] ?? "here",
    },
  );
}

const crawl = (web: Web, method: OrderingMethod) => [...replay(web, method)];
const figure4 = (options: SimilarityOptions<"figure4"> = {}) =>
  similarity("computer", { ...options, rule: "figure4" }) as OrderingMethod;
const figure5 = (options: SimilarityOptions<"figure5"> = {}) =>
  similarity("computer", { ...options, rule: "figure5" }) as OrderingMethod;

/*
 * H is hot_queue, U is url_queue; what is crawled stands before the colon. Nothing is on topic here: Figure 4 reads no
 * page.
 *
 *   0 --> 1 staff              1 --> 11, 6       5 --> 11
 *     --> 2 computer science   2 --> 7, 8 a computer, 6 computer lab
 *     --> 3 minicomputers      3 --> 9, 5 computing
 *     --> 4 = /computers.html  4 --> 10          6 --> 12
 *                              7 --> 11          8 --> 9 Computer!, 13
 *                             10 --> 12 computer museum
 */
describe("Figure 4 of Cho et al. 1998 on a web of 14 pages, by hand", () => {
  const links: Anchored[] = [
    [0, 1, "staff"],
    [0, 2, "computer science"],
    [0, 3, "minicomputers"],
    [0, 4],
    [1, 11],
    [1, 6],
    [2, 7],
    [2, 8, "a computer"],
    [2, 6, "computer lab"],
    [3, 9],
    [3, 5, "computing"],
    [4, 10],
    [5, 11],
    [6, 12],
    [7, 11],
    [8, 9, "Computer!"],
    [8, 13],
    [10, 12, "computer museum"],
  ];
  const web = topicWeb(14, links, { urls: { 4: "computers" } });

  it("differs from breadth-first", () => {
    // 0: 1 2 3 4; 1: 11 6; 2: 7 8; 3: 9 5; 4: 10; 6: 12; 8: 13
    expect(crawl(web, breadthFirst)).toEqual([0, 1, 2, 3, 4, 11, 6, 7, 8, 9, 5, 10, 12, 13]);
    // 0: H 2 by its anchor, 4 by its address; U 1 3        2: H 4 8 6,  U 1 3 7       4: H 8 6,  U 1 3 7 10
    // 8: H 6 9, U 1 3 7 10 13       6: H 9, U .. 13 12     9: H is empty; U 1 3 7 10 13 12
    // 1: U 3 7 10 13 12 11          3: 9 was crawled; "computing" is another word, U 7 10 13 12 11 5
    // 7, 10: 11 and 12 wait in U, and the anchor of 12 comes too late
    expect(crawl(web, figure4())).toEqual([0, 2, 4, 8, 6, 9, 1, 3, 7, 10, 13, 12, 11, 5]);
  });

  it("moves page 12 when its hot anchor is seen on page 10, with promote", () => {
    // as above up to 10, which moves 12 out of U 13 12 11 5
    expect(crawl(web, figure4({ promote: true }))).toEqual([0, 2, 4, 8, 6, 9, 1, 3, 7, 10, 12, 13, 11, 5]);
  });

  it("finds the word within minicomputers, with words part; then page 9 is seen first under another anchor", () => {
    // 0: H 2 3 4, U 1     2: H 3 4 8 6, U 1 7     3: 9 is "here", "computing" holds no "computer": U 1 7 9 5
    // 4: U 1 7 9 5 10     8: 9 waits: "Computer!" comes too late; U .. 10 13     6: U 1 7 9 5 10 13 12     1: 11
    expect(crawl(web, figure4({ words: "part" }))).toEqual([0, 2, 3, 4, 8, 6, 1, 7, 9, 5, 10, 13, 12, 11]);
    // with promote, 8 moves 9: H 6 9; and 10 moves 12 out of U 13 12 11
    expect(crawl(web, figure4({ words: "part", promote: true }))).toEqual([
      0, 2, 3, 4, 8, 6, 9, 1, 7, 5, 10, 12, 13, 11,
    ]);
  });

  it("takes computing for computer, with words stem", () => {
    // as with whole words up to 3, where 5 goes to H: it is next
    expect(crawl(web, figure4({ words: "stem" }))).toEqual([0, 2, 4, 8, 6, 9, 1, 3, 5, 7, 10, 13, 12, 11]);
  });

  it("leaves page 4 to url_queue where its address does not hold the word", () => {
    // 0: H 2, U 1 3 4     2: H 8 6, U .. 4 7     8: H 6 9, U .. 7 13     6: U 1 3 4 7 13 12     1: 11     3: 5     4:
    // 10
    const order = crawl(topicWeb(14, links), figure4());
    expect(order).toEqual([0, 2, 8, 6, 9, 1, 3, 4, 7, 13, 12, 11, 5, 10]);
  });

  it("orders each queue by links seen, inside backlink; unlike backlink alone", () => {
    // one link each but: 7 shows the second to 11, which goes before 10; 10 shows the second to 12, which goes before
    // 13
    expect(crawl(web, figure4({ inside: "backlink" }))).toEqual([0, 2, 4, 8, 6, 9, 1, 3, 7, 11, 10, 12, 13, 5]);
    // 2 shows the second to 6; 8 the second to 9
    expect(crawl(web, backlink)).toEqual([0, 1, 2, 6, 3, 4, 11, 7, 8, 9, 12, 5, 10, 13]);
  });

  it("takes what entered its queue last, inside backlink with lifo ties", () => {
    // 0: H 2 4 -> 4: U 1 3 10     2: H 8 6 -> 6: U 1 3 10 7 12     8: H 9, U .. 12 13     then 13, 12, 7: 11 is newest;
    // 10, 3: 5; 1
    const lifo = figure4({ inside: "backlink", ties: "lifo" });
    expect(crawl(web, lifo)).toEqual([0, 4, 2, 6, 8, 9, 13, 12, 7, 11, 10, 3, 5, 1]);
  });

  it("does not begin where the loop is as printed: hot_queue is empty", () => {
    expect(crawl(web, figure4({ ends: "one-empty" }))).toEqual([]);
  });
});

/*
 * A star is a page on topic: 3 by its title, 5 by ten words of its body.
 *
 *   0 --> 1, 2, 3    1 --> 4, 5    2 --> 6    3* -> 7, 6, 8    4 --> 9      5* -> 4, 14    6 --> 13
 *   7 --> 10         8 --> 1       9 --> 12 computer club     10 --> 11    11 --> 12
 */
describe("Figure 5 of Cho et al. 1998 on a web of 15 pages, by hand", () => {
  const links: Anchored[] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 4],
    [1, 5],
    [2, 6],
    [3, 7],
    [3, 6],
    [3, 8],
    [4, 9],
    [5, 4],
    [5, 14],
    [6, 13],
    [7, 10],
    [8, 1],
    [9, 12, "computer club"],
    [10, 11],
    [11, 12],
  ];
  const titles = { 3: "Our Computer" };
  const web = topicWeb(15, links, { titles, bodies: { 3: "word", 5: "a computer, ".repeat(10) } });

  it("differs from breadth-first, and from Figure 4, which knows the anchor of page 12 only", () => {
    // 0: 1 2 3; 1: 4 5; 2: 6; 3: 7 8; 4: 9; 5: 14; 6: 13; 7: 10; 9: 12; 10: 11
    expect(crawl(web, breadthFirst)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 13, 10, 12, 11]);
    expect(crawl(web, figure4())).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 14, 13, 10, 11]);
    // 0, 1, 2: U 3 4 5 6     3 is hot: 7 and 8 are 1 link away, H 7 8; 6 waits in U and stays     7: 10 is 2 away, H 8
    // 10 8     10: 11 is 3 away, U 4 5 6 11     4: U 5 6 11 9     5 is hot: H 14     14
    // 6 is 1 away since 3 was crawled, so 13 is 2 away: H 13     13     11: U 9 12     9: the anchor of 12 comes too
    // late     12
    expect(crawl(web, figure5())).toEqual([0, 1, 2, 3, 7, 8, 10, 4, 5, 14, 6, 13, 11, 9, 12]);
  });

  it("takes page 11, three links from page 3, right away with distance 3", () => {
    // 10: H 11     11: 12 is 4 away, U 4 5 6 12     4: U 5 6 12 9     5: H 14     14     6: H 13     13     12     9
    expect(crawl(web, figure5({ distance: 3 }))).toEqual([0, 1, 2, 3, 7, 8, 10, 11, 4, 5, 14, 6, 13, 12, 9]);
    // and page 10, two links from it, late with distance 1: 7: U 4 5 6 10     4: 9     5: H 14     6: 13 is 2 away, U
    // 10 9 13     9: H 12 by its anchor
    expect(crawl(web, figure5({ distance: 1 }))).toEqual([0, 1, 2, 3, 7, 8, 4, 5, 14, 6, 10, 9, 12, 13, 11]);
  });

  it("moves pages that a hot page turns up near to, with promote", () => {
    // 3: 6 moves between 7 and 8, in the order of the links: H 7 6 8, U 4 5     7: H 6 8 10     6: H 8 10 13     8
    // 10: U 4 5 11     13 4: U 5 11 9     5: H 14, and 9, which is 2 away by 5 -> 4 -> 9: H 14 9     14     9: H 12
    // 12     11
    expect(crawl(web, figure5({ promote: true }))).toEqual([0, 1, 2, 3, 7, 6, 8, 10, 13, 4, 5, 14, 9, 12, 11]);
  });

  it("moves pages behind pages crawled long ago, with promote and distance 3", () => {
    // as above up to H 8 10 13; 8 -> 1 brings 4 and 5 to 3 links from page 3 (3 -> 8 -> 1 -> 4): H 10 13 4 5     10: H
    // 13 4 5 11     13 4: 9 is 4 away, U 9     5: H 11 14 9     11: 12 is 4 away, U 12     14     9: the anchor moves
    // 12
    expect(crawl(web, figure5({ promote: true, distance: 3 }))).toEqual([
      0, 1, 2, 3, 7, 6, 8, 10, 13, 4, 5, 11, 14, 9, 12,
    ]);
  });

  it("is cold to a page with the word ten times, with atLeast 11", () => {
    // as at first up to 5, which is cold and 3 links from page 3 (3 -> 8 -> 1 -> 5): U 6 11 9 14     6: H 13     13
    // 11: 12     9     14
    expect(crawl(web, figure5({ atLeast: 11 }))).toEqual([0, 1, 2, 3, 7, 8, 10, 4, 5, 6, 13, 11, 9, 14, 12]);
  });

  it("orders each queue by links seen, inside backlink; unlike backlink alone", () => {
    // 3 shows the second link to 6, which is first of U 6 4 5 11 once H 7 8 10 is crawled, and sends 13 to H; 9 shows
    // the second to 12
    expect(crawl(web, figure5({ inside: "backlink" }))).toEqual([0, 1, 2, 3, 7, 8, 10, 6, 13, 4, 5, 14, 11, 9, 12]);
    expect(crawl(web, backlink)).toEqual([0, 1, 2, 3, 6, 4, 5, 7, 8, 13, 9, 14, 10, 12, 11]);
  });

  it("does not begin where the loop is as printed: hot_queue is empty", () => {
    expect(crawl(web, figure5({ ends: "one-empty" }))).toEqual([]);
  });
});

describe("ties inside backlink", () => {
  // 0 -> 1, 2, 3, 4; 1 -> 2, 4; 2 -> 3: after page 2, pages 4 and 3 have two links; 4 has had them for longer, 3 was
  // queued earlier
  const race = (anchor: string) =>
    topicWeb(
      5,
      pairsOf("0,1 0,2 0,3 0,4 1,2 1,4 2,3").map(([from, to]): Anchored => [from, to, anchor]),
    );

  it("differ in one queue as they do in backlink: a stable sort keeps the page first that reached its count first", () => {
    for (const web of [race("here"), race("computer")]) {
      for (const rule of [figure4, figure5]) {
        expect(crawl(web, rule({ inside: "backlink", ties: "stable" }))).toEqual([0, 1, 2, 4, 3]);
        expect(crawl(web, rule({ inside: "backlink", ties: "fifo" }))).toEqual([0, 1, 2, 3, 4]);
      }
    }
  });

  it("go by when a page came to hot_queue, not by when it was seen first", () => {
    // 0 -> 1, 2 computer; 2 -> 3 computer, 1 computer. With promote 2 moves 1 behind 3; both are in H, 1 with two
    // links: it leads. 3 with two links as well (a repeat): 3 came first under fifo, 1 came last under lifo
    const web = topicWeb(4, [
      [0, 1],
      [0, 2, "computer"],
      [2, 3, "computer"],
      [2, 3],
      [2, 1, "computer"],
    ]);
    expect(crawl(web, figure4({ promote: true, inside: "backlink" }))).toEqual([0, 2, 3, 1]);
    expect(crawl(web, figure4({ promote: true, inside: "backlink", ties: "lifo" }))).toEqual([0, 2, 1, 3]);
  });
});
