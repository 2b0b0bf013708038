import { describe, expect, it } from "vitest";
import type { ClaimVerdict, Side, Verdict } from "../../src/experiment/claim.js";
import { isPutBack, variationsOf, WITHOUT_REPEATS, withKinds } from "../../src/experiment/construction.js";
import { ExperimentResult } from "../../src/experiment/experiment.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { curveOf } from "../figure/rows.js";

const verdictOf = (claim: string, verdict: Verdict, kind: ClaimVerdict["kind"] = "measured"): ClaimVerdict => ({
  ...{ experiment: "broder2003/one", claim, verdict, kind, source: "broder2003", where: "section 1", dataset: "web" },
  ...{ real: true, published: "-", ours: "-", tolerance: "-", wouldChange: "-", because: "so it is" },
});

const resultOf = (verdicts: readonly ClaimVerdict[], repeats = "0.317 of all links put back by chance, mixed") => {
  const experiment = { id: "broder2003/one", title: "One", paper: "none" };
  const rows = curveOf("breadth-first", 2);
  return new ExperimentResult(experiment, "web", verdicts, rows, { repeats }, () => crawlCurve(rows));
};

describe("what a verdict rests on", () => {
  it("is construction where another number put in changes it, and a measurement where none does", async () => {
    const asked: number[] = [];
    const result = await withKinds(
      resultOf([verdictOf("firm", "agrees"), verdictOf("bent", "agrees")]),
      async ({ putBack = -1 }) => {
        asked.push(putBack);
        return resultOf([verdictOf("firm", "agrees"), verdictOf("bent", putBack === 0 ? "disagrees" : "agrees")]);
      },
    );
    expect(asked).toEqual([0, 0.5]);
    expect(result.verdicts.map(({ kind }) => kind)).toEqual(["measured", "construction"]);
    expect(result.verdicts[1].because).toBe(
      "so it is; with 0 % of the links put back as repeats: disagrees, with 50 % of the links put back as repeats: agrees",
    );
  });

  it("is construction where another number takes a value to the other side of what the paper states, whatever the word", async () => {
    const at = (claim: string, verdict: Verdict, side?: Side) => ({
      ...verdictOf(claim, verdict),
      side,
      ours: `${side}`,
    });
    const run = (side: Side) =>
      resultOf([
        at("across", "disagrees", side),
        at("off", "disagrees", "above"),
        at("near", "agrees", side), // within the margin on both sides
        at("one-sided", "disagrees"),
      ]);
    const { verdicts } = await withKinds(run("above"), async ({ putBack }) => run(putBack === 0 ? "below" : "above"));
    expect(verdicts.map(({ kind }) => kind)).toEqual(["construction", "measured", "measured", "measured"]);
    expect(verdicts[0].because).toBe(
      "so it is; with 0 % of the links put back as repeats: disagrees, below in place of above, with 50 % of the links put back as repeats: disagrees",
    );
    expect(verdicts[2].varied).toEqual([
      { choice: WITHOUT_REPEATS, ours: "below", verdict: "agrees" },
      { choice: "with 50 % of the links put back as repeats", ours: "above", verdict: "agrees" },
    ]);
  });

  it("is construction, too, where fewer copies of a web change it, unless they are too few to tell", async () => {
    const copied = (verdicts: readonly ClaimVerdict[]) => {
      const { experiment, dataset, rows, figure } = resultOf([]);
      return new ExperimentResult(experiment, dataset, verdicts, rows, { copies: 64 }, figure);
    };
    const asked: unknown[] = [];
    const result = await withKinds(
      copied([verdictOf("firm", "agrees"), verdictOf("bent", "agrees"), verdictOf("short", "mixed")]),
      async (choice) => {
        asked.push(choice);
        const few = choice.copies === 4;
        return copied([
          verdictOf("firm", "agrees"),
          verdictOf("bent", few ? "disagrees" : "agrees"),
          verdictOf("short", few ? "cannot be tested" : "mixed"),
        ]);
      },
    );
    expect(asked).toEqual([{ copies: 16 }, { copies: 4 }]);
    expect(result.verdicts.map(({ kind }) => kind)).toEqual(["measured", "construction", "measured"]);
    expect(result.verdicts[1].because).toBe(
      "so it is; with 16 copies of the web in place of 64: agrees, with 4 copies of the web in place of 64: disagrees",
    );
  });

  it("has no other number of copies to be held against on a web that is large enough", () => {
    const copies = (count: number) => variationsOf({ copies: count }).map(({ choice }) => choice.copies);
    expect([1, 2, 3, 20].map(copies)).toEqual([[], [1], [1], [5, 1]]);
  });

  it("is held against hosts of other sizes where the web does not name its hosts, too few of which change nothing", async () => {
    const inferred = (verdicts: readonly ClaimVerdict[]) =>
      new ExperimentResult(
        { id: "x/y", title: "", paper: "" },
        "web",
        verdicts,
        [],
        { hosts: "inferred: runs of pages" },
        () => {
          throw new Error("not drawn");
        },
      );
    const asked: unknown[] = [];
    const result = await withKinds(
      inferred([verdictOf("firm", "agrees"), verdictOf("bent", "agrees")]),
      async (choice) => {
        asked.push(choice);
        const small = choice.pagesPerHost === 46;
        return inferred([
          verdictOf("firm", small ? "agrees" : "cannot be tested"),
          verdictOf("bent", small ? "disagrees" : "agrees"),
        ]);
      },
    );
    expect(asked).toEqual([{ pagesPerHost: 46 }, { pagesPerHost: 4600 }]); // a tenth of 460, and ten times as many
    expect(result.verdicts.map(({ kind }) => kind)).toEqual(["measured", "construction"]);
    expect(result.verdicts[1].because).toContain("with hosts of 46 pages inferred in place of 460: disagrees");
    expect(variationsOf({ hosts: "by the names in the URLs" })).toEqual([]);
  });

  it("stays a theorem whatever is put in", async () => {
    const result = await withKinds(resultOf([verdictOf("law", "agrees", "theorem")]), async () =>
      resultOf([verdictOf("law", "mixed", "theorem")]),
    );
    expect(result.verdicts[0].kind).toBe("theorem");
  });

  it("is not asked on a web that kept its own repeats", async () => {
    const own = resultOf([verdictOf("firm", "agrees")], "as in the source, 0.217 of all links");
    expect(isPutBack(own.provenance)).toBe(false);
    const refuse = () => Promise.reject(new Error("it ran"));
    expect(await withKinds(own, refuse)).toBe(own);
  });
});
