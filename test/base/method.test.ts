import { expect, it } from "vitest";
import {
  cacheRule,
  checkDefinition,
  checkOptions,
  commonRules,
  familyOf,
  flag,
  list,
  number,
  type OptionRule,
  text,
  undecided,
  valuesOf,
  word,
} from "../../src/base/method.js";
import { pageRankOf } from "../../src/crawl/importance/page-rank-of.js";
import { buffer } from "../../src/crawl/model/buffer.js";
import { stop } from "../../src/crawl/model/stop.js";
import { threshold } from "../../src/crawl/model/threshold.js";
import { backlink } from "../../src/ordering/backlink.js";
import { ordering } from "../../src/ordering/custom.js";

it("a misspelt option is refused with those that there are", () => {
  expect(() => checkOptions("x", { a: 1, c: 2 }, { a: undefined, b: undefined })).toThrow(
    'x has no option "c": it takes a, b',
  );
  expect(() => checkOptions("x", { a: 1 }, {})).toThrow('x has no option "a": it takes none');
});

it("a method in the place of options is named, and the braces are shown that options stand in", () => {
  const rules = { ordering: undefined };
  const message = "x takes its options in braces, { ordering }; found the ordering backlink";
  for (const method of [backlink, backlink()]) expect(() => checkOptions("x", method, rules)).toThrow(message);
});

it("a misspelt word is refused with those that there are, an option left undefined is not", () => {
  expect(() => checkOptions("x", { a: "ja" }, { a: ["yes", "no"] })).toThrow('x: a is "yes", "no"; found "ja"');
  expect(() => checkOptions("x", { a: undefined }, { a: ["yes", "no"] })).not.toThrow();
});

it("orderings, importances and models check theirs", () => {
  const wrong = "Lifo" as never;
  expect(() => backlink({ ties: wrong })).toThrow('backlink: ties is "fifo", "lifo", "random", "stable"; found "Lifo"');
  expect(() => ordering("mine", () => 0, { ties: wrong })).toThrow('ordering "mine": ties is');
  expect(() => pageRankOf({ dangling: wrong })).toThrow('page-rank: dangling is "everywhere", "none"; found "Lifo"');
  expect(() => threshold({ hot: wrong })).toThrow("threshold: hot is");
  expect(() => stop({ tied: wrong })).toThrow("stop: tied is");
  expect(() => buffer({ flushBy: wrong })).toThrow("buffer: flushBy is");
});

it("labels tell a choice by name and value, behind the name, in words of its own, or not at all", () => {
  const family = familyOf(
    {
      name: "mean-of",
      title: "mean",
      source: "this test",
      options: {
        of: number(10, "[1, ∞)", "values", { whole: true, inTitle: true }),
        least: number(3, "[0, 9]", "the least", { inTitle: true, named: true, told: (value) => `>= ${value}` }),
        sortEvery: number(1, "[1, ∞)", "values between two sorts"),
        ends: word(["kept", "cut"], "the ends", { told: () => "without ends" }),
        quiet: { ...flag("says nothing"), apart: true },
      },
    },
    (values) => ({ values }),
  );
  expect(family.label).toBe("mean >= 3");
  expect(family({ of: 5, least: 4, sortEvery: 2, ends: "cut", quiet: true }).label).toBe(
    "mean of 5 >= 4, sort every 2, without ends",
  );
  expect(family({ quiet: true })).toMatchObject({ options: { of: 10, ends: "kept" }, values: { quiet: true } });
  expect(family({ quiet: true }).options).not.toHaveProperty("quiet");
});

it("a family has all that its method with the default choices has, each to be copied", () => {
  const family = familyOf(
    { name: "m", source: "this test", options: { size: number(1, "[1, 9]", "its size") } },
    () => ({ kind: "x", weigh: 7 }),
  );
  const fields = { kind: "x", name: "m", label: "m", source: "this test", options: { size: 1 }, weigh: 7 };
  expect({ ...family }).toEqual(fields);
  expect({ ...family({ size: 2 }) }).toEqual({ ...fields, label: "m, size 2", options: { size: 2 } });
  expect(Object.keys(family.declared)).toEqual(["size"]);
});

