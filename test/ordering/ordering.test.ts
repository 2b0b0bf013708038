import { describe, expect, it } from "vitest";
import { number, word } from "../../src/base/method.js";
import { Random } from "../../src/base/random.js";
import { reorderEvery, ties } from "../../src/ordering/frontier/shared-options.js";
import type { Ordering } from "../../src/ordering/ordering.js";
import { defineOrdering } from "../../src/ordering/ordering.js";
import { TermCounter } from "../../src/page/text/term-counter.js";
import { coded } from "../fixture/problems.js";

const nothing: Ordering = { discover() {}, next: () => -1 };
const made: object[] = [];
const sample = defineOrdering({
  name: "sample",
  source: "here",
  needs: ["urls"],
  options: { ties: word(["fifo", "lifo"], "ties"), reorderEvery },
  create(_, options) {
    made.push(options);
    return nothing;
  },
});
const context = {
  size: 1,
  random: new Random(1),
  nameOf: String,
  url: String,
  text: () => ({ title: "", body: "" }),
  terms: () => new TermCounter(),
  anchor: () => "",
};

describe("defineOrdering", () => {
  it("makes a method that is usable as it is, and with choices", () => {
    made.length = 0;
    sample.create(context);
    sample().create(context);
    sample({ ties: "lifo" }).create(context);
    expect(made).toEqual([
      { ties: "fifo", reorderEvery: 1 },
      { ties: "fifo", reorderEvery: 1 },
      { ties: "lifo", reorderEvery: 1 },
    ]);
    expect({ ...sample }).toEqual({ ...sample(), create: expect.any(Function) });
    expect([sample.kind, sample.name, sample.source, sample.offline, sample.needs]).toEqual([
      "ordering",
      "sample",
      "here",
      false,
      ["urls"],
    ]);
  });

  it("names in the label what is not the default, in words", () => {
    expect(sample.label).toBe("sample");
    expect(sample({ ties: "fifo" }).label).toBe("sample");
    expect(sample({ reorderEvery: 5, ties: "lifo" }).label).toBe("sample, ties lifo, reorder every 5");
    const mixed = defineOrdering({
      name: "mixed",
      source: "here",
      needs: ["links"],
      options: { a: number(1, "(-∞, ∞)", "a"), b: number(0, "(-∞, ∞)", "b"), ties },
      together: { weights: ["a", "b"] },
      create: () => nothing,
    });
    expect([mixed.label, mixed({ b: 0.5 }).label]).toEqual(["mixed, ties fifo", "mixed, weights 1 0.5, ties fifo"]);
  });

  it("refuses an option that it does not know, and a value that the method's own check refuses", () => {
    // @ts-expect-error: the type checker refuses it too
    expect(() => sample({ tie: "lifo" })).toThrow(
      coded("option", 'sample has no option "tie": it takes ties, reorderEvery. Did you mean ties?'),
    );
    const bare = defineOrdering(definition);
    expect(() => bare({ ties: "lifo" } as object)).toThrow(coded("option", 'bare has no option "ties": it takes none'));
    expect(() => sample({ reorderEvery: 0 })).toThrow(
      coded("option", "reorderEvery is a number of pages, 1 or more; found 0"),
    );
  });
});

const definition = { name: "bare", source: "here", needs: ["links"] as const, options: {}, create: () => nothing };
