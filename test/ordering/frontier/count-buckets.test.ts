import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { CountBuckets } from "../../../src/ordering/frontier/count-buckets.js";
import type { PageId } from "../../../src/web/graph/graph.js";

const SIZE = 10;
const all: readonly PageId[] = [...Array(SIZE).keys()];
const operations = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ page: fc.nat(SIZE - 1), rise: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.constant("pop" as const) },
  ),
  { maxLength: 150, size: "max" },
);

interface Filed {
  count: number;
  /** When it reached that count. */
  since: number;
}

/**
 * Runs `steps` on `buckets` and on a plain table; `judge` compares what was popped with the pages of the highest count.
 */
function play(
  buckets: CountBuckets,
  steps: readonly ("pop" | { page: PageId; rise: number })[],
  judge: (popped: PageId, highest: readonly PageId[]) => void,
): Map<PageId, Filed> {
  const table = new Map<PageId, Filed>();
  const gone = new Set<PageId>();
  for (const [now, step] of steps.entries()) {
    if (step === "pop") {
      const most = Math.max(...[...table.values()].map(({ count }) => count));
      const highest = [...table].filter(([, { count }]) => count === most).sort(([, a], [, b]) => a.since - b.since);
      const popped = buckets.pop();
      judge(
        popped,
        highest.map(([page]) => page),
      );
      table.delete(popped);
      gone.add(popped);
    } else if (!gone.has(step.page)) {
      const { count, since } = table.get(step.page) ?? { count: 0, since: now };
      buckets.file(step.page, count + step.rise);
      table.set(step.page, { count: count + step.rise, since: step.rise > 0 ? now : since });
    }
    expect(all.filter((page) => buckets.has(page))).toEqual(all.filter((page) => table.has(page)));
  }
  return table;
}

describe("CountBuckets", () => {
  it("takes the page with the highest count that reached it first", () => {
    fc.assert(
      fc.property(operations, (steps) => {
        play(new CountBuckets(SIZE), [...steps, ...Array(SIZE).fill("pop")], (popped, highest) => {
          expect(popped).toBe(highest[0] ?? -1);
        });
      }),
    );
  });

  it("compares waiting pages as it would take them", () => {
    fc.assert(
      fc.property(operations, (steps) => {
        const buckets = new CountBuckets(SIZE);
        const table = play(buckets, steps, () => {});
        const sorted = [...table.keys()].sort((a, b) => buckets.compare(a, b));
        expect(sorted.map(() => buckets.pop())).toEqual(sorted);
      }),
    );
  });

  it("takes some page of the highest count when it draws", () => {
    fc.assert(
      fc.property(operations, fc.integer(), (steps, seed) => {
        play(new CountBuckets(SIZE, new Random(seed)), [...steps, ...Array(SIZE).fill("pop")], (popped, highest) => {
          if (highest.length === 0) expect(popped).toBe(-1);
          else expect(highest).toContain(popped);
        });
      }),
    );
  });

  it("draws uniformly within the highest count, whatever came before (chi-square, seed 1)", () => {
    const taken = new Float64Array(SIZE);
    const random = new Random(1);
    const trials = 10_000;
    for (let trial = 0; trial < trials; trial++) {
      const buckets = new CountBuckets(SIZE, random);
      for (let page = 0; page < SIZE; page++) buckets.file(page, 1);
      for (const page of [3, 7, 0, 9]) buckets.file(page, 2); // four of ten rise, and share the highest count
      taken[buckets.pop()]++;
    }
    const expected = trials / 4;
    const chiSquare = [0, 3, 7, 9].reduce((sum, page) => sum + (taken[page] - expected) ** 2 / expected, 0);
    expect(taken.reduce((sum, count, page) => sum + ([0, 3, 7, 9].includes(page) ? 0 : count), 0)).toBe(0);
    expect(chiSquare).toBeLessThan(16.27); // 3 degrees of freedom, p = 0.001
  });
});
