import { afterEach, expect, it } from "vitest";
import { textTable } from "../../../src/base/rows/text-table.js";
import { hanging } from "../../../src/base/rows/width.js";

const { columns } = process.stdout;
const terminal = (wide: number | undefined) =>
  Object.defineProperty(process.stdout, "columns", { value: wide, configurable: true, writable: true });
afterEach(() => terminal(columns));

const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));

// words of one letter fill a line to its last column but one, or to the last
it.each([
  ["a file", undefined, 110],
  ["a wide terminal", 200, 110],
  ["a terminal of 80 columns", 80, 80],
  ["a terminal too narrow for words", 20, 60],
])("a line in %s is broken where that ends", (_, wide, fit) => {
  terminal(wide);
  expect(longest(hanging("a ".repeat(200).trim())) - fit).toBeGreaterThan(-2);
  expect(longest(hanging("a ".repeat(200).trim()))).toBeLessThanOrEqual(fit);
});

it("a table in a narrow terminal has titles of more lines, and all of its cells", () => {
  const row = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`share of pages ${i}`, 0.125]));
  terminal(undefined);
  const [wide] = textTable([row]).split("\n");
  terminal(80);
  const lines = textTable([row]).split("\n");
  expect(wide.length).toBeGreaterThan(80);
  expect(longest(lines)).toBeLessThanOrEqual(80);
  expect(lines.at(-1)!.match(/0\.125/g)).toHaveLength(6);
});

it("a number and its per cent stay on one line", () => {
  terminal(60);
  expect(hanging(`${"a".repeat(57)} 95 % of it`)).toEqual(["a".repeat(57), "  95 % of it"]);
});
