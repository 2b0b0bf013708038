import { describe, expect, it } from "vitest";
import { compare } from "../../../src/crawl/compare/compare.js";
import { given } from "../../../src/crawl/importance/given.js";
import { judge } from "../../../src/crawl/judge.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { webOf } from "../../fixture/webs.js";

const urls = ["http://a.example/", "http://b.example/", "http://c.example/"];
const web = webOf(3, pairsOf("0,1 1,2"), { urls });

describe("given", () => {
  it("is the number of each page, by its URL, its title or its own number; 0, or what is told, for the others", () => {
    expect([...given({ "http://c.example/": 2.5, "http://elsewhere.example/": 9 }).of(web)]).toEqual([0, 0, 2.5]);
    const numbered = webOf(3, pairsOf("0,1 1,2"), { ids: [10, 20, 30] });
    expect([...given(new Map([[20, 7]]), { missing: -1 }).of(numbered)]).toEqual([-1, 7, -1]);
    const titled = webOf(3, pairsOf("0,1 1,2"), { titles: ["A", "B", "C"] });
    expect([...given({ B: 4 }).of(titled)]).toEqual([0, 4, 0]);
  });

  it("judges a crawl by what is hot then, on the part of the web that the crawl can reach", async () => {
    const apart = webOf(4, pairsOf("0,3 3,2"), { urls: [...urls, "http://d.example/"] }); // page 1 is out of reach
    const visits = given({ "http://d.example/": 5, "http://b.example/": 50 }, { name: "visits", hotAt: 5 });
    const { curve, hot } = judge(apart, Uint32Array.of(0, 3, 2), visits);
    expect([[...curve], hot]).toEqual([[0, 1, 1], 1]); // b is no page of the part that counts
    const runs = await compare(apart, { orderings: [breadthFirst], importance: visits });
    expect(runs.summary()[0]).toMatchObject({ area: 2 / 3 });
    expect(runs.curveRows()[0]).toMatchObject({ importance: "visits" });
  });

  it("has other options where a number, a name or what the others are worth is another, as crawls that are shown it are kept by these", () => {
    const all = [
      given({ a: 1 }),
      given({ a: 2 }),
      given({ b: 1 }),
      given({ a: 1, b: 1 }),
      given({ a: 1 }, { missing: 1 }),
    ];
    expect(new Set(all.map(({ options }) => JSON.stringify(options))).size).toBe(all.length);
    expect(given(new Map([["a", 1]]), { hotAt: 1 }).options).toEqual(given({ a: 1 }).options);
  });

  it("refuses what names no page, numbers that are none, and a bare list, whose numbering a part of a web has not", () => {
    expect(() => given({ "http://x.example/": 1 }).of(web)).toThrow(
      coded(
        "option",
        "given: 0 of 1 names belong to pages of small, whose first page is http://a.example/, or by number 0",
      ),
    );
    expect(() => given({ a: Number.NaN })).toThrow(
      coded("option", "importances.given: the importance of a is a finite number; found NaN"),
    );
    expect(() => given([1, 2, 3] as never)).toThrow("takes numbers by the names of pages");
    class Series {
      index = ["a"];
      values = [3];
    }
    expect(() => given(new Series() as never)).toThrow(
      "found an object (Series). A series has these in new Map(series.index.map((page, i) => [page, series.values[i]]))",
    );
    expect(() => given({}, { naem: "x" } as never)).toThrow("naem");
  });

  it("warns of a web whose pages have fewer than half of the names, and of no other", async () => {
    const few = given({ "http://a.example/": 5, x: 1, y: 2 }, { name: "visits", hotAt: 5 });
    const told =
      "visits: 1 of 3 names belongs to a page of small; the others count for nothing. Its first page is http://a.example/";
    expect(few.warning?.(web)).toBe(told);
    const runs = await compare(web, { orderings: [breadthFirst], importance: few });
    expect(runs.warnings).toContain(told);
    const half = given({ "http://a.example/": 5, "http://b.example/": 1, x: 1, y: 2 });
    expect(half.warning?.(web)).toBeUndefined();
  });
});
