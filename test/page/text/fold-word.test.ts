import { describe, expect, it } from "vitest";
import { foldWord } from "../../../src/page/text/fold-word.js";
import { depth } from "../../depth.js";

describe("folding", () => {
  it("makes small and capital letters alike, for each character that has both", () => {
    const apart: string[] = [];
    for (let code = 0x80; code < 0x20000; code += code < 0x3000 ? 1 : depth({ everyday: 7, prove: 1 })) {
      const c = String.fromCodePoint(code);
      const forms = [c, c.toLowerCase(), c.toUpperCase(), c.normalize("NFKC"), c.normalize("NFD")];
      if (new Set(forms.map(foldWord)).size > 1) apart.push(c);
    }
    expect(apart).toEqual(["ı"]); // its capital is I, as that of i; Unicode's folding too keeps it
  });

  // Unicode's CaseFolding.txt, status F (full), with NFKC behind it
  it.each([
    ["ß", "ss"],
    ["ẞ", "ss"],
    ["ŉ", "n"], // 'n, whose apostrophe stands at the end
    ["ǰ", "ǰ"],
    ["ΐ", "ΐ"],
    ["և", "եւ"],
    ["ẖ", "ẖ"],
    ["ẚ", "aʾ"],
    ["ᾳ", "αι"],
    ["ᾼ", "αι"],
    ["ﬃ", "ffi"],
    ["ſt", "st"],
    ["ϐ", "β"],
    ["ς", "σ"],
    ["İ", "i"], // a departure: Unicode keeps the dot
    ["\u212a", "k"],
    ["Ǆ", "dž"],
    ["𐐀", "𐐨"],
  ])("of %s gives %s", (written, folded) => {
    expect(foldWord(written)).toBe(folded.normalize("NFKC"));
  });

  it("takes away what is not seen, apostrophes at the ends and the possessive", () => {
    expect(foldWord("a\u00ad\u200b\u200d\u034f\ufe0fb")).toBe("ab");
    expect(foldWord("ʼa's’")).toBe("a");
    expect(foldWord("\u3164")).toBe("");
    expect(foldWord("a's's")).toBe("a's");
  });

  it("says the same of a word that it was asked for before, and of long ones", () => {
    for (const word of ["Élan", "Élan", "É".repeat(40), "É".repeat(40)])
      expect(foldWord(word)).toBe(word.toLowerCase());
  });
});
