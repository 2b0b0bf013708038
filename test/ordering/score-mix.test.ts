import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { depthFirst } from "../../src/ordering/depth-first.js";
import { tieTerm } from "../../src/ordering/frontier/queue-term.js";
import { MIX_SCORES, type MixScore } from "../../src/ordering/frontier/revealed-scores.js";
import { opic } from "../../src/ordering/opic.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { type MixWeights, scoreMix } from "../../src/ordering/score-mix.js";
import type { PageId } from "../../src/web/graph/graph.js";
import { linksOf } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, webOf } from "../fixture/webs.js";
import { backlinkCount, literalCrawl, type Scene } from "./literal.js";
import { exactRanks } from "./revealed.js";

const none: MixWeights = { backlinks: 0, pageRank: 0, cash: 0, depth: 0, discovered: 0 };
const crawl = (web: Web, options: Parameters<typeof scoreMix>[0] = {}) => [...replay(web, scoreMix(options))];

/** Every score of a page as `MIX_SCORES` words it, from the scene alone. */
function scoresIn(web: Web, scene: Scene): (page: PageId) => Record<MixScore, number> {
  const { crawled, discovered } = scene;
  const ranks = exactRanks(web, crawled);
  const cash = new Map(discovered.map((page) => [page, 1]));
  const depth = new Map([[web.start, 1]]);
  for (const page of crawled) {
    const links = linksOf(web.graph, page);
    const share = cash.get(page)! / links.length;
    if (links.length > 0) cash.set(page, 0);
    for (const to of links) {
      cash.set(to, cash.get(to)! + share);
      if (!depth.has(to)) depth.set(to, depth.get(page)! + 1);
    }
  }
  return (page) => ({
    backlinks: Math.max(1, backlinkCount(scene, page)),
    pageRank: ranks[page] / 0.1,
    cash: cash.get(page)!,
    depth: depth.get(page)!,
    discovered: discovered.indexOf(page) + 1,
  });
}

describe("scoreMix: its definition, written out", () => {
  it("takes the page with the largest sum of weight times logarithm, whatever the weights", () => {
    const weight = fc.constantFrom(-2, -0.3, 0, 0.5, 1);
    fc.assert(
      fc.property(anyWeb(15), fc.tuple(weight, weight, weight, weight, weight), (web, weights) => {
        const options = Object.fromEntries(MIX_SCORES.map((score, i) => [score, weights[i]]));
        const order = crawl(web, { ...options, accuracy: 1e-9 });
        const guided = literalCrawl(web, (queue, scene) => {
          const scores = scoresIn(web, scene);
          const sum = (page: PageId) =>
            MIX_SCORES.reduce((all, score, i) => all + weights[i] * Math.log(scores(page)[score]), 0);
          const page = order[scene.crawled.length];
          // PageRank to 1e-9, sums in another order
          expect(sum(page)).toBeGreaterThan(Math.max(...queue.map(sum)) - 1e-6);
          queue.splice(queue.indexOf(page), 1);
          queue.unshift(page);
        });
        expect(guided).toEqual(order);
      }),
      { numRuns: 50 },
    );
  });

  it("is backlink, opic, pageRank and breadthFirst when one score alone counts", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        expect(crawl(web, { ...none, backlinks: 2 })).toEqual([...replay(web, backlink)]);
        expect(crawl(web, { ...none, cash: 0.5 })).toEqual([...replay(web, opic)]);
        expect(crawl(web, { ...none, discovered: -1 })).toEqual([...replay(web, breadthFirst)]);
        expect(crawl(web, { ...none, depth: -1 })).toEqual([...replay(web, breadthFirst)]);
        expect(crawl(web, none)).toEqual([...replay(web, breadthFirst)]); // all tie
      }),
    );
  });

  it("takes the newest page of all when late discovery counts", () => {
    const web = webOf(5, pairsOf("0,1 0,2 2,3 2,4"));
    expect(crawl(web, { ...none, discovered: 1 })).toEqual([0, 2, 4, 3, 1]);
    expect([...replay(web, depthFirst({ variant: "stack" }))]).toEqual([0, 2, 4, 3, 1]);
  });
});

describe("scoreMix by hand", () => {
  // 0 -> 1, 2, 3; 1 -> 3, 2, 4; 2 -> 5
  const web = webOf(6, pairsOf("0,1 0,2 0,3 1,3 1,2 1,4 2,5"));

  it("goes 0, 1, 2, 3, 5, 4 by backlinks and PageRank alike, unlike either and unlike OPIC", () => {
    // ranks in units of 0.1: 1, 2 and 3 have 1.3 after 0; after 1, 2 and 3 have 1.69 and two links, 4 has 1.39 and one.
    // 2 is older; it shows 5: 1 + 0.9 * 1.69 = 2.521, one link. log 2.521 = 0.92 is less than log 2 + log 1.69 = 1.22
    // of 3, and more than log 1.39 = 0.33 of 4
    expect(crawl(web)).toEqual([0, 1, 2, 3, 5, 4]);
    expect([...replay(web, backlink)]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...replay(web, pageRank)]).toEqual([0, 1, 2, 5, 3, 4]);
    expect([...replay(web, opic)]).toEqual([0, 1, 2, 5, 3, 4]);
  });
});

describe("scoreMix", () => {
  it("tells why a page waits: the sum, its number in the order of discovery, and each part of the sum", () => {
    const made = scoreMix({ pageRank: 0, backlinks: 2, depth: -1 }).create({ size: 3 } as Parameters<
      typeof scoreMix.create
    >[0]);
    made.discover(Uint32Array.of(0), 1);
    expect(made.next()).toBe(0);
    made.discover(Uint32Array.of(1, 2), 2);
    made.reveal?.(0, Uint32Array.of(1, 2, 2), 3, 3); // two links to 2, depth 2
    expect(made.explain?.(2)).toEqual([
      { name: "sum of the mix", value: 2 * Math.log(2) - Math.log(2) },
      tieTerm("fifo", 3),
      { name: "weight x log backlinks", value: 2 * Math.log(2) },
      { name: "weight x log depth", value: -Math.log(2) },
    ]);
  });

  it("names in its label the weights that are not the default", () => {
    expect(scoreMix.label).toBe("score-mix, ties fifo");
    expect(scoreMix({ pageRank: 0.25, depth: -1, ties: "lifo" }).label).toBe(
      "score-mix, weights 1 0.25 0 -1 0, ties lifo",
    );
  });

  it("refuses a weight that is no number, an accuracy out of range, and a score that it has not", () => {
    for (const score of MIX_SCORES)
      expect(() => scoreMix({ [score]: Number.NaN })).toThrow(
        coded("option", `the weight of ${score} is a finite number; found NaN`),
      );
    expect(() => scoreMix({ accuracy: 0 })).toThrow(coded("option", "accuracy lies in (0, 1); found 0"));
    expect(() => scoreMix({ backlink: 1 } as object)).toThrow(
      coded(
        "option",
        'score-mix has no option "backlink": it takes backlinks, pageRank, cash, depth, discovered, accuracy, ties. Did you mean backlinks?',
      ),
    );
  });
});
