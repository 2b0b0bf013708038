import { describe, expect, it } from "vitest";
import { missRateInterval } from "../../../src/cache/advice/sweep-knee.js";

describe("the interval of a miss rate", () => {
  it("is the rate itself where all stretches miss alike, and of one size where they are not", () => {
    // of 10, 30 and 60 requests a tenth, whichever are drawn
    const alike = {
      sizes: [1, 2],
      ends: [10, 40, 100],
      misses: [Float64Array.of(1, 3, 6), Float64Array.of(5, 15, 30)],
    };
    expect(missRateInterval(alike, 0)).toEqual({ rate: 0.1, low: 0.1, high: 0.1 });
    expect(missRateInterval(alike, 1)).toEqual({ rate: 0.5, low: 0.5, high: 0.5 });
  });

  it("reaches from one to the other of two stretches, each of which is drawn twice in a quarter of the cases", () => {
    // stretches of 10 and 30 requests that miss 1 and 15: a tenth, or a half; both: 16 of 40
    const two = { sizes: [1], ends: [10, 40], misses: [Float64Array.of(1, 15)] };
    expect(missRateInterval(two, 0)).toEqual({ rate: 0.4, low: 0.1, high: 0.5 });
  });

  it("is about 1.96 standard errors wide to each side, of many stretches of one length", () => {
    // misses 0 and 100 of 100 in turn: each stretch has the deviation 1/2, the mean of 64 of them a 16th
    const many = {
      sizes: [1],
      ends: Array.from({ length: 64 }, (_, i) => 100 * (i + 1)),
      misses: [Float64Array.from({ length: 64 }, (_, i) => 100 * (i % 2))],
    };
    const { rate, low, high } = missRateInterval(many, 0);
    expect(rate).toBe(0.5);
    for (const side of [rate - low, high - rate]) {
      expect(side).toBeGreaterThan((0.85 * 1.96) / 16);
      expect(side).toBeLessThan((1.15 * 1.96) / 16);
    }
  });
});
