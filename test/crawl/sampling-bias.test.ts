import { describe, expect, it } from "vitest";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { samplingBias } from "../../src/crawl/sampling-bias.js";
import { campus } from "../../src/web/campus/campus.js";
import { coded } from "../fixture/problems.js";
import { webOf } from "../fixture/webs.js";

describe("samplingBias", () => {
  // A star: 0 and each of 1 .. 9 link to each other, so that 0 has 18 link ends and 9 backlinks, the others 2 and 1.
  const leaves = Array.from({ length: 9 }, (_, i) => i + 1);
  const star = webOf(
    10,
    leaves.flatMap((leaf): [number, number][] => [
      [0, leaf],
      [leaf, 0],
    ]),
  );
  const of = (rows: ReturnType<typeof samplingBias>, walk: string, counts: string) =>
    rows.find((row) => row.walk === walk && row.counts === counts) as (typeof rows)[number];

  it("knows the bias of an undirected walk on a star, and that visits over links have none: by hand", () => {
    const rows = samplingBias(star, { importance: backlinks(), steps: 2000, repeats: 5 });
    // the mean is 18 / 10; half of the visits are the middle's: (9 + 1) / 2 = 5 in the mean
    const raw = of(rows, "undirected", "each visit");
    expect([raw.true, raw.sampled, raw.bias, raw.within]).toEqual(
      [1.8, 5, 5 / 1.8, 0].map((each) => expect.closeTo(each, 12)),
    );
    const corrected = of(rows, "undirected", "visits / links");
    expect(corrected.bias).toBeCloseTo(1, 12); // 1000 / 18 of 9 beside 1000 / 2 of 1: exactly the mean
    expect(of(rows, "surfer", "each page once")).toMatchObject({ pages: 10, sampled: expect.closeTo(1.8, 12) });
  });

  it("says how far the bias is known by Student's t of so many walks less one: by hand for two walks of one step", () => {
    // 1 has two backlinks, 2 has one, 0 none: 1 in the mean. A step from 0 ends at 1 or at 2
    const web = webOf(3, [
      [0, 1],
      [0, 2],
      [2, 1],
    ]);
    const found = Array.from({ length: 20 }, (_, seed) => {
      const rows = samplingBias(web, { importance: backlinks(), steps: 2, repeats: 2, seed });
      return of(rows, "undirected", "each visit");
    });
    // each walk counts 0 and the page that it ends at: (0 + 2) / 2 or (0 + 1) / 2
    expect(new Set(found.map(({ bias }) => bias))).toEqual(new Set([1, 0.75, 0.5]));
    // 12.706 is Student's t for a degree of freedom, 97.5 %; 1 and 1/2 deviate by 1 / (2 sqrt(2))
    for (const { bias, within } of found)
      expect(within).toBeCloseTo(bias === 0.75 ? (12.706 * (0.5 / Math.SQRT2)) / Math.SQRT2 : 0, 3);
  });

  it("finds that corrections bring a sample of a web nearer to it, as their papers say", () => {
    const web = campus({ pages: 2000 });
    const rows = samplingBias(web, { importance: backlinks(), steps: 5000, repeats: 6 });
    const off = (walk: string, counts: string) => Math.abs(Math.log(of(rows, walk, counts).bias));
    expect(of(rows, "undirected", "each visit").bias).toBeGreaterThan(1.5); // more links, more visits
    expect(off("undirected", "visits / links")).toBeLessThan(off("undirected", "each visit"));
    expect(off("surfer", "each page once")).toBeLessThan(off("surfer", "each visit"));
  });

  it("estimates the share of hot pages where the importance has a threshold, on what the start reaches", () => {
    const web = webOf(4, [
      [0, 1],
      [1, 0],
      [1, 2],
      [2, 0],
      [3, 0],
    ]);
    const [row] = samplingBias(web, { importance: backlinks({ hotAt: 2 }), steps: 50, repeats: 2 });
    expect(row.true).toBeCloseTo(1 / 3, 12); // 0 has two backlinks, that of page 3 left out; 3 is not reached
  });

  it("refuses one walk alone, and what is 0 everywhere", () => {
    expect(() => samplingBias(star, { importance: backlinks(), repeats: 1 })).toThrow(
      coded("option", "repeats is a number of walks, 2 or more; found 1"),
    );
    expect(() => samplingBias(star, { importance: backlinks({ hotAt: 99 }) })).toThrow(
      /^backlinks is 0 for every page/,
    );
  });
});
