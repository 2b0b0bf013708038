import { describe, expect, it } from "vitest";
import { defineImportance, type Threshold } from "../../src/importance/importance.js";
import { webOf } from "../fixture/webs.js";

interface SampleOptions extends Threshold {
  readonly weight?: number;
}

const sample = defineImportance<SampleOptions, "links">({
  name: "sample",
  source: "here",
  needs: ["links"],
  defaults: { weight: 1 },
  check({ weight }) {
    if (weight < 0) throw new RangeError(`weight is not negative; found ${weight}`);
  },
  of: ({ graph }, { weight }) => new Float64Array(graph.size).fill(weight),
});

describe("defineImportance", () => {
  it("makes a function from choices to an importance", () => {
    expect([...sample().of(webOf(2, []))]).toEqual([1, 1]);
    expect([...sample({ weight: 3 }).of(webOf(2, []))]).toEqual([3, 3]);
    expect(sample({ hotAt: 2 })).toMatchObject({ kind: "importance", name: "sample", source: "here", needs: ["links"], hotAt: 2 }); // biome-ignore format: one line
  });

  it("keeps the threshold apart from the options, which decide what is computed, and out of the label", () => {
    expect(sample({ hotAt: 2, weight: 3 }).options).toEqual({ weight: 3 });
    expect(sample({ hotAt: 2, weight: 3 }).label).toBe("sample, weight 3");
    expect(sample({ hotAt: 2, weight: 1 }).label).toBe("sample");
    expect(sample().hotAt).toBeUndefined();
  });

  it("refuses a threshold that is no finite number, an option that it has not, and what its own check refuses", () => {
    expect(sample({ hotAt: 0 }).hotAt).toBe(0);
    for (const hotAt of [Number.NaN, Number.POSITIVE_INFINITY, "100" as unknown as number]) {
      expect(() => sample({ hotAt })).toThrow(new RangeError(`hotAt is a number; found ${hotAt}`));
    }
    // @ts-expect-error: the type checker refuses it too
    expect(() => sample({ hot: 3 })).toThrow(new RangeError('sample has no option "hot": it takes weight, hotAt'));
    expect(() => sample({ weight: -1 })).toThrow(new RangeError("weight is not negative; found -1"));
  });
});
