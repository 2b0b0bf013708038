import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CountedTexts } from "../../../src/page/text/counted-texts.js";
import type { TermRow } from "../../../src/page/text/page-terms.js";
import { termsOf, termsOfPart } from "../../../src/page/text/terms-of.js";
import { tokens } from "../../../src/page/text/tokens.js";
import { coded } from "../../fixture/problems.js";

const words = fc.array(fc.constantFrom("a", "b", "c", "Computer", "大学", "👍", "don’t"), { maxLength: 20 });
const texts = fc
  .array(fc.record({ title: words, body: words }), { minLength: 1, maxLength: 12 })
  .map((pages) => pages.map(({ title, body }) => ({ title: title.join(" "), body: body.join(" ") })));

const counted = (row: TermRow) => new Map(Array.from({ length: row.size }, (_, i) => [row.term(i), row.counts[i]]));

function naive(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of tokens(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

describe("counted texts", () => {
  it("have the counts of a map of words, in whatever order pages are asked for, once or again", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 30 }), (pages, asked) => {
        const counts = new CountedTexts(pages.length, (page) => pages[page]);
        for (const each of [...asked, ...pages.keys()]) {
          const page = each % pages.length;
          const { title, body } = counts.of(page);
          expect(counted(title)).toEqual(naive(pages[page].title));
          expect(counted(body)).toEqual(naive(pages[page].body));
          expect(body.words).toBe(tokens(pages[page].body).length);
        }
      }),
    );
  });

  it("never change the number of a term, and give no number to two", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 30 }), (pages, asked) => {
        const counts = new CountedTexts(pages.length, (page) => pages[page]);
        const numbers = new Map<string, number>();
        for (const each of [...asked, ...pages.keys(), ...asked]) {
          const page = counts.of(each % pages.length);
          for (const row of [page.title, page.body])
            for (let i = 0; i < row.size; i++) {
              const known = numbers.get(row.term(i));
              if (known === undefined) numbers.set(row.term(i), row.ids[i]);
              else expect(row.ids[i]).toBe(known);
            }
        }
        expect(new Set(numbers.values()).size).toBe(numbers.size);
      }),
    );
  });

  it("read each text once, all of them when they are to be ready, and tell of progress", async () => {
    const read: number[] = [];
    const counts = new CountedTexts(
      600,
      (page) => {
        read.push(page);
        return { title: "", body: `w${page}` };
      },
      "web",
    );
    counts.of(5);
    counts.of(5);
    expect(read).toEqual([5]);
    const told: unknown[] = [];
    await counts.ready((event) => told.push(event));
    expect(read).toHaveLength(600);
    // every 512 pages
    expect(told).toEqual([0, 512].map((done) => ({ task: "count terms of web", done, total: 600 })));
    counts.of(7);
    expect(read).toHaveLength(600);
  });
});

describe("terms of a web", () => {
  const text = (page: number) => ({ title: "", body: `w${page}` });

  it("are those that it brings, else counted once for all who ask", () => {
    const web = { name: "web", graph: { size: 3 }, text };
    expect(termsOf(web)).toBe(termsOf({ ...web }));
    const terms = new CountedTexts(3, text);
    expect(termsOf({ ...web, terms })).toBe(terms);
    expect(() => termsOf({ name: "bare", graph: { size: 3 } })).toThrow(
      "bare carries no text: its terms cannot be counted",
    );
  });

  it("are not shared by webs of different size that have one text function", () => {
    const [small, large] = [2, 4].map((size) => termsOf({ name: `of ${size}`, graph: { size }, text }));
    expect(small.size).toBe(2);
    expect(large.of(3).body.term(0)).toBe("w3");
    expect(() => small.of(2)).toThrow(coded("option", "of 2 has no page 2: it has 2, 0 .. 1"));
  });

  it("of a part are those of its pages in the whole", () => {
    const part = termsOfPart(new CountedTexts(5, text), Uint32Array.of(4, 1));
    expect(part.size).toBe(2);
    expect([0, 1].map((page) => part.of(page).body.term(0))).toEqual(["w4", "w1"]);
  });
});
