import { expect, it } from "vitest";
import { intervalText, threeDecimals } from "../../../src/base/rows/three-decimals.js";

it("has three decimals, and where these are 0 the first digit, with its sign", () => {
  expect([0.12345, -2, 0, -0, 0.0005, 0.00041, -0.00049, 3e-9].map(threeDecimals)).toEqual([
    "0.123",
    "-2.000",
    "0.000",
    "0.000",
    "0.001",
    "0.0004",
    "-0.0005",
    "3e-9",
  ]);
  expect(intervalText({ low: -0.01234, high: 0.0002 })).toBe("-0.012 to 0.0002");
});
