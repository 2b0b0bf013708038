import { describe, expect, it } from "vitest";
import { attempt, unlessProblem } from "../../src/base/attempt.js";
import { problem } from "../../src/base/error.js";

const fail = (error: Error) => (): number => {
  throw error;
};

describe("attempt", () => {
  it("gives what is made, and undefined where that throws", () => {
    expect(attempt(() => 1)).toBe(1);
    expect(attempt(fail(new Error("any")))).toBeUndefined();
  });
});

describe("unlessProblem", () => {
  it("gives undefined for an error of its code alone", () => {
    expect(unlessProblem("lacks", () => 1)).toBe(1);
    expect(unlessProblem("lacks", fail(problem.lacks`nothing`))).toBeUndefined();
    const other = problem.option`another code`;
    const foreign = new Error("any");
    expect(() => unlessProblem("lacks", fail(other))).toThrow(other);
    expect(() => unlessProblem("lacks", fail(foreign))).toThrow(foreign);
  });
});
