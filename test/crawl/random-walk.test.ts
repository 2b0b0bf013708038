import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { randomWalk, WALKS } from "../../src/crawl/random-walk.js";
import { coded } from "../fixture/problems.js";
import { anyGraph, webOf } from "../fixture/webs.js";

const walked = (graph: Parameters<typeof randomWalk>[0], options: Partial<Parameters<typeof randomWalk>[1]>) => [
  ...randomWalk(graph, { walk: "surfer", from: 0, steps: 10, random: new Random(1), ...options }),
];

describe("a random walk", () => {
  it("goes round a ring in turn when it never jumps", () => {
    const { graph } = webOf(3, [
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
    expect(walked(graph, { jump: 0 })).toEqual([4, 3, 3]);
  });

  it("jumps back among visited pages from one without links, and stays on the only page that it knows", () => {
    const { graph } = webOf(3, [[0, 1]]);
    const [first, second, never] = walked(graph, { steps: 3000, jump: 0 });
    expect([first + second, never]).toEqual([3000, 0]);
    // from 1 back to 0 or to 1, each with a half: a third of the time on 0
    expect(Math.abs(first - 1000)).toBeLessThan(4 * Math.sqrt(3000 * (1 / 3) * (2 / 3)));
    expect(walked(graph, { walk: "undirected", from: 2 })).toEqual([0, 0, 10]);
  });

  it("visits pages in proportion to their links in both directions when it is undirected", () => {
    // a path 0 -> 1 <- 2, and 1 -> 3, 1 -> 4: page 1 has 4 links of 8 ends, the others one each
    const { graph } = webOf(5, [
      [0, 1],
      [2, 1],
      [1, 3],
      [1, 4],
    ]);
    const visits = walked(graph, { walk: "undirected", steps: 40_000 });
    expect(visits[1]).toBe(20_000); // every second step
    for (const page of [0, 2, 3, 4]) expect(Math.abs(visits[page] - 5000)).toBeLessThan(4 * Math.sqrt(20_000 * 0.25));
  });

  it("makes as many visits as steps, on pages that are connected to its start alone, alike for equal seeds", () => {
    fc.assert(
      fc.property(
        anyGraph(),
        fc.constantFrom(...WALKS),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(9),
        (graph, walk, steps, seed) => {
          const once = () => walked(graph, { walk, steps, random: new Random(seed) });
          const visits = once();
          expect(visits.reduce((sum, each) => sum + each, 0)).toBe(steps);
          expect(visits[0]).toBeGreaterThan(0);
          expect(once()).toEqual(visits);
        },
      ),
    );
  });

  it("refuses steps that are none, and a jump that is no chance", () => {
    const { graph } = webOf(1, []);
    expect(() => walked(graph, { steps: 0 })).toThrow(
      coded("option", "steps is a number of pages, 1 or more; found 0"),
    );
    expect(() => walked(graph, { jump: 2 })).toThrow(coded("option", "jump lies in [0, 1]; found 2"));
  });
});
