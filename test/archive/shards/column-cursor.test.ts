import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ColumnReader } from "../../../src/archive/column/column-reader.js";
import { ColumnCursor } from "../../../src/archive/shards/column-cursor.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

/** More than are read at once, 64 KiB of them. */
const SIZE = 40_000;
const numbers = Uint32Array.from({ length: SIZE }, (_, i) => i * 3);

function cursor(): ColumnCursor {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "ends.u32"), numbers);
  return new ColumnCursor(new ColumnReader(folder, { "ends.u32": numbers.byteLength }), "ends.u32", folder);
}

describe("ColumnCursor", () => {
  it("takes more at once than it reads at once, behind numbers that were read and not taken", () => {
    const column = cursor();
    expect([column.next(), column.peek(), column.left]).toEqual([0, 3, SIZE - 1]);
    expect(column.take(30_000)).toEqual(numbers.subarray(1, 30_001));
    expect(column.take(3)).toEqual(numbers.subarray(30_001, 30_004));
    expect(column.left).toBe(SIZE - 30_004);
  });

  it("gives every number once, in whatever portions they are taken", () => {
    const column = cursor();
    const all: number[] = [];
    for (let portion = 1; column.left > 0; portion = (portion * 7) % 9973)
      all.push(...column.take(Math.min(portion, column.left)));
    expect(Uint32Array.from(all)).toEqual(numbers);
  });

  it("says that a column is damaged where it ends too early", () => {
    const column = cursor();
    column.take(SIZE - 2);
    expect(() => column.take(3)).toThrow(coded("damaged"));
    expect(() => column.take(3)).toThrow(/expected 3 more numbers at its end, found 2/);
  });
});
