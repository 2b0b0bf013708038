import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kendallTau } from "../../src/crawl/kendall-tau.js";
import { coded } from "../fixture/problems.js";
import { permutations } from "./small-web.js";

/** Tau-b by its definition: every pair looked at. */
function byPairs(first: readonly number[], second: readonly number[]): number | undefined {
  let [difference, untiedFirst, untiedSecond] = [0, 0, 0];
  for (let i = 0; i < first.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [Math.sign(first[i] - first[j]), Math.sign(second[i] - second[j])];
      difference += a * b;
      untiedFirst += Math.abs(a);
      untiedSecond += Math.abs(b);
    }
  }
  return untiedFirst === 0 || untiedSecond === 0 ? undefined : difference / Math.sqrt(untiedFirst * untiedSecond);
}

describe("kendallTau", () => {
  it("is 1 for the same order, -1 for the reversed one, by ranks and not by values", () => {
    expect(kendallTau([1, 2, 3, 4], [10, 20, 30, 1000])).toBe(1);
    expect(kendallTau([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1);
    expect(kendallTau([2, 2, 5, 7], [1, 1, 8, 9])).toBe(1); // ties in both
  });

  it("counts pairs as in a trace by hand", () => {
    // Pairs of 1 2 3 4 / 1 3 2 4: only (2, 3) is discordant, 5 - 1 of 6.
    expect(kendallTau([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(4 / 6, 12);
    // 1 1 2 / 1 2 3: two pairs concordant, one tied in the first: 2 / sqrt(2 * 3).
    expect(kendallTau([1, 1, 2], [1, 2, 3])).toBeCloseTo(2 / Math.sqrt(6), 12);
  });

  it("is what the definition gives, to the last bit, for any lists with ties", () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(pairs, (list) => {
        const [first, second] = [list.map(([a]) => a), list.map(([, b]) => b)];
        expect(kendallTau(first, second)).toBe(byPairs(first, second));
        expect(kendallTau(second, first)).toBe(byPairs(first, second));
      }),
      { numRuns: 300 },
    );
  });

  it("is 0 on the mean over all orders", () => {
    const all = permutations(5).map((each) => kendallTau([0, 1, 2, 3, 4], each) as number);
    expect(all.reduce((sum, tau) => sum + tau, 0)).toBeCloseTo(0, 9);
  });

  it("refuses what is no number", () => {
    for (const [one, other] of [
      [
        [1, Number.NaN],
        [1, 2],
      ],
      [
        [1, 2],
        [1, Number.NaN],
      ],
    ])
      expect(() => kendallTau(one, other)).toThrow(
        coded("option", "kendallTau takes numbers; entry 1 of a list is NaN"),
      );
  });

  it("leaves its lists as they are, and takes typed arrays", () => {
    const [first, second] = [Float64Array.of(3, 1, 2), Uint32Array.of(1, 3, 2)];
    expect(kendallTau(first, second)).toBe(-1);
    expect([...first, ...second]).toEqual([3, 1, 2, 1, 3, 2]);
  });

  it("cannot be told where a list has one value only, or one entry", () => {
    expect(kendallTau([1, 1, 1], [1, 2, 3])).toBeUndefined();
    expect(kendallTau([1, 2, 3], [7, 7, 7])).toBeUndefined();
    expect(kendallTau([1], [1])).toBeUndefined();
    expect(kendallTau([], [])).toBeUndefined();
    expect(() => kendallTau([1, 2], [1])).toThrow(
      coded("option", "kendallTau takes lists of one length; found 2 and 1 entries"),
    );
  });
});
