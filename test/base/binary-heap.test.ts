import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BinaryHeap } from "../../src/base/binary-heap.js";

describe("a binary heap", () => {
  it("gives nothing when it is empty, and one item back", () => {
    const heap = new BinaryHeap<number>((a, b) => a < b);
    expect([heap.size, heap.peek(), heap.pop()]).toEqual([0, undefined, undefined]);
    heap.push(3);
    expect([heap.size, heap.peek(), heap.pop(), heap.size, heap.pop()]).toEqual([1, 3, 3, 0, undefined]);
  });

  it("behaves as a sorted list under any pushes and pops", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: -20, max: 20 }) },
      { weight: 2, arbitrary: fc.constant("pop" as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
        const heap = new BinaryHeap<number>((a, b) => a < b);
        const sorted: number[] = [];
        for (const each of steps) {
          if (each === "pop") expect(heap.pop()).toBe(sorted.shift());
          else {
            heap.push(each);
            sorted.push(each);
            sorted.sort((a, b) => a - b);
          }
          expect([heap.size, heap.peek()]).toEqual([sorted.length, sorted[0]]);
        }
      }),
    );
  });

  it("goes by the order that it was given", () => {
    const heap = new BinaryHeap<{ name: string }>((a, b) => a.name > b.name);
    for (const name of ["b", "c", "a"]) heap.push({ name });
    expect([heap.pop(), heap.pop(), heap.pop()].map((item) => item?.name)).toEqual(["c", "b", "a"]);
  });
});