it("an option without a default is checked where it is chosen, and left undefined where it is not", () => {
  const declared = { size: undecided(number(1, "[1, 9]", "its size")) };
  expect(valuesOf("x", declared)).toEqual({ size: undefined });
  expect(valuesOf("x", declared, { size: 2 })).toEqual({ size: 2 });
  expect(() => valuesOf("x", declared, { size: 10 })).toThrow("size lies in [1, 9]; found 10");
});

it("a definition without name, source or create is refused with what it lacks, before anything is made of it", () => {
  const whole = { name: "mine", source: "ours", create: () => ({}) };
  expect(() => checkDefinition("defineCache", whole)).not.toThrow();
  for (const lacks of ["name", "source", "create"] as const)
    for (const value of [undefined, "", 7])
      expect(() => checkDefinition("defineCache", { ...whole, [lacks]: value })).toThrow(
        `defineCache takes a definition, { name: "mine", source: "ours", create(setting) { ... } }; found one without ${lacks}`,
      );
  expect(() => checkDefinition("defineCache", undefined as never)).toThrow("found undefined");
});

const faultOf = (rule: Pick<OptionRule, "wrong">, value: unknown) => rule.wrong(value);

it("what is no options at all is refused with the first that there is", () => {
  for (const [chosen, found] of [
    [[1], "[1]"],
    [null, "null"],
    ["b", '"b"'],
  ] as const)
    expect(() => checkOptions("x", chosen as unknown as object, { a: undefined })).toThrow(
      `x takes its options in braces, { a }; found ${found}`,
    );
  expect(() => checkOptions("x", 7 as unknown as object, {})).toThrow("x takes its options in braces, {  }; found 7");
});

it("whole numbers may be without end where their range is, and half ones may not be", () => {
  const pages = number(1, "[1, ∞]", "pages", { whole: true });
  expect([1, 7, Number.POSITIVE_INFINITY].map((value) => faultOf(pages, value))).toEqual(Array(3));
  expect([1.5, "7", 0].map((value) => faultOf(pages, value))).toEqual([
    "is an integer, 1 or more; found 1.5",
    'is an integer, 1 or more; found "7"',
    "is an integer, 1 or more; found 0",
  ]);
});

it("a number says whether it may be the least of its range", () => {
  expect(faultOf(number(1, "(0, ∞)", "seconds"), 0)).toBe("is a number above 0; found 0");
  expect(faultOf(number(1, "[0, ∞)", "seconds"), -1)).toBe("is a number, 0 or more; found -1");
});

it("a seed is an integer that JavaScript can count on from, so that no two repeats have one", () => {
  const { seed } = commonRules;
  for (const fits of [1, -5, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]) expect(seed.wrong(fits)).toBeUndefined();
  expect(seed.wrong(2 ** 53)).toBe("is an integer between -2^53 and 2^53; found 9007199254740992");
  expect(seed.wrong(0.5)).toBe("is an integer; found 0.5");
});

it.each([
  ["onProgress", commonRules.onProgress, [() => 1, false], [true, "f"], "a function"],
  ["signal", commonRules.signal, [new AbortController().signal], ["s", {}, null], "an AbortSignal"],
  ["cache", cacheRule, [true, false, "folder"], ["", 7], "true, false or a folder"],
  ["a text", text("", "", []), ["", "a"], [7, null], "a text"],
  ["a list", list, [[], [1]], ["a", {}], "a list"],
])("%s takes what it is declared to take, and says else what that is", (_, rule, right, wrong, takes) => {
  for (const value of right) expect(faultOf(rule, value)).toBeUndefined();
  for (const value of wrong) expect(faultOf(rule, value)).toMatch(new RegExp(`^is ${takes}; found `));
});
