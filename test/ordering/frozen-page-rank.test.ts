import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { tieTerm } from "../../src/ordering/frontier/queue-term.js";
import { frozenPageRank } from "../../src/ordering/frozen-page-rank.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { outDegree } from "../../src/web/graph/graph.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyWeb, webOf } from "../fixture/webs.js";
import { literalCrawl } from "./literal.js";

const d = 0.9;

describe("frozenPageRank", () => {
  it("takes the highest rank of Figure 2 (3), where equations are written for pages of the queue only", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        const order = [...replay(web, frozenPageRank)];
        const rank = new Map<number, number>(); // a page that left the queue has no equation any more: its rank stays
        const guided = literalCrawl(web, (queue, { crawled, links }) => {
          for (const u of queue) {
            const shares = links.filter(([, to]) => to === u).map(([v]) => rank.get(v)! / outDegree(web.graph, v));
            rank.set(u, 1 - d + d * shares.reduce((sum, share) => sum + share, 0));
          }
          const page = order[crawled.length];
          const most = Math.max(...queue.map((u) => rank.get(u)!));
          expect(rank.get(page)).toBeGreaterThan(most * (1 - 1e-12)); // sums in another order
          queue.splice(queue.indexOf(page), 1);
          queue.unshift(page);
        });
        expect(guided).toEqual(order);
      }),
    );
  });

  it("does not let rank flow on through crawled pages, unlike pageRank", () => {
    // 0 -> 1, 2, 3; 1 -> 4, 5, 6, 7; 2 -> 1. By hand: pages 1, 2, 3 have 0.1 + 0.9 * 0.1 / 3 = 0.13; page 1 leaves
    // 0.1 + 0.9 * 0.13 / 4 = 0.12925 on 4 .. 7. Then 2 links back to 1: frozen, nothing changes, and 3 is next at 0.13;
    // alive, x(1) = 0.13 + 0.9 * 0.13 = 0.247, and 4 .. 7 have 0.1 + 0.9 * 0.247 / 4 = 0.156
    const web = webOf(8, pairsOf("0,1 0,2 0,3 1,4 1,5 1,6 1,7 2,1"));
    expect([...replay(web, frozenPageRank)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...replay(web, pageRank)]).toEqual([0, 1, 2, 4, 5, 6, 7, 3]);
  });

  it("tells why a page waits: 1 - d and what was linked to it, then its number in the order of discovery", () => {
    const made = frozenPageRank.create({ size: 3 } as Parameters<typeof frozenPageRank.create>[0]);
    made.discover(Uint32Array.of(0), 1);
    expect(made.explain?.(0)).toEqual([{ name: "rank gained while it waits", value: 1 - d }, tieTerm("fifo", 1)]);
    expect(made.next()).toBe(0);
    made.discover(Uint32Array.of(1, 2), 2);
    made.reveal?.(0, Uint32Array.of(1, 2), 2, 2);
    const [rank, number] = made.explain?.(2) ?? [];
    expect(rank.value).toBeCloseTo(0.145, 12); // 0.1, and half of 0.9 of the 0.1 of page 0
    expect(number).toEqual(tieTerm("fifo", 3));
  });

  it("crawls a tree as pageRank does: there no rank ever comes late", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(1000)), fc.integer({ min: 1, max: 60 }), (numbers, size) => {
        const parent = (page: number) => (numbers.next().value as number) % page;
        const tree = webOf(
          size,
          Array.from({ length: size - 1 }, (_, i) => [parent(i + 1), i + 1] as const),
        );
        expect([...replay(tree, frozenPageRank)]).toEqual([...replay(tree, pageRank)]);
      }),
    );
  });
});
