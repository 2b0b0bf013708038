import { expect, it } from "vitest";
import { meanOf } from "../../../src/base/statistics/mean-of.js";

it("the mean is the sum over the number: none of nothing", () => {
  expect(meanOf([1, 2, 6])).toBe(3);
  expect(meanOf([-4])).toBe(-4);
  expect(meanOf([])).toBeNaN();
});
