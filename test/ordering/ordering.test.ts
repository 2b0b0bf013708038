import { describe, expect, it } from "vitest";
import type { Ordering } from "../../src/ordering/ordering.js";
import { checkReorderEvery, defineOrdering } from "../../src/ordering/ordering.js";
import { Random } from "../../src/random.js";
import { TermCounter } from "../../src/text/term-counter.js";

const nothing: Ordering = { discover() {}, next: () => -1 };
const made: object[] = [];
const sample = defineOrdering<{ readonly ties?: "fifo" | "lifo"; readonly reorderEvery?: number }, "urls">({
  name: "sample",
  source: "here",
  needs: ["urls"],
  defaults: { ties: "fifo", reorderEvery: 1 },
  check: checkReorderEvery,
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
    expect([sample.kind, sample.name, sample.source, sample.offline, sample.needs]).toEqual(["ordering", "sample", "here", false, ["urls"]]); // biome-ignore format: one line
  });

  it("names in the label what is not the default, in words", () => {
    expect(sample.label).toBe("sample");
    expect(sample({ ties: "fifo" }).label).toBe("sample");
    expect(sample({ reorderEvery: 5, ties: "lifo" }).label).toBe("sample, ties lifo, reorder every 5");
    const mixed = defineOrdering<{ readonly a?: number; readonly b?: number; readonly ties?: string }, "links">({
      name: "mixed",
      source: "here",
      needs: ["links"],
      defaults: { a: 1, b: 0, ties: "fifo" },
      named: ["ties"],
      together: { weights: ["a", "b"] },
      create: () => nothing,
    });
    expect([mixed.label, mixed({ b: 0.5 }).label]).toEqual(["mixed, ties fifo", "mixed, weights 1 0.5, ties fifo"]);
  });

  it("refuses an option that it does not know, and a value that the method's own check refuses", () => {
    // @ts-expect-error: the type checker refuses it too
    expect(() => sample({ tie: "lifo" })).toThrow(
      new RangeError('sample has no option "tie": it takes ties, reorderEvery'),
    );
    const bare = defineOrdering<object, "links">({ ...definition, defaults: {} });
    expect(() => bare({ ties: "lifo" })).toThrow(new RangeError('bare has no option "ties": it takes none'));
    expect(() => sample({ reorderEvery: 0 })).toThrow(
      new RangeError("reorderEvery is a number of pages, 1 or more; found 0"),
    );
  });
});

const definition = { name: "bare", source: "here", needs: ["links"] as const, create: () => nothing };
