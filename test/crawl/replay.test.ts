import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Strings } from "../../src/base/strings.js";
import { type CrawlCheckpoint, replay, VirtualCrawl } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { ordering } from "../../src/ordering/custom.js";
import { depthFirst } from "../../src/ordering/depth-first.js";
import { ideal } from "../../src/ordering/ideal.js";
import { location } from "../../src/ordering/location.js";
import type { OrderingContext, OrderingMethod } from "../../src/ordering/ordering.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { random } from "../../src/ordering/random.js";
import type { PageId } from "../../src/web/graph/graph.js";
import { reach } from "../../src/web/graph/reach.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyLinks, grownWeb, smallWeb } from "./small-web.js";

/** An ordering that says what it is told to say. */
const scripted = (next: (context: OrderingContext) => PageId): OrderingMethod => ({
  kind: "ordering",
  name: "scripted",
  label: "scripted",
  source: "this test",
  offline: false,
  needs: ["links"],
  options: {},
  create: (context) => ({ discover() {}, next: () => next(context) }),
});

const list = (order: Uint32Array) => [...order];

// 0 -> 2, 1; 1 -> 3; 2 -> 0; 4 -> 0 alone links to nobody's page 4.
const web = smallWeb(5, pairsOf("0,2 0,1 1,3 2,0 4,0"));

describe("replay", () => {
  it("crawls breadth first, in the order of the links on each page, as traced by hand", () => {
    expect(list(replay(web, breadthFirst))).toEqual([0, 2, 1, 3]);
    expect(list(replay(web, breadthFirst, { from: [1] }))).toEqual([1, 3]);
  });

  it("tells an ordering that asks for an anchor which links its page has, page 0 too", () => {
    const asking: OrderingMethod = {
      ...scripted(() => -1),
      create: (context) => ({ ...breadthFirst.create(context), reveal: () => void context.anchor(2) }),
    };
    expect(() => replay(web, asking)).toThrow(
      coded("crawl", "scripted asked for the anchor of link 2, but page 0 has 2"),
    );
  });

  it("starts from several pages in the order given, each once", () => {
    expect(list(replay(web, breadthFirst, { from: [4, 1, 4] }))).toEqual([4, 1, 0, 3, 2]);
  });

  it("tells an ordering new pages before the links, and both before it asks for the next page", () => {
    const calls: string[] = [];
    const told = (pages: Uint32Array, count: number) => pages.subarray(0, count).join(" ");
    replay(web, {
      ...scripted(() => -1),
      create(context) {
        const inner = breadthFirst.create(context);
        return {
          discover(pages, count) {
            calls.push(`discover ${told(pages, count)}`);
            inner.discover(pages, count);
          },
          reveal: (page, links, count, references) =>
            calls.push(`reveal ${page}: ${told(links, count)} (${references} on the page)`),
          next() {
            calls.push("next");
            return inner.next();
          },
        };
      },
    });
    // Page 2 links back to 0, which is known: nothing is discovered. Page 3 has no link.
    expect(calls).toEqual([
      "discover 0",
      "next",
      "discover 2 1",
      "reveal 0: 2 1 (2 on the page)",
      "next",
      "reveal 2: 0 (1 on the page)",
      "next",
      "discover 3",
      "reveal 1: 3 (1 on the page)",
      "next",
      "reveal 3:  (0 on the page)",
      "next",
    ]);
  });

  it("tells an ordering the links that a page holds in all, where the web knows them", () => {
    const references: number[] = [];
    const spy = scripted(() => -1);
    replay(
      { ...web, references: Uint32Array.of(9, 8, 7, 6, 5) },
      {
        ...spy,
        create: (context) => ({
          ...breadthFirst.create(context),
          reveal: (_page, _links, _count, all) => references.push(all),
        }),
      },
    );
    expect(references).toEqual([9, 7, 8, 6]); // of pages 0, 2, 1, 3
  });

  it("refuses a start page that is not in the web, and a crawl without one", () => {
    for (const page of [5, -1, 0.5, Number.NaN]) {
      expect(() => replay(web, breadthFirst, { from: [0, page] })).toThrow(
        coded("crawl", `start page ${page} is not in small: its pages are 0 .. 4`),
      );
    }
    expect(() => replay(web, breadthFirst, { from: [] })).toThrow(
      coded("crawl", "a crawl needs at least one start page"),
    );
  });

  it("refuses an ordering that needs what the web does not carry, or an importance that was not given", () => {
    expect(() => replay(web, location as OrderingMethod)).toThrow(coded("lacks"));
    expect(() => replay(web, ideal)).toThrow(
      coded("crawl", "ideal is an offline bound: it needs the importance that the crawl is judged by"),
    );
  });

  it("names the page when an ordering returns one that was crawled, was not discovered, or is not there", () => {
    const turns = (...pages: number[]) => scripted(() => pages.shift() as number);
    const crawling =
      (method: OrderingMethod, on: Web = web) =>
      () =>
        replay(on, method);
    expect(crawling(turns(0, 0))).toThrow(
      coded(
        "crawl",
        "scripted named page 0 (page 0), which was crawled already: next() must return a waiting page, or -1",
      ),
    );
    expect(crawling(turns(0, 3))).toThrow(
      coded(
        "crawl",
        "scripted named page 3 (page 3), which was not discovered yet: next() must return a waiting page, or -1",
      ),
    );
    const urls = Strings.from(["http://a/", "http://a/1", "http://a/2", "http://a/3", "http://a/4"]);
    expect(crawling(turns(3), { ...web, urls })).toThrow(
      /named page 3 \(http:\/\/a\/3\), which was not discovered yet/,
    );
    for (const page of [5, -2, 1.5, Number.NaN, undefined as unknown as number]) {
      expect(crawling(turns(0, page))).toThrow(
        coded(
          "crawl",
          `scripted named page ${page}, which is no page of this web: next() must return a waiting page, or -1`,
        ),
      );
    }
  });

  it("lets an ordering read URLs of discovered pages and texts of crawled ones, and of no others", () => {
    const rich: Web = {
      ...web,
      capabilities: ["links", "urls", "text"],
      urls: Strings.from(["http://a/", "http://a/1", "http://a/2", "http://a/3", "http://a/4"]),
      text: (page) => ({ title: `title ${page}`, body: "" }),
    };
    const read: string[] = [];
    const peek = (what: (context: OrderingContext) => unknown) => {
      let turn = 0;
      return () =>
        replay(
          rich,
          scripted((context) => {
            if (turn++ === 0) return 0;
            read.push(JSON.stringify(what(context)));
            return -1;
          }),
        );
    };
    peek(({ url }) => url(1))(); // discovered by page 0
    peek(({ text }) => text(0))();
    expect(read).toEqual(['"http://a/1"', '{"title":"title 0","body":""}']);
    expect(peek(({ url }) => url(3))).toThrow(
      "scripted asked about page 3, which was not discovered yet: orderings cannot peek",
    );
    expect(peek(({ text }) => text(1))).toThrow(
      "scripted asked about page 1, which was not crawled yet: orderings cannot peek",
    );
  });

  it("shows the truth to offline orderings alone", () => {
    const shown: unknown[] = [];
    const look = (offline: boolean): OrderingMethod => ({
      ...scripted((context) => {
        shown.push(context.truth);
        return -1;
      }),
      offline,
    });
    const truth = Float64Array.of(1, 2, 3, 4, 5);
    replay(web, look(true), { truth });
    replay(web, look(false), { truth });
    expect(shown).toEqual([truth, undefined]);
  });
});

