import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { exactPageRank } from "../../src/ordering/exact-page-rank.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import type { Web } from "../../src/web/web.js";
import { depth } from "../depth.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, attachmentWeb, figure3, webOf } from "../fixture/webs.js";
import { literalCrawl } from "./literal.js";
import { exactRanks, expectSameButForTies, stepsOf } from "./revealed.js";

const d = 0.9;
const crawl = (web: Web, options: Parameters<typeof pageRank>[0] = {}, seed = 1) => [
  ...replay(web, pageRank(options), { seed }),
];

/**
 * What frontier/revealed-rank.ts promises, at every `stride`-th step: the page taken has an exact rank of at least the
 * rank of every waiting page when pages pass on d (1 - accuracy) of theirs only.
 */
function expectGuarantee(web: Web, order: readonly number[], accuracy: number, stride = 1): void {
  const less = d * (1 - accuracy);
  let most: Float64Array | undefined; // ranks of the step before: a warm start
  let least: Float64Array | undefined;
  let step = 0;
  for (const { before, taken, others } of stepsOf(web, order)) {
    if (step++ % stride !== 0 || others.length === 0) continue;
    most = exactRanks(web, before, d, most);
    least = exactRanks(web, before, less, least);
    const base = (1 - d) / (1 - less); // the kernel's base is 1 - less, the promise's 1 - d
    const promised = Math.max(...others.map((page) => base * (least as Float64Array)[page] * (1 - 1e-11)));
    expect(most[taken]).toBeGreaterThanOrEqual(promised);
  }
}

