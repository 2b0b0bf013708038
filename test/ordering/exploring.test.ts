import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { exploring } from "../../src/ordering/exploring.js";
import { ideal } from "../../src/ordering/ideal.js";
import { location } from "../../src/ordering/location.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, webOf } from "../fixture/webs.js";

describe("exploring", () => {
  it("is the other ordering when nothing is explored", () => {
    fc.assert(
      fc.property(anyWeb(), fc.constantFrom(breadthFirst, backlink, pageRank), (web, inner) => {
        expect(replay(web, exploring(inner, { share: 0 }))).toEqual(replay(web, inner));
      }),
    );
  });

  it("draws uniformly from the frontier when all is explored (chi-square, seed 1)", () => {
    const star = webOf(5, pairsOf("0,1 0,2 0,3 0,4"));
    const seeds = new Random(1);
    const counts = new Map<string, number>();
    for (let i = 0; i < 24 * 200; i++) {
      const order = replay(star, exploring(breadthFirst, { share: 1 }), { seed: seeds.bits() }).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
    expect(counts.size).toBe(24);
    expect(chiSquare).toBeLessThan(49.73); // 23 degrees of freedom, p = 0.001
  });

  it("explores the share that it is given, unlike backlink, which always takes the same page", () => {
    // 0 -> 1, 2: backlink goes 0, 1, 2; the second page is 2 only when it is drawn, in half of the 30 % that are
    const web = webOf(3, pairsOf("0,1 0,2"));
    const trials = 4000;
    let other = 0;
    for (let seed = 0; seed < trials; seed++) {
      if (replay(web, exploring(backlink, { share: 0.3 }), { seed })[1] === 2) other++;
    }
    // 4 deviations of a binomial
    expect(Math.abs(other / trials - 0.15)).toBeLessThan(4 * Math.sqrt((0.15 * 0.85) / trials));
  });

  it("needs what the other needs, is offline where that is, and is named after it", () => {
    const mixed = exploring(location({ ending: ".com" }), { share: 0.1 });
    expect(mixed.needs).toEqual(["urls"]);
    expect(mixed.label).toBe("location, ending .com, ties fifo, exploring 0.1");
    expect([mixed.offline, exploring(ideal, { share: 0.1 }).offline]).toEqual([false, true]);
  });

  it("refuses a share outside [0, 1]", () => {
    for (const share of [-0.1, 1.1, Number.NaN]) {
      expect(() => exploring(backlink, { share })).toThrow(
        coded("option", `share of explored pages lies in [0, 1]; found ${share}`),
      );
    }
  });
});
