import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IndexedHeap } from "../../src/base/indexed-heap.js";
import { Random } from "../../src/base/random.js";

const SIZE = 12;
const all: readonly number[] = [...Array(SIZE).keys()];

/**
 * What one may do to a heap: file or move a page (which of the two follows from whether it waits), take it out, or take
 * the first.
 */
const operations = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ page: fc.nat(SIZE - 1), score: fc.integer({ min: -3, max: 3 }) }) },
    { weight: 1, arbitrary: fc.constant("pop" as const) },
    { weight: 1, arbitrary: fc.record({ removed: fc.nat(SIZE - 1) }) },
  ),
  { maxLength: 200, size: "max" },
);
const tieKeys = fc.shuffledSubarray([...all], { minLength: SIZE });

describe("IndexedHeap", () => {
  it("does what a list sorted by score, then by tie key, does", () => {
    fc.assert(
      fc.property(operations, tieKeys, (steps, keys) => {
        const heap = new IndexedHeap(SIZE, Float64Array.from(keys));
        const scores = new Map<number, number>(); // the oracle
        const sorted = () => [...scores.keys()].sort((a, b) => scores.get(b)! - scores.get(a)! || keys[a] - keys[b]);
        for (const step of steps) {
          if (step === "pop") {
            const first = sorted()[0] ?? -1;
            expect(heap.pop()).toBe(first);
            scores.delete(first);
          } else if ("removed" in step) {
            expect(heap.remove(step.removed)).toBe(scores.delete(step.removed));
          } else {
            if (scores.has(step.page)) heap.update(step.page, step.score);
            else heap.add(step.page, step.score);
            scores.set(step.page, step.score);
          }
          const waiting = all.filter((page) => heap.has(page));
          const state = [heap.size, heap.first, heap.highest, waiting, waiting.map((page) => heap.scoreOf(page))];
          const expected = all.filter((page) => scores.has(page));
          const [first = -1] = sorted();
          const highest = scores.get(first) ?? Number.NEGATIVE_INFINITY;
          expect(state).toEqual([scores.size, first, highest, expected, expected.map((page) => scores.get(page))]);
        }
        const rest = sorted();
        expect(rest.map(() => heap.pop())).toEqual(rest);
        expect(heap.pop()).toBe(-1);
      }),
    );
  });

  it("takes pages in order without tie keys when no two scores are equal", () => {
    fc.assert(
      fc.property(tieKeys, (scores) => {
        const heap = new IndexedHeap(SIZE);
        for (let page = 0; page < SIZE; page++) heap.add(page, scores[page]);
        const taken = scores.map(() => heap.pop());
        expect(taken.map((page) => scores[page])).toEqual(all.toReversed());
      }),
    );
  });

  it("keeps every page when it grows past its first room of 64", () => {
    const random = new Random(1);
    const scores = Float64Array.from({ length: 5000 }, () => random.below(50)); // 100 pages for each score
    const heap = new IndexedHeap(5000, Float64Array.from(scores.keys()));
    for (const [page, score] of scores.entries()) heap.add(page, score);
    const expected = [...scores.keys()].sort((a, b) => scores[b] - scores[a] || a - b);
    expect(expected.map(() => heap.pop())).toEqual(expected);
  });

  it("does not depend on its history: any way to the same scores gives the same order", () => {
    const final = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: SIZE, maxLength: SIZE });
    fc.assert(
      fc.property(final, operations, tieKeys, (scores, history, keys) => {
        const ties = Float64Array.from(keys);
        const straight = new IndexedHeap(SIZE, ties);
        for (let page = 0; page < SIZE; page++) straight.add(page, scores[page]);
        const winding = new IndexedHeap(SIZE, ties);
        const file = (page: number, score: number) =>
          winding.has(page) ? winding.update(page, score) : winding.add(page, score);
        for (const step of history) {
          if (step === "pop") winding.pop();
          else if ("removed" in step) winding.remove(step.removed);
          else file(step.page, step.score);
        }
        for (let page = 0; page < SIZE; page++) file(page, scores[page]);
        const drained = (heap: IndexedHeap) => all.map(() => heap.pop());
        expect(drained(winding)).toEqual(drained(straight));
      }),
    );
  });

  it("grows with its ids, and tells the first and its score without taking it", () => {
    const heap = new IndexedHeap();
    expect([heap.first, heap.highest, heap.pop(), heap.size]).toEqual([-1, Number.NEGATIVE_INFINITY, -1, 0]);
    // 1,000 ids by 7 of a prime: each score once
    const score = (id: number) => (7 * id) % 1009;
    for (let id = 1; id <= 1000; id++) heap.add(id, score(id));
    expect([heap.size, heap.has(0), heap.has(1000), heap.has(1001), heap.scoreOf(3)]).toEqual([
      1000,
      false,
      true,
      false,
      21,
    ]);
    const sorted = Array.from({ length: 1000 }, (_, i) => i + 1).sort((a, b) => score(b) - score(a));
    expect([heap.first, heap.highest]).toEqual([sorted[0], score(sorted[0])]);
    expect(sorted.map(() => heap.pop())).toEqual(sorted);
    expect(heap.remove(5)).toBe(false);
  });
});
