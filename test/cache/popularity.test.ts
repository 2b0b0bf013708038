import { expect, it } from "vitest";
import { countsOf, tiersOf } from "../../src/cache/popularity.js";

it("URLs are counted by how often they are asked for, the most popular first, above 2^16 too", () => {
  expect([...countsOf(Uint32Array.of(0, 1, 0, 3, 0), 4)]).toEqual([3, 1, 0, 1]);
  expect(tiersOf(Uint32Array.of(3, 1, 0, 1))).toEqual([
    { count: 3, urls: 1 },
    { count: 1, urls: 2 },
    { count: 0, urls: 1 },
  ]);
  expect(tiersOf(Uint32Array.of(65_535, 70_000, 65_536, 90_000, 70_000, 65_535))).toEqual([
    { count: 90_000, urls: 1 },
    { count: 70_000, urls: 2 },
    { count: 65_536, urls: 1 },
    { count: 65_535, urls: 2 },
  ]);
});
