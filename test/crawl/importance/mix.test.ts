import { describe, expect, expectTypeOf, it } from "vitest";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { forwardLinks } from "../../../src/crawl/importance/forward-links.js";
import type { Importance } from "../../../src/crawl/importance/importance.js";
import { locationOf } from "../../../src/crawl/importance/location-of.js";
import { mix } from "../../../src/crawl/importance/mix.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { webOf } from "../../fixture/webs.js";

describe("mix", () => {
  // backlinks 0, 1, 2; forward links 2, 1, 0
  const web = webOf(3, pairsOf("0,1 0,2 1,2"), { urls: ["http://a.com/", "http://b.edu/", "http://c.edu/x/"] });

  it("is the weighted sum of its parts, IC(P) = k1 a(P) + k2 b(P)", () => {
    expect([
      ...mix([
        [2, backlinks()],
        [0.5, forwardLinks()],
      ]).of(web),
    ]).toEqual([1, 2.5, 4]);
    expect([...mix([[-1, backlinks()]]).of(web)]).toEqual([-0, -1, -2].map((x) => x + 0));
  });

  it("has its own threshold, whatever those of its parts", () => {
    expect(mix([[1, backlinks({ hotAt: 100 })]]).hotAt).toBeUndefined();
    expect(mix([[1, backlinks({ hotAt: 100 })]], { hotAt: 3 }).hotAt).toBe(3);
  });

  it("needs what its parts need, each named once, in its type too", () => {
    const both = mix<"links" | "urls">([
      [1, backlinks()],
      [1, locationOf()],
      [1, forwardLinks()],
    ]);
    expect(both.needs).toEqual(["links", "urls"]);
    expectTypeOf(mix([[1, backlinks()]])).toEqualTypeOf<Importance<"links">>();
    // @ts-expect-error: one part needs URLs
    mix<"links">([[1, locationOf()]]);
  });

  it("says in its label and options what it is made of", () => {
    const made = mix([
      [0.5, backlinks()],
      [2, forwardLinks({ count: "page" })],
    ]);
    expect(made.label).toBe("0.5 x backlinks + 2 x forward-links, count page");
    expect(made.options).toEqual({
      parts: [
        { weight: 0.5, name: "backlinks", options: {} },
        { weight: 2, name: "forward-links", options: { count: "page" } },
      ],
    });
  });

  it("refuses to be of nothing, or a weight that is no finite number", () => {
    expect(() => mix([])).toThrow("mix needs at least one part");
    for (const weight of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => mix([[weight, backlinks()]])).toThrow(
        coded("option", `the weight of backlinks is a finite number; found ${weight}`),
      );
    }
  });
});
