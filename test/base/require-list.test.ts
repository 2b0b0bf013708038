import { describe, expect, it } from "vitest";
import { requireFunction, requireIterable, requireList, requireText } from "../../src/base/require-list.js";
import { coded } from "../fixture/problems.js";

describe("what must be of a kind", () => {
  const cases = [
    ["a list", requireList, [[1], new Uint8Array(2)], [new DataView(new ArrayBuffer(1)), new Set(), "ab", null]],
    ["made one by one", requireIterable, [[1], new Set(), "ab", new Uint8Array(2)], [{}, 7, null, undefined]],
    ["a text", requireText, ["", "a"], [7, ["a"], undefined]],
    ["a function", requireFunction, [() => 1], [{}, "f", null]],
  ] as const;
  const found = (value: unknown) =>
    typeof value === "object" && value !== null
      ? `found an object (${value.constructor.name})`
      : `found ${JSON.stringify(value)}`;

  it.each(cases)("is taken, and else refused with what was found: %s", (takes, check, right, wrong) => {
    for (const value of right) expect(() => check(takes, value)).not.toThrow();
    for (const value of wrong) expect(() => check(takes, value)).toThrow(coded("option", `${takes}; ${found(value)}`));
  });
});
