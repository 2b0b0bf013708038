import { describe, expect, it } from "vitest";
import { type ClaimRow, claimsMap, type Verdict, verdictStyles } from "../../src/figure/claims-map.js";
import { expectGolden, overhang } from "./golden.js";
import { luminance } from "./luminance.js";

const verdicts = Object.keys(verdictStyles) as Verdict[];
const claims = [
  "A larger G is found faster",
  "PageRank ordering beats backlink ordering at G = 100, though backlink ordering matches the importance metric",
  "Most pages have fewer than 10 backlinks",
];
const rows: ClaimRow[] = claims.flatMap((claim, i) =>
  ["campus", "web-NotreDame", "web-Stanford", "cnr-2000"].map((dataset, j) => ({
    experiment: `cho1998/graph-${i + 1}`,
    claim,
    where: "section 5",
    dataset,
    verdict: verdicts[(i + j) % 5],
  })),
);

describe("claimsMap", () => {
  it("draws a cell per claim and web, with colour and sign", async () => {
    const figure = await claimsMap(rows);
    expectGolden(figure, "claims-map");
    expect(overhang(figure)).toBe(0);
  });

  it("slants long names of webs and leaves blank what was not judged", async () => {
    const long = rows.slice(0, -1).map((row) => ({ ...row, dataset: `${row.dataset} with a long name` }));
    const figure = await claimsMap(long);
    expectGolden(figure, "claims-map-long-names");
    expect(overhang(figure)).toBe(0);
  });

  it("has a row for each experiment of more than 24 claims, a claim at the same place on each of its webs", async () => {
    const many = Array.from({ length: 25 }, (_, i): ClaimRow[] => {
      const [experiment, webs] = i < 17 ? ["cho1998/graph-1", ["campus", "cnr-2000"]] : ["cho1998/graph-5", ["a.site"]];
      const judged = i === 2 ? webs.slice(1) : webs; // one claim is judged on the second web alone
      const verdict = verdicts[i % 5];
      return judged.map((dataset) => ({ experiment, claim: `Claim ${i}`, where: "section 5", dataset, verdict }));
    }).flat();
    const figure = await claimsMap(many);
    expectGolden(figure, "claims-map-of-experiments");
    expect(overhang(figure)).toBe(0);
    const texts = [...figure.svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
    expect(texts.filter((text) => /^(cho|campus|cnr|a\.site|\d+ claims)/.test(text)).sort()).toEqual(
      ["17 claims", "8 claims", "a.site", "campus", "cho1998/graph-1", "cho1998/graph-5", "cnr-2000"].sort(),
    );
    expect(texts.filter((text) => Object.values(verdictStyles).some(({ sign }) => sign === text))).toHaveLength(41); // 2 * 17 - 1 + 8
  });

  it("shows every verdict by its own sign, readable on its colour", async () => {
    expect(new Set(verdicts.map((verdict) => verdictStyles[verdict].sign)).size).toBe(5);
    for (const { color, ink } of Object.values(verdictStyles)) {
      const [dark, light] = [luminance(color), luminance(ink)].sort((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5); // WCAG 2.1, 1.4.3: signs are as small as text
    }
    const { svg } = await claimsMap(rows);
    const counts = verdicts.map((verdict) => svg.split(`>${verdictStyles[verdict].sign}<`).length - 1);
    expect(counts).toEqual([2, 2, 3, 3, 2]); // sums of 0 to 2 and 0 to 3, by their remainder of 5
  });

  it("refuses no rows, an unknown verdict, and a second verdict on the same claim and web", async () => {
    await expect(claimsMap([])).rejects.toThrow("claimsMap: expected at least one row");
    await expect(claimsMap([{ ...rows[0], verdict: "maybe" as Verdict }])).rejects.toThrow(
      'row 0: verdict must be one of agrees, mixed, no difference, disagrees, cannot be tested; found "maybe"',
    );
    await expect(claimsMap([rows[0], rows[1], rows[0]])).rejects.toThrow("row 2: campus already has a verdict on");
  });
});
