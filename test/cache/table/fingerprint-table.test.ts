import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { CircularChaining } from "../../../src/cache/table/circular-chaining.js";
import type { FingerprintTable } from "../../../src/cache/table/fingerprint-table.js";
import { ScatterTable } from "../../../src/cache/table/scatter-table.js";
import { coded } from "../../fixture/problems.js";
import { contents, keyOf, kinds, listsOf } from "./tables.js";

const lows = [0, 2 ** 31, 2 ** 32 - 1];
/** Few words, so that lists and abbreviated keys meet: all first 4 bits, with all other bits off or on. */
const highs = Array.from({ length: 16 }, (_, first) => [first * 2 ** 28, first * 2 ** 28 + 2 ** 28 - 1]).flat();
const anyKey = fc.tuple(fc.constantFrom(...highs), fc.constantFrom(...lows));
const anySteps = fc.array(fc.tuple(anyKey, fc.nat(15)), { minLength: 1, maxLength: 60 });

/** What must hold after every step, for a table that should hold `expected`. */
function check(table: FingerprintTable, expected: ReadonlySet<string>): void {
  const lists = listsOf(table);
  const taken = lists.flat();
  if (new Set(taken).size !== taken.length) expect.fail("an entry stands in two lists");
  if (table.size !== expected.size) expect.fail(`${table.size} entries taken, not ${expected.size}`);
  expect(contents(table, taken).sort()).toEqual([...expected].sort());
  for (const high of highs)
    for (const low of lows) {
      const found = table.find(high, low);
      const key = keyOf(high, low);
      if (found < 0 ? expected.has(key) : contents(table, [found])[0] !== key) expect.fail(`${key} found at ${found}`);
    }
}

for (const kind of kinds) {
  describe(kind.name, () => {
    it("allocates the bits of section 6's formula, rounded up to whole words once", () => {
      for (let r = 0; r <= 20; r++)
        for (const marks of [false, true])
          expect(kind.make(r, marks).allocatedBits, `r = ${r}`).toBe(32 * Math.ceil(kind.bits(r, marks) / 32));
    });

    it("holds nothing at first, not even 0", () => {
      for (let r = 0; r <= 4; r++) check(kind.make(r, true), new Set());
    });

    it("has each fingerprint, whole, in a list of its own home after any steps, and nothing else", () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 4 }), fc.boolean(), anySteps, (r, marks, steps) => {
          const table = kind.make(r, marks);
          const expected = new Set<string>();
          for (const [[high, low], victim] of steps) {
            const key = keyOf(high, low);
            if (expected.has(key)) continue;
            let entry: number;
            if (table.size < table.capacity) entry = table.add(high, low);
            else {
              expected.delete(contents(table, [victim % table.capacity])[0]);
              entry = table.replace(victim % table.capacity, high, low);
            }
            expected.add(key);
            expect(contents(table, [entry])).toEqual([key]);
            check(table, expected);
          }
        }),
        { numRuns: 150 },
      );
    });

    it("takes words of any sign for the same fingerprint", () => {
      const table = kind.make(3, false);
      table.add(-1, -2);
      expect(table.find(2 ** 32 - 1, 2 ** 32 - 2)).toBe(table.find(-1, -2));
      expect(table.find(-1, -2)).toBeGreaterThanOrEqual(0);
    });

    it("keeps marks with their fingerprints, wherever those move, and gives a newcomer none", () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 4 }), anySteps, (r, steps) => {
          const table = kind.make(r, true);
          const marks = new Map<string, boolean>();
          for (const [[high, low], victim] of steps) {
            const key = keyOf(high, low);
            const found = table.find(high, low);
            if (found >= 0) {
              table.mark(found);
              marks.set(key, true);
            } else {
              if (table.size < table.capacity) table.add(high, low);
              else {
                marks.delete(contents(table, [victim % table.capacity])[0]);
                table.replace(victim % table.capacity, high, low);
              }
              marks.set(key, false);
            }
            for (const entry of listsOf(table).flat())
              expect(table.isMarked(entry)).toBe(marks.get(contents(table, [entry])[0]));
          }
        }),
      );
    });

    it("takes marks off up to the first entry that has none, once around at most", () => {
      for (let r = 0; r <= 7; r++)
        for (let seed = 0; seed < 30; seed++) {
          const random = new Random(seed);
          const table = kind.make(r, true);
          while (table.size < table.capacity) table.add(random.bits(), random.bits());
          const share = [0.2, 0.9, 1][seed % 3];
          const marked = Array.from({ length: table.capacity }, () => random.next() < share);
          for (const [entry, on] of marked.entries()) if (on) table.mark(entry);
          const lists = listsOf(table);
          const from = random.below(table.capacity);
          let hand = from;
          while (marked[hand]) {
            marked[hand] = false;
            hand = (hand + 1) % table.capacity;
          }
          expect(table.unmarkFrom(from)).toBe(hand);
          expect(marked.map((_, entry) => table.isMarked(entry))).toEqual(marked);
          expect(listsOf(table)).toEqual(lists);
        }
    });

    it("finds all of many random fingerprints, and after as many replacements", () => {
      const random = new Random(3);
      const table = kind.make(kind.name.endsWith("9") ? 10 : 14, false);
      const keys: string[] = [];
      while (table.size < table.capacity) table.add(random.bits(), random.bits());
      for (let i = 0; i < table.capacity; i++) {
        const [high, low] = [random.bits(), random.bits()];
        if (table.find(high, low) !== -1) expect.fail("a fingerprint is there that was not added");
        table.replace(random.below(table.capacity), high, low);
        keys.push(keyOf(high, low));
      }
      const taken = listsOf(table).flat();
      expect(new Set(taken).size).toBe(table.capacity);
      const words = new Uint32Array(2);
      for (const entry of taken) {
        table.read(entry, words);
        if (table.find(words[0], words[1]) !== entry) expect.fail(`entry ${entry} is not where its fingerprint leads`);
      }
      const held = new Set(contents(table, taken));
      const survivors = keys.filter((key) => held.has(key)).length;
      // Each of k newcomers outlives the j that follow with (1 - 1/k)^j: k (1 - (1 - 1/k)^k) = k (1 - 1/e) of them
      // stay.
      expect(Math.abs(survivors / table.capacity - (1 - 1 / Math.E))).toBeLessThan(0.05);
    });

    it("refuses a size that is no power of two", () => {
      for (const capacity of [0, 3, -4, 2.5, 2 ** 27, Number.NaN])
        expect(() => kind.make(Math.log2(capacity), false)).toThrow(coded("option"));
    });
  });
}

