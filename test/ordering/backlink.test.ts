import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import type { PageId } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { depth } from "../depth.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, figure3, webOf } from "../fixture/webs.js";
import { backlinkCount, literalCrawl, type Scene } from "./literal.js";

const crawl = (web: Web, options: Parameters<typeof backlink>[0] = {}, seed = 1) => [
  ...replay(web, backlink(options), { seed }),
];

/** The counts of Figure 2 (2), then the page discovered first or last. */
const byCount = (scene: Scene, ties: "fifo" | "lifo") => (a: PageId, b: PageId) =>
  backlinkCount(scene, b) - backlinkCount(scene, a) ||
  (scene.discovered.indexOf(a) - scene.discovered.indexOf(b)) * (ties === "fifo" ? 1 : -1);

describe("backlink: against Figures 1 and 2 (2) of Cho et al. 1998, written out", () => {
  for (const ties of ["fifo", "lifo"] as const) {
    it(`takes the page with most links seen, the one discovered ${ties === "fifo" ? "first" : "last"} among equals`, () => {
      fc.assert(
        fc.property(anyWeb(), (web) => {
          const expected = literalCrawl(web, (queue, scene) => queue.sort(byCount(scene, ties)));
          expect(crawl(web, { ties })).toEqual(expected);
        }),
      );
    });

    for (const reorderEvery of [2, 3, 7]) {
      it(`with reorderEvery ${reorderEvery} and ${ties} ties, sorts before every such page only, and appends new pages at the end`, () => {
        fc.assert(
          fc.property(anyWeb(), (web) => {
            const expected = literalCrawl(web, (queue, scene) => {
              if (scene.crawled.length % reorderEvery === 0) queue.sort(byCount(scene, ties));
            });
            expect(crawl(web, { ties, reorderEvery })).toEqual(expected);
          }),
        );
      });
    }
  }

  it("with stable ties, is a stable sort of the queue after every page", () => {
    const stableSort = (queue: PageId[], scene: Scene) =>
      queue.sort((a, b) => backlinkCount(scene, b) - backlinkCount(scene, a)); // ECMAScript 2019: stable
    fc.assert(
      fc.property(anyWeb(), (web) => {
        expect(crawl(web, { ties: "stable" })).toEqual(literalCrawl(web, stableSort));
      }),
      { numRuns: 300 },
    );
  });

  for (const reorderEvery of [1, 3]) {
    it(`with random ties and reordering every ${reorderEvery}, takes a page with most links seen at the last sort`, () => {
      fc.assert(
        fc.property(anyWeb(), fc.integer(), (web, seed) => {
          const order = crawl(web, { ties: "random", reorderEvery }, seed);
          let taken = 0;
          const guided = literalCrawl(web, (queue, scene) => {
            const page = order[taken];
            if (taken % reorderEvery === 0) {
              const most = Math.max(...queue.map((each) => backlinkCount(scene, each)));
              expect(backlinkCount(scene, page)).toBe(most);
            }
            queue.splice(queue.indexOf(page), 1);
            queue.unshift(page);
            taken++;
          });
          expect(guided).toEqual(order);
        }),
      );
    });
  }

  it("draws among equals with equal chances (chi-square, seed 1)", () => {
    const star = webOf(
      6,
      [1, 2, 3, 4, 5].map((leaf) => [0, leaf] as const),
    );
    const random = new Random(1);
    const draws = depth({ everyday: 1500, prove: 5000 });
    for (const reorderEvery of [1, 2]) {
      // the second sort comes before page number `reorderEvery`; by then the queue has lost its head, page 1, when that
      // is 2
      const equals = [1, 2, 3, 4, 5].slice(reorderEvery - 1);
      const taken = new Float64Array(6);
      for (let i = 0; i < draws; i++)
        taken[crawl(star, { ties: "random", reorderEvery }, random.bits())[reorderEvery]]++;
      const expected = draws / equals.length;
      const chiSquare = equals.reduce((sum, page) => sum + (taken[page] - expected) ** 2 / expected, 0);
      expect(chiSquare).toBeLessThan(18.47); // 4 degrees of freedom at most, p = 0.001
    }
  });
});

