import fc from "fast-check";
import { expect, it } from "vitest";
import { ranked } from "../../src/crawl/ranked-values.js";

it("agrees with a sorted list, ties included, and leaves the values as they were", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1 }), (values) => {
      const importance = Float64Array.from(values);
      const descending = values.toSorted((a, b) => b - a);
      const found = ranked(importance);
      for (const [i, value] of descending.entries()) {
        expect(found.at(i + 1)).toBe(value);
        expect(found.atLeast(value)).toBe(descending.lastIndexOf(value) + 1);
        expect(found.above(value)).toBe(descending.indexOf(value));
      }
      expect([...importance]).toEqual(values);
    }),
  );
});

it("groups pages by equal value, the highest first", () => {
  const { of, sizes } = ranked(Float64Array.of(2, 5, 2, 9, 5)).levels; // by hand: 9; 5, 5; 2, 2
  expect([...of]).toEqual([2, 1, 2, 0, 1]);
  expect(sizes).toEqual([1, 2, 2]);
});

it("is found once for each array", () => {
  const importance = Float64Array.of(1, 2);
  expect(ranked(importance)).toBe(ranked(importance));
  expect(ranked(importance)).not.toBe(ranked(importance.slice()));
});
