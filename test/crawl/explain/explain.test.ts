import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Comparison } from "../../../src/crawl/compare/comparison.js";
import { explain } from "../../../src/crawl/explain/explain.js";
import { explainCrawl } from "../../../src/crawl/explain/explain-crawl.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { truthOf } from "../../../src/crawl/pool/run-crawl.js";
import { replay } from "../../../src/crawl/replay.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { exploring } from "../../../src/ordering/exploring.js";
import type { Ordering, OrderingFamily, OrderingMethod } from "../../../src/ordering/ordering.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { linksOf, type PageId } from "../../../src/web/graph/graph.js";
import type { Web } from "../../../src/web/web.js";
import { depth } from "../../depth.js";
import { methodsOf } from "../../discover.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyWeb, linksIn, webOf } from "../../fixture/webs.js";

const families = (await methodsOf<OrderingFamily>("ordering")).map(({ value }): OrderingMethod => value);

/** Orderings made of others, with other choices, and of users. */
const composed: OrderingMethod[] = [
  ...(["lifo", "random", "stable"] as const).map((ties) => backlink({ ties })),
  backlink({ ties: "random", reorderEvery: 3 }),
  pageRank({ ties: "lifo", reorderEvery: 4 }),
  similarity("topic", { rule: "figure4", inside: "backlink", ties: "stable" }),
  similarity("topic", { rule: "figure5", inside: "page-rank", reorderEvery: 3, promote: true }),
  similarity("topic"),
  ordering("a score", (page, seen) => seen.backlinks(page) - seen.url(page).length, { needs: ["urls"] }),
  ordering("all rescored", (page, seen) => seen.crawled % (page + 2), { rescore: "all", ties: "random" }),
  ordering("a memory that draws lots", ({ random }) => ({ score: () => random.next() }), { reorderEvery: 2 }),
  ordering("lots for all", ({ random }) => ({ score: () => random.next() }), { rescore: "all" }),
];

/** Where chance may take a page that does not stand first. */
const drawn = exploring(backlink, { share: 0.3 });

const truth = backlinks({ hotAt: 2 });

/** A comparison of one crawl, whose first pages come in a known order. */
function runOf(web: Web, method: OrderingMethod, from: readonly PageId[] = [web.start]): Comparison {
  const job = { method, seed: 7, from, ...(method.offline && { truth: backlinks() }) };
  const order = replay(web, method, { from, seed: 7, ...(method.offline && { truth: truthOf(web, job) }) });
  return new Comparison(web, [{ ...job, repeat: 0, order, ms: 0 }], truth);
}

/** A method whose orderings explain every waiting page before each page they take. */
const talkative = (method: OrderingMethod): OrderingMethod => ({
  ...method,
  create(context) {
    const made = method.create(context);
    const waiting = new Set<PageId>();
    const talking: Ordering = {
      discover(pages, count) {
        for (let i = 0; i < count; i++) waiting.add(pages[i]);
        made.discover(pages, count);
      },
      ...(made.reveal && { reveal: made.reveal.bind(made) }),
      next() {
        for (const page of waiting) made.explain?.(page);
        const page = made.next();
        waiting.delete(page);
        return page;
      },
    };
    return talking;
  },
});

/** Pages that wait once the first `crawled` of an order were: the plain way. */
function waitingAfter(web: Web, from: readonly PageId[], order: Uint32Array, crawled: number): Set<PageId> {
  const seen = new Set(from);
  for (const page of order.subarray(0, crawled)) for (const to of linksOf(web.graph, page)) seen.add(to);
  for (const page of order.subarray(0, crawled)) seen.delete(page);
  return seen;
}

