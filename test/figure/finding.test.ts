import { describe, expect, it } from "vitest";
import { bars } from "../../src/figure/bars.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { type Finding, fixed, inWords, quantity, rangeOf, said, wholePercent } from "../../src/figure/finding.js";
import { missRateCurve } from "../../src/figure/miss-rate-curve.js";
import { missRateFinding, missRatioFinding } from "../../src/figure/miss-rate-finding.js";
import { missesOverTimeCurve } from "../../src/figure/misses-over-time-curve.js";
import { overWebs } from "../../src/figure/over-webs.js";
import { ends, furthestApart, whoIsFirst } from "../../src/figure/who-is-first.js";
import { curveOf, idealOf } from "./rows.js";

/** 1 - (1 - x)^power in steps of a hundredth: area power / (power + 1), a half at 1 - 0.5^(1 / power). */
const curve = (name: string, power: number) => ({
  name,
  points: Array.from({ length: 101 }, (_, i) => ({ crawled: i / 100, performance: 1 - (1 - i / 100) ** power })),
});
const half = "finds half of the hot pages";
const inTenths = fixed(1);

describe("who is first", () => {
  it("is told by the share of the crawl that each needs for a half", () => {
    // closed form: 1 - 0.5^(1/4) = 0.159, 1 - 0.5^(1/2) = 0.293; the first hundredth at or past them
    expect(inWords(whoIsFirst([curve("backlink", 2), curve("PageRank", 4)], half))).toBe(
      "PageRank finds half of the hot pages in 16 % of the crawl, backlink in 30 %",
    );
  });

  it("is told by the mean where half says nothing", () => {
    expect(inWords(whoIsFirst([curve("backlink", 1), curve("PageRank", 3)], undefined))).toBe(
      "PageRank is ahead: 75 % on average over the crawl, backlink 50 %",
    );
  });

  it("is told by the mean where the next one reaches a half as soon", () => {
    const kinked = (name: string, after: number) => ({
      name,
      points: [
        [0, 0],
        [0.1, 0.5],
        [1, after],
      ].map(([crawled, performance]) => ({ crawled, performance })),
    });
    expect(inWords(whoIsFirst([kinked("a", 1), kinked("b", 0.6)], half))).toBe(
      "a is ahead: 70 % on average over the crawl, b 52 %",
    );
  });

  it("is told by how many crawls agree, start by start, where some do not", () => {
    const of = (name: string, power: number, ...powers: readonly number[]) => ({
      ...curve(name, power),
      crawls: powers.map((own, repeat) => ({ repeat, points: curve(name, own).points })),
    });
    const told = (...powers: readonly number[]) =>
      inWords(whoIsFirst([of("a", 3, 3, 4, 2), of("b", 1, ...powers)], undefined));
    expect(told(1, 5, 1)).toBe("a is ahead in 2 of 3 crawls: 75 % on average over the crawl, b 50 %");
    expect(told(1, 3.5, 1)).toBe("a is ahead: 75 % on average over the crawl, b 50 %");
    expect(told(3.5, 4.5)).toBe("a is ahead in 0 of 2 crawls: 75 % on average over the crawl, b 50 %");
  });

  it("has names in brackets where a comma would part them", () => {
    const two = [curve("page-rank, Figure 5", 3), curve("backlink, Figure 4", 3.1), curve("c", 1)];
    expect(inWords(whoIsFirst(two, half))).toBe(
      "backlink (Figure 4) and page-rank (Figure 5) lie within 2 points; c is 26 points behind on average",
    );
  });

  it("says of one that does not find a half that it never does", () => {
    const poor = { name: "poor", points: curve("poor", 1).points.map((at) => ({ ...at, performance: 0.4 })) };
    expect(inWords(whoIsFirst([curve("a", 3), poor], half))).toBe(
      "a finds half of the hot pages in 21 % of the crawl, poor never",
    );
  });

  it("is nobody where the areas differ by less than the margin, and several where some are level", () => {
    expect(inWords(whoIsFirst([curve("a", 3), curve("b", 3.1)], half))).toBe(
      "None is ahead: both lie within 2 points on average",
    );
    expect(inWords(whoIsFirst([curve("a", 3), curve("b", 3.1), curve("c", 1)], half))).toBe(
      "b and a lie within 2 points; c is 26 points behind on average",
    );
    expect(inWords(whoIsFirst([curve("a", 3), curve("b", 3.1), curve("d", 3), curve("c", 1)], half))).toMatch(
      /^b, a and d lie within 2 points/,
    );
    // one that is hardly behind is not called as far behind as the others may lie apart
    expect(inWords(whoIsFirst([curve("a", 3), curve("b", 3.1), curve("c", 2.74)], half))).toBe(
      "b and a lie within 2 points; c is 2.3 points behind on average",
    );
  });

  it("is the only one there is", () => {
    expect(inWords(whoIsFirst([curve("a", 1)], half))).toBe("a finds half of the hot pages in 50 % of the crawl");
  });
});

