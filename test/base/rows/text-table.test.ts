import { describe, expect, it } from "vitest";
import { formatCell, formatColumn, textTable } from "../../../src/base/rows/text-table.js";

describe("a value of a table", () => {
  it("has four significant digits, whole thousands, and nothing where it is missing", () => {
    const cases = [
      [undefined, ""],
      [null, ""],
      [Number.NaN, ""],
      ["text", "text"],
      [false, "false"],
      [123_456, "123456"],
      [999.96, "1000"],
      [999.94, "999.9"],
      [1000.6, "1001"],
      [-1234.4, "-1234"],
      [0.000123456, "0.0001235"],
      [2 / 3, "0.6667"],
    ] as const;
    expect(cases.map(([value]) => formatCell(value))).toEqual(cases.map(([, text]) => text));
  });
});

describe("a column of a table", () => {
  it("has as many decimals as its cells need, where they are about as large as each other", () => {
    expect(formatColumn([1, 2.5, undefined, 10])).toEqual(["1.0", "2.5", "", "10.0"]);
    expect(formatColumn([0.5, 0.25, 0])).toEqual(["0.50", "0.25", "0.00"]);
    // four digits of the largest: three decimals of 1.5; two digits of the smallest need as many
    expect(formatColumn([1.5, 0.123456])).toEqual(["1.500", "0.123"]);
    expect(formatColumn([123.456, 0.0567])).toEqual(["123.456", "0.057"]);
    expect(formatColumn([0.001, 9])).toEqual(["0.001", "9.000"]); // 9,000 times is near enough
  });

  it("has each cell by itself where they are far apart, whole, large, or words", () => {
    expect(formatColumn([1, 2, 300])).toEqual(["1", "2", "300"]);
    expect(formatColumn([0.001, 11])).toEqual(["0.001", "11"]); // 11,000 times
    expect(formatColumn([1.5, 1e6])).toEqual(["1.5", "1000000"]);
    expect(formatColumn([1.5, "a"])).toEqual(["1.5", "a"]);
    expect(formatColumn([0, 0])).toEqual(["0", "0"]);
  });
});

describe("a table for terminals", () => {
  const table = (...given: Parameters<typeof textTable>) =>
    textTable(...given)
      .split("\n")
      .map((line) => line.trimEnd());

  it("has numbers to the right, texts to the left, and columns of all rows", () => {
    expect(
      table([
        { name: "a", pages: 5 },
        { name: "long name", pages: 1234, note: "x" },
      ]),
    ).toEqual(["name       pages  note", "---------  -----  ----", "a              5", "long name   1234  x"]);
  });

  it("says how many rows it leaves out", () => {
    const rows = Array.from({ length: 26 }, (_, i) => ({ i }));
    expect(table(rows).length).toBe(2 + 24 + 1);
    expect(table(rows).at(-1)).toBe("... 2 more rows; csv() has them all");
    expect(table(rows, { limit: 26 }).at(-1)).toBe("25");
    expect(table(rows.slice(0, 24)).length).toBe(26);
  });
});
