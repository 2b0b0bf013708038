import { expect, it } from "vitest";
import { prose } from "../../../src/figure/report/prose.js";

it("a text shows code, emphasis, exponents and indices, and nothing of it is markup of its own", () => {
  expect(prose("in *random order* by `a * b`, 2^14 of P_ST < 3 * 4 * 5")).toBe(
    "in <em>random order</em> by <code>a * b</code>, 2<sup>14</sup> of P<sub>ST</sub> &#60; 3 * 4 * 5",
  );
});

it("an exponent may be a letter, or what stands in parentheses", () => {
  expect(prose("2^(r-x) r + 2^r (l + 1), 2^-3 and 2^10")).toBe(
    "2<sup>r-x</sup> r + 2<sup>r</sup> (l + 1), 2<sup>-3</sup> and 2<sup>10</sup>",
  );
});

it("a text names orderings as people do, but not in code, and leaves the hits of a cache alone", () => {
  expect(prose("page-rank beats hits of a cache and `page-rank`")).toBe(
    "PageRank beats hits of a cache and <code>page-rank</code>",
  );
  expect(prose("hits that a cache has")).toBe("hits that a cache has");
});
