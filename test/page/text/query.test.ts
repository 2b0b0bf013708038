import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Query, QueryCounter } from "../../../src/page/text/query.js";
import { TermCounter } from "../../../src/page/text/term-counter.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";

const hits = (query: Query, term: string) => query.hits(term).map(([word, times]) => [word, times]);

describe("a query", () => {
  it("is its different words, folded as those of texts are", () => {
    expect(new Query("Computer COMPUTER’s Science").words).toEqual(["computer", "science"]);
    expect(new Query("STRASSE straße").words).toEqual(["strasse"]);
    expect(new Query("👍 大学").words).toEqual(["👍", "大学"]);
  });

  it("is found in whole words: no computers or minicomputer for computer", () => {
    const query = new Query("computer");
    expect(hits(query, "computer")).toEqual([[0, 1]]);
    expect(hits(query, "computers")).toEqual([]);
    expect(hits(query, "minicomputer")).toEqual([]);
  });

  it("is found by stems: computers and computing for computer, but not compound", () => {
    const query = new Query("computer", { words: "stem" });
    expect(query.words).toEqual(["comput"]); // Porter's algorithm takes -er away
    expect(
      ["computers", "computing", "computer", "compound", "minicomputer"].map((term) => hits(query, term).length),
    ).toEqual([1, 1, 1, 0, 0]);
    expect(new Query("Häuser", { words: "stem", language: "german" }).isIn("Das Haus, die HÄUSERN")).toBe(true);
  });

  it("is found by stems in addresses as well as by the words themselves: the stem of library is librari", () => {
    const query = new Query("library", { words: "stem" });
    expect(query.words).toEqual(["librari"]);
    expect(["/library.html", "/libraries/", "/liberty"].map((path) => query.isInUrl(path))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("refuses a language where no stems are asked for", () => {
    expect(() => new Query("Haus", { language: "german" })).toThrow(
      coded("option", 'language "german" goes with words "stem": words are "whole"'),
    );
  });

  it("is found in parts of words, as often as it is there", () => {
    const query = new Query("co on", { words: "part" });
    expect(hits(query, "cocoon")).toEqual(pairsOf("0,2 1,1"));
    expect(hits(query, "x")).toEqual([]);
    expect(new Query("aa", { words: "part" }).hits("aaaa")).toEqual([[0, 2]]); // not overlapping
    expect(new Query("ordinateur", { words: "part" }).isIn("l'ordinateur")).toBe(true);
  });

  it("of several words is in a text that holds all of them, or with match any one", () => {
    const [all, any] = [new Query("computer science"), new Query("computer science", { match: "any" })];
    const texts = ["Computer Science", "science of the computer", "computer", "law", ""];
    expect(texts.map((text) => all.isIn(text))).toEqual([true, true, false, false, false]);
    expect(texts.map((text) => any.isIn(text))).toEqual([true, true, true, false, false]);
  });

  it("is in an address where its characters are, in any case and percent-encoded", () => {
    const computer = new Query("Computer");
    expect(computer.isInUrl("http://a.example/COMPUTERS.html")).toBe(true);
    expect(computer.isInUrl("http://a.example/%43omputer")).toBe(true);
    expect(computer.isInUrl("http://a.example/comp-uter")).toBe(false);
    expect(new Query("caf\u00e9").isInUrl("http://a.example/caf%C3%A9")).toBe(true);
    expect(new Query("大学").isInUrl("http://a.example/%E5%A4%A7%E5%AD%A6")).toBe(true);
    expect(new Query("Straße").isInUrl("http://a.example/stra%C3%9Fe")).toBe(true);
    expect(new Query("café").isInUrl("http://a.example/cafe%CC%81")).toBe(true); // the accent apart
    expect(computer.isInUrl("http://a.example/computer%E9%ff%")).toBe(true); // not UTF-8: as it stands
    expect(new Query("café").isInUrl("http://a.example/caf%C3%A9?q=100%")).toBe(true); // a stray % changes nothing
    expect(new Query("münchen").isInUrl("http://xn--mnchen-3ya.example:8080/")).toBe(true);
    const both = new Query("computer science");
    expect(both.shareInUrl("http://a.example/science")).toBe(0.5);
    expect(both.isInUrl("http://a.example/science")).toBe(false);
    expect(new Query("computer science", { match: "any" }).isInUrl("http://a.example/science")).toBe(true);
  });

  it("without a word, that is no text, or with an option that there is not, is refused", () => {
    for (const text of ["", " - ", "...", "©"]) expect(() => new Query(text)).toThrow("holds no word");
    expect(() => new Query(7 as never)).toThrow('a query is a text, such as "computer"; found 7');
    expect(() => new Query("a", { words: "stems" as never })).toThrow("words");
    expect(() => new Query("a", { wrods: "stem" } as never)).toThrow('has no option "wrods"');
    expect(() => new Query("a", { words: "stem", language: "klingon" as never })).toThrow('no stems in "klingon"');
  });

  it("is counted in rows of terms as in the text itself", () => {
    const word = fc.constantFrom("computer", "computers", "Computer", "minicomputer", "science", "law");
    const way = fc.constantFrom("whole", "stem", "part") as fc.Arbitrary<"whole" | "stem" | "part">;
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), way, (text, words) => {
        const query = new Query("computer science", { words });
        const counts = new QueryCounter(query).in(new TermCounter().count({ title: "", body: text.join(" ") }).body);
        // by hand: what each word is, under each way
        const isComputer = { whole: /^computer$/i, stem: /^computers?$/i, part: /computer/i }[words];
        expect([...counts]).toEqual([
          text.filter((each) => isComputer.test(each)).length,
          text.filter((each) => each === "science").length,
        ]);
      }),
    );
  });
});
