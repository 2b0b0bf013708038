import { expect, it } from "vitest";
import { CsvRows } from "../../../src/trace/format/csv-rows.js";

/** The rows of a text that comes whole. */
function rowsOf(text: string): string[][] {
  const rows = new CsvRows("log.csv", ",");
  const found: string[][] = [];
  rows.add(Buffer.from(text), (row) => found.push(row.texts()));
  rows.end((row) => found.push(row.texts()));
  return found;
}

it("keeps what a row began with when it has more bytes and more fields than there was room for", () => {
  // room is for 4,096 bytes and 64 fields at first, and doubles: both double twice, one within a field, one between two
  const long = ["begin", "a".repeat(3_000), "b".repeat(3_000), "c".repeat(9_000), "end"];
  const wide = Array.from({ length: 200 }, (_, i) => `field ${i}`);
  expect(rowsOf(`${long.join(",")}\n${wide.join(",")}\nlast,row\n`)).toEqual([long, wide, ["last", "row"]]);
});

it("has no more fields than its row, whatever the row before had", () => {
  const rows = new CsvRows("log.csv", ",");
  const found: (readonly [number, number])[] = [];
  rows.add(Buffer.from("a,b,c\nd\n"), (row) => found.push(row.field(0), row.field(2)));
  expect(found).toEqual([
    [0, 1],
    [2, 3],
    [0, 1],
    [-1, -1],
  ]);
});

it("takes a field of 16 MiB, and says of a longer one that a closing quote may be missing, and where it was opened", () => {
  const most = Buffer.alloc(2 ** 24, "x");
  const rows = new CsvRows("log.csv", ",");
  let length = 0;
  const use = (row: CsvRows) => (length = row.field(0)[1]);
  rows.add(Buffer.concat([Buffer.from("a\n"), most, Buffer.from("\n")]), use);
  expect(length).toBe(2 ** 24);
  rows.add(Buffer.from('b\n"'), use);
  rows.add(most, use);
  expect(() => rows.add(Buffer.from("x"), use)).toThrow(
    "log.csv, line 4: a field has more than 16777216 bytes: is a closing quote missing? (RFC 4180)",
  );
});
