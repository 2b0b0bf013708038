import { expect, it } from "vitest";
import { listed } from "../../src/base/listed.js";

it('words are listed by commas, and the last by "and"', () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listed)).toEqual(["", "a", "a and b", "a, b and c"]);
});
