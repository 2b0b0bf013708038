import { expect, it } from "vitest";
import { defineCache } from "../../src/cache/method.js";

it("a policy is defined by name, source and create", () => {
  expect(() => defineCache(undefined as never)).toThrow("defineCache takes a definition");
  expect(() => defineCache({ name: "mine", source: "ours" } as never)).toThrow("found one without create");
});
