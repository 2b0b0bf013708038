import { expect, it } from "vitest";
import { prose } from "../../../src/figure/report/prose.js";

it("a text shows code, emphasis, exponents and indices, and nothing of it is markup of its own", () => {
  expect(prose("in *random order* by `a * b`, 2^14 of P_ST < 3 * 4 * 5")).toBe(
    "in <em>random order</em> by <code>a * b</code>, 2<sup>14</sup> of P<sub>ST</sub> &#60; 3 * 4 * 5",
  );
});

it("a text names orderings as people do, but not in code, and leaves the hits of a cache alone", () => {
  expect(prose("page-rank beats hits of a cache and `page-rank`")).toBe(
    "PageRank beats hits of a cache and <code>page-rank</code>",
  );
  expect(prose("hits that a cache has")).toBe("hits that a cache has");
});
