import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { ridge } from "../../src/crawl/ridge.js";

const rows = (...lists: number[][]) => lists.map((list) => Float64Array.from(list));
const draw = (seed: number, count: number, columns: number) => {
  const random = new Random(seed);
  return Array.from({ length: count }, () =>
    Float64Array.from({ length: columns }, (_, i) => (i + 1) * (random.next() - 0.5)),
  );
};

describe("ridge", () => {
  it("recovers planted weights from rows without noise, with a penalty that vanishes", () => {
    const planted = [2, -1, 0.5, 0];
    const x = draw(1, 200, 4);
    const y = x.map((row) => row.reduce((sum, value, i) => sum + value * planted[i], 0));
    for (const [i, weight] of ridge(x, y, 1e-12).entries()) expect(weight).toBeCloseTo(planted[i], 8);
  });

  it("shrinks a single weight to 1 / (1 + penalty) of it", () => {
    // closed form: x y / (x x + lambda s^2), where s^2 = x x / n and both sums are means
    expect(ridge(rows([1], [2], [-3]), [2, 4, -6], 0.25)[0]).toBeCloseTo(2 / 1.25, 12);
  });

  it("weighs equal columns alike, and a column of nothing 0", () => {
    const [a, b, nothing] = ridge(rows([1, 1, 0], [-1, -1, 0], [2, 2, 0]), [2, -2, 4], 1e-6);
    expect(a).toBeCloseTo(1, 5);
    expect(b).toBeCloseTo(a, 8); // nearly singular: 1e-16 of rounding over a penalty of 1e-6
    expect(nothing).toBe(0);
  });

  it("gives the weights of least loss: no step in any direction makes it smaller", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 1e-4, max: 10, noNaN: true }), (seed, penalty) => {
        const x = draw(seed, 30, 3);
        const y = draw(seed + 1, 30, 1).map(([value]) => value);
        const spread = [0, 1, 2].map((i) => x.reduce((sum, row) => sum + row[i] ** 2, 0) / x.length);
        const loss = (w: ArrayLike<number>) =>
          x.reduce((sum, row, n) => sum + (y[n] - row[0] * w[0] - row[1] * w[1] - row[2] * w[2]) ** 2, 0) / x.length +
          penalty * spread.reduce((sum, s, i) => sum + s * w[i] ** 2, 0);
        const weights = ridge(x, y, penalty);
        for (let i = 0; i < 3; i++) {
          for (const step of [-1e-3, 1e-3]) {
            expect(loss(weights.map((weight, j) => (i === j ? weight + step : weight)))).toBeGreaterThan(loss(weights));
          }
        }
      }),
    );
  });

  it("gives no weights for no rows", () => {
    expect([...ridge([], [], 1)]).toEqual([]);
  });
});
