import { describe, expect, it } from "vitest";
import { edits, meant, plain } from "../../src/base/nearest.js";

describe("edits from one word to another", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["abc", "", 3],
    ["lru", "lru", 0],
    ["kitten", "sitting", 3], // two changed, one added: the textbook example of Levenshtein's distance
    ["ab", "ba", 1], // a swap
    ["ca", "abc", 3], // a letter is swapped once: swapped and then parted would be 2 (Damerau)
    ["darwn", "drawn", 1],
    ["backlnik", "backlink", 1],
    ["xab", "xba", 1],
    ["abcdef", "badcfe", 3],
  ])("%j to %j: %i", (from, to, count) => {
    expect([edits(from, to), edits(to, from)]).toEqual([count, count]);
  });
});

describe("what was meant", () => {
  const names = ["backlink", "breadth-first", "depth-first", "opic"];

  it("is compared without hyphens, capitals and spaces", () => {
    expect(plain("Breadth First_1")).toBe("breadthfirst1");
    expect(meant("BreadthFirst", names)).toBe(" Did you mean breadth-first?");
  });

  it.each([
    ["opci", " Did you mean opic?"], // one edit of four letters
    ["oooc", ""], // two of four: more than a third
    ["bcklnk", " Did you mean backlink?"], // two of six: a third
    ["o", ""], // one edit is allowed of a short one, three are not
    ["bre", " Did you mean breadth-first?"], // begins with it
    ["br", ""], // too short to tell
    ["", ""],
    ["--", ""],
    ["dept-frist", " Did you mean depth-first?"],
  ])("by %j: %j", (typed, text) => expect(meant(typed, names)).toBe(text));

  it("may be one letter off in the shortest name, and is nothing where there are no names", () => {
    expect([meant("x", ["y"]), meant("x", ["yz"]), meant("x", [])]).toEqual([" Did you mean y?", "", ""]);
  });
});
