import { expect, it } from "vitest";
import { groupedBy } from "../../src/base/grouped-by.js";

it("items with one key stand together, in order of appearance", () => {
  expect(groupedBy(["bird", "ape", "bee", "cat", "ant"], (word) => word[0])).toEqual([
    ["bird", "bee"],
    ["ape", "ant"],
    ["cat"],
  ]);
  expect(groupedBy([], () => 0)).toEqual([]);
});