describe("the figures of section 6", () => {
  it("give l + 7 and l + 8 bits per URL for 2^16 URLs and 2^14 heads", () => {
    expect(new CircularChaining(2 ** 16, { x: 2 }).allocatedBits / 2 ** 16).toBe(64 + 7);
    expect(new CircularChaining(2 ** 16, { x: 2, marks: true }).allocatedBits / 2 ** 16).toBe(64 + 8);
  });

  it("give l + 1 and l + 2 bits per URL for the scatter table", () => {
    expect(new ScatterTable(2 ** 16).allocatedBits / 2 ** 16).toBe(64 + 1);
    expect(new ScatterTable(2 ** 16, { marks: true }).allocatedBits / 2 ** 16).toBe(64 + 2);
  });

  it("name the size or the x that would do", () => {
    expect(() => new ScatterTable(50_000)).toThrow("found 50000; try 65536");
    expect(() => new CircularChaining(4, { x: 3 })).toThrow("found x = 3; try 2");
  });
});

describe("the scatter table", () => {
  it("moves who stands in another's home, as in Figure 14: three lists by hand", () => {
    const table = new ScatterTable(4);
    const key = (first: number) => first * 2 ** 30;
    expect(table.add(key(1), 10)).toBe(1);
    expect(table.add(key(1), 11)).toBe(0); // home 1 is taken: the first free place, 0
    expect(table.add(key(0), 12)).toBe(0); // its home; 11 moves on to the next free place, 2
    expect(table.find(key(1), 11)).toBe(2);
    expect(table.add(key(3), 13)).toBe(3);
    expect(listsOf(table)).toEqual([[0], [1, 2], [3]]);
    expect(table.replace(1, key(2), 14)).toBe(2); // 10 leaves; 11 goes home to 1, 14 has its home 2 free
    expect(listsOf(table)).toEqual([[0], [1], [2], [3]]);
    expect(table.find(key(1), 11)).toBe(1);
    expect(table.find(key(1), 10)).toBe(-1);
  });
});
