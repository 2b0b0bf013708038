import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageTerms, TermRow } from "../../../src/page/text/page-terms.js";
import { TermCounter } from "../../../src/page/text/term-counter.js";
import { tokens } from "../../../src/page/text/tokens.js";

const pairs = (row: TermRow) => Array.from({ length: row.size }, (_, i) => [row.term(i), row.counts[i]]);
const piece = fc.constantFrom(
  "Computer ",
  "computer's ",
  "can't ",
  "can’t ",
  "CAFÉ ",
  "café ",
  "大学",
  "👍",
  "1,000 ",
  "x".repeat(300),
  " ",
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((parts) => parts.join("")),
  fc.string({ maxLength: 60 }),
);

describe("a counter of terms", () => {
  it("counts each of 5,000 words, however many it has room for at first", () => {
    const words = Array.from({ length: 5000 }, (_, i) => `w${i}`);
    const { title, body } = new TermCounter().count({ title: "", body: [...words, ...words, "w7"].join(" ") });
    expect([title.size, title.words, body.size, body.words]).toEqual([0, 0, 5000, 10_001]);
    expect(pairs(body)).toEqual(words.map((word) => [word, word === "w7" ? 3 : 2]));
  });

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
            expect([...counted[part].ids.subarray(0, counts.size)]).toEqual(
              [...counts.keys()].map((word) => seen.get(word)),
            );
          }
        }
        expect(counter.terms).toBe(seen.size);
        expect([...seen.keys()]).toEqual([...seen.values()].map((id) => counter.term(id)));
      }),
    );
  });

  it("that begins with the terms of another numbers all as that one would have gone on", () => {
    const numbers = ({ title, body }: PageTerms) => [title, body].map((row) => [...row.ids.subarray(0, row.size)]);
    const page = fc.record({ title: text, body: text });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 4 }), page, (pages, last) => {
        const first = new TermCounter();
        for (const each of pages) first.count(each);
        const second = new TermCounter(Array.from({ length: first.terms }, (_, id) => first.term(id)));
        expect(second.terms).toBe(first.terms);
        expect(numbers(second.count(last))).toEqual(numbers(first.count(last)));
      }),
    );
    const many = new TermCounter(Array.from({ length: 20_000 }, (_, i) => `w${i}`));
    expect(pairs(many.count({ title: "", body: "w19999 new w0 new w19999" }).body)).toEqual([
      ["w19999", 2],
      ["new", 2],
      ["w0", 1],
    ]);
  });

  it("gives a word one number however it is written", () => {
    const { body } = new TermCounter().count({
      title: "",
      body: "can't CAN’T ｃａｎ't com\u00adputer Computer’s computer",
    });
    expect(pairs(body)).toEqual([
      ["can't", 3],
      ["computer", 3],
    ]);
  });
});