describe("the ends of a list", () => {
  const values = [
    { name: "a", value: 1 },
    { name: "b", value: 3 },
    { name: "c", value: 2 },
  ];
  it("are the largest and the smallest, or no difference", () => {
    expect(inWords(ends(values, ["Most", "least"], inTenths))).toBe("Most: b, 3.0; least: a, 1.0");
    expect(inWords(ends(values, ["Most", "least"], inTenths, 5))).toBe("No difference: all 3 between 1.0 and 3.0");
    const level = values.map(({ name }) => ({ name, value: 2 }));
    expect(inWords(ends(level, ["Most", "least"], inTenths))).toBe("No difference: all 3 at 2.0");
    expect(inWords(ends(values.slice(0, 1), ["Most", "least"], inTenths))).toBe("Most: a, 1.0");
  });
});

describe("names that share a choice", () => {
  it("have it once, after the last of them", () => {
    const [a, b, c] = ["a, Figure 5", "b, Figure 5", "c, Figure 5"];
    const poor = curve("poor", 1);
    // areas 3/4, 3/4 and 3/4, and 1/2: 25 points behind
    expect(inWords(whoIsFirst([curve(a, 3), curve(b, 3), curve(c, 3), poor], half))).toBe(
      "a, b and c (all Figure 5) lie within 2 points; poor is 25 points behind on average",
    );
    expect(inWords(whoIsFirst([curve(a, 3), curve(b, 3), poor], half))).toMatch(
      /^a and b \(both Figure 5\) lie within 2 points;/,
    );
    expect(inWords(whoIsFirst([curve(a, 3), curve("b", 3), poor], half))).toMatch(
      /^a \(Figure 5\) and b lie within 2 points;/,
    );
    // of two of one name the one without a note is the plain one
    const plain = whoIsFirst([curve(a, 3), curve("b", 3), { ...poor, name: "a" }], half);
    expect(inWords(plain)).toMatch(/; plain a is 25 points/);
    expect(inWords(whoIsFirst([curve(a, 3), curve("b, Figure 4", 3), poor], half))).toMatch(
      /^a \(Figure 5\) and b \(Figure 4\) /,
    );
  });
});

describe("the place where names are furthest apart", () => {
  const at = (place: string, a: number, b: number) => ({
    place,
    values: [
      { name: "a", value: a },
      { name: "b", value: b },
    ],
  });
  it("is that of the largest spread, or nowhere", () => {
    expect(inWords(furthestApart([at("at x", 1, 2), at("at y", 5, 2)], inTenths))).toBe(
      "Widest gap at y: 5.0 for a, 2.0 for b",
    );
    expect(inWords(furthestApart([at("x", 1, 2)], inTenths, 2))).toBe("No difference: all lines run together");
  });
});

