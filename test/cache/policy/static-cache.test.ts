import { describe, expect, it } from "vitest";
import { staticCache } from "../../../src/cache/policy/static-cache.js";
import { simulate } from "../../../src/cache/simulate.js";
import { letters, outcome } from "./letters.js";

describe("STATIC", () => {
  it("holds the most popular from the beginning, and nothing else", () => {
    // hand trace: B and C are asked for three times each, A twice, D once
    expect(outcome(staticCache, 2, "A B C B A D C B C")).toBe("- h h h - - h h h");
  });

  it("loads of those that are equally popular the ones that turn up first", () => {
    expect(outcome(staticCache, 1, "A B A B")).toBe("h - h -");
    expect(outcome(staticCache, 2, "A B C")).toBe("h h -");
  });

  it("pays one miss for each URL that it loads, where that is charged", () => {
    const trace = letters("A B A B C");
    expect(simulate(trace, staticCache, 2)).toBe(1);
    expect(simulate(trace, staticCache({ preload: "charged" }), 2)).toBe(3);
    // no more URLs than there are
    expect(simulate(trace, staticCache({ preload: "charged" }), 9)).toBe(3);
  });
});
