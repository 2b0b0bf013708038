import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantile } from "../../../src/base/statistics/quantile.js";

describe("quantile", () => {
  it("interpolates between order statistics as type 7 of Hyndman and Fan 1996 does", () => {
    // Type 7 by hand: position q (n - 1) in the sorted values 1, 2, 4, 8.
    const values = [8, 1, 4, 2];
    expect(quantile(values, 0)).toBe(1);
    expect(quantile(values, 1)).toBe(8);
    expect(quantile(values, 0.5)).toBe(3); // position 1.5
    expect(quantile(values, 0.25)).toBe(1.75); // position 0.75
    expect(quantile(values, 0.95)).toBeCloseTo(4 + 0.85 * 4, 12); // position 2.85
  });

  it("sorts by value, not by spelling, and does not touch the values given", () => {
    const values = [10, 9, 100];
    expect(quantile(values, 0.5)).toBe(10);
    expect(values).toEqual([10, 9, 100]);
  });

  it("of one value is that value, and of none no number", () => {
    expect([0, 0.3, 1].map((q) => quantile([7], q))).toEqual([7, 7, 7]);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it("lies within the values, and grows with q", () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (values, q) => {
        const found = quantile(values, q);
        expect(found).toBeGreaterThanOrEqual(Math.min(...values));
        expect(found).toBeLessThanOrEqual(Math.max(...values));
        expect(quantile(values, q / 2)).toBeLessThanOrEqual(found + 1e-9);
      }),
    );
  });
});
