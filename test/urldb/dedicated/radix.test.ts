import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identity, orderEquals, sortByWord } from "../../../src/urldb/dedicated/radix.js";

const word = fc.oneof(
  fc.nat(3),
  fc.constantFrom(0, 1, 2047, 2048, 2 ** 22 - 1, 2 ** 22, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1),
  fc.nat(0xffffffff),
  fc.nat(2047).map((digit) => digit * 2 ** 11), // equal in the lowest digit and in the highest
);

/** Another implementation: the language's own stable sort. */
const sorted = (order: readonly number[], wordOf: (index: number) => number) =>
  [...order].sort((a, b) => wordOf(a) - wordOf(b));

describe("radix sort", () => {
  it("sorts by any column of entries of any width as the language's stable sort does, and returns the words in that order", () => {
    const entries = fc
      .integer({ min: 1, max: 6 })
      .chain((width) =>
        fc.tuple(
          fc.array(fc.array(word, { minLength: width, maxLength: width }), { maxLength: 300 }),
          fc.nat(width - 1),
          fc.constant(width),
        ),
      );
    fc.assert(
      fc.property(entries, ([list, at, width]) => {
        const words = Uint32Array.from(list.flat());
        // not in order to begin with
        const start = list.map((_, i) => i).sort((a, b) => ((a * 7919) % 13) - ((b * 7919) % 13));
        const order = Uint32Array.from(start);
        const keys = sortByWord(order, { words, width, at });
        const expected = sorted(start, (i) => list[i][at]);
        expect([...order]).toEqual(expected);
        expect([...keys]).toEqual(expected.map((i) => list[i][at]));
      }),
      { numRuns: 300 },
    );
  });

  it("sorts a part of the entries, and leaves the words alone", () => {
    const words = Uint32Array.of(9, 0xffffffff, 5, 0x80000000, 1);
    const order = Uint32Array.of(3, 1, 0);
    expect([...sortByWord(order, { words, width: 1, at: 0 })]).toEqual([9, 0x80000000, 0xffffffff]);
    expect([...order]).toEqual([0, 3, 1]);
    expect([...words]).toEqual([9, 0xffffffff, 5, 0x80000000, 1]);
  });

  it("keeps the order of 5,000 entries whose words are all equal, whatever the word", () => {
    for (const value of [0, 1, 2048, 0xffffffff]) {
      const order = identity(5000).reverse();
      const keys = sortByWord(order, { words: new Uint32Array(5000).fill(value), width: 1, at: 0 });
      expect([...order]).toEqual([...identity(5000).reverse()]);
      expect(new Set(keys)).toEqual(new Set([value]));
    }
  });

  it("sorts none, and one", () => {
    expect(sortByWord(new Uint32Array(0), { words: new Uint32Array(0), width: 2, at: 1 }).length).toBe(0);
    expect([...sortByWord(Uint32Array.of(0), { words: Uint32Array.of(1, 7), width: 2, at: 1 })]).toEqual([7]);
  });

  it("sorts all words when one digit alone tells them apart, whichever it is", () => {
    for (const shift of [0, 11, 22]) {
      const values = Array.from({ length: 500 }, (_, i) => (((i * 263) % 1009) << shift) >>> 0);
      const order = identity(500);
      const keys = sortByWord(order, { words: Uint32Array.from(values), width: 1, at: 0 });
      expect([...keys]).toEqual([...values].sort((a, b) => a - b));
    }
  });
});

describe("ordering equals", () => {
  it("sorts each group of equal words on its own, groups of one at the ends among them", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4), fc.nat(9)), { maxLength: 60 }), (list) => {
        const order = identity(list.length);
        const words = sortByWord(order, { words: Uint32Array.from(list.map(([a]) => a)), width: 1, at: 0 });
        orderEquals(order, words, (a, b) => list[b][1] - list[a][1] || a - b);
        const expected = list
          .map((_, i) => i)
          .sort((a, b) => list[a][0] - list[b][0] || list[b][1] - list[a][1] || a - b);
        expect([...order]).toEqual(expected);
      }),
    );
  });

  it("never compares where no two are equal", () => {
    const order = identity(100);
    orderEquals(order, identity(100), () => expect.unreachable("all differ"));
    orderEquals(new Uint32Array(0), new Uint32Array(0), () => expect.unreachable("there are none"));
    expect([...order]).toEqual([...identity(100)]);
  });
});
