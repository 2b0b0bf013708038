import { expect, it } from "vitest";
import { simplexSearch } from "../../../src/trace/model/simplex-search.js";

it("finds the low point of a bent valley (Rosenbrock 1960: 0 at 1, 1)", () => {
  const valley = ([x, y]: readonly number[]) => 100 * (y - x * x) ** 2 + (1 - x) ** 2;
  const axis = { step: 0.5, low: -5, high: 5 };
  const { point, cost } = simplexSearch(
    [
      { ...axis, start: -1.2 },
      { ...axis, start: 1 },
    ],
    valley,
    1000,
  );
  expect(cost).toBeLessThan(1e-6);
  expect(point[0]).toBeCloseTo(1, 2);
});

it("stays inside its bounds, asks no more often than it is told, and walks round what makes no sense", () => {
  let calls = 0;
  const cost = ([x, y]: readonly number[]) => {
    calls++;
    expect([x >= 0, x <= 1, y >= 0, y <= 1]).toEqual([true, true, true, true]);
    return x + y > 1.5 ? Number.POSITIVE_INFINITY : (x - 2) ** 2 + y;
  };
  const axis = { start: 0.5, step: 0.4, low: 0, high: 1 };
  const { point } = simplexSearch([axis, axis], cost, 100);
  expect(calls).toBeLessThanOrEqual(104); // a simplex that was begun is finished
  expect(point[0]).toBeCloseTo(1, 2);
  expect(point[1]).toBeCloseTo(0, 2);
});
