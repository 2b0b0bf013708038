import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import type { Ties } from "../../../src/ordering/frontier/queue-term.js";
import { SortedQueue } from "../../../src/ordering/frontier/sorted-queue.js";
import type { PageId } from "../../../src/web/graph/graph.js";
import { pairsOf } from "../../fixture/pairs.js";

const SIZE = 6;
const filing = fc.record({ page: fc.nat(SIZE - 1), score: fc.nat(3) });
const steps = fc.array(
  fc.oneof({ weight: 3, arbitrary: filing }, fc.constant("pop" as const), fc.constant("sort" as const)),
  { maxLength: 60 },
);

describe("SortedQueue", () => {
  it("is first in, first out until it is sorted, and again behind what was sorted", () => {
    const queue = new SortedQueue(10, "fifo", new Random(1));
    for (const [page, score] of pairsOf("3,1 1,5 2,5")) queue.file(page, score);
    expect(queue.pop()).toBe(3);
    queue.sort();
    queue.file(7, 9);
    queue.file(1, 0); // a new score, but no new place
    expect([queue.has(1), queue.has(3)]).toEqual([true, false]);
    expect([queue.pop(), queue.pop(), queue.pop(), queue.pop()]).toEqual([1, 2, 7, -1]);
  });

  it("sorts by score and ties", () => {
    const sorted = (ties: Ties, seed = 1) => {
      const queue = new SortedQueue(5, ties, new Random(seed));
      for (const page of [0, 1, 2, 3, 4]) queue.file(page, page === 3 ? 1 : 0);
      queue.sort();
      return [0, 1, 2, 3, 4].map(() => queue.pop());
    };
    expect(sorted("fifo")).toEqual([3, 0, 1, 2, 4]);
    expect(sorted("lifo")).toEqual([3, 4, 2, 1, 0]);
    const orders = new Set(Array.from({ length: 50 }, (_, seed) => sorted("random", seed).join()));
    expect(orders.size).toBeGreaterThan(10); // of 24
    expect([...orders].every((order) => order.startsWith("3"))).toBe(true);
  });

  it("is an array sorted by score and key when it is told to be, whatever comes and goes between", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom<Ties>("fifo", "lifo"), (steps, ties) => {
        const queue = new SortedQueue(SIZE, ties, new Random(1));
        let waiting: { page: PageId; age: number }[] = [];
        const scores = new Map<PageId, number>();
        for (const [age, step] of steps.entries()) {
          if (step === "sort") {
            queue.sort();
            const older = (a: number, b: number) => (ties === "fifo" ? a - b : b - a);
            waiting = waiting.toSorted(
              (a, b) => Number(scores.get(b.page)) - Number(scores.get(a.page)) || older(a.age, b.age),
            );
          } else if (step === "pop") expect(queue.pop()).toBe(waiting.shift()?.page ?? -1);
          else {
            queue.file(step.page, step.score);
            scores.set(step.page, step.score);
            if (!waiting.some(({ page }) => page === step.page)) waiting.push({ page: step.page, age });
          }
          for (let page = 0; page < SIZE; page++)
            expect(queue.has(page)).toBe(waiting.some((each) => each.page === page));
        }
      }),
    );
  });
});
