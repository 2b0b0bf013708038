import { describe, expect, it } from "vitest";
import { randomCoverage, requireHotAt } from "../../src/crawl/model.js";
import { coded } from "../fixture/problems.js";
import { draws, mean } from "./small-web.js";

describe("randomCoverage", () => {
  it("is K/T without revisits, and the mean share of different pages over all draws with them", () => {
    for (let visited = 1; visited <= 6; visited++) {
      expect(randomCoverage(visited, 4)).toBe(visited / 4);
      const seen = draws(4, visited).map((pages) => new Set(pages).size / 4);
      expect(randomCoverage(visited, 4, { revisits: "counted" })).toBeCloseTo(mean(seen), 12);
    }
  });

  it("leaves 1/e of a large web unseen after as many draws as it has pages", () => {
    expect(randomCoverage(1e6, 1e6, { revisits: "counted" })).toBeCloseTo(1 - Math.exp(-1), 6); // limit of (1 - 1/T)^T
  });
});

describe("requireHotAt", () => {
  it("takes a threshold of 0 for a threshold", () => {
    expect(requireHotAt(0, "threshold")).toBe(0);
    expect(() => requireHotAt(undefined, "threshold")).toThrow(coded("option"));
  });
});
