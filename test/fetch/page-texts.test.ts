import { describe, expect, it } from "vitest";
import { PageTexts } from "../../src/fetch/page-texts.js";
import { coded } from "../fixture/problems.js";

const html = (word: string) => `<title>${word}</title><p>${word} text`;

describe("the texts of pages", () => {
  it("are those of the pages fetched last, title and body apart", () => {
    const texts = new PageTexts({ pages: 2 });
    for (const word of ["one", "two", "three"]) texts.add(word, html(word));
    expect(texts.of("three")).toEqual({ title: "three", body: "three text" });
    expect(texts.of("two")).toEqual({ title: "two", body: "two text" });
    expect(() => texts.of("one")).toThrow("the text of one is not at hand, or no longer");
  });

  it("take no more room than they may, but the one added last is there, however long", () => {
    const texts = new PageTexts({ units: 100 });
    texts.add("short", "a".repeat(60));
    texts.add("again", "b".repeat(40));
    expect(texts.of("short").body).toHaveLength(60); // 60 + 40 are 100
    texts.add("long", "c".repeat(500));
    expect(texts.of("long").body).toHaveLength(500);
    expect(() => texts.of("again")).toThrow(coded("option"));
    texts.add("next", "d".repeat(100));
    texts.add("next", "e".repeat(100)); // in its own place: 100, not 200
    expect(texts.of("next").body).toBe("e".repeat(100));
    expect(() => texts.of("long")).toThrow(coded("option"));
  });
});
