import { expect, it } from "vitest";
import type { ClaimVerdict } from "../../src/experiment/claim.js";
import { headline } from "../../src/experiment/headline.js";

const verdict = (change: Partial<ClaimVerdict>): ClaimVerdict => ({
  ...{ experiment: "cho1998/graph-2", claim: "c", verdict: "agrees", kind: "measured", source: "cho1998" },
  ...{ where: "section 6", dataset: "web", real: true, published: "-", ours: "-", tolerance: "-", wouldChange: "-" },
  ...{ because: "-", ...change },
});

it("says how many verdicts by paired crawls are beyond chance", () => {
  const all = [0.001, 0.05, 0.2].map((chance) => verdict({ chance, claim: `c at ${chance}` }));
  expect(headline([...all, verdict({ chance: 0, verdict: "mixed", claim: "d" })])[1]).toBe(
    "Of these, 3 agree or disagree by paired crawls; 2 of them are beyond chance at 5 %, corrected for the number of such claims of each paper (Holm).",
  );
});

it("counts the papers' claims as measured on real webs, and everything else once, beside them", () => {
  const all = [
    verdict({}),
    verdict({ verdict: "no difference", claim: "d" }),
    verdict({ real: false }),
    verdict({ kind: "theorem", real: false }),
    verdict({ kind: "construction" }),
    verdict({ source: "ours" }),
    verdict({ source: "Fetterly, Craswell and Vinay 2009" }),
  ];
  expect(headline(all)).toEqual([
    "The papers' claims, measured on real webs: 2 verdicts: agrees 1, no difference 1.",
    "Beside them: 1 measured on generated webs and loads; 1 on theorems; 1 by construction, which follow from a number that was put in; 2 on claims that none of the papers makes.",
  ]);
});

it("counts a part of a web where there is no verdict on the whole, and else apart", () => {
  const part = verdict({ dataset: "web-small", partOf: "web" });
  expect(headline([part])[0]).toBe("The papers' claims, measured on real webs: 1 verdict: agrees 1.");
  const [counts, beside] = headline([verdict({}), part]);
  expect(counts).toBe("The papers' claims, measured on real webs: 1 verdict: agrees 1.");
  expect(beside).toMatch(
    /^Beside them: 1 measured on parts of these webs, .*; 0 measured on generated webs and loads;/,
  );
});

it("counts two readings of one crawl once, and a part where the whole has no verdict on the claim", () => {
  const [first, second] = ["uci-ics-2019", "uci-ics-2019-text"].map((dataset) => verdict({ dataset }));
  const alone = verdict({ dataset: "uci-ics-2019", claim: "d" });
  const [counts, beside] = headline([{ ...first, verdict: "disagrees" }, second, alone]);
  expect(counts).toBe("The papers' claims, measured on real webs: 2 verdicts: agrees 2.");
  expect(beside).toMatch(/^Beside them: 1 measured on parts of these webs, or once more on one of them,/);
  const part = verdict({ dataset: "web-small/host", partOf: "web", claim: "e" });
  expect(headline([verdict({}), part])[0]).toBe("The papers' claims, measured on real webs: 2 verdicts: agrees 2.");
});
