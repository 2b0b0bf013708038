import { load } from "cheerio";
import { describe, expect, it } from "vitest";
import {
  badge,
  besideRun,
  claimsGrid,
  claimsList,
  counted,
  isBeyondChance,
  type ReportedClaim,
  restingOn,
  tally,
} from "../../../src/figure/report/claims.js";

const claim: ReportedClaim = {
  experiment: "cho1998/a",
  claim: "A beats B",
  where: "section 1",
  kind: "measured",
  dataset: "campus",
  published: "by 3",
  ours: "by 2",
  tolerance: "1",
  verdict: "agrees",
  because: "another web",
};

describe("what a plain run showed beside the record", () => {
  const run = { ours: "by 2.5", verdict: "agrees", expected: true } as const;
  const said = (thisRun: ReportedClaim["thisRun"], more: Partial<ReportedClaim> = {}) =>
    besideRun({ ...claim, ...more, thisRun });

  it.each([
    [said(undefined), ""],
    [said({ ...run, ours: "by 2" }), "this run: the same"],
    [said(run), "this run: by 2.5"],
    [said({ ...run, verdict: "mixed" }), "this run: by 2.5, by itself: mixed"],
    [said(run, { pairs: [] }), "this run: by 2.5, as the record leads to expect"],
    [said(run, { ratios: [] }), "this run: by 2.5, as the record leads to expect"],
    [
      said({ ...run, verdict: "mixed", expected: false }),
      "this run: by 2.5, outside of what the record leads to expect; by itself: mixed",
    ],
    [said({ ...run, elsewhere: true, expected: false }), "this run, on another machine: by 2.5, by itself: agrees"],
  ])("is said shortly: %s", (found, expected) => expect(found).toBe(expected));
});

describe("what a verdict rests on", () => {
  it("is said where that is no measurement beyond chance, 5 % at most", () => {
    expect([isBeyondChance(0.05), isBeyondChance(0.051)]).toEqual([true, false]);
    expect(restingOn({ kind: "theorem" })).toBe("a theorem");
    expect(restingOn({ kind: "construction" })).toBe("by construction");
    expect(restingOn({ kind: "measured" })).toBe("");
    expect(restingOn({ kind: "measured", chance: 0.06 })).toBe("may be chance");
  });
});

describe("claims of a report", () => {
  const detail = (row: ReportedClaim) => {
    const page = load(claimsList([row]));
    return page("dt")
      .map((i, each) => [[page(each).text(), page("dd").eq(i).text()]])
      .get();
  };

  it("are a list, each with what both found and what would change it, empty lines left out", () => {
    expect(claimsList([])).toBe("");
    expect(detail(claim)).toEqual([
      ["The paper", "section 1: by 3."],
      ["Here", "by 2; another web."],
      ["Margin, set before the run", "1"],
    ]);
    expect(
      detail({
        ...claim,
        quote: "A is better",
        kind: "theorem",
        wouldChange: "a web",
        thisRun: { ours: "by 2", verdict: "agrees", expected: true },
      }),
    ).toEqual([
      ["The paper", "section 1: by 3. A is better"],
      ["Here", "by 2; another web; this run: the same."],
      ["Rests on", "a theorem"],
      ["Margin, set before the run", "1"],
      ["What would change our mind", "a web"],
    ]);
  });

  const rows: ReportedClaim[] = [
    claim,
    { ...claim, dataset: "other", verdict: "disagrees" },
    { ...claim, claim: "B beats C", dataset: "other", verdict: "cannot be tested" },
  ];

  it("are a grid by webs, with no badge where a web has no verdict", () => {
    const page = load(claimsGrid(rows, "Claims"));
    expect(page("caption").text()).toBe("Claims");
    expect(
      page("th")
        .map((_, each) => page(each).text())
        .get(),
    ).toEqual(["Claim", "campus", "other"]);
    const cells = page("tbody tr")
      .map((_, row) => [
        page(row)
          .find("td")
          .map((_, each) => page(each).text())
          .get(),
      ])
      .get();
    expect(cells.map(([, ...each]) => each.map((text: string) => text.replace(/^\S+ /, "")))).toEqual([
      ["agrees", "disagrees"],
      ["", "cannot be tested"],
    ]);
    expect(page("td[data-web=campus]").length).toBe(1);
    expect(page("a").length).toBe(0);
    const two = load(claimsGrid([claim, { ...claim, experiment: "cho1998/b" }], "Claims"));
    expect(
      two("a")
        .map((_, each) => two(each).text())
        .get(),
    ).toEqual(["cho1998/a", "cho1998/b"]);
  });

  it("are counted by verdict, in the order of the key, those that occur", () => {
    expect(counted(rows)).toEqual([
      ["agrees", 1],
      ["disagrees", 1],
      ["cannot be tested", 1],
    ]);
    expect(tally(rows)).toBe("3 verdicts: agrees 1, disagrees 1, cannot be tested 1.");
    expect([tally([claim]), tally([])]).toEqual(["1 verdict: agrees 1.", "0 verdicts."]);
    expect(badge("cannot be tested")).toContain(" cannot be tested</span>");
  });
});
