import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { replay, VirtualCrawl } from "../../src/crawl/replay.js";
import { WatchedScores } from "../../src/crawl/watched-scores.js";
import { backlink } from "../../src/ordering/backlink.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyWeb, webOf } from "../fixture/webs.js";

describe("WatchedScores", () => {
  it("leaves the crawl as it is", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        const watched = new WatchedScores(web.graph.size, backlink, 1e-2);
        expect([...replay(web, watched.method)]).toEqual([...replay(web, backlink)]);
      }),
    );
  });

  it("draws waiting pages, each once, and all of them where fewer wait than are asked for", () => {
    const web = webOf(6, pairsOf("0,1 0,2 0,3 1,4 4,5"));
    const watched = new WatchedScores(6, backlink, 1e-2);
    const crawl = new VirtualCrawl(web, watched.method);
    crawl.run(2); // 0 and 1; 2, 3 and 4 wait
    const random = new Random(1);
    const drawn = new Set<string>();
    for (let i = 0; i < 100; i++) drawn.add(watched.draw(2, random).sort().join());
    expect([...drawn].sort()).toEqual(["2,3", "2,4", "3,4"]);
    expect(watched.draw(9, random).sort()).toEqual([2, 3, 4]);
    expect(Math.exp(watched.scores.log("depth", 4))).toBeCloseTo(3, 12);
  });
});