const methods: OrderingMethod[] = [
  breadthFirst,
  depthFirst,
  random,
  backlink,
  backlink({ ties: "random" }),
  backlink({ ties: "stable" }),
  backlink({ ties: "lifo", reorderEvery: 3 }),
  pageRank,
  pageRank({ ties: "random" }),
  ordering("low numbers", (page, _seen) => -page),
  ordering("links and age", (page, seen) => seen.backlinks(page) - seen.crawled / 100, { rescore: "all" }),
];

describe("VirtualCrawl", () => {
  it.each(methods)("gives the same order in slices of any size as in one run: $label", (method) => {
    fc.assert(
      fc.property(
        anyLinks(30, 90),
        fc.array(fc.nat(7), { minLength: 1 }),
        fc.nat(99),
        ({ size, links }, slices, seed) => {
          const small = smallWeb(size, links);
          const crawl = new VirtualCrawl(small, method, { seed });
          for (let i = 0; !crawl.done; i++) {
            const before = crawl.order.length;
            const slice = slices[i % slices.length] || 1;
            crawl.run(slice);
            expect(crawl.order.length - before).toBeLessThanOrEqual(slice);
          }
          expect(list(crawl.order)).toEqual(list(replay(small, method, { seed })));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("crawls every page that the start pages reach, once, and is done then", () => {
    fc.assert(
      fc.property(anyLinks(30, 60), fc.nat(29), ({ size, links }, start) => {
        const small = smallWeb(size, links);
        const crawl = new VirtualCrawl(small, backlink, { from: [start % size, 0] });
        expect(crawl.done).toBe(false);
        crawl.run();
        expect(crawl.done).toBe(true);
        const { members } = reach(small.graph, [start % size, 0]);
        expect(list(crawl.order).sort((a, b) => a - b)).toEqual(
          [...members.keys()].filter((page) => members[page] === 1),
        );
      }),
    );
  });

  it.each(["fifo", "lifo", "random"] as const)(
    "goes on from a checkpoint at any page as if it had never stopped, ties %s",
    (ties) => {
      fc.assert(
        fc.property(
          anyLinks(40, 120),
          fc.array(fc.nat(40), { maxLength: 4 }),
          fc.nat(99),
          ({ size, links }, stops, seed) => {
            const small = smallWeb(size, links);
            const method = pageRank({ ties });
            let checkpoint: CrawlCheckpoint | undefined;
            for (const pages of stops) {
              const crawl = new VirtualCrawl(small, method, { seed, resume: checkpoint });
              crawl.run(pages);
              checkpoint = crawl.checkpoint();
            }
            const last = new VirtualCrawl(small, method, { seed, resume: checkpoint });
            last.run();
            expect(list(last.order)).toEqual(list(replay(small, method, { seed })));
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  it("does not share a checkpoint with the crawl that goes on", () => {
    const grown = grownWeb(500, 3, 1);
    const crawl = new VirtualCrawl(grown, pageRank);
    crawl.run(100);
    const checkpoint = crawl.checkpoint() as CrawlCheckpoint;
    const copy = structuredClone(checkpoint);
    crawl.run();
    expect(checkpoint).toEqual(copy);
  });

  it("has no checkpoint for an ordering that offers none, and says so when given one", () => {
    const crawl = new VirtualCrawl(web, breadthFirst);
    crawl.run(2);
    expect(crawl.checkpoint()).toBeUndefined();
    expect(() => new VirtualCrawl(web, breadthFirst, { resume: { order: crawl.order, state: {} } })).toThrow(
      coded("crawl", "breadth-first cannot be continued: crawl again from the start"),
    );
  });

  it("refuses a checkpoint of another web", () => {
    const state = { ranks: new Float64Array(10), ties: new Float64Array(10) };
    const resume = { order: Uint32Array.of(0, 3), state };
    expect(() => new VirtualCrawl(web, pageRank, { resume })).toThrow(
      /page-rank named page 3 .* was not discovered yet/,
    );
  });
});
