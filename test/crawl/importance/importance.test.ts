import { describe, expect, it } from "vitest";
import { number } from "../../../src/base/method.js";
import { defineImportance } from "../../../src/crawl/importance/importance.js";
import { coded } from "../../fixture/problems.js";
import { webOf } from "../../fixture/webs.js";

const sample = defineImportance({
  name: "sample",
  source: "here",
  needs: ["links"],
  options: { weight: number(1, "(-∞, ∞)", "of each page") },
  check({ weight }) {
    if (weight < 0) throw new RangeError(`weight is not negative; found ${weight}`);
  },
  of: ({ graph }, { weight }) => new Float64Array(graph.size).fill(weight),
});

describe("defineImportance", () => {
  it("makes a function from choices to an importance", () => {
    expect([...sample().of(webOf(2, []))]).toEqual([1, 1]);
    expect([...sample({ weight: 3 }).of(webOf(2, []))]).toEqual([3, 3]);
    expect(sample({ hotAt: 2 })).toMatchObject({
      kind: "importance",
      name: "sample",
      source: "here",
      needs: ["links"],
      hotAt: 2,
    });
  });

  it("keeps the threshold apart from the options, which decide what is computed, and out of the label", () => {
    expect(sample({ hotAt: 2, weight: 3 }).options).toEqual({ weight: 3 });
    expect(sample({ hotAt: 2, weight: 3 }).label).toBe("sample, weight 3");
    expect(sample({ hotAt: 2, weight: 1 }).label).toBe("sample");
    expect(sample().hotAt).toBeUndefined();
  });

  it("refuses a threshold that is no finite number, an option that it has not, and what its own check refuses", () => {
    expect(sample({ hotAt: 0 }).hotAt).toBe(0);
    for (const [hotAt, found] of [
      [Number.NaN, "NaN"],
      [Number.POSITIVE_INFINITY, "Infinity"],
      ["100" as never, '"100"'],
    ] as const) {
      expect(() => sample({ hotAt })).toThrow(coded("option", `hotAt is a number; found ${found}`));
    }
    // @ts-expect-error: the type checker refuses it too
    expect(() => sample({ hot: 3 })).toThrow(
      coded("option", 'sample has no option "hot": it takes weight, hotAt. Did you mean hotAt?'),
    );
    expect(() => sample({ weight: -1 })).toThrow(new RangeError("weight is not negative; found -1"));
  });
});
