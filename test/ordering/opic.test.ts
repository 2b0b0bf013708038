import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { tieTerm } from "../../src/ordering/frontier/queue-term.js";
import { frozenPageRank } from "../../src/ordering/frozen-page-rank.js";
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
import { literalCrawl, type Scene } from "./literal.js";

const crawl = (web: Web, method: OrderingMethod, seed = 1) => [...replay(web, method, { seed })];

/** Cash of every discovered page, from the start of the crawl on: each page shared what it had at its turn. */
function cashIn(web: Web, { crawled, discovered }: Scene, endowed: "every-page" | "start-pages"): Map<PageId, number> {
  const cash = new Map(discovered.map((page) => [page, endowed === "every-page" || page === web.start ? 1 : 0]));
  for (const page of crawled) {
    const links = linksOf(web.graph, page);
    if (links.length === 0) continue;
    const share = cash.get(page)! / links.length;
    cash.set(page, 0);
    for (const to of links) cash.set(to, cash.get(to)! + share);
  }
  return cash;
}

describe("opic: against Abiteboul, Preda and Cobena 2003, written out", () => {
  for (const cash of ["every-page", "start-pages"] as const) {
    for (const ties of ["fifo", "lifo"] as const) {
      for (const reorderEvery of [1, 3]) {
        it(`takes the page with the most cash, with cash on ${cash}, ${ties} ties and a sort every ${reorderEvery}`, () => {
          fc.assert(
            fc.property(anyWeb(), (web) => {
              const expected = literalCrawl(web, (queue, scene) => {
                if (scene.crawled.length % reorderEvery !== 0) return;
                const has = cashIn(web, scene, cash);
                const age = (page: PageId) => scene.discovered.indexOf(page) * (ties === "fifo" ? 1 : -1);
                queue.sort((a, b) => has.get(b)! - has.get(a)! || age(a) - age(b));
              });
              expect(crawl(web, opic({ cash, ties, reorderEvery }))).toEqual(expected);
            }),
            { numRuns: 50 },
          );
        });
      }
    }
  }

  it("takes a page with the most cash with random ties, too", () => {
    fc.assert(
      fc.property(anyWeb(), fc.integer(), (web, seed) => {
        const order = crawl(web, opic({ ties: "random" }), seed);
        const guided = literalCrawl(web, (queue, scene) => {
          const has = cashIn(web, scene, "every-page");
          const page = order[scene.crawled.length];
          expect(has.get(page)).toBe(Math.max(...queue.map((each) => has.get(each)!)));
          queue.splice(queue.indexOf(page), 1);
          queue.unshift(page);
        });
        expect(guided).toEqual(order);
      }),
    );
  });
});

describe("opic by hand", () => {
  // 0 -> 1 -> 2 -> 3, 4, 5; 3 -> 6; 4 -> 7, 6; 7 -> 6
  const web = webOf(8, pairsOf("0,1 1,2 2,3 2,4 2,5 3,6 4,7 4,6 7,6"));

  it("goes 0, 1, 2, 3, 6, 4, 5, 7 with cash on every page, unlike any other", () => {
    // 0 gives 1 its 1, which has 2 then; that goes to 2, which has 3; 3, 4 and 5 get 1 each and have 2. 3 gives 6 its
    // 2: 6 has 3 and is next; it has no links. 4 gives 7 and 6 one each: 7 has 2, as 5 has, which is older
    expect(crawl(web, opic)).toEqual([0, 1, 2, 3, 6, 4, 5, 7]);
    // d = 0.9, in units of 0.1: 1 has 1.9, 2 has 2.71, 3 to 5 have 1.813, 6 gets to 2.63; 4 leaves 7 with 1 + 0.9 / 2 *
    // 1.813 = 1.816
    expect(crawl(web, frozenPageRank)).toEqual([0, 1, 2, 3, 6, 4, 7, 5]);
    expect(crawl(web, pageRank)).toEqual([0, 1, 2, 3, 6, 4, 7, 5]); // nothing flows through crawled pages here
    expect(crawl(web, backlink)).toEqual([0, 1, 2, 3, 4, 6, 5, 7]); // 6 has one link, then two
    expect(crawl(web, breadthFirst)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("goes on with 4 in place of 6 when the start page alone has cash: 6 then has what 3 had, a third, as 4 and 5 have", () => {
    expect(crawl(web, opic({ cash: "start-pages" }))).toEqual([0, 1, 2, 3, 4, 6, 5, 7]);
  });

  it("keeps cash that comes back to a crawled page there, unlike rankMass", () => {
    // 0 -> 1, 2; 1 -> 3, 4; 2 -> 4; 4 -> 1, 5. From the start page: 1/2 each for 1 and 2; 1/4 each for 3 and 4; 4 gets
    // 1/2 from 2: 3/4. Half of it goes back to 1 and stays, 5 has 3/8, 3 has 1/4. Under rankMass 1 sends on what came
    // back, and half of that to 3
    const back = webOf(6, pairsOf("0,1 0,2 1,3 1,4 2,4 4,1 4,5"));
    expect(crawl(back, opic({ cash: "start-pages" }))).toEqual([0, 1, 2, 4, 5, 3]);
    expect(crawl(back, rankMass)).toEqual([0, 1, 2, 4, 3, 5]);
  });

  it("is the limit of frozenPageRank for d = 1 in units of 1 - d: d = 1 - 1e-6 parts from it on no page whose cash is not equal", () => {
    // then 5 and 7 tie
    expect(crawl(web, frozenPageRank({ damping: 1 - 1e-6 })).slice(0, 6)).toEqual(crawl(web, opic).slice(0, 6));
  });
});

describe("opic", () => {
  it("tells why a page waits: its cash, then its number in the order of discovery", () => {
    const made = opic.create({ size: 3 } as Parameters<typeof opic.create>[0]);
    made.discover(Uint32Array.of(0), 1);
    expect(made.next()).toBe(0);
    made.discover(Uint32Array.of(1, 2), 2);
    made.reveal?.(0, Uint32Array.of(1, 2), 2, 2);
    expect(made.explain?.(2)).toEqual([{ name: "cash", value: 1.5 }, tieTerm("fifo", 3)]);
    expect([made.next(), made.next(), made.next()]).toEqual([1, 2, -1]);
  });

  it("says in its label who has cash where it is not every page, and how ties are broken", () => {
    expect(opic.label).toBe("opic, ties fifo");
    expect(opic({ cash: "start-pages", ties: "lifo", reorderEvery: 5 }).label).toBe(
      "opic, cash start-pages, ties lifo, reorder every 5",
    );
  });

  it("refuses other owners of cash, and a batch that is no number of pages", () => {
    expect(() => opic({ cash: "all" as "every-page" })).toThrow(
      coded("option", 'opic: cash is "every-page", "start-pages"; found "all"'),
    );
    expect(() => opic({ reorderEvery: 0 })).toThrow(
      coded("option", "reorderEvery is a number of pages, 1 or more; found 0"),
    );
  });
});
