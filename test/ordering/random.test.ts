import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { random } from "../../src/ordering/random.js";
import { pairsOf } from "../fixture/pairs.js";
import { webOf } from "../fixture/webs.js";

describe("random", () => {
  it("crawls the leaves of a star in each of their 24 orders equally often (chi-square, seed 1)", () => {
    const star = webOf(
      5,
      [1, 2, 3, 4].map((leaf) => [0, leaf] as const),
    );
    const seeds = new Random(1);
    const counts = new Map<string, number>();
    for (let i = 0; i < 24 * 200; i++) {
      const order = replay(star, random, { seed: seeds.bits() }).slice(1).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
    expect(chiSquare).toBeLessThan(49.73); // 23 degrees of freedom, p = 0.001
  });

  it("may take a new page before an older one, unlike breadth-first", () => {
    // 0 -> 1, 2; 1 -> 3: by hand, 0, 1, 3, 2 comes up one time in four
    const web = webOf(4, pairsOf("0,1 0,2 1,3"));
    const orders = Array.from({ length: 200 }, (_, seed) => replay(web, random, { seed }).join());
    const share = orders.filter((order) => order === "0,1,3,2").length / orders.length;
    expect(Math.abs(share - 1 / 4)).toBeLessThan(4 * Math.sqrt(3 / 16 / 200)); // 4 deviations of a binomial
    expect(replay(web, breadthFirst).join()).toBe("0,1,2,3");
  });

  it("depends on the seed", () => {
    const star = webOf(
      50,
      Array.from({ length: 49 }, (_, i) => [0, i + 1] as const),
    );
    expect(replay(star, random, { seed: 1 })).not.toEqual(replay(star, random, { seed: 2 }));
  });
});
