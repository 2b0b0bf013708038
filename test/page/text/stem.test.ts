import { describe, expect, it } from "vitest";
import { STEM_LANGUAGES, type StemLanguage, stemIn } from "../../../src/page/text/stem.js";
import { coded } from "../../fixture/problems.js";

describe("stems", () => {
  // English: by hand, after Porter 1980 (the later English of Snowball would give knight). Others: by hand, after the
  // algorithms at snowballstem.org
  it.each<[StemLanguage, string, string]>([
    ["english", "computers", "comput"],
    ["english", "consolation", "consol"],
    ["english", "knightly", "knightli"],
    ["german", "aufeinanderfolge", "aufeinanderfolg"],
    ["german", "kategorien", "kategori"],
    ["french", "continuellement", "continuel"],
    ["french", "majestueusement", "majestu"],
    ["spanish", "chicas", "chic"],
    ["russian", "важными", "важн"],
    ["russian", "компьютерами", "компьютер"],
    ["swedish", "klostren", "klostr"],
  ])("of %s: %s has %s", (language, word, stem) => {
    expect(stemIn(language)(word)).toBe(stem);
  });

  it("can be had in every language of the list, and of English are the same for the forms of a word", () => {
    expect(STEM_LANGUAGES.join(" ")).toBe(
      "arabic danish dutch english finnish french german greek hungarian irish italian norwegian portuguese romanian russian spanish swedish turkish",
    );
    for (const language of STEM_LANGUAGES) expect(stemIn(language)("x1"), language).toBe("x1"); // nothing to take away
    const forms = ["computer", "computers", "computing", "computed"];
    expect(new Set(forms.map(stemIn("english")))).toEqual(new Set(["comput"]));
  });

  it("are refused in a language that there is not, with those that there are", () => {
    expect(() => stemIn("klingon" as StemLanguage)).toThrow(
      coded("option", `no stems in "klingon": there are ${STEM_LANGUAGES.join(", ")}`),
    );
    expect(() => stemIn("../english" as StemLanguage)).toThrow(coded("option"));
  });
});
