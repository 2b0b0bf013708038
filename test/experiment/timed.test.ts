import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { normalQuantile } from "../../src/base/statistics/normal-quantile.js";
import {
  isExpectedRatio,
  isOfKind,
  type Machine,
  pooled,
  type Ratio,
  ratioOf,
  thisMachine,
} from "../../src/experiment/timed.js";
import { pairsOf } from "../fixture/pairs.js";

// All times here are given: what is tested is the arithmetic, never a clock.

const MACHINE: Machine = { processor: "Ghz", cores: 2, node: "v22.1.0" };

/** Runs of one each. */
const runsOf = (...ratios: number[]): Ratio[] => ratios.flatMap((ratio) => ratioOf("a / b", ratio, 1));

describe("a ratio of times", () => {
  it("of one run is the ratio itself, and none where a time is 0", () => {
    expect(ratioOf("a / b", 6, 2)).toEqual([{ of: "a / b", mean: 3, low: 3, high: 3, deviation: 0, runs: 1 }]);
    for (const [first, second] of pairsOf("0,1 1,0 0,0")) expect(ratioOf("a / b", first, second)).toEqual([]);
  });

  it("of several has the geometric mean, and Student's interval on logarithms", () => {
    const found = pooled(runsOf(2, 4, 8));
    // logarithms 1, 2 and 3 times ln 2: mean 2 ln 2, deviation ln 2; t with 2 degrees at 97.5 % is 4.302653
    const half = (4.302653 * Math.LN2) / Math.sqrt(3);
    expect(found).toEqual({
      ...{ of: "a / b", runs: 3, mean: expect.closeTo(4, 12), deviation: expect.closeTo(Math.LN2, 12) },
      ...{ low: expect.closeTo(4 * Math.exp(-half), 6), high: expect.closeTo(4 * Math.exp(half), 4) },
    });
    expect(pooled(runsOf(3))).toEqual(runsOf(3)[0]);
  });

  it("of a later run lies where the record leads to expect, but for one run in a thousand", () => {
    const random = new Random(3);
    const drawn = () => Math.exp(1 + 0.1 * normalQuantile((random.bits() + 0.5) / 2 ** 32));
    const runs = 20_000;
    let outside = 0;
    for (let i = 0; i < runs; i++)
      if (!isExpectedRatio(pooled(runsOf(drawn(), drawn(), drawn(), drawn(), drawn())), runsOf(drawn())[0])) outside++;
    // binomial, 20 expected of 20,000: 4.5 standard deviations on each side
    expect(outside).toBeGreaterThan(0);
    expect(outside).toBeLessThan(40);
  });

  it("that is twice as large as five close ones is not expected, nor half as large", () => {
    const recorded = pooled(runsOf(3, 3.1, 2.9, 3.05, 2.95));
    // by hand: t with 4 degrees at 99.95 % is 8.610, deviation of the logarithms 0.0264: 3 times or over e^0.249 = 1.28
    expect([3, 3.8, 2.4].map((ratio) => isExpectedRatio(recorded, runsOf(ratio)[0]))).toEqual([true, true, true]);
    expect([3.9, 2.3].map((ratio) => isExpectedRatio(recorded, runsOf(ratio)[0]))).toEqual([false, false]);
  });
});

describe("a machine", () => {
  it("is of the kind of another by processor, cores and Node's major version", () => {
    expect(isOfKind(MACHINE, { ...MACHINE, node: "v22.11.0" })).toBe(true);
    for (const other of [{ processor: "Thz" }, { cores: 4 }, { node: "v24.1.0" }, { node: "v2.1.0" }])
      expect(isOfKind(MACHINE, { ...MACHINE, ...other })).toBe(false);
    expect(thisMachine()).toMatchObject({ processor: expect.stringMatching(/\S/), node: process.version });
    expect(thisMachine().cores).toBeGreaterThan(0);
  });
});
