import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TermRow } from "../../src/text/page-terms.js";
import { TermCounter } from "../../src/text/term-counter.js";
import { tokens } from "../../src/text/tokens.js";
import { Vocabulary } from "../../src/text/vocabulary.js";

const pairs = (row: TermRow) => Array.from({ length: row.size }, (_, i) => [row.term(i), row.counts[i]]);
const piece = fc.constantFrom("Computer ", "computer's ", "can't ", "can’t ", "CAFÉ ", "café ", "大学", "👍", "1,000 ", "x".repeat(300), " "); // biome-ignore format: one line
const text = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((parts) => parts.join("")),
  fc.string({ maxLength: 60 }),
);

describe("a counter of terms", () => {
  it("counts each text as tokens do, in the order in which terms stand there first, title apart", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ title: text, body: text }), { maxLength: 6 }), (pages) => {
        const counter = new TermCounter();
        const seen = new Map<string, number>();
        for (const page of pages) {
          const counted = counter.count(page);
          for (const part of ["title", "body"] as const) {
            const counts = new Map<string, number>();
            for (const word of tokens(page[part])) {
              counts.set(word, (counts.get(word) ?? 0) + 1);
              if (!seen.has(word)) seen.set(word, seen.size);
            }
            expect(pairs(counted[part])).toEqual([...counts]);
            expect(counted[part].words).toBe(tokens(page[part]).length);
            expect([...counted[part].ids.subarray(0, counts.size)]).toEqual([...counts.keys()].map((word) => seen.get(word))); // biome-ignore format: one line
          }
        }
        expect(counter.terms).toBe(seen.size);
        expect([...seen.keys()]).toEqual([...seen.values()].map((id) => counter.term(id)));
      }),
    );
  });

  it("gives a word one number however it is written", () => {
    const { body } = new TermCounter().count({
      title: "",
      body: "can't CAN’T ｃａｎ't com\u00adputer Computer’s computer",
    });
    expect(pairs(body)).toEqual([["can't", 3], ["computer", 3]]); // biome-ignore format: one line
  });
});

describe("a vocabulary", () => {
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
    for (const id of [1, -1, Number.NaN]) expect(() => vocabulary.word(id)).toThrow(`no word has the number ${id}: there are 1`); // biome-ignore format: one line
  });
});
