import { describe, expect, it, vi } from "vitest";
import { testClaims } from "../../../src/experiment/claim.js";
import type { ExperimentResult } from "../../../src/experiment/experiment.js";
import { claims, type Evidence, speed } from "../../../src/experiment/ours/speed.js";
import type { RatioRow } from "../../../src/figure/ratio-bars.js";
import { depth } from "../../depth.js";
import { LITTLE, owes } from "../owes.js";

/** Milliseconds that are given, not measured. */
const TIMES: Evidence = {
  ...{ "breadth-first": 2, backlink: 4, "PageRank to 1e-2": 80, "PageRank to 1e-3": 240 },
  ...{ "LRU in one pass": 10, "LRU size by size": 50, "MIN in one pass": 20, "MIN size by size": 60 },
};

const judged = (change: Partial<Evidence>, about: RegExp) => {
  const verdicts = testClaims(claims, { ...TIMES, ...change })({ id: speed.id, load: speed.load }, speed.load);
  const found = verdicts.filter(({ claim }) => about.test(claim));
  expect(found).toHaveLength(1);
  return found[0];
};

const PASS = /one pass/;
const ACCURACY = /accuracy/;
const INFORMED = /informed/;

/** A run by a clock on which each piece of work takes a second, so that nothing is done over and over. */
async function byFastClock(): Promise<ExperimentResult> {
  const { now } = performance;
  let asked = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 1000 * asked++);
  const result = await speed.run({ scale: LITTLE });
  vi.restoreAllMocks();
  return result;
}

describe("what the methods cost", () => {
  let run: Promise<ExperimentResult> | undefined;
  const timed = depth({ everyday: byFastClock, prove: () => speed.run({ scale: LITTLE }) });
  owes(speed, () => (run ??= timed()), speed.load);

  it("is drawn as ratios, and its title says two of them", async () => {
    const { rows, title } = await (await (run ??= timed())).figure();
    const drawn = rows as readonly RatioRow[];
    const { ratio = 0 } = drawn.find(({ measure }) => measure === "PageRank order over backlink order") ?? {};
    expect(drawn).toHaveLength(5);
    expect(title).toContain(`PageRank order takes ${Number(ratio.toPrecision(2))} times as long`);
  });

  it("is told with the ratio of each pair", () => {
    expect(judged({}, PASS)).toMatchObject({
      ours: "LRU size by size 50 ms, LRU in one pass 10 ms: 5.0x; MIN size by size 60 ms, MIN in one pass 20 ms: 3.0x",
      verdict: "agrees",
      source: "ours",
      ratios: [
        { of: "LRU size by size / LRU in one pass", mean: 5, runs: 1 },
        { of: "MIN size by size / MIN in one pass", mean: 3, runs: 1 },
      ],
    });
    expect(judged({}, ACCURACY)).toMatchObject({ verdict: "agrees", ratios: [{ mean: 3 }] });
    expect(judged({}, INFORMED)).toMatchObject({ verdict: "agrees", ratios: [{ mean: 2 }, { mean: 20 }] });
  });

  it("agrees from its factor on, is mixed down to a quarter more, and is as the weaker of two says", () => {
    const verdicts = (name: keyof Evidence, times: readonly number[], about: RegExp) =>
      times.map((time) => judged({ [name]: time }, about).verdict);
    const each = ["agrees", "mixed", "mixed", "disagrees"];
    expect(verdicts("MIN size by size", [60, 59, 25, 24.9], PASS)).toEqual(each);
    expect(verdicts("PageRank to 1e-3", [240, 239, 100, 99], ACCURACY)).toEqual(each);
    expect(verdicts("backlink", [4, 3.9, 2.5, 2.4], INFORMED)).toEqual(each);
    expect(verdicts("PageRank to 1e-2", [8, 7.9, 5, 4.9], INFORMED)).toEqual(each);
    expect(verdicts("LRU size by size", [30, 29, 12.5, 12.4], PASS)).toEqual(each);
  });
});
