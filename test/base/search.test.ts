import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ones } from "../../src/base/bits.js";
import { firstWhere, positionOf, rowOf } from "../../src/base/search.js";

describe("firstWhere", () => {
  it("is the first index that a look at one after the other finds, or the end", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(90), (begin, size, turn) => {
        const indices = Array.from({ length: size }, (_, i) => begin + i);
        expect(firstWhere(begin, begin + size, (index) => index >= turn)).toBe(
          indices.find((index) => index >= turn) ?? begin + size,
        );
      }),
    );
  });
});

describe("positionOf", () => {
  it("finds what indexOf finds", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.nat(50), (values, wanted) => {
        const ascending = values.toSorted((a, b) => a - b);
        expect(positionOf(ascending, wanted)).toBe(ascending.indexOf(wanted));
      }),
    );
  });
});

describe("rowOf", () => {
  it("finds the row of every position, past rows that hold nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { minLength: 1 }), (lengths) => {
        const offsets = [0];
        for (const length of lengths) offsets.push(offsets[offsets.length - 1] + length);
        const rows = lengths.flatMap((length, row) => Array<number>(length).fill(row));
        expect(rows.map((_, position) => rowOf(offsets, position))).toEqual(rows);
      }),
    );
  });
});

describe("ones", () => {
  it("counts the ones of the binary numeral", () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (word) => {
        expect(ones(word)).toBe(word.toString(2).replaceAll("0", "").length);
      }),
    );
  });
});
