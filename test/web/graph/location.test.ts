import { describe, expect, it } from "vitest";
import { locationScore } from "../../../src/web/graph/location.js";

describe("locationScore: the three examples of Cho et al. 1998, section 2", () => {
  it("gives 1 to a URL whose host ends with .com, also behind a port, and whatever its path", () => {
    const rule = { ending: ".com" };
    for (const url of ["http://a.com", "http://a.com/x/y", "http://a.com:8080/x", "http://a.edu/run.com"]) {
      expect(locationScore(url, rule), url).toBe(1);
    }
    for (const url of ["http://a.edu/", "http://a.com.edu/", "http://a.edu/.com/x", "http://acom/"]) {
      expect(locationScore(url, rule), url).toBe(0);
    }
  });

  it("gives 1 to a URL that contains home, once however often", () => {
    const rule = { contains: "home" };
    expect(locationScore("http://a.edu/home.html", rule)).toBe(1);
    expect(locationScore("http://home.edu/home/home", rule)).toBe(1);
    expect(locationScore("http://a.edu/Home", rule)).toBe(0); // to the letter
  });

  it("takes 1 off for each slash of the path when no other rule is given: not for those of http:// or of a query", () => {
    expect(locationScore("http://a.edu", {})).toBe(0);
    expect(locationScore("http://a.edu/", {})).toBe(-1);
    expect(locationScore("http://a.edu/x/y.html", {})).toBe(-2);
    expect(locationScore("http://a.edu/x?next=/y/z#/w", {})).toBe(-1);
  });

  it("adds up the rules that are given", () => {
    const rule = { ending: ".com", contains: "home", fewerSlashes: true };
    expect(locationScore("http://a.com/home/x", rule)).toBe(1 + 1 - 2);
    expect(locationScore("http://a.com/home/x", { ...rule, fewerSlashes: false })).toBe(2);
  });

  it("looks for endings and words in what is no absolute URL, but knows no host or path there", () => {
    expect(locationScore("home.html", { ending: ".html", contains: "home" })).toBe(2);
    expect(locationScore("a/b/c", {})).toBe(0);
  });
});
