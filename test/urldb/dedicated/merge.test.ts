import { closeSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBefore, Merge } from "../../../src/urldb/dedicated/merge.js";
import { RunCursor } from "../../../src/urldb/dedicated/run-reader.js";
import { RunWriter } from "../../../src/urldb/dedicated/run-writer.js";
import { newFolder } from "./story.js";

type Entry = readonly [rank: number, high: number, low: number, number: number];

const folder = newFolder();
const byAll = (a: Entry, b: Entry) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
const word = fc.oneof(fc.nat(1), fc.constantFrom(0x80000000, 0xffffffff));
const entry: fc.Arbitrary<Entry> = fc.tuple(fc.oneof(fc.nat(2), fc.constant(2 ** 48 - 1)), word, word, fc.nat(3));

let files = 0;
const writerOf = (count: number) => new RunWriter(join(folder, `queue-${files++}.run`), "queue", count);
function run(entries: readonly Entry[]) {
  const writer = writerOf(entries.length);
  for (const each of [...entries].sort(byAll)) writer.push(...each);
  return writer.finish().blocks;
}
function read(cursor: RunCursor): Entry[] {
  const entries: Entry[] = [];
  for (; !cursor.isDone; cursor.advance()) entries.push([cursor.rank, cursor.high, cursor.low, cursor.number]);
  return entries;
}

describe("merging runs", () => {
  it("writes what is left of all of them in order, equal entries as often as they came, whatever the steps", () => {
    const inputs = fc.array(fc.tuple(fc.array(entry, { maxLength: 250 }), fc.nat(300)), { maxLength: 9 });
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 90 }), (list, step) => {
        const runs = list.map(([entries]) => run(entries));
        const from = list.map(([entries, skip]) => Math.min(skip, entries.length));
        const cursors = runs.map((blocks, i) => new RunCursor(blocks, from[i]));
        const expected = list.flatMap(([entries], i) => [...entries].sort(byAll).slice(from[i])).sort(byAll);
        const writer = writerOf(expected.length);
        const merge = new Merge(cursors, writer);
        let steps = 1;
        for (; !merge.step(step); steps++) expect(writer.count).toBe(step * steps);
        expect(steps).toBe(Math.max(1, Math.ceil(expected.length / step)));
        expect(read(new RunCursor(writer.finish().blocks)).join()).toBe(expected.join());
        for (const { fd } of [...runs, writer]) closeSync(fd);
      }),
      { numRuns: 60 },
    );
  });

  it("has nothing to do for no runs, for empty ones, and for those read to their ends", () => {
    const [one, none] = [run([[1, 2, 3, 4]]), run([])];
    const writer = writerOf(0);
    expect(new Merge([], writer).step(1)).toBe(true);
    expect(new Merge([new RunCursor(one, 1), new RunCursor(none)], writer).step(1)).toBe(true);
    expect(writer.count).toBe(0);
    for (const { fd } of [one, none, writer]) closeSync(fd);
  });

  it("orders by rank, then high word, then low word, then number, none before its equal", () => {
    const entries: Entry[] = [
      [0, 9, 9, 9],
      [1, 0, 9, 9],
      [1, 1, 0, 9],
      [1, 1, 0x80000000, 0],
      [1, 1, 0x80000000, 1],
      [2 ** 48 - 1, 0, 0, 0],
    ];
    const cursors = entries.map((each) => {
      const blocks = run([each]);
      const cursor = new RunCursor(blocks);
      closeSync(blocks.fd);
      return cursor;
    });
    for (const [i, a] of cursors.entries()) for (const [j, b] of cursors.entries()) expect(isBefore(a, b)).toBe(i < j);
  });
});