describe("pageRank against exact ranks at every step", () => {
  for (const accuracy of [1e-6, 1e-3, 0.3]) {
    it(`keeps its guarantee on webs of up to 60 pages, with accuracy ${accuracy}, whatever the ties`, () => {
      fc.assert(
        fc.property(anyWeb(60), fc.constantFrom("fifo", "lifo", "random"), (web, ties) => {
          expectGuarantee(web, crawl(web, { accuracy, ties }), accuracy);
        }),
        { numRuns: 40 },
      );
    });
  }

  const STRIDE = depth({ everyday: 200, prove: 20 });
  const grown = attachmentWeb(2000, 3, new Random(1));

  it("keeps it on a web of 2,000 pages that grew by preferential attachment (some steps)", () => {
    for (const accuracy of [1e-3, 0.1]) expectGuarantee(grown, crawl(grown, { accuracy }), accuracy, STRIDE);
  });

  it("with accuracy 1e-6, takes a page whose exact rank is the highest within a relative 1e-5", () => {
    fc.assert(
      fc.property(anyWeb(60), (web) => {
        for (const { before, taken, others } of stepsOf(web, crawl(web, { accuracy: 1e-6 }))) {
          const ranks = exactRanks(web, before);
          for (const page of others) expect(ranks[taken]).toBeGreaterThan(ranks[page] * (1 - 1e-5));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("with accuracy 1e-6, crawls as exactPageRank does until exact ranks are within a relative 1e-5", () => {
    fc.assert(
      fc.property(anyWeb(60), (web) => {
        expectSameButForTies(web, crawl(web, { accuracy: 1e-6 }), [...replay(web, exactPageRank)], 1e-5);
      }),
      { numRuns: 60 },
    );
    const web = attachmentWeb(depth({ everyday: 250, prove: 500 }), 3, new Random(2));
    expectSameButForTies(web, crawl(web, { accuracy: 1e-6 }), [...replay(web, exactPageRank)], 1e-5);
  });

  it("depends on its accuracy: pages change places on the web of 2,000", () => {
    expect(crawl(grown, { accuracy: 0.5 })).not.toEqual(crawl(grown, { accuracy: 1e-3 }));
  });
});

describe("pageRank on Figure 3 of Cho et al. 1998", () => {
  const places = [
    { first: 1, ties: "fifo" },
    { first: 2, ties: "lifo" }, // the figure's page 1 is taken first under either rule
  ] as const;

  for (const { first, ties } of places) {
    it(`takes page 2 right after page 1, with ${ties} ties, unlike backlink with lifo ties`, () => {
      for (const cluster of [3, 5, 20]) {
        const web = figure3({ cluster, first });
        expect(crawl(web, { ties }).slice(0, 3)).toEqual([0, 1, 2]);
      }
    });
  }

  it("takes the cluster first when it has two pages only: 0.1 + 0.9 * 0.145 / 2 = 0.165 is more than 0.145", () => {
    for (const { first, ties } of places) {
      expect(crawl(figure3({ cluster: 2, first }), { ties }).at(-1)).toBe(2);
    }
  });

  it("has IR'(2) = 0.145 and, for a cluster of five, IR' = 0.1261 there", () => {
    const ranks = exactRanks(figure3({ cluster: 5, first: 1 }), [0, 1]);
    expect(ranks[2]).toBeCloseTo(0.1 + (0.9 * 0.1) / 2, 12);
    for (const page of [3, 4, 5, 6, 7]) expect(ranks[page]).toBeCloseTo(0.1 + (0.9 * 0.145) / 5, 12);
    expect([...replay(figure3({ cluster: 5, first: 2 }), backlink({ ties: "lifo" }))].at(-1)).toBe(2);
  });
});

describe("pageRank", () => {
  it("weighs a link by the page that gives it, unlike backlink", () => {
    // 0 -> 1, 2; 1 -> 3; 2 -> 4, 5, 6, 7. After 0, 1: page 3 has 0.1 + 0.9 * 0.145 = 0.2305, page 2 has 0.145
    const web = webOf(8, pairsOf("0,1 0,2 1,3 2,4 2,5 2,6 2,7"));
    expect(crawl(web)).toEqual([0, 1, 3, 2, 4, 5, 6, 7]);
    expect([...replay(web, backlink)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("sorts before every k-th page only when told so", () => {
    // the same web: page 3 outranks 2 before the second page after 0, which is no turn for sorting; 2 is at the head of
    // the queue
    const web = webOf(8, pairsOf("0,1 0,2 1,3 2,4 2,5 2,6 2,7"));
    expect(crawl(web, { reorderEvery: 3 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const byBatch = (every: number) => (any: Web) => {
      const order = crawl(any, { reorderEvery: every, accuracy: 1e-6 });
      const guided = literalCrawl(any, (queue, { crawled }) => {
        const page = order[crawled.length];
        if (crawled.length % every === 0) {
          const ranks = exactRanks(any, crawled);
          queue.sort((a, b) => ranks[b] - ranks[a]);
          expect(ranks[page]).toBeGreaterThan(ranks[queue[0]] * (1 - 1e-5));
        }
        queue.splice(queue.indexOf(page), 1);
        queue.unshift(page);
      });
      expect(guided).toEqual(order);
    };
    for (const every of [2, 5]) fc.assert(fc.property(anyWeb(), byBatch(every)), { numRuns: 30 });
  });

  it("spreads the rank of a page over all links that it holds, with linkCount page", () => {
    // 0 -> 1, 2; 1 -> 3 and nine links out of the web; by hand, page 3 gets 0.1 + 0.9 * 0.145 / 10 = 0.113, less than 2
    const web = webOf(4, pairsOf("0,1 0,2 1,3"), { references: [2, 10, 0, 0] });
    expect(crawl(web)).toEqual([0, 1, 3, 2]);
    expect(crawl(web, { linkCount: "page" })).toEqual([0, 1, 2, 3]);
    expect(crawl({ ...web, references: undefined }, { linkCount: "page" })).toEqual([0, 1, 3, 2]);
  });

  it("follows the ranks of the damping that it is given, which orders pages differently", () => {
    const web = attachmentWeb(200, 3, new Random(3));
    expect(crawl(web, { damping: 0.1 })).not.toEqual(crawl(web, { damping: 0.99 }));
    for (const damping of [0.1, 0.99]) {
      for (const { before, taken, others } of stepsOf(web, crawl(web, { damping, accuracy: 1e-7 }).slice(0, 60))) {
        const ranks = exactRanks(web, before, damping);
        for (const page of others) expect(ranks[taken]).toBeGreaterThan(ranks[page] * (1 - 1e-4));
      }
    }
  });

  it("refuses options that make no sense, naming them", () => {
    for (const value of [0, 1, -1, Number.NaN]) {
      expect(() => pageRank({ damping: value })).toThrow(coded("option", `damping lies in (0, 1); found ${value}`));
      expect(() => pageRank({ accuracy: value })).toThrow(coded("option", `accuracy lies in (0, 1); found ${value}`));
    }
    expect(() => pageRank({ reorderEvery: 0 })).toThrow("reorderEvery is a number of pages, 1 or more; found 0");
  });
});
