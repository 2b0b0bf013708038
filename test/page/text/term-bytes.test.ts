import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TermRow } from "../../../src/page/text/page-terms.js";
import { TermReader, TermWriter } from "../../../src/page/text/term-bytes.js";

const term = (id: number) => `t${id}`;
type Pairs = readonly (readonly [id: number, count: number])[];

function rowOf(pairs: Pairs): TermRow {
  const row = new TermRow(term);
  for (const [id, count] of pairs) row.add(id, count);
  return row;
}

const pairsOf = (row: TermRow) => Array.from({ length: row.size }, (_, i) => [row.ids[i], row.counts[i]]);

/** Small ones, all bits, and both sides of each change of length. */
const number = fc.oneof(
  fc.nat(200),
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(
    0,
    0x7f,
    0x80,
    0x3fff,
    0x4000,
    0x1fffff,
    0x200000,
    0xfffffff,
    0x10000000,
    0x7fffffff,
    0x80000000,
    0xffffffff,
  ),
);
const pairs: fc.Arbitrary<Pairs> = fc.array(fc.tuple(number, number), { maxLength: 200 });

describe("terms as bytes", () => {
  it("are read as they were written, numbers and counts up to 2^32 - 1, pages in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ title: pairs, body: pairs }), { maxLength: 8 }), (pages) => {
        const writer = new TermWriter();
        const starts = pages.map(({ title, body }) => {
          const start = writer.length;
          writer.add({ title: rowOf(title), body: rowOf(body) });
          return start;
        });
        const reader = new TermReader(term);
        for (let page = pages.length - 1; page >= 0; page--) {
          const { title, body } = reader.read(writer.bytes, starts[page]);
          expect(pairsOf(title)).toEqual(pages[page].title);
          expect(pairsOf(body)).toEqual(pages[page].body);
          expect(body.words).toBe(pages[page].body.reduce((sum, [, count]) => sum + count, 0));
        }
      }),
    );
  });

  it("are read by number when they were written by number, which takes fewer bytes", () => {
    const many: Pairs = Array.from({ length: 300 }, (_, i) => [(i * 7919) % 3001, i + 1] as const);
    const seen = new TermWriter();
    const sorted = new TermWriter("sorted");
    for (const writer of [seen, sorted])
      writer.add({
        title: rowOf([
          [9, 1],
          [3, 2],
        ]),
        body: rowOf(many),
      });
    const { title, body } = new TermReader(term, "sorted").read(sorted.bytes, 0);
    expect(pairsOf(title)).toEqual([
      [3, 2],
      [9, 1],
    ]);
    expect(pairsOf(body)).toEqual([...many].sort(([a], [b]) => a - b));
    expect(sorted.length).toBeLessThan(seen.length);
  });

  it("take one byte per seven bits", () => {
    const writer = new TermWriter();
    writer.add({
      title: rowOf([]),
      body: rowOf([
        [0x7f, 1],
        [0x80, 0xffffffff],
      ]),
    });
    // title of 0 terms; 2 terms: 1 + 1, 2 + 5 bytes
    expect(writer.length).toBe(1 + 1 + 2 + 7);
  });

  it("are kept when a page is larger than the room reserved for it", () => {
    // 400 kB, 64 kB are reserved
    const many: Pairs = Array.from({ length: 50_000 }, (_, id) => [id, 0xffffffff] as const);
    const writer = new TermWriter();
    writer.add({ title: rowOf([[1, 2]]), body: rowOf(many) });
    const { title, body } = new TermReader(term).read(writer.bytes, 0);
    expect(pairsOf(title)).toEqual([[1, 2]]);
    expect(pairsOf(body)).toEqual(many);
    expect(body.term(3)).toBe("t3");
  });
});
