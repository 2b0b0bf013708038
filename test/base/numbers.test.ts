import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counted, inBytes, inPercent, inWhole, plural } from "../../src/base/numbers.js";

describe("numbers in words", () => {
  it("have one thing, and several, with thousands apart", () => {
    expect([0, 1, 2000].map((count) => plural(count, "page"))).toEqual(["0 pages", "1 page", "2,000 pages"]);
    expect([1, 2].map((count) => plural(count, "query", "queries"))).toEqual(["1 query", "2 queries"]);
    expect(inWhole(1234.5)).toBe("1,235");
  });

  it("part thousands as English does, of any number", () => {
    const edges = [
      0,
      7,
      -7,
      999,
      1000,
      -1000,
      999_999,
      1e6,
      2 ** 53,
      1e21,
      1234.5678,
      Number.POSITIVE_INFINITY,
      Number.NaN,
    ];
    for (const value of edges) expect(counted(value)).toBe(value.toLocaleString("en"));
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(counted(value)).toBe(value.toLocaleString("en"));
      }),
    );
  });

  it("are parts of a hundred, with one digit behind the point or as many as asked for", () => {
    expect([inPercent(0.1234), inPercent(1), inPercent(0.1236, 2), inPercent(0.126, 0)]).toEqual([
      "12.3 %",
      "100.0 %",
      "12.36 %",
      "13 %",
    ]);
  });

  it("are bytes in the largest unit that they fill, with three digits", () => {
    const cases = {
      "0 bytes": 0,
      "1 byte": 1,
      "999 bytes": 999,
      "1 kB": 1000,
      "1.23 kB": 1234,
      "1000 kB": 999_999,
      "1 MB": 1e6,
      "12.3 MB": 12_345_678,
      "1 GB": 1e9,
      "46.1 GB": 46_088_000_000,
    };
    expect(Object.values(cases).map(inBytes)).toEqual(Object.keys(cases));
  });
});
