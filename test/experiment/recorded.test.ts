import { describe, expect, it } from "vitest";
import type { ClaimVerdict } from "../../src/experiment/claim.js";
import { ExperimentResult } from "../../src/experiment/experiment.js";
import { turnedAgainst } from "../../src/experiment/ledger.js";
import { type Paired, pairedOf } from "../../src/experiment/paired.js";
import { heldAgainst, withKnownKinds } from "../../src/experiment/recorded.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { besideRun } from "../../src/figure/report/claims.js";
import { curveOf } from "../figure/rows.js";

const claim = (change: Partial<ClaimVerdict> = {}): ClaimVerdict => ({
  ...{ experiment: "cho1998/one", claim: "first is larger", source: "cho1998", where: "section 1", dataset: "web" },
  ...{ verdict: "agrees", kind: "measured", real: true, published: "-", tolerance: "-", wouldChange: "-" },
  ...{ ours: "0.7 and 0.5", because: "many crawls", ...change },
});

const resultOf = (verdicts: readonly ClaimVerdict[], repeats = "as in the source") => {
  const experiment = { id: "cho1998/one", title: "One", paper: "none" };
  const rows = curveOf("breadth-first", 2);
  return new ExperimentResult(experiment, "web", verdicts, rows, { repeats }, () => crawlCurve(rows));
};

const pairs = (...differences: number[]): readonly Paired[] => [
  pairedOf(
    "a - b",
    differences,
    differences.map(() => 0),
  ) as Paired,
];

const recorded = claim({ pairs: pairs(0.19, 0.2, 0.21, 0.2, 0.18, 0.22), chance: 0.001 });

/** What a plain run shows of the one claim, and whether it speaks against the ledger. */
const held = (ledger: ClaimVerdict, run: ClaimVerdict) => {
  const [found] = heldAgainst([ledger], resultOf([run])).verdicts;
  return { found, turned: turnedAgainst([ledger], [found]).length };
};

describe("a plain run", () => {
  it("shows the recorded verdict and numbers, and its own beside them", () => {
    const run = claim({ ours: "0.71 and 0.5", verdict: "mixed", because: "few", pairs: pairs(0.2, 0.22, 0.19) });
    const { found, turned } = held(recorded, run);
    expect(found).toEqual({ ...recorded, thisRun: { ours: "0.71 and 0.5", verdict: "mixed", expected: true } });
    expect(turned).toBe(0);
    expect(besideRun(found)).toBe("this run: 0.71 and 0.5, as the record leads to expect");
    expect(besideRun(held(recorded, { ...run, ours: recorded.ours }).found)).toBe("this run: the same");
  });

  it("speaks against the ledger when its paired crawls lie far from the recorded ones, whatever it would be called", () => {
    const run = claim({ ours: "0.6 and 0.5", pairs: pairs(0.1, 0.11, 0.09) });
    const { found, turned } = held(recorded, run);
    expect([found.verdict, found.thisRun?.expected, turned]).toEqual(["agrees", false, 1]);
    expect(besideRun(found)).toContain("outside of what the record leads to expect; by itself: agrees");
  });

  it("without paired crawls speaks against it when what agreed disagrees", () => {
    const ledger = claim();
    expect(held(ledger, claim({ verdict: "disagrees" })).turned).toBe(1);
    const mixed = held(ledger, claim({ verdict: "mixed", ours: "0.6 and 0.5" }));
    expect([mixed.turned, besideRun(mixed.found)]).toEqual([0, "this run: 0.6 and 0.5, by itself: mixed"]);
    expect(besideRun(held(ledger, claim({ ours: "0.8 and 0.5" })).found)).toBe("this run: 0.8 and 0.5");
    expect(held(claim({ verdict: "mixed" }), claim({ verdict: "disagrees" })).turned).toBe(0);
  });

  it("keeps its own verdict on what the ledger does not know, and on theorems, which must not turn", () => {
    const own = claim({ verdict: "mixed", because: "new" });
    expect(heldAgainst([claim({ dataset: "other" })], resultOf([own])).verdicts).toEqual([own]);
    const law = claim({ kind: "theorem", verdict: "disagrees", dataset: "another" });
    const { found, turned } = held(claim({ kind: "theorem" }), law);
    expect(found).toEqual({ ...law, thisRun: { ours: law.ours, verdict: "disagrees", expected: false } });
    expect(turned).toBe(1);
  });
});

describe("a run with choices of its own", () => {
  it("has its own verdicts, and the ledger says which of them follow from repeats put back", () => {
    const ledger = [claim({ claim: "bent", kind: "construction", dataset: "other" })];
    const run = resultOf([claim(), claim({ claim: "bent" })], "0.317 of all links put back by chance, mixed");
    expect(withKnownKinds(ledger, run).verdicts.map(({ kind }) => kind)).toEqual(["measured", "construction"]);
    const here = [...ledger, claim({ claim: "bent" })]; // which is measured on this web
    expect(withKnownKinds(here, run).verdicts.map(({ kind }) => kind)).toEqual(["measured", "measured"]);
    const own = resultOf([claim({ claim: "bent" })]);
    expect(withKnownKinds(ledger, own)).toBe(own);
  });
});
