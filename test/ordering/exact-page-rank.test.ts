import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { exactPageRank } from "../../src/ordering/exact-page-rank.js";
import { frozenPageRank } from "../../src/ordering/frozen-page-rank.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyWeb, figure3, webOf } from "../fixture/webs.js";
import { literalCrawl } from "./literal.js";
import { exactRanks, expectSameButForTies } from "./revealed.js";

describe("exactPageRank", () => {
  for (const reorderEvery of [1, 3]) {
    it(`takes the page with the highest rank of Figure 2 (3), solved before each sort, with reorderEvery ${reorderEvery}`, () => {
      fc.assert(
        fc.property(anyWeb(), (web) => {
          const order = [...replay(web, exactPageRank({ reorderEvery }))];
          const guided = literalCrawl(web, (queue, { crawled }) => {
            const page = order[crawled.length];
            if (crawled.length % reorderEvery === 0) {
              const ranks = exactRanks(web, crawled);
              queue.sort((a, b) => ranks[b] - ranks[a]);
              expect(ranks[page]).toBeGreaterThan(ranks[queue[0]] * (1 - 1e-9));
            }
            queue.splice(queue.indexOf(page), 1);
            queue.unshift(page);
          });
          expect(guided).toEqual(order);
        }),
      );
    });
  }

  it("crawls alike whether pages without links link to every page or to none, but for equal ranks", () => {
    fc.assert(
      fc.property(anyWeb(40), (web) => {
        const none = [...replay(web, exactPageRank({ dangling: "none" }))];
        const everywhere = [...replay(web, exactPageRank({ dangling: "everywhere" }))];
        expectSameButForTies(web, none, everywhere, 1e-9);
      }),
    );
  });

  it("takes page 2 right after page 1 on Figure 3", () => {
    expect([...replay(figure3({ cluster: 5, first: 1 }), exactPageRank)].slice(0, 3)).toEqual([0, 1, 2]);
  });

  it("lets rank flow on through crawled pages, unlike frozenPageRank", () => {
    // the hand trace of frozen-page-rank.test.ts
    const web = webOf(8, pairsOf("0,1 0,2 0,3 1,4 1,5 1,6 1,7 2,1"));
    expect([...replay(web, exactPageRank)]).toEqual([0, 1, 2, 4, 5, 6, 7, 3]);
    expect([...replay(web, frozenPageRank)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});
