import { expect, it } from "vitest";
import type { ReportedClaim } from "../../../src/figure/report/claims.js";
import { claimsPage } from "../../../src/figure/report/claims-page.js";

const row = (claim: string, dataset: string, more: Partial<ReportedClaim> = {}): ReportedClaim => ({
  experiment: "cho1998/graph-2",
  claim,
  dataset,
  where: "section 5",
  verdict: "agrees",
  kind: "measured",
  published: "theirs",
  ours: "ours",
  tolerance: "1 point",
  because: "it does",
  ...more,
});

const verdicts = [
  row("a|b <i>", "campus", { wouldChange: "two\nlines" }),
  row("a|b <i>", "web-NotreDame", { verdict: "disagrees", kind: "construction", wouldChange: "two\nlines" }),
  row("c", "web-NotreDame", { verdict: "mixed" }),
];
const inventory = [{ item: "Graph 2", experiments: ["cho1998/graph-2"], note: "all of it" }];
const text = claimsPage(
  [
    { name: "cho1998", title: "Cho et al.", verdicts, inventory },
    { name: "ours", title: "Our own", verdicts: [], inventory: [] },
  ],
  "claims",
  ["What it comes to."],
);

it("the page of the ledger lists the claims of an experiment, each with the webs of each verdict", () => {
  // by hand from the rows above
  expect(text).toContain(`
### cho1998/graph-2

- **a|b &lt;i>** (section 5)\\
  ✓ agrees: campus\\
  ✗ disagrees: web-NotreDame (construction)\\
  *What would change our mind:* two lines
- **c** (section 5)\\
  ◐ mixed: web-NotreDame
`);
  expect(text).toContain("3 verdicts, each of a claim on a web");
  expect(text).toContain("\nWhat it comes to.\n");
  expect(text).toContain("![Claims by webs, 3 verdicts; the list below has the same](claims/cho1998.svg)");
  expect(text.match(/^## .*$/gm)).toEqual(["## How to read it", "## Cho et al.", "## Our own"]);
});

it("the page of the ledger tells what a paper holds, where that is written down", () => {
  expect(text).toContain("| Graph 2 | cho1998/graph-2 | all of it |");
  expect(text.match(/Everything in the paper/g)).toHaveLength(1);
});
