import fc from "fast-check";
import { expect, it } from "vitest";
import { ScoreHeap } from "../../../src/ordering/frontier/score-heap.js";

const PAGES = 300;
const page = fc.nat(PAGES - 1);
const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ page, score: fc.nat(9) }) },
    { weight: 2, arbitrary: fc.record({ remove: page }) },
    { weight: 3, arbitrary: fc.constant("pop" as const) },
    { weight: 1, arbitrary: fc.record({ keepThoseBelow: fc.integer({ min: PAGES / 2, max: PAGES }) }) },
  ),
  { maxLength: 1500, size: "max" },
);

it("gives pages in the order of a sorted table, whatever was set, removed and filtered before", () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 2 ** 23 }), (taken, apart) => {
      // page numbers that are apart by any step: some share a place to begin the search, round the end of the table, too
      const numbers = Array.from({ length: PAGES }, (_, at) => at * apart);
      const keys = Object.fromEntries(numbers.map((number, at) => [number, -at])) as unknown as ArrayLike<number>;
      const heap = new ScoreHeap(keys);
      const table = new Map<number, number>();
      const first = () => [...table].sort(([a, x], [b, y]) => y - x || keys[a] - keys[b])[0]?.[0] ?? -1;
      for (const step of taken) {
        if (step === "pop") {
          const expected = first();
          if (heap.pop() !== expected) expect.fail(`took another than ${expected}`);
          table.delete(expected);
        } else if ("score" in step) {
          heap.set(numbers[step.page], step.score);
          table.set(numbers[step.page], step.score);
        } else if ("remove" in step) {
          if (table.delete(numbers[step.remove])) heap.remove(numbers[step.remove]);
        } else {
          const isKept = (number: number) => number < step.keepThoseBelow * apart;
          heap.filter(isKept);
          for (const number of [...table.keys()]) if (!isKept(number)) table.delete(number);
        }
        if (heap.size !== table.size) expect.fail(`holds ${heap.size} pages, not ${table.size}`);
      }
      while (table.size > 0) {
        const expected = first();
        if (heap.pop() !== expected) expect.fail(`took another than ${expected} at the end`);
        table.delete(expected);
      }
      expect(heap.pop()).toBe(-1);
    }),
    { numRuns: 40 },
  );
});
