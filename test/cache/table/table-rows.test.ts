import { describe, expect, it } from "vitest";
import { CircularChaining } from "../../../src/cache/table/circular-chaining.js";
import { clockCache } from "../../../src/cache/table/clock-cache.js";
import { ScatterTable } from "../../../src/cache/table/scatter-table.js";
import { tableRows } from "../../../src/cache/table/table-rows.js";

const first = (bits: number) => bits * 2 ** 30;
const of = (table: Parameters<typeof tableRows>[0]) =>
  tableRows(table).map(
    ({ kind, place, link, linkTo, list, bit }) => `${kind} ${place}${bit ? "*" : ""} of ${list} -> ${linkTo} ${link}`,
  );

describe("the rows of a table", () => {
  it("say what a scatter table holds, by hand", () => {
    const table = new ScatterTable(4);
    table.add(first(1), 10); // at home
    table.add(first(1) + 5, 11); // its home is taken: to the free entry 0
    table.add(first(3), 12);
    expect(of(table)).toEqual([
      "entry 0 of 1 -> entry 1",
      "entry 1* of 1 -> entry 0",
      "entry 2 of -1 ->  -1",
      "entry 3* of 3 -> entry 3",
    ]);
    // 62 bits are stored: the first two are the list
    expect(tableRows(table).map(({ key }) => key)).toEqual([
      "000000050000000b",
      "000000000000000a",
      "",
      "000000000000000c",
    ]);
  });

  it("say what direct circular chaining holds, by hand", () => {
    const table = new CircularChaining(4, { x: 1 });
    table.add(first(2), 10);
    table.add(first(3), 11); // before the first, in the same list: the first bit names it
    expect(of(table)).toEqual([
      "head 0 of 0 ->  -1",
      "head 1 of 1 -> entry 1",
      "entry 0* of 1 -> head 1",
      "entry 1 of 1 -> entry 0",
      "entry 2 of -1 ->  -1",
      "entry 3 of -1 ->  -1",
    ]);
  });

  it("show marks, and the hand once the table is full", () => {
    const cache = clockCache(new ScatterTable(2, { marks: true }));
    cache.request(0, 1);
    cache.request(0, 1);
    const shown = () => tableRows(cache).map(({ isMarked, hasHand }) => [isMarked, hasHand]);
    expect(shown()).toEqual([
      [true, false],
      [false, false],
    ]);
    cache.request(2 ** 31, 2);
    expect(shown()).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});
