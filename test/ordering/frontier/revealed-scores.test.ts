import { describe, expect, it } from "vitest";
import { MIX_SCORES, RevealedScores } from "../../../src/ordering/frontier/revealed-scores.js";

const of = (scores: RevealedScores, page: number) =>
  MIX_SCORES.map((score) => Number(Math.exp(scores.log(score, page)).toFixed(6)));

describe("RevealedScores", () => {
  it("knows backlinks, PageRank, cash, depth and number of every page: by hand on 0 -> 1, 2, 2 and 1 -> 3, 0", () => {
    const scores = new RevealedScores(4, 1e-9);
    scores.discover(Uint32Array.of(0), 1, true);
    expect(of(scores, 0)).toEqual([1, 1, 1, 1, 1]);
    scores.discover(Uint32Array.of(1, 2), 2, false);
    scores.reveal(0, Uint32Array.of(1, 2, 2), 3);
    expect(of(scores, 1)).toEqual([1, 1.3, 1.333333, 2, 2]); // 1 + 0.9 / 3, 1 + 1 / 3
    expect(of(scores, 2)).toEqual([2, 1.6, 1.666667, 2, 3]); // twice as much
    scores.discover(Uint32Array.of(3), 1, false);
    scores.reveal(1, Uint32Array.of(3, 0), 2);
    // x0 = 1 + 0.45 x1 and x1 = 1 + 0.3 x0: x0 = 1.45 / 0.865 = 1.676301, x1 = 1.50289, x3 = 1 + 0.45 x1 = x0; cash 1 +
    // 1.333333 / 2
    expect(of(scores, 3)).toEqual([1, 1.676301, 1.666667, 3, 4]);
    expect(of(scores, 0)[3]).toBe(1); // a start page stays one, linked or not
    expect(of(scores, 2)[1]).toBeCloseTo(1 + 0.6 * 1.676301, 5); // what came back to 0 went on
  });

  it("tells which pages changed, once, in the order discovered; without an accuracy it leaves PageRank out", () => {
    for (const accuracy of [undefined, 1e-3]) {
      const scores = new RevealedScores(3, accuracy);
      scores.discover(Uint32Array.of(0), 1, true);
      scores.discover(Uint32Array.of(2, 1), 2, false);
      scores.reveal(0, Uint32Array.of(2, 1), 2);
      const changed = new Set<number>();
      scores.changed((page) => changed.add(page));
      expect([...changed]).toEqual([0, 2, 1]);
      scores.changed((page) => expect.unreachable(`${page} did not change`));
      expect(scores.log("pageRank", 1) > 0).toBe(accuracy !== undefined);
    }
  });
});