describe("what was found on several webs, as one sentence,", () => {
  const overAll = (findings: readonly Finding[]) => {
    const found = overWebs(findings);
    return found && inWords(found);
  };
  const misses = (name: string, share: number) => said`${name} misses ${wholePercent(share)}`;

  it("counts webs by who is ahead, most first and nobody last", () => {
    const ahead = ["random", "backlink", "backlink"].map((name) => whoIsFirst([curve(name, 3), curve("x", 1)], half));
    const level = whoIsFirst([curve("a", 3), curve("b", 3.1)], half);
    expect(overAll([level, ...ahead])).toBe("backlink is ahead on 2 of 4 webs, random on 1, none on 1");
    const other = whoIsFirst([curve("a", 3), curve("b", 3.1), curve("c", 3)], half);
    expect(overAll([level, other])).toBe("None is ahead on any of 2 webs");
    expect(overAll([ahead[0], ahead[1]])).toBe("random is ahead on 1 of 2 webs, backlink on 1");
    // areas power / (power + 1), halves at 1 - 0.5^(1 / power): 0.207 and 0.293, 0.293 and 0.5
    const [sooner, later] = [3, 2].map((power) => whoIsFirst([curve("a", power), curve("b", power - 1)], half));
    expect(overAll([sooner, later])).toBe("a finds half of the hot pages in 21 to 30 % of the crawl, b in 30 to 50 %");
    expect(overAll([level, misses("LRU", 0.97)])).toBeUndefined();
  });

  it("names no one where each of more than three webs has another first", () => {
    const first = (...names: string[]) =>
      overAll(names.map((name) => whoIsFirst([curve(name, 3), curve("x", 1)], half)));
    expect(first("a", "b", "c")).toBe("a is ahead on 1 of 3 webs, b on 1, c on 1");
    expect(first("a", "b", "c", "d")).toBe("another is ahead on each of 4 webs");
    expect(first("a", "b", "c", "a")).toBe("a is ahead on 2 of 4 webs, b on 1, c on 1");
  });

  it("counts the webs that have a critical region, where some do", () => {
    const rates = [0.9, 0.5, 0.1].flatMap((value, i) => [
      { policy: "CLOCK", size: 2 ** i, value },
      { policy: "LRU", size: 2 ** i, value: value / 2 },
    ]);
    const [steep, flat] = [{ from: 1, to: 4 }, undefined].map((region) => missRateFinding(rates, region, ""));
    expect(overAll([steep, flat, steep])).toBe("A critical region on 2 of 3 webs");
    expect(overAll([steep, steep])).toBe("CLOCK misses 90 % with 1 entry, 10 % with 4");
    expect(overAll([flat, flat])).toBe("Misses differ most at 1 entry: 90 % for CLOCK, 45 % for LRU");
  });

  const entries = (size: number) => quantity(size, size.toLocaleString("en"), " entries", " entry");
  const gap = (at: number, many: number, few: number, of = "50 threads") =>
    furthestApart(
      [
        {
          place: said`at ${entries(at)}`,
          values: [
            { name: of, value: many },
            { name: "none", value: few },
          ],
        },
      ],
      wholePercent,
    );

  it("has the least and the greatest of each number, where they differ in nothing else", () => {
    expect(overAll([gap(2048, 0.22, -0.5), gap(512, 0.66, 0.25), gap(600, 0.07, 0)])).toBe(
      "Widest gap at 512 to 2,048 entries: 7 to 66 % for 50 threads, -50 to 25 % for none",
    );
    expect(overAll([misses("s3-fifo", 0.05), misses("s3-fifo", 0.05)])).toBe("s3-fifo misses 5 %");
    expect(overAll([misses("LRU", 0.05), misses("CLOCK", 0.05)])).toBeUndefined();
    const inEntries = said`LRU misses ${entries(5)}`;
    expect(overAll([misses("LRU", 0.05), inEntries])).toBeUndefined();
  });

  it("leaves numbers of a name as they are", () => {
    expect(overAll([gap(512, 0.5, 0, "2 threads"), gap(512, 0.5, 0, "50 threads")])).toBe(
      "Highest at the widest gap: 2 threads on 1 of 2 webs, 50 threads on 1",
    );
  });

  it("goes from the least of ranges to the greatest, and takes a number for a range", () => {
    const later = (...shares: number[]) => said`LRU misses ${rangeOf(shares.map(wholePercent))} later`;
    expect(inWords(later(0.09, 0.04))).toBe("LRU misses 4 to 9 % later");
    expect(overAll([later(0.04, 0.09), later(0.12), later(0.27, 0.78)])).toBe("LRU misses 4 to 78 % later");
  });

  const points = (...spread: readonly (readonly [size: number, low: number, high: number])[]) =>
    missRateFinding(
      ["a", "b"].flatMap((policy, i) => spread.map(([size, ...ends]) => ({ policy, size, value: ends[i] }))),
      undefined,
      " per thread",
    );

  it("counts webs on which lines run together from some size on", () => {
    const together = points([1, 0.5, 0.65], [32, 0.3, 0.3]);
    const other = points([1, 0.5, 0.7], [4, 0.3, 0.33]);
    expect(overAll([together, other])).toBe(
      "All lie within 5 points from 4 to 32 entries per thread on; they are 15 to 20 apart at 1",
    );
    const [never, always] = [points([1, 0.2, 0.6]), points([1, 0.2, 0.2])];
    const some = "The lines run together, from some size on, on 2 of 3 webs";
    expect(overAll([together, never, other])).toBe(some);
    expect(overAll([together, always, never])).toBe(some);
    expect(overAll([together, misses("LRU", 0.05)])).toBeUndefined();
  });

  it("takes one entry for entries", () => {
    const fall = (at: number, to: number) =>
      missRateFinding([{ policy: "CLOCK", size: 1, value: 0.5 }], { from: at, to }, "");
    expect(inWords(fall(1, 16))).toBe("CLOCK misses 50 % with 1 entry, 50 % with 16");
    expect(overAll([fall(1, 16), fall(128, 2048)])).toBe(
      "CLOCK misses 50 % with 1 to 128 entries, 50 % with 16 to 2,048",
    );
  });

  it("counts webs by who comes first in other sentences, too", () => {
    const none = gap(16, 0.5, 0.5);
    expect(overAll([gap(16, 0.63, 0.29), gap(32, 0.19, 0.08, "LRU"), none, gap(16, 0.6, 0.04)])).toBe(
      "Highest at the widest gap: 50 threads on 2 of 4 webs, LRU on 1, none on 1",
    );
    const most = (name: string) =>
      ends(
        [
          { name, value: 0.84 },
          { name: "random, ties fifo", value: 0.79 },
        ],
        ["Most found", "least"],
        fixed(2),
      );
    expect(overAll([most("OPIC"), most("RankMass"), most("OPIC")])).toBe(
      "Most found: OPIC on 2 of 3 webs, RankMass on 1",
    );
    expect(overAll([most("OPIC"), most("RankMass")])).toBe("Most found: OPIC on 1 of 2 webs, RankMass on 1");
  });

  it("counts webs by whose misses are nearest to the best, nobody where all are as near", () => {
    const ratios = (lru: number, clock: number) =>
      missRatioFinding(
        [
          { policy: "LRU", size: 1, value: lru },
          { policy: "CLOCK", size: 1, value: clock },
        ],
        "MIN",
      );
    expect(overAll([ratios(1.2, 1.5), ratios(1.3, 1.3), ratios(1.1, 1.6)])).toBe(
      "Nearest to MIN at worst: LRU on 2 of 3 webs, none on 1",
    );
  });
});

