import { describe, expect, it } from "vitest";
import {
  criticalRegion,
  curveOf,
  perThread,
  steepestPart,
  widestGap,
} from "../../../src/experiment/broder2003/reading.js";

const sizes = Array.from({ length: 11 }, (_, i) => 2 ** i);

/** Level at 0.7, falls by 0.1 per doubling from 2^3 to 2^8, level at 0.2: drawn by hand. */
const region = { sizes, missRates: [0.7, 0.7, 0.7, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.2, 0.2] };

describe("steepestPart", () => {
  it("finds the four doublings that fall most, and of equal ones the first", () => {
    const { from, to, fall, share } = steepestPart(region); // 2^3 to 2^7 falls as far as 2^4 to 2^8
    expect([from, to]).toEqual([8, 128]);
    expect(fall).toBeCloseTo(0.4, 12);
    expect(share).toBeCloseTo(0.8, 12); // 0.4 of the 0.5 that the curve falls
  });

  it("holds no share of a curve that does not fall", () => {
    expect(steepestPart({ sizes, missRates: sizes.map(() => 0.5) })).toMatchObject({ from: 1, fall: 0, share: 0 });
  });

  it("stays within the sizes where there are enough of them, and ends beyond where there are not", () => {
    const falling = { sizes, missRates: sizes.map((_, i) => 1 - i ** 2 / 100) }; // steeper and steeper
    expect(steepestPart(falling)).toMatchObject({ from: 64, to: 1024 });
    const short = { sizes: [1, 2, 4], missRates: [0.9, 0.5, 0.1] };
    expect(steepestPart(short)).toMatchObject({ from: 1, to: 16, share: 1 });
    // a part from 2 on would fall by 0.8, and end farther beyond the sizes
    const hump = { sizes: [1, 2, 4], missRates: [0.5, 0.9, 0.1] };
    expect(steepestPart(hump)).toMatchObject({ from: 1, to: 16, share: 1 });
  });
});

describe("criticalRegion", () => {
  it("is the steepest part where that holds half of the fall, and nothing where it holds less", () => {
    const half = { sizes, missRates: [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.4, 0.4, 0.3, 0.2, 0.1] }; // 4 of 8 steps
    expect(criticalRegion(half)).toMatchObject({ from: 1, to: 16 });
    const less = { sizes, missRates: [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1, 0] }; // 4 of 9
    expect(criticalRegion(less)).toBeUndefined();
    expect(criticalRegion({ sizes, missRates: sizes.map(() => 0.5) })).toBeUndefined();
  });
});

describe("widestGap", () => {
  const level = { sizes: [1, 1024], missRates: [0.5, 0.5] };

  it("finds where two curves are farthest apart, between their sizes too", () => {
    const { gap, at } = widestGap(region, level);
    expect(gap).toBeCloseTo(0.3, 12); // 0.5 to 0.2, first at 2^8
    expect(at).toBe(256);
  });

  it("looks only between the sizes asked for, their ends included", () => {
    expect(widestGap(region, level, 1, 8)).toMatchObject({ at: 1 });
    expect(widestGap(region, level, 1, 8).gap).toBeCloseTo(0.2, 12);
    expect(widestGap(region, level, 2 ** 5.5, 2 ** 5.5).gap).toBeCloseTo(0.05, 12); // halfway from 0.5 to 0.4
  });

  it("is nothing between a curve over entries per thread and itself, moved by the number of threads", () => {
    const moved = { ...region, sizes: sizes.map((size) => 5 * size) };
    expect(widestGap(perThread(moved, 5), region).gap).toBe(0);
    expect(widestGap(moved, region).gap).toBeGreaterThan(0.2); // log2(5) = 2.3 doublings of 0.1
  });
});

describe("curveOf", () => {
  it("takes the rows of one policy in the order of their sizes, and says so when there are none", () => {
    const rows = [
      { policy: "LRU", size: 2, missRate: 0.5 },
      { policy: "MIN", size: 1, missRate: 0.8 },
      { policy: "LRU", size: 1, missRate: 0.9 },
    ];
    expect(curveOf(rows, "LRU")).toEqual({ sizes: [1, 2], missRates: [0.9, 0.5] });
    expect(() => curveOf(rows, "ARC")).toThrow('the sweep has no policy "ARC"');
  });
});
