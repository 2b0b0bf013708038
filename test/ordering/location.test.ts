import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { location } from "../../src/ordering/location.js";
import { locationScore } from "../../src/web/graph/location.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, webOf } from "../fixture/webs.js";
import { literalCrawl } from "./literal.js";

/** A star whose leaves have these URLs. */
const star = (urls: readonly string[]) =>
  webOf(
    urls.length + 1,
    urls.map((_, i) => [0, i + 1] as const),
    { urls: ["http://start.edu/", ...urls] },
  );

describe("location: the three examples of Cho et al. 1998, section 2", () => {
  const web = star(["http://a.edu/x/y/", "http://b.com/", "http://c.edu/", "http://d.edu/home/index.html"]);

  it("takes URLs that end with .com first", () => {
    expect([...replay(web, location({ ending: ".com" }))]).toEqual([0, 2, 1, 3, 4]);
  });

  it("takes URLs that contain home first", () => {
    expect([...replay(web, location({ contains: "home" }))]).toEqual([0, 4, 1, 2, 3]);
  });

  it("takes URLs with fewer slashes first, when no other rule is given", () => {
    expect([...replay(web, location)]).toEqual([0, 2, 3, 4, 1]); // 1, 1, 2, 3 slashes
    expect([...replay(web, location({ ties: "lifo" }))]).toEqual([0, 3, 2, 4, 1]);
  });
});

describe("location", () => {
  it("takes the page of highest score, the oldest among equals", () => {
    const rule = { contains: "host1", fewerSlashes: true };
    fc.assert(
      fc.property(anyWeb(), (web) => {
        const score = (page: number) => locationScore(web.urls?.at(page) as string, rule);
        const expected = literalCrawl(web, (queue, { discovered }) =>
          queue.sort((a, b) => score(b) - score(a) || discovered.indexOf(a) - discovered.indexOf(b)),
        );
        expect([...replay(web, location(rule))]).toEqual(expected);
      }),
    );
  });

  it("refuses a web without URLs", () => {
    expect(() => replay(webOf(1, []), location)).toThrow(coded("lacks"));
    expect(() => replay(webOf(1, []), location({ ending: ".com" }))).toThrow(
      "location needs urls; small has links only",
    );
  });
});
