import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termCounts, tokens } from "../../src/text/tokens.js";

describe("tokens", () => {
  it("are runs of letters, digits and marks in lower case and composed form", () => {
    expect([...tokens("The 2nd CAFE\u0301's x-ray_y, O'Neil; \u00dcber\u00a0all.")]).toEqual(
      ["the", "2nd", "caf\u00e9", "s", "x", "ray", "y", "o", "neil", "\u00fcber", "all"], // biome-ignore format: one line
    );
    expect([...tokens("\u0939\u093f\u0928\u094d\u0926\u0940 \u65e5\u672c \ud835\udc00\ud83d\ude00b")]).toEqual([
      "\u0939\u093f\u0928\u094d\u0926\u0940", // vowel signs are marks
      "\u65e5\u672c",
      "\ud835\udc00", // a letter beyond 16 bits, a picture, a letter
      "b",
    ]);
    expect([...tokens(" - \ud835 ")]).toEqual([]);
  });

  it("are what a regular expression of Unicode's categories finds", () => {
    const text = fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(" ", "a", "\u0301", "Z9"))).map((parts) => parts.join("")); // biome-ignore format: one line
    fc.assert(
      fc.property(text, (each) => {
        const expected = each.normalize("NFC").toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []; // biome-ignore format: one line
        expect([...tokens(each)]).toEqual([...expected]);
      }),
      { numRuns: 500 },
    );
  });

  it("are counted in order of their first occurrence", () => {
    expect([...termCounts("b A b a, b")]).toEqual([["b", 3], ["a", 2]]); // biome-ignore format: one line
  });
});
