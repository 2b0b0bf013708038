import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { tieTerm } from "../../src/ordering/frontier/queue-term.js";
import { opic } from "../../src/ordering/opic.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { rankMass } from "../../src/ordering/rank-mass.js";
import type { PageId } from "../../src/web/graph/graph.js";
import { linksOf } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, webOf } from "../fixture/webs.js";

const crawl = (web: Web, method: OrderingMethod, seed = 1) => [...replay(web, method, { seed })];

interface Choices {
  readonly damping: number;
  readonly accuracy: number;
  readonly ties: "fifo" | "lifo";
  readonly reorderEvery: number;
}

/** The RankMass crawler, line by line: all pages are looked at before every sort. */
function literalRankMass(web: Web, { damping, accuracy, ties, reorderEvery }: Choices): PageId[] {
  const discovered: PageId[] = [web.start];
  const mass = new Map([[web.start, 1 - damping]]);
  const passed = new Map<PageId, number>(); // of crawled pages
  const order: PageId[] = [];
  const mayBeChosen = (page: PageId) =>
    !passed.has(page) || (mass.get(page)! >= 1e-300 && mass.get(page)! > accuracy * passed.get(page)!);
  const age = (page: PageId) => discovered.indexOf(page) * (ties === "fifo" ? 1 : -1);
  for (;;) {
    const queue = discovered
      .filter(mayBeChosen)
      .sort((a, b) => mass.get(b)! - mass.get(a)! || age(a) - age(b))
      .slice(0, reorderEvery);
    if (queue.length === 0) return order;
    for (const page of queue) {
      if (!passed.has(page)) order.push(page);
      const amount = mass.get(page)!;
      passed.set(page, (passed.get(page) ?? 0) + amount);
      mass.set(page, 0);
      const links = linksOf(web.graph, page);
      for (const to of links) {
        if (!mass.has(to)) discovered.push(to);
        mass.set(to, (mass.get(to) ?? 0) + (damping * amount) / links.length);
      }
    }
  }
}

describe("rankMass: against Cho and Schonfeld 2007, written out", () => {
  for (const ties of ["fifo", "lifo"] as const) {
    for (const accuracy of [0, 0.01]) {
      for (const reorderEvery of [1, 2, 5]) {
        it(`chooses the page with most mass, with ${ties} ties, accuracy ${accuracy} and a sort every ${reorderEvery}`, () => {
          fc.assert(
            fc.property(anyWeb(15), fc.constantFrom(0.5, 0.9), (web, damping) => {
              const choices = { damping, accuracy, ties, reorderEvery };
              expect(crawl(web, rankMass(choices))).toEqual(literalRankMass(web, choices));
            }),
            { numRuns: 30 },
          );
        });
      }
    }
  }

  it("ends on a page that links to itself: the least of numbers no longer falls when it is multiplied by d", () => {
    const loop = webOf(2, pairsOf("0,0 0,1"), { selfLinks: "keep" });
    expect(crawl(loop, rankMass({ accuracy: 0 }))).toEqual([0, 1]);
    const chain = webOf(4000, [[0, 0], ...Array.from({ length: 3999 }, (_, i): [number, number] => [i, i + 1])], {
      selfLinks: "keep",
      duplicates: "keep",
    });
    expect(crawl(chain, rankMass({ accuracy: 0, damping: 0.5 })).length).toBe(4000); // 2^-4000 is no number any more
  });
});

describe("rankMass by hand", () => {
  // 0 -> 1, 2, 3; 1 -> 5; 2 -> 4; 3 -> 2
  const web = webOf(6, pairsOf("0,1 0,2 0,3 1,5 2,4 3,2"));

  it("takes 4 before 5, for page 2 sends on what comes in after its turn, unlike any other", () => {
    // 0 has 0.1 and passes 0.03 to each of 1, 2, 3, which go in that order: 5 gets 0.027, 4 gets 0.027, and 2, crawled,
    // gets 0.027 from 3. Of these three 2 is the oldest: it passes on 0.0243 to 4, which has 0.0513
    expect(crawl(web, rankMass)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(crawl(web, breadthFirst)).toEqual([0, 1, 2, 3, 5, 4]);
    expect(crawl(web, backlink)).toEqual([0, 1, 2, 3, 5, 4]);
    expect(crawl(web, opic({ cash: "start-pages" }))).toEqual([0, 1, 2, 3, 5, 4]); // 2 keeps what comes in
    // PageRank gives each page 0.1 of its own besides: 5 has 0.1 + 0.9 * 0.13 = 0.217 as soon as 1 is crawled
    expect(crawl(web, pageRank)).toEqual([0, 1, 5, 2, 4, 3]);
  });

  it("sorts 0; then 1 and 2; then the rest, with reorderEvery 2", () => {
    // sort: 0, alone. Sort: 1, 2 of three. Sort: 3 (0.03), 5 (0.027) before 4, for 2 has nothing to send on yet. Sort:
    // 2, 4
    expect(crawl(web, rankMass({ reorderEvery: 2 }))).toEqual([0, 1, 2, 3, 5, 4]);
  });

  it("puts all trust on the start pages, in equal parts: with 3 among them, it is taken first and 2 before 1", () => {
    // 0 and 3 have 0.1; 0 passes 0.03 to 1, 2 and 3, which has 0.13 and passes 0.117 to 2
    expect([...replay(web, rankMass, { from: [0, 3] })].slice(0, 4)).toEqual([0, 3, 2, 4]);
  });
});

describe("rankMass", () => {
  it("tells why a page waits: its mass, once crawled pages that come first have passed theirs on, then its number", () => {
    const made = rankMass.create({ size: 3 } as Parameters<typeof rankMass.create>[0]);
    made.discover(Uint32Array.of(0), 1);
    expect(made.next()).toBe(0);
    made.discover(Uint32Array.of(1, 2), 2);
    made.reveal?.(0, Uint32Array.of(1, 2), 2, 2);
    const [mass, number] = made.explain?.(2) ?? [];
    expect(mass.name).toBe("mass known to rest on it");
    expect(mass.value).toBeCloseTo(0.045, 12); // 0.9 of 0.1, in two parts
    expect(number).toEqual(tieTerm("fifo", 3));
  });

  it("refuses a damping, an accuracy or a batch that makes no sense", () => {
    for (const damping of [0, 1, Number.NaN]) {
      expect(() => rankMass({ damping })).toThrow(coded("option", `damping lies in (0, 1); found ${damping}`));
    }
    expect(() => rankMass({ accuracy: 1 })).toThrow(coded("option", "accuracy lies in [0, 1); found 1"));
    expect(() => rankMass({ reorderEvery: 1.5 })).toThrow(
      coded("option", "reorderEvery is a number of pages, 1 or more; found 1.5"),
    );
  });

  it("says in its label every choice that is not the default", () => {
    expect(rankMass({ damping: 0.85, accuracy: 0, reorderEvery: 9 }).label).toBe(
      "rank-mass, damping 0.85, accuracy 0, ties fifo, reorder every 9",
    );
  });
});
