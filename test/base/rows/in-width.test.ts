import { expect, it } from "vitest";
import { namedTable, namesInWidth } from "../../../src/base/rows/in-width.js";

const LABELS = ["backlink, ties fifo, reorder every 1000 pages", "backlink, ties lifo, reorder every 1000 pages"];

it("labels are whole while each line of the text has at most 110 columns, and short beyond", () => {
  const line = (columns: number) => (named: (label: string) => string) =>
    `a short line\n${LABELS.map(named).join(" ").padEnd(columns, "x")}`;
  const whole = namesInWidth(LABELS, line(110));
  expect(LABELS.map(whole.named)).toEqual(LABELS);
  expect(whole.meant).toEqual([]);
  const short = namesInWidth(LABELS, line(111));
  expect(LABELS.map(short.named)).toEqual(["backlink, ties fifo", "backlink, ties lifo"]);
  expect(short.meant).toEqual([
    "backlink, ties fifo stands for backlink, ties fifo, reorder every 1000 pages",
    "backlink, ties lifo stands for backlink, ties lifo, reorder every 1000 pages",
  ]);
});

it("a table of methods has short names where it would be too wide, and says below it what they stand for", () => {
  const numbers = (count: number) =>
    Object.fromEntries(
      "abcdefgh"
        .slice(0, count)
        .split("")
        .map((name) => [name, 1e8]),
    );
  const rows = (count: number) => LABELS.map((ordering) => ({ ordering, ...numbers(count) }));
  expect(namedTable(rows(6))).toHaveLength(1); // 45 columns, and 10 a number: 105
  const [table, ...meant] = namedTable(rows(7)); // 115
  expect(table.split("\n")[2]).toBe(`backlink, ties fifo${"  100000000".repeat(7)}`);
  expect(meant).toHaveLength(2);
  // a name that is short already needs no line
  expect(namedTable([{ ordering: "random", ...numbers(7) }, ...rows(7)])).toHaveLength(3);
});
