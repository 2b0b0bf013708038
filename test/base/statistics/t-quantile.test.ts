import { describe, expect, it } from "vitest";
import { normalBelow, normalQuantile } from "../../../src/base/statistics/normal-quantile.js";
import { tBelow, tQuantile } from "../../../src/base/statistics/t-quantile.js";

describe("tQuantile", () => {
  it("is the printed table's: 97.5 % and 95 % points", () => {
    // Any table of Student's t, three decimals.
    const table = {
      1: [12.706, 6.314],
      2: [4.303, 2.92],
      3: [3.182, 2.353],
      4: [2.776, 2.132],
      9: [2.262, 1.833],
      10: [2.228, 1.812],
      30: [2.042, 1.697],
      120: [1.98, 1.658],
    };
    for (const [degrees, [high, low]] of Object.entries(table)) {
      expect(tQuantile(0.975, Number(degrees))).toBeCloseTo(high, 3);
      expect(tQuantile(0.95, Number(degrees))).toBeCloseTo(low, 3);
      expect(tQuantile(0.05, Number(degrees))).toBeCloseTo(-low, 3);
    }
    expect(tQuantile(0.5, 7)).toBeCloseTo(0, 12);
  });

  it("is in closed form with one and two degrees of freedom: the tangent, and a root", () => {
    for (const p of [0.6, 0.9, 0.99, 0.9999]) {
      expect(tQuantile(p, 1) / Math.tan(Math.PI * (p - 0.5))).toBeCloseTo(1, 9);
      expect(tQuantile(p, 2) / ((2 * p - 1) * Math.sqrt(2 / (1 - (2 * p - 1) ** 2)))).toBeCloseTo(1, 9);
    }
  });

  it("undoes the distribution, and nears the normal one", () => {
    for (const degrees of [1, 2, 3, 8, 21])
      for (const p of [0.01, 0.3, 0.8, 0.999]) expect(tBelow(tQuantile(p, degrees), degrees)).toBeCloseTo(p, 12);
    expect(tQuantile(0.975, 100_000)).toBeCloseTo(normalQuantile(0.975), 3);
  });
});

describe("normalQuantile", () => {
  it("is the printed table's", () => {
    for (const [p, x] of [
      [0.8, 0.841621],
      [0.9, 1.281552],
      [0.95, 1.644854],
      [0.975, 1.959964],
      [0.995, 2.575829],
      [0.9995, 3.290527],
    ]) {
      expect(normalQuantile(p)).toBeCloseTo(x, 6);
      expect(normalQuantile(1 - p)).toBeCloseTo(-x, 6);
    }
    expect(normalQuantile(0.5)).toBe(0);
  });

  it("is right to nine decimals where the ends are 1e-7 away (Python's statistics.NormalDist)", () => {
    expect(normalQuantile(1 - 1e-7)).toBeCloseTo(5.199337582291, 9);
    expect(normalQuantile(1e-6)).toBeCloseTo(-4.753424309, 9);
  });

  it("undoes the distribution", () => {
    for (const p of [1e-6, 0.01, 0.4, 0.77, 0.999999]) expect(normalBelow(normalQuantile(p))).toBeCloseTo(p, 12);
  });
});
