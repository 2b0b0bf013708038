import { describe, expect, it } from "vitest";
import { decisionOf, inWords, plainName, smallerFirst } from "../../../src/crawl/explain/explain-terms.js";

const termsOf = (...values: readonly number[]) =>
  values.map((value, i) => ({ name: ["score", "age, smaller first", "lot"][i], value }));

describe("terms", () => {
  it("say of themselves that the smaller value comes first, in two ways", () => {
    const names = ["age, smaller first", "age (smaller first)", "smaller first things", "age"];
    expect(names.map((name) => smallerFirst({ name, value: 0 }))).toEqual([true, true, false, false]);
    expect(names.map((name) => plainName({ name, value: 0 }))).toEqual(["age", "age", "smaller first things", "age"]);
  });
});

const own = termsOf(5, 3);

describe("what decided", () => {
  const decided = (...others: readonly (readonly number[])[]) =>
    decisionOf(
      own,
      others.map((each) => termsOf(...each)),
    );
  const none = { at: 0, tied: 0, ahead: 0, close: false };

  it("is nothing where no other page waited, and is not told where the ordering has no terms", () => {
    expect(decided()).toEqual({ ...none, by: "alone" });
    expect(decisionOf([], [[]])).toEqual({ ...none, by: "untold" });
  });

  it("is the last term on which a page differs that is the same before", () => {
    expect(decided([4, 1], [2, 9])).toEqual({ ...none, by: "term", tied: 2 });
    expect(decided([4, 1], [5, 4], [5, 9])).toEqual({ ...none, by: "term", at: 1, tied: 2 });
  });

  it("is chance among those of equal terms", () => {
    expect(decided([5, 3], [5, 4], [1, 1])).toEqual({ ...none, by: "drawn", at: 2, tied: 1 });
  });

  it("is a draw to explore where others stood before: a larger score, or a smaller age", () => {
    expect(decided([6, 9], [5, 2], [4, 0])).toEqual({ ...none, by: "explored", at: 1, tied: 1, ahead: 2 });
  });

  it("is close where another page agrees to nine digits", () => {
    expect(decided([5 - 4e-9, 0]).close).toBe(true);
    expect(decided([5 - 6e-9, 0]).close).toBe(false);
    expect(decided([4, 0], [5 - 4e-9, 0]).close).toBe(true);
  });
});

describe("what decided, in words", () => {
  const words = (decision: Partial<ReturnType<typeof decisionOf>>, waiting = 1200) =>
    inWords(own, { by: "term", at: 0, tied: 0, ahead: 0, close: false, ...decision }, waiting);
  const all = "the 1,200 pages that waited";

  it("tells each kind of decision", () => {
    expect(words({ by: "alone" })).toBe("since no other page waited");
    expect(words({ by: "untold" })).toBe(`as the next of ${all} (its ordering gives no terms)`);
    expect(words({ by: "explored", ahead: 1001 })).toBe(`drawn to explore, while 1,001 of ${all} stood before it`);
    expect(words({ by: "drawn", tied: 1199 })).toBe(`drawn at random from ${all}`);
    expect(words({ by: "drawn", tied: 4 })).toBe(`drawn at random from 5 with the same score among ${all}`);
  });

  it("tells the first term that decided, and that rounding may have", () => {
    expect(words({})).toBe(`by score: 5, more than any other of ${all}`);
    expect(words({ close: true })).toBe(
      `by score: 5, more than any other of ${all}, perhaps only by rounding: another page agrees to nine digits`,
    );
    const age = [{ name: "age (smaller first)", value: 2 }];
    expect(inWords(age, { by: "term", at: 0, tied: 0, ahead: 0, close: false }, 2)).toBe(
      "by age: 2, less than any other of the 2 pages that waited",
    );
  });

  it("tells a later term, and with how many the page shared those before it", () => {
    expect(words({ at: 1, tied: 1 })).toBe(
      `by score: 5, the same as 1 other and more than the rest of ${all}; among these first by age: 3`,
    );
    expect(words({ at: 1, tied: 1199 })).toBe(
      "by score: 5, the same as 1,199 others, all that waited; among these first by age: 3",
    );
  });
});
