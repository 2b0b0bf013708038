import { expect, it } from "vitest";
import { isOurs, ours } from "../../src/base/ours.js";

it("what the library made is told from a copy of it, and comes back as it is", () => {
  const made = { name: "lru" };
  expect(isOurs(made)).toBe(false);
  expect(ours(made)).toBe(made);
  expect([isOurs(made), isOurs({ ...made })]).toEqual([true, false]);
});
