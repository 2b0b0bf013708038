import { describe, expect, it } from "vitest";
import type { ClaimVerdict, Verdict } from "../../src/experiment/claim.js";
import { ExperimentResult } from "../../src/experiment/experiment.js";
import { turnedAgainst } from "../../src/experiment/ledger.js";
import { overRuns } from "../../src/experiment/over-runs.js";
import { heldAgainst } from "../../src/experiment/recorded.js";
import { type Machine, pooled, type Ratio, ratioOf } from "../../src/experiment/timed.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { besideRun } from "../../src/figure/report/claims.js";
import { curveOf } from "../figure/rows.js";

// All times here are given: what is tested is the arithmetic, never a clock.

const MACHINE: Machine = { processor: "Ghz", cores: 2, node: "v22.1.0" };

/** Runs of one each. */
const runsOf = (...ratios: number[]): Ratio[] => ratios.flatMap((ratio) => ratioOf("a / b", ratio, 1));

const claim = (change: Partial<ClaimVerdict> = {}): ClaimVerdict => ({
  ...{ experiment: "dorosz/one", claim: "a is slower", source: "dorosz", where: "section 1", dataset: "load" },
  ...{ verdict: "agrees", kind: "measured", real: false, published: "-", tolerance: "-", wouldChange: "-" },
  ...{ ours: "a 6 ms", because: "medians", ...change },
});

const resultOf = (verdicts: readonly ClaimVerdict[]) => {
  const rows = curveOf("breadth-first", 2);
  return new ExperimentResult({ id: "dorosz/one", title: "One", paper: "none" }, "load", verdicts, rows, {}, () =>
    crawlCurve(rows),
  );
};

/** Five runs, or so, of one claim. */
const recordedOf = (ratios: readonly number[], verdicts: readonly Verdict[] = ratios.map(() => "agrees")) =>
  overRuns(
    ratios.map((ratio, run) =>
      resultOf([claim({ verdict: verdicts[run], ours: `a ${ratio} ms`, ratios: runsOf(ratio) })]),
    ),
    MACHINE,
  ).verdicts[0];

describe("several runs of a timed experiment", () => {
  it("come to what four of five say, with the ratio, its interval and the machine", () => {
    const found = recordedOf([2, 4, 8, 4, 4], ["agrees", "agrees", "mixed", "agrees", "agrees"]);
    // 2, 4, 4, 4, 8: the middle one stands beside the mean; of their logarithms, in ln 2, the deviation is the root of
    // 1/2, and t of 4 degrees 2.776: 4 / 2^0.878 to 4 * 2^0.878
    expect(found).toMatchObject({
      verdict: "agrees",
      ours: "a / b: 4, 95 % interval 2.18 to 7.35; a 4 ms",
      because: "medians; numbers of the middle of 5 runs: agrees in 4, mixed in 1; Ghz, 2 cores, Node 22.1.0",
      machine: MACHINE,
    });
    expect(found.ratios).toEqual([pooled(runsOf(2, 4, 8, 4, 4))]);
  });

  it("show the times of a run whose ratios all lie in the intervals beside them", () => {
    // by the first ratio alone the third run would be in the middle, and its second ratio outside of the interval
    const pairs = [
      [2, 9],
      [3, 10],
      [4, 30],
      [5, 11],
      [6, 12],
    ];
    const { ours, ratios = [] } = overRuns(
      pairs.map(([one, other]) =>
        resultOf([claim({ ours: `${one} and ${other}`, ratios: [...runsOf(one), ...ratioOf("a / c", other, 1)] })]),
      ),
      MACHINE,
    ).verdicts[0];
    const [, one, other] = /(\d+) and (\d+)$/.exec(ours)?.map(Number) ?? [];
    expect([one, other]).toEqual([3, 10]);
    for (const [index, shown] of [one, other].entries()) {
      expect(shown).toBeGreaterThan(ratios[index].low);
      expect(shown).toBeLessThan(ratios[index].high);
    }
  });

  it("are mixed where fewer agree with each other", () => {
    expect(recordedOf([2, 4, 8], ["agrees", "agrees", "disagrees"]).verdict).toBe("mixed");
  });

  it("show the numbers of the first run that says what they come to, where nothing was timed", () => {
    const said: Verdict[] = ["mixed", "agrees", "agrees", "agrees", "agrees"];
    const runs = said.map((verdict, run) =>
      resultOf([claim({ verdict, ours: `${run}`, side: run === 0 ? "below" : "above" })]),
    );
    expect(overRuns(runs, MACHINE).verdicts[0]).toMatchObject({
      verdict: "agrees",
      ours: "1",
      side: "above",
      because: "medians; numbers of the second of 5 runs: mixed in 1, agrees in 4",
    });
    // no run says mixed, which both come to
    const apart = [resultOf([claim({ ours: "0" })]), resultOf([claim({ verdict: "disagrees" })])];
    expect(overRuns(apart, MACHINE).verdicts[0]).toMatchObject({ verdict: "mixed", ours: "0" });
  });

  it("have no machine where nothing was timed", () => {
    const counted = overRuns([resultOf([claim()]), resultOf([claim()])], MACHINE).verdicts[0];
    expect(counted).toEqual(claim({ because: "medians; numbers of the first of 2 runs: agrees in 2" }));
    expect(overRuns([resultOf([claim()])], MACHINE).verdicts[0].because).toBe("medians; one run");
  });
});

describe("a plain run beside recorded times", () => {
  const recorded = recordedOf([3, 3.1, 2.9, 3.05, 2.95]);
  const held = (ratio: number, machine: Machine, change: Partial<ClaimVerdict> = {}) => {
    const run = claim({ ours: `a ${ratio} ms`, ratios: runsOf(ratio), ...change });
    const [found] = heldAgainst([recorded], resultOf([run]), machine).verdicts;
    return { found, turned: turnedAgainst([recorded], [found]).length };
  };

  it("on the same kind of machine is held against their interval", () => {
    const near = held(3.3, { ...MACHINE, node: "v22.9.0" });
    expect(near.found).toEqual({ ...recorded, thisRun: { ours: "a 3.3 ms", verdict: "agrees", expected: true } });
    expect([near.turned, besideRun(near.found)]).toEqual([0, "this run: a 3.3 ms, as the record leads to expect"]);
    const far = held(6, MACHINE);
    expect([far.turned, far.found.verdict]).toEqual([1, "agrees"]);
    expect(besideRun(far.found)).toContain("outside of what the record leads to expect");
  });

  it("on another machine is shown beside them, and never speaks against them", () => {
    const { found, turned } = held(0.5, { ...MACHINE, cores: 64 }, { verdict: "disagrees" });
    expect(found.thisRun).toEqual({ ours: "a 0.5 ms", verdict: "disagrees", expected: true, elsewhere: true });
    expect([turned, besideRun(found)]).toEqual([0, "this run, on another machine: a 0.5 ms, by itself: disagrees"]);
  });

  it("without the times, as where a server is missing, is no evidence against them", () => {
    const untested = held(3, MACHINE, { verdict: "cannot be tested", ratios: undefined });
    expect(untested.turned).toBe(0);
  });
});
