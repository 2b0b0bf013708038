import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Vocabulary } from "../../../src/page/text/vocabulary.js";
import { plainHash } from "../../../src/page/text/word-scanner.js";

describe("Vocabulary", () => {
  it("numbers 100,000 words in the order in which they turn up, of ASCII and others, and finds each again", () => {
    const vocabulary = new Vocabulary();
    const words = Array.from({ length: 100_000 }, (_, i) => (i % 10 === 0 ? `wört${i}` : `w${i.toString(36)}`));
    const numbers = words.map((word) => vocabulary.idOf(word));
    expect(numbers.every((number, id) => number === id)).toBe(true);
    for (const [id, word] of words.entries()) {
      if (vocabulary.idOf(word) !== id || vocabulary.word(id) !== word) expect.fail(`${word} is not ${id}`);
    }
    expect(vocabulary.size).toBe(100_000);
  });

  it("tells words apart whose letters differ in any bit, and those of which one begins the other", () => {
    const vocabulary = new Vocabulary();
    const words = ["a", "ab", "b", "", "a'b", "1.2", "1,2", "[", "{", "@", "`", "A", "\u00e1"];
    expect(words.map((word) => vocabulary.idOf(word))).toEqual(words.map((_, id) => id));
    expect(words.map((_, id) => vocabulary.word(id))).toEqual(words);
  });

  it("refuses a number that no word has", () => {
    const vocabulary = new Vocabulary();
    vocabulary.idOf("a");
    for (const id of [1, -1, Number.NaN])
      expect(() => vocabulary.word(id)).toThrow(`no word has the number ${id}: there are 1`);
  });

  it("finds a word of ASCII where it stands in a text, capitals and all, as it finds the word itself", () => {
    const vocabulary = new Vocabulary();
    const text = "the Web, THE web's web";
    const inText = (start: number, end: number) => vocabulary.plainId(text, start, end, plainHash(text, start, end));
    // the; Web; THE; web's; web
    expect([inText(0, 3), inText(4, 7), inText(9, 12), inText(13, 18), inText(19, 22)]).toEqual([0, 1, 0, 2, 1]);
    expect(["the", "web", "web's"].map((word) => vocabulary.idOf(word))).toEqual([0, 1, 2]);
    expect(vocabulary.size).toBe(3);
  });

  it("is a map from words to the order of their first meeting, of any script and length", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "z", "0", "'"), maxLength: 3 });
    const word = fc.oneof(letters, fc.constantFrom("ä", "aä", "語", "🙂", "a".repeat(70_000)));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), (words) => {
        const vocabulary = new Vocabulary();
        const known: string[] = [];
        for (const each of words) {
          if (!known.includes(each)) known.push(each);
          expect(vocabulary.idOf(each)).toBe(known.indexOf(each));
        }
        expect(vocabulary.size).toBe(known.length);
        expect(known.map((_, id) => vocabulary.word(id))).toEqual(known);
      }),
    );
  });
});
