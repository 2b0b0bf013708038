import { describe, expect, it } from "vitest";
import { locationOf } from "../../../src/crawl/importance/location-of.js";
import { webOf } from "../../fixture/webs.js";

describe("locationOf: the three examples of Cho et al. 1998, section 2", () => {
  const urls = ["http://a.com/", "http://b.edu/home/index.html", "http://c.edu"];
  const of = (rule: Parameters<typeof locationOf>[0]) => [...locationOf(rule).of(webOf(3, [], { urls }))];

  it("values .com, home and few slashes", () => {
    expect(of({ ending: ".com" })).toEqual([1, 0, 0]);
    expect(of({ contains: "home" })).toEqual([0, 1, 0]);
    expect(of({})).toEqual([-1, -2, 0]);
    expect(of({ ending: ".com", fewerSlashes: true })).toEqual([0, -2, 0]);
  });

  it("needs URLs", () => {
    expect(locationOf().needs).toEqual(["urls"]);
  });
});
