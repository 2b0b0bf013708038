import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import type { Ties } from "../../../src/ordering/frontier/queue-term.js";
import { scoredFrontier } from "../../../src/ordering/frontier/scored-frontier.js";
import type { PageId } from "../../../src/web/graph/graph.js";

const SIZE = 12;
const all: readonly PageId[] = [...Array(SIZE).keys()];
const operations = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ page: fc.nat(SIZE - 1), score: fc.integer({ min: 0, max: 3 }) }) },
    { weight: 1, arbitrary: fc.constant("pop" as const) },
  ),
  { maxLength: 150, size: "max" },
);
const everyTies: Ties[] = ["fifo", "lifo", "random"];

/** Tie keys as they are defined, drawn at the first filing: smaller comes first. */
function lots(ties: Ties, seed: number): () => number {
  const random = new Random(seed);
  let discovered = 0;
  return () => {
    discovered++;
    return { fifo: () => discovered, lifo: () => -discovered, random: () => random.next() }[ties]();
  };
}

describe("scoredFrontier", () => {
  for (const ties of everyTies) {
    for (const reorderEvery of [1, 2, 5]) {
      it(`is a queue sorted before every ${reorderEvery}. page by score, then ${ties}, with new pages at its end`, () => {
        fc.assert(
          fc.property(operations, fc.integer(), (steps, seed) => {
            const frontier = scoredFrontier({ size: SIZE, ties, random: new Random(seed), reorderEvery });
            const lot = lots(ties, seed);
            const keys = new Map<PageId, number>();
            const scores = new Map<PageId, number>();
            const queue: PageId[] = [];
            const gone = new Set<PageId>();
            let pops = 0;
            for (const step of [...steps, ...Array(SIZE).fill("pop")] as typeof steps) {
              if (step === "pop") {
                if (queue.length > 0 && pops++ % reorderEvery === 0) {
                  queue.sort((a, b) => scores.get(b)! - scores.get(a)! || keys.get(a)! - keys.get(b)!);
                }
                const expected = queue.shift() ?? -1;
                expect(frontier.pop()).toBe(expected);
                gone.add(expected);
              } else if (!gone.has(step.page)) {
                frontier.file(step.page, step.score);
                if (!keys.has(step.page)) {
                  keys.set(step.page, lot());
                  queue.push(step.page);
                }
                scores.set(step.page, step.score);
              }
              expect(all.filter((page) => frontier.has(page))).toEqual(all.filter((page) => queue.includes(page)));
            }
          }),
        );
      });
    }
  }

  it("gives every page the same chance to be first among equals, with random ties (chi-square, seed 1)", () => {
    const random = new Random(1);
    for (const reorderEvery of [1, 4]) {
      const first = new Float64Array(SIZE);
      for (let trial = 0; trial < 12_000; trial++) {
        const frontier = scoredFrontier({ size: SIZE, ties: "random", random, reorderEvery });
        for (let page = 0; page < SIZE; page++) frontier.file(page, 1);
        first[frontier.pop()]++;
      }
      const chiSquare = first.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
      expect(chiSquare).toBeLessThan(31.26); // 11 degrees of freedom, p = 0.001
    }
  });

  for (const ties of everyTies) {
    it(`goes on as it was when its keys are restored, with ${ties} ties, in whatever order the pages are filed again`, () => {
      fc.assert(
        fc.property(operations, operations, fc.integer(), (before, after, seed) => {
          const options = { size: SIZE, ties, reorderEvery: 1 };
          const running = scoredFrontier({ ...options, random: new Random(seed) });
          const scores = new Map<PageId, number>();
          const gone = new Set<PageId>();
          for (const step of before) {
            if (step === "pop") gone.add(running.pop());
            else if (!gone.has(step.page)) {
              running.file(step.page, step.score);
              scores.set(step.page, step.score);
            }
          }
          const resumed = scoredFrontier({ ...options, random: new Random(0) });
          for (const [page, score] of [...scores].reverse()) if (!gone.has(page)) resumed.file(page, score);
          resumed.ties?.restore(running.ties?.save() as Float64Array);
          for (const step of [...after, ...Array(SIZE).fill("pop")] as typeof after) {
            if (step === "pop") {
              const page = running.pop();
              expect(resumed.pop()).toBe(page);
              gone.add(page);
            } else if (!gone.has(step.page)) {
              running.file(step.page, step.score);
              resumed.file(step.page, step.score);
            }
          }
        }),
      );
    });
  }

  it("offers no keys to save when it sorts in batches: such a crawl must start anew", () => {
    expect(scoredFrontier({ size: 1, ties: "fifo", random: new Random(1), reorderEvery: 2 }).ties).toBeUndefined();
  });
});
