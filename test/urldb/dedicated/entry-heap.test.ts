import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntryHeap } from "../../../src/urldb/dedicated/entry-heap.js";

type Entry = readonly [rank: number, high: number, low: number, number: number];

const word = fc.oneof(fc.nat(2), fc.constantFrom(0x7fffffff, 0x80000000, 0xffffffff), fc.nat(0xffffffff));
const rank = fc.oneof(fc.nat(3), fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 48 - 1, 2 ** 48), fc.nat(2 ** 48));
const number = fc.oneof(fc.nat(5), fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 40 - 1), fc.nat(2 ** 40 - 1));
const entry: fc.Arbitrary<Entry> = fc.tuple(rank, word, word, number);

const byAll = (a: Entry, b: Entry) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
const at = (heap: EntryHeap, i: number): Entry => [heap.rank(i), heap.high(i), heap.low(i), heap.number(i)];

/** Pushes some, then pops some. */
const rounds = fc.array(fc.tuple(fc.array(entry, { maxLength: 40 }), fc.nat(30)), { maxLength: 12 });

describe("the heap of entries", () => {
  it("pops as a sorted array does, pushes and pops by turns, ranks to 2^48, from any capacity", () => {
    fc.assert(
      fc.property(rounds, fc.nat(20), (list, capacity) => {
        const heap = new EntryHeap(capacity);
        let expected: Entry[] = [];
        for (const [pushed, pops] of list) {
          for (const each of pushed) heap.push(...each);
          expected = [...expected, ...pushed].sort(byAll);
          for (let i = 0; i < pops && expected.length > 0; i++) {
            heap.order();
            expect(at(heap, 0)).toEqual(expected.shift());
            heap.pop();
          }
          expect(heap.size).toBe(expected.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("names all its entries in order, and holds them still, in whatever state pops left it", () => {
    fc.assert(
      fc.property(rounds, (list) => {
        const heap = new EntryHeap(0);
        let expected: Entry[] = [];
        for (const [pushed, pops] of list) {
          for (const each of pushed) heap.push(...each);
          expected = [...expected, ...pushed].sort(byAll);
          expect([...heap.sorted()].map((i) => at(heap, i))).toEqual(expected);
          for (let i = 0; i < pops && expected.length > 0; i++) {
            heap.order();
            heap.pop();
            expected.shift();
          }
        }
        expect([...heap.sorted()].map((i) => at(heap, i))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps entries that are equal in everything, as often as they came", () => {
    const heap = new EntryHeap(1);
    for (let i = 0; i < 1000; i++) heap.push(2 ** 48, 0xffffffff, 0xffffffff, 7);
    heap.push(2 ** 48, 0xffffffff, 0xffffffff, 6);
    heap.order();
    expect(at(heap, 0)).toEqual([2 ** 48, 0xffffffff, 0xffffffff, 6]);
    for (let left = 1001; left > 0; left--) {
      heap.order();
      expect(heap.number(0)).toBe(left === 1001 ? 6 : 7);
      heap.pop();
    }
    expect(heap.size).toBe(0);
  });

  it("sorts 5,000 entries of one hash by rank first and number last", () => {
    const heap = new EntryHeap(16);
    const entries = Array.from({ length: 5000 }, (_, i): Entry => [(i * 7919) % 5, 9, 9, (i * 104729) % 5003]);
    for (const each of entries) heap.push(...each);
    expect([...heap.sorted()].map((i) => at(heap, i))).toEqual([...entries].sort(byAll));
  });

  it("is empty after clear, and starts anew", () => {
    const heap = new EntryHeap(4);
    for (let i = 0; i < 100; i++) heap.push(100 - i, 0, 0, i);
    heap.order();
    heap.clear();
    expect([heap.size, heap.sorted().length]).toEqual([0, 0]);
    heap.push(5, 1, 2, 3);
    heap.push(4, 1, 2, 3);
    heap.order();
    expect(at(heap, 0)).toEqual([4, 1, 2, 3]);
  });
});