describe("the explanations of orderings", () => {
  it.each([...families, ...composed, drawn].map((method) => [method.label, method] as const))(
    "of %s change no crawl, and name what is not unsaid",
    (_, method) => {
      fc.assert(
        fc.property(anyWeb(14), fc.nat(100), (web, seed) => {
          const shown = method.offline ? { truth: backlinks().of(web) } : {};
          const order = replay(web, method, { seed, ...shown });
          expect(replay(web, talkative(method), { seed, ...shown })).toEqual(order);
        }),
        { numRuns: depth({ everyday: 8, prove: 25 }) },
      );
    },
  );

  it.each([...families, ...composed].map((method) => [method.label, method] as const))(
    "of %s put the page that comes before all that wait, with terms that are numbers",
    (_, method) => {
      fc.assert(
        fc.property(anyWeb(14), (web) => {
          const runs = runOf(web, method);
          const [{ order, from }] = runs.crawls;
          for (let position = 1; position <= order.length; position++) {
            const page = order[position - 1];
            const { facts } = explain(runs, method.label, page);
            const waiting = waitingAfter(web, from, order, position - 1);
            const before = order.subarray(0, position - 1);
            const linking = [...before].filter((each) => linksOf(web.graph, each).includes(page));
            const links = (pages: Uint32Array) =>
              [...pages].flatMap((each) => [...linksOf(web.graph, each)]).filter((to) => to === page).length;
            const discovered = from.includes(page) ? 0 : order.indexOf(linking[0]) + 1;
            const { crawled, pages, waiting: waited, linksThen, linksInTheEnd, rivals, terms, decision } = facts;
            expect({ crawled, pages, waited, linksThen, linksInTheEnd, discovered: facts.discovered }).toEqual({
              crawled: position,
              pages: order.length,
              waited: waiting.size,
              linksThen: links(before),
              linksInTheEnd: links(order),
              discovered,
            });
            expect(facts.value).toBe(links(order)); // links on pages out of reach do not count
            expect(rivals.length).toBe(Math.min(5, waiting.size - 1));
            expect(terms.length).toBeGreaterThan(0);
            for (const { value } of [...terms, ...rivals.flatMap((rival) => rival.terms)]) expect(value).not.toBeNaN();
            // a page that comes first stands before all others; orderings that draw leave it level with them
            expect(decision.ahead).toBe(0);
            if (decision.by === "term") expect(decision.at).toBeLessThan(terms.length);
          }
        }),
        { numRuns: depth({ everyday: 12, prove: 40 }) },
      );
    },
  );

  it("are those of the moment: what pages that were not crawled yet hold changes nothing but what came of it", () => {
    fc.assert(
      fc.property(anyWeb(14), fc.constantFrom(breadthFirst, backlink, pageRank), fc.nat(13), (web, method, at) => {
        const runs = runOf(web, method);
        const { order } = runs.crawls[0];
        const position = 1 + (at % order.length);
        const before = new Set(order.subarray(0, position - 1));
        const emptied = {
          ...web,
          graph: graphFrom(
            web.graph.size,
            linksIn(web.graph).filter(([page]) => before.has(page)),
            { duplicates: "keep", selfLinks: "keep" },
          ),
        };
        const told = (each: Comparison) => {
          const { facts } = explain(each, method.label, order[position - 1]);
          const { crawled, discovered, path, linksThen, waiting, terms, decision, rivals } = facts;
          return {
            crawled,
            discovered,
            path,
            linksThen,
            waiting,
            terms,
            decision,
            rivals: rivals.map((each) => [each.page, each.terms]),
          };
        };
        expect(told(runOf(emptied, method))).toEqual(told(runs));
      }),
      { numRuns: depth({ everyday: 30, prove: 100 }) },
    );
  });

  it("of a whole crawl are, page by page, those of each page alone", () => {
    fc.assert(
      fc.property(
        anyWeb(14),
        fc.constantFrom<OrderingMethod>(backlink, drawn, backlink({ reorderEvery: 3 })),
        (web, method) => {
          const runs = runOf(web, method);
          const columns = explainCrawl(web, runs.crawls[0]);
          runs.crawls[0].order.forEach((page, k) => {
            const { terms } = explain(runs, method.label, page).facts;
            const told = columns
              .filter(({ values }) => !Number.isNaN(values[k]))
              .map(({ name, values }) => [name, values[k]]);
            expect(new Map(told as [string, number][])).toEqual(new Map(terms.map(({ name, value }) => [name, value])));
          });
        },
      ),
      { numRuns: depth({ everyday: 15, prove: 50 }) },
    );
  });
});

/**
 * 0 -> 1, 2, 3; 1 -> 4; 2 -> 4, 5; 3 -> nothing; 4 -> 5; 6 -> 0. By backlink and fifo ties, by hand: 0; 1 (1, 2, 3 have
 * one link each, 1 was seen first); 2 (2, 3, 4 have one); 4 (two links, 3 and 5 have one); 5 (two links), 3.
 */
const hand = webOf(7, pairsOf("0,1 0,2 0,3 1,4 2,4 2,5 4,5 6,0"), {
  titles: ["Home", "One", "Two", "Three", "Four", "five", "One"],
  urls: [0, 1, 2, 3, 4, 5, 6].map((page) => `http://a.example/${page}.html`),
});

