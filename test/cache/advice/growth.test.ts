import { describe, expect, it } from "vitest";
import { extrapolated, growthOf, type Part, sizeAtRate } from "../../../src/cache/advice/growth.js";

const sizes = [1, 2, 4, 8, 16, 32];

/** A part whose curve falls from 0.9 to 0.3 between half of `needed` and `needed`. */
const part = (requests: number, needed: number, floor = 0.1): Part => ({
  requests,
  floor,
  sizes,
  missRates: sizes.map((size) => (size >= needed ? 0.3 : 0.9)),
});
const lengths = [1000, 2000, 4000, 8000];
const partsNeeding = (...needed: number[]) => needed.map((each, i) => part(lengths[i], each));

describe("growthOf", () => {
  it("carries a steady need on", () => {
    const { entries, withheld } = growthOf(partsNeeding(2, 4, 8, 16), 0.3, 8);
    expect(entries?.value).toBeCloseTo(128, 6); // as many times more as the trace is longer
    expect(entries?.low).toBeCloseTo(128, 6);
    expect(withheld).toBeUndefined();
  });

  it("is withheld where the steps lead to ends more than four times apart", () => {
    const parts = partsNeeding(8, 16, 8, 16); // powers 1, -1, 1
    expect(growthOf(parts, 0.3, 2).entries).toMatchObject({ low: 8, high: 32 }); // 16 / 2 and 16 * 2
    const found = growthOf(parts, 0.3, 10); // 1.6 and 160
    expect(found.entries).toBeUndefined();
    expect(found.withheld).toBe("its parts show no steady trend: they take 8, 16, 8, 16 entries");
  });

  it("is withheld where a part does not tell what it needs", () => {
    const why = (parts: readonly Part[], target = 0.3) => growthOf(parts, target, 10).withheld;
    const [first, ...rest] = partsNeeding(2, 4, 8, 16);
    expect(why([part(1000, 64), ...rest])).toBe(
      "its first part, of 1,000 requests, does not reach the target at any size",
    );
    expect(why([part(999, 2), ...rest])).toBe("its first part, of 999 requests, is too short to tell");
    expect(why([first])).toBe("the log is too short to be cut into parts");
    const without = (some: readonly number[]) =>
      [first, ...rest].map((each) => ({
        ...each,
        sizes: some,
        missRates: some.map((size) => each.missRates[sizes.indexOf(size)]),
      }));
    expect(why(without([1, 4, 16]))).toBe("the sizes counted are too far apart to tell");
    expect(why(without([2, 4, 8, 16]))).toBe(
      "its first part, of 1,000 requests, reaches the target at the smallest size counted already",
    );
  });

  it("is withheld where first requests alone would be more than the target", () => {
    const parts = lengths.map((requests, i) => part(requests, 8, 0.1 * 1.2 ** i));
    const { withheld, floor } = growthOf(parts, 0.3, 100); // 0.1728 * 100 ** log2(1.2), about 0.58
    expect(floor?.value).toBeCloseTo(0.1728 * 100 ** Math.log2(1.2), 9);
    expect(withheld).toBe("first requests alone would be more than the target");
  });

  it("says nothing of a share of first requests that would go beyond all", () => {
    expect(
      growthOf(
        lengths.map((requests, i) => part(requests, 8, 0.1 * 2 ** i)),
        0.3,
        100,
      ).floor,
    ).toBeUndefined();
  });
});

describe("sizeAtRate", () => {
  it("is a size asked for, or one in between by interpolation", () => {
    const curve = { sizes: [1, 2, 4, 8], missRates: [0.9, 0.6, 0.3, 0.2] };
    expect(sizeAtRate(curve, 0.45)).toBeCloseTo(2 ** 1.5, 12); // half of the fall, half of the doubling
    expect(sizeAtRate(curve, 0.95)).toBe(1);
    expect(sizeAtRate(curve, 0.1)).toBeUndefined();
  });
});

describe("extrapolated", () => {
  it("carries a power law on exactly, with no range", () => {
    const parts = [1, 2, 4, 8].map((requests) => ({ requests, value: 3 * requests ** 0.5 }));
    const on = extrapolated(parts, 10);
    expect(on?.value).toBeCloseTo(3 * 80 ** 0.5, 9);
    expect(on?.low).toBeCloseTo(on?.value as number, 9);
    expect(on?.high).toBeCloseTo(on?.value as number, 9);
  });

  it("gives the slowest and the fastest step as its range", () => {
    const parts = [
      { requests: 1, value: 1 },
      { requests: 2, value: 2 },
      { requests: 4, value: 2 },
    ];
    // powers of the steps: 1 and 0, of the whole: 1/2
    expect(extrapolated(parts, 100)).toEqual({ value: expect.closeTo(20, 9), low: 2, high: expect.closeTo(200, 9) });
  });

  it("is unknown where a part lacks its number", () => {
    expect(
      extrapolated(
        [
          { requests: 1, value: undefined },
          { requests: 2, value: 2 },
        ],
        10,
      ),
    ).toBeUndefined();
    expect(extrapolated([{ requests: 1, value: 2 }], 10)).toBeUndefined();
  });
});
