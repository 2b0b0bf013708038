import { describe, expect, it } from "vitest";
import { number } from "../../../src/base/method.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { defineImportance, type Importance } from "../../../src/crawl/importance/importance.js";
import { mix } from "../../../src/crawl/importance/mix.js";
import { judge } from "../../../src/crawl/judge.js";
import { samplingBias } from "../../../src/crawl/sampling-bias.js";
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
      expect(() => sample({ hotAt })).toThrow(coded("option", `hotAt is a finite number; found ${found}`));
    }
    // @ts-expect-error: the type checker refuses it too
    expect(() => sample({ hot: 3 })).toThrow(
      coded("option", 'sample has no option "hot": it takes weight, hotAt. Did you mean hotAt?'),
    );
    expect(() => sample({ weight: -1 })).toThrow(new RangeError("weight is not negative; found -1"));
  });
});

describe("an importance of one's own", () => {
  const web = webOf(2, [[0, 1]]);
  const own = (values: unknown): Importance<"links"> => ({
    kind: "importance",
    name: "mine",
    label: "mine",
    source: "here",
    needs: ["links"],
    options: {},
    hotAt: 1,
    of: () => values as Float64Array,
  });
  const uses = {
    judge: (importance: Importance<"links">) => judge(web, Uint32Array.of(0, 1), importance),
    mix: (importance: Importance<"links">) => mix([[1, importance]]).of(web),
    samplingBias: (importance: Importance<"links">) => samplingBias(web, { importance, steps: 10 }),
  };

  it.each(Object.entries(uses))("is refused by %s where it gives no finite number for each page", (_name, use) => {
    const expected = "mine: of(web) gives a Float64Array, a number for each page of web.graph";
    for (const [values, message] of [
      [
        Float64Array.of(1, Number.NaN),
        "mine: the importance of page 1 is NaN, not a finite number; look at what of(web) does with that page",
      ],
      [
        Float64Array.of(Number.POSITIVE_INFINITY, 1),
        "mine: the importance of page 0 is Infinity, not a finite number; look at what of(web) does with that page",
      ],
      [Float64Array.of(1), `${expected}, 2 here; found 1`],
      [[1, 2], `${expected}; found an Array: write Float64Array.from(...) around it`],
      [undefined, `${expected}; found undefined`],
      [Promise.resolve(), `${expected}; found a promise: write await before what made it`],
    ] as const)
      expect(() => use(own(values))).toThrow(coded("option", message));
  });

  it("is used where it does", () => {
    for (const use of Object.values(uses)) expect(() => use(own(Float64Array.of(1, 2)))).not.toThrow();
  });

  it("may give one array again and again, filled anew", () => {
    const values = Float64Array.of(1, 0);
    const before = judge(web, Uint32Array.of(0, 1), own(values));
    expect([before.hot, before.area]).toEqual([1, 1]);
    values.fill(1);
    const after = judge(web, Uint32Array.of(0, 1), own(values));
    expect([after.hot, after.area]).toEqual([2, 0.75]);
    expect(before.ideal(1)).toBe(1);
  });

  it("is mixed as a pair with its weight", () => {
    expect(() => mix([backlinks] as never)).toThrow("importances.mix takes pairs of a weight and an importance: ");
    expect(() => mix([[1, "backlinks"]] as never)).toThrow("Did you mean importances.backlinks?");
  });
});