describe("explain", () => {
  const runs = runOf(hand, backlink);
  const backlinkFifo = "backlink, ties fifo";

  it("tells of a web traced by hand what decided, by which way it came there, and what stood next", () => {
    expect([...runs.crawls[0].order]).toEqual([0, 1, 2, 4, 5, 3]);
    const explanation = explain(runs, "backlink", "http://a.example/4.html");
    const place = "place in order of discovery, smaller first";
    expect(explanation.toJSON()).toEqual({
      web: "small",
      ordering: backlinkFifo,
      repeat: 0,
      page: "http://a.example/4.html",
      number: 4,
      title: "Four",
      crawled: 4,
      pages: 6,
      discovered: 2, // once 0 and 1 were crawled
      path: ["http://a.example/0.html", "http://a.example/1.html"],
      linksThen: 2, // from 1 and 2
      linksInTheEnd: 2,
      waiting: 3, // 3, 4 and 5
      terms: [
        { name: "links seen to it", value: 2 },
        { name: place, value: 5 },
      ], // after 0, 1, 2, 3
      decision: { by: "term", at: 0, tied: 2, ahead: 0, close: false },
      rivals: [
        {
          page: "http://a.example/3.html",
          crawled: 6,
          value: 1,
          terms: [
            { name: "links seen to it", value: 1 },
            { name: place, value: 4 },
          ],
        },
        {
          page: "http://a.example/5.html",
          crawled: 5,
          value: 2,
          terms: [
            { name: "links seen to it", value: 1 },
            { name: place, value: 6 },
          ],
        },
      ],
      importance: "backlinks",
      value: 2,
      hotAt: 2,
      waited: 1, // 2 was crawled in between
      hot: true,
      verdict:
        "http://a.example/4.html: crawled 4th of 6, by links seen to it: 2, more than any other of the 3 pages that waited; discovered 1 page earlier on http://a.example/1.html; hot, with backlinks 2 >= 2.",
    });
  });

  it("tells of ties, of a start page, of the last page, and of a draw", () => {
    const verdict = (page: number, method: OrderingMethod = backlink) =>
      explain(runOf(hand, method), method.label, page).verdict;
    expect(verdict(1)).toContain(
      "crawled 2nd of 6, by links seen to it: 1, the same as 2 others, all that waited; among these first by place in order of discovery: 2; discovered just before on http://a.example/0.html",
    );
    expect(verdict(0)).toContain(
      "crawled 1st of 6, since no other page waited; a start page; not hot, with backlinks 0 < 2",
    );
    expect(verdict(3)).toContain("crawled 6th of 6, since no other page waited; discovered 4 pages earlier");
    const random = families.find(({ name }) => name === "random") as OrderingMethod;
    const second = runOf(hand, random).crawls[0].order[1];
    expect(verdict(second, random)).toContain("crawled 2nd of 6, drawn at random from the 3 pages that waited");
    expect(verdict(4, breadthFirst)).toContain(
      "crawled 5th of 6, by place in order of discovery: 5, less than any other of the 2 pages that waited",
    );
  });

  it("says of a page that was explored how many stood before it", () => {
    const told = fc.sample(anyWeb(20), { numRuns: 60, seed: 1 }).flatMap((web) => {
      const explored = runOf(web, exploring(backlink, { share: 1 }));
      return [...explored.crawls[0].order].map((page) => explain(explored, explored.crawls[0].method.label, page));
    });
    const ahead = told.filter(({ facts }) => facts.decision.by === "explored");
    expect(ahead.length).toBeGreaterThan(10);
    for (const { facts, verdict } of ahead) {
      expect(verdict).toContain(`drawn to explore, while ${facts.decision.ahead} of the ${facts.waiting} pages`);
    }
  });

  it("shows the queue as a table, the score of a user's ordering under its name", () => {
    const shortest = ordering("even first", (page) => (page % 2 === 0 ? 1 : 0));
    const table = explain(runOf(hand, shortest), "even first", 2, { rivals: 1 }).table().split("\n");
    expect(table).toEqual([
      "the queue then           even first  place in order of discovery  crawled as  I(P), backlinks",
      "-----------------------  ----------  ---------------------------  ----------  ---------------",
      "http://a.example/2.html           1                            3           2                1",
      // 4, seen on 2, comes before
      "http://a.example/1.html           0                            2           4                1",
    ]);
  });

  it("finds a page by number, URL, or title in any case, and offers the nearest when there is none", () => {
    for (const page of [5, "5", "http://a.example/5.html", "Five"])
      expect(explain(runs, "backlink", page).facts.number).toBe(5);
    expect(() => explain(runs, "backlink", "http://a.example/5.htm")).toThrow(
      /no page "http:\/\/a.example\/5.htm". The nearest: http:\/\/a.example\/5.html, /,
    );
    expect(() => explain(runs, "backlink", "one")).toThrow(
      '2 pages of small have the title "one"; name one by its URL: http://a.example/1.html, http://a.example/6.html',
    );
    expect(() => explain(runs, "backlink", 7)).toThrow("small has no page 7: its 7 pages are numbered 0 .. 6");
    expect(() => explain(runOf(webOf(2, [[0, 1]]), backlink), "backlink", "x")).toThrow("small has no URLs");
  });

  it("finds no page by an empty name, though a page has no title", () => {
    const untitled = webOf(2, [[0, 1]], { titles: ["Home", ""], urls: ["http://a.example/", "http://a.example/1"] });
    expect(() => explain(runOf(untitled, backlink), "backlink", " ")).toThrow('small has no page " ". The nearest: ');
  });

  it("says of a page that was not crawled whether it waited or was never seen, and how to start elsewhere", () => {
    expect(() => explain(runs, "backlink", 6)).toThrow(
      /^http:\/\/a.example\/6.html was never seen: no page that backlink, ties fifo crawled from http:\/\/a.example\/0.html links to it/,
    );
    expect(() => explain(runs, "backlink", 6)).toThrow(
      'Crawl from it, too: compare(web, { ..., from: ["http://a.example/0.html", "http://a.example/6.html"] })',
    );
    const stops: OrderingMethod = {
      ...breadthFirst,
      label: "two pages",
      create: (context) => {
        const made = breadthFirst.create(context);
        let left = 2;
        return { ...made, next: () => (left-- > 0 ? made.next() : -1) };
      },
    };
    expect(() => explain(runOf(hand, stops), "two pages", 3)).toThrow(
      "http://a.example/3.html was not crawled: it still waited when two pages ended after 2 pages, with place in order of discovery 4; it was seen after 1",
    );
  });

  it("refuses a crawl that is not there, and one that does not repeat itself", () => {
    expect(() => explain(runs, "opic", 1)).toThrow('no crawl by "opic". There are: backlink, ties fifo');
    expect(() => explain(runs, "backlink", 1, { repeat: 3 })).toThrow("has no crawl with repeat 3. There are: 0");
    expect(() => explain(runs, "backlink", 1, { rivals: -1 })).toThrow(
      "rivals is a number of pages, 0 or more; found -1",
    );
    expect(() => explain(runs, "backlink", 1, { rival: 1 } as never)).toThrow(/rival/);
    let sign = 1;
    const fickle = runOf(
      hand,
      ordering("fickle", (page) => sign * page),
    );
    sign = -1;
    const [first, second] = [
      fickle,
      runOf(
        hand,
        ordering("fickle", (page) => -page),
      ),
    ].map((each) => each.crawls[0].order[1]);
    const [took, but] = [first, second].map((page) => `http://a.example/${page}.html`);
    expect(() => explain(fickle, "fickle", first)).toThrow(
      `fickle, ties fifo took ${took} as page 2, but ${but} in a second crawl. The ordering reads something that changed`,
    );
  });

  it("says so where a second crawl ends earlier", () => {
    let most = 4;
    const tired: OrderingMethod = {
      ...breadthFirst,
      label: "tired",
      create: (context) => {
        const made = breadthFirst.create(context);
        let left = most;
        return { ...made, next: () => (left-- > 0 ? made.next() : -1) };
      },
    };
    const short = runOf(hand, tired);
    most = 1;
    const page = short.crawls[0].order[1];
    expect(() => explain(short, "tired", page)).toThrow(
      `tired took http://a.example/${page}.html as page 2, but no page in a second crawl.`,
    );
  });

  it("judges what a page is worth on the pages that count", () => {
    const whole = runs.judge(truth, { over: "web" });
    expect(explain(runs, "backlink", 0).facts.value).toBe(0); // 6 is out of reach
    expect(explain(whole, "backlink", 0).facts.value).toBe(1);
  });
});