describe("the title of a figure", () => {
  it("is made from what it draws, references left out, and follows it", async () => {
    const found = async (power: number) =>
      (await crawlCurve([...curveOf("backlink", 2), ...curveOf("PageRank", power), ...idealOf(0.1)])).title;
    expect(await found(5)).toBe("PageRank finds half of the hot pages in 15 % of the crawl, backlink in 30 %");
    expect(await found(1)).toBe("Backlink finds half of the hot pages in 30 % of the crawl, PageRank in 50 %");
    expect(await found(2)).toBe("None is ahead: both lie within 2 points on average");
  });

  it("is the caller's where there is one", async () => {
    expect((await crawlCurve(curveOf("backlink", 2), { title: "Mine" })).title).toBe("Mine");
  });

  const line = (policy: string, rates: readonly number[], by = 1) =>
    rates.map((missRate, i) => ({ policy, size: by * 2 ** i, missRate }));

  it("tells the fall across the region of a cache, of the policy that is no bound", async () => {
    const rows = [...line("MIN", [0.6, 0.5, 0.1, 0.1]), ...line("CLOCK", [0.8, 0.7, 0.3, 0.2])];
    expect((await missRateCurve(rows, { region: { from: 2, to: 4 } })).title).toBe(
      "CLOCK misses 70 % with 2 entries, 30 % with 4",
    );
  });

  it("tells where caches are furthest apart, between points of a line too", async () => {
    const rows = [...line("2 threads", [0.8, 0.5, 0.2]), ...line("9 threads", [0.8, 0.6, 0.2], 2)];
    // at 4 entries: 20 % and 60 %
    expect((await missRateCurve(rows)).title).toBe(
      "Misses differ most at 4 entries: 60 % for 9 threads, 20 % for 2 threads",
    );
    expect((await missRateCurve([...line("a", [0.8, 0.4]), ...line("b", [0.8, 0.42])])).title).toBe(
      "No difference: all lines run together",
    );
  });

  it("tells how often a policy misses for each miss of the best, at most", async () => {
    const rows = [...line("MIN", [0.4, 0.2]), ...line("LRU", [0.4, 0.3]), ...line("STATIC", [0.8, 0.2])];
    expect((await missRateCurve(rows, { relative: true })).title).toBe(
      "At worst, LRU misses 1.50 times as often as MIN, STATIC 2.00 times",
    );
  });

  it("tells between which rates a cache stays once it is warm", async () => {
    const rows = [0.9, 0.3, 0.2, 0.25, 0.24].map((missRate, i) => ({ policy: "LRU", size: 8, until: i, missRate }));
    expect((await missesOverTimeCurve(rows)).title).toBe("LRU misses 20 to 25 % after the first quarter of the crawl");
    const none = await missesOverTimeCurve([{ policy: "LRU", size: 8, until: 0, missRate: 0.5 }]);
    expect(none.title).toBe("LRU misses 50 % after the first quarter of the crawl"); // of no requests
  });

  it("tells which group of bars differs most, or who has most", async () => {
    const bar = (ordering: string, group: string, value: number) => ({ dataset: "campus", ordering, group, value });
    const [a, b] = [bar("a", "theirs", 0.2), bar("a", "ours", 0.5)];
    expect((await bars([a, b, bar("b", "theirs", 0.4), bar("b", "ours", 0.45)])).title).toBe(
      "Widest gap in “a”: 50 % for ours, 20 % for theirs",
    );
    expect((await bars([a, bar("b", "theirs", 0.4)])).title).toBe("Most: b, 40 %; least: a, 20 %");
  });
});