describe("backlink: one web on which every tie rule differs from its neighbours", () => {
  // 0 -> 1, 2, 3, 4; 1 -> 3; 3 -> 2; 4 -> 5
  const web = webOf(6, pairsOf("0,1 0,2 0,3 0,4 1,3 3,2 4,5"));

  it("goes 0, 1, 3, 2, 4, 5 with fifo ties", () => {
    // 1: oldest of four with one link; then 3 (two links), which raises 2 to two; 2 and 4 and 5
    expect(crawl(web, { ties: "fifo" })).toEqual([0, 1, 3, 2, 4, 5]);
  });

  it("goes 0, 4, 5, 3, 2, 1 with lifo ties", () => {
    // 4: newest; it shows 5, newest; then 3, newest of 1, 2, 3; it raises 2
    expect(crawl(web, { ties: "lifo" })).toEqual([0, 4, 5, 3, 2, 1]);
  });

  it("keeps the page first that reached a count first, with stable ties, where fifo takes the older page", () => {
    // 0 -> 1, 2, 3, 4; 1 -> 2, 4; 2 -> 3: after page 2, pages 4 and 3 have two links; 4 has had them for longer, 3 is
    // older
    const race = webOf(5, pairsOf("0,1 0,2 0,3 0,4 1,2 1,4 2,3"));
    expect(crawl(race, { ties: "stable" })).toEqual([0, 1, 2, 4, 3]);
    expect(crawl(race, { ties: "fifo" })).toEqual([0, 1, 2, 3, 4]);
  });

  it("leaves a risen page where it was queued until the next sort, with reorderEvery 2", () => {
    // 0 -> 1, 2, 3, 4; 1 -> 3; 3 -> 4. By hand, sorted every time: 1, then 3 (two links), then 4 (two links by now),
    // then 2; sorted before the first and third page: 1 from the head, then 3, then 2 from the head, though 4 has two
    // links
    const late = webOf(5, pairsOf("0,1 0,2 0,3 0,4 1,3 3,4"));
    expect(crawl(late)).toEqual([0, 1, 3, 4, 2]);
    expect(crawl(late, { reorderEvery: 2 })).toEqual([0, 1, 3, 2, 4]);
  });

  it("counts a page that links twice twice where the web keeps repeats, and once where it drops them", () => {
    const links = pairsOf("0,1 0,2 0,2");
    expect(crawl(webOf(3, links, { duplicates: "keep" }))).toEqual([0, 2, 1]);
    expect(crawl(webOf(3, links))).toEqual([0, 1, 2]);
  });
});

describe("backlink on Figure 3 of Cho et al. 1998", () => {
  it("finishes cluster A before it takes page 2, with lifo ties, as the paper says", () => {
    for (const cluster of [2, 5, 20]) {
      const order = crawl(figure3({ cluster, first: 2 }), { ties: "lifo" });
      expect(order.slice(0, 2)).toEqual([0, 1]);
      expect(order.at(-1)).toBe(2);
    }
  });

  it("takes page 2 second but one, with fifo ties: it has one link like the cluster's pages, and is older", () => {
    expect(crawl(figure3({ cluster: 5, first: 1 })).slice(0, 3)).toEqual([0, 1, 2]);
  });
});

describe("backlink", () => {
  it("refuses stable ties with batches, and a batch that is no number of pages", () => {
    expect(() => backlink({ ties: "stable", reorderEvery: 2 })).toThrow(
      coded("option", 'ties "stable" go with reorderEvery 1: the other tie rules go with every reorderEvery'),
    );
    for (const reorderEvery of [0, -1, 1.5, Number.NaN]) {
      expect(() => backlink({ reorderEvery })).toThrow(
        coded("option", `reorderEvery is a number of pages, 1 or more; found ${reorderEvery}`),
      );
    }
  });

  it("says in its label how ties are broken, and which other choices are not the default", () => {
    expect(backlink({ ties: "lifo", reorderEvery: 10 }).label).toBe("backlink, ties lifo, reorder every 10");
    expect(backlink({ ties: "fifo" }).label).toBe("backlink, ties fifo");
  });
});
