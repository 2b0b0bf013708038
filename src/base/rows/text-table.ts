import { columnsOf } from "./csv.js";
import { columnsThatFit, WIDTH, wrapped } from "./width.js";

/** Letters of a cell that are shown: of the first column, which says what a row is about, and of the others. */
const longestName = 90;
const longestCell = 40;

/** Letters that a cell is not cut below, however wide its table. */
const shortestCell = 16;

/**
 * A value for reading: numbers with at most four significant digits after whole thousands, nothing for what is missing.
 */
export function formatCell(value: unknown): string {
  if (value === undefined || value === null || Number.isNaN(value)) return "";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}

/**
 * Values of a column for reading, as `formatCell` has them; numbers that are about as large as each other have the same
 * number of decimals, so that their points stand below each other.
 */
export function formatColumn(values: readonly unknown[]): string[] {
  const decimals = commonDecimals(values);
  return values.map((value) =>
    decimals > 0 && typeof value === "number" && !Number.isNaN(value) ? value.toFixed(decimals) : formatCell(value),
  );
}

/** Decimals of a column: those that its cells need; 0 for whole numbers, words, and numbers too far apart. */
function commonDecimals(values: readonly unknown[]): number {
  const present = values.filter((value) => value !== undefined && value !== null && !Number.isNaN(value));
  if (!present.every((value) => typeof value === "number" && Math.abs(value) < 1e6)) return 0;
  const sizes = present.map((value) => Math.abs(value as number)).filter((size) => size > 0);
  const largest = Math.max(...sizes);
  if (sizes.length === 0 || largest > 1e4 * Math.min(...sizes)) return 0;
  const needed = Math.max(...present.map((value) => formatCell(value).split(".")[1]?.length ?? 0));
  const useful = 3 - Math.floor(Math.log10(largest)); // four significant digits of the largest
  const least = 1 - Math.floor(Math.log10(Math.min(...sizes))); // two of the smallest
  return Math.min(needed, Math.max(useful, least));
}

/**
 * Rows as a table for terminals: numbers to the right, text to the left, long cells shortened. Names in the first
 * column that differ are shown as far as they need to be told apart. A table that is too wide has titles of several
 * lines, then shorter cells, and last a single blank between columns.
 *
 * @param limit most rows shown; a last line tells how many are left out
 */
export function textTable(rows: readonly object[], { limit = 24 }: { readonly limit?: number } = {}): string {
  const columns = columnsOf(rows);
  const shown = rows.slice(0, limit);
  const table = columns.map((name, index): Column => {
    const values = shown.map((row) => row[name as keyof typeof row] as unknown);
    const texts = formatColumn(values).map(onOneLine);
    const room = index === 0 ? roomFor(texts) : longestCell;
    return {
      title: [shorten(onOneLine(name))],
      cells: texts.map((text) => shorten(text, room)),
      isNumber: values.every((value) => typeof (value ?? 0) === "number"),
    };
  });
  const lines = linesOf(inWidth(table), shown.length);
  if (rows.length > limit) lines.push(`... ${rows.length - limit} more rows; csv() has them all`);
  return lines.join("\n");
}

interface Column {
  /** Its lines. */
  readonly title: readonly string[];
  readonly cells: readonly string[];
  readonly isNumber: boolean;
}

const longestOf = (texts: readonly string[]): number => texts.reduce((most, { length }) => Math.max(most, length), 0);

const widthOf = ({ title, cells }: Column): number => Math.max(longestOf(title), longestOf(cells));

const totalOf = (table: readonly Column[]): number => table.reduce((sum, column) => sum + widthOf(column) + 2, -2);

/** The table with titles broken where it is too wide, and where that is not enough with shorter cells. */
function inWidth(table: readonly Column[]): readonly Column[] {
  let fitted = table;
  for (let room = longestCell; room > 0 && totalOf(fitted) > columnsThatFit(); room--)
    fitted = table.map((column) => ({ ...column, title: broken(column, room) }));
  for (let room = longestCell - 1; room >= shortestCell && totalOf(fitted) > WIDTH; room--)
    fitted = fitted.map((column, i) =>
      i === 0 ? column : { ...column, cells: column.cells.map((cell) => shorten(cell, room)) },
    );
  return fitted;
}

/** A title in lines of that many letters, or as many as the column's cells or its longest part have. */
function broken({ title: [whole], cells }: Column, letters: number): string[] {
  // of a title the "%" may stand below its number
  const parts = whole.replaceAll("-", `-${BREAK} `).replaceAll(" %", ` ${BREAK}%`);
  const least = longestOf(parts.split(" "));
  const lines = wrapped(parts, "", "", Math.max(letters, least, longestOf(cells)));
  return lines.map((line) => line.replaceAll(`-${BREAK} `, "-").replaceAll(BREAK, ""));
}

/** Where a name may be broken: after a hyphen. */
const BREAK = "\u200b";

function linesOf(table: readonly Column[], rows: number): string[] {
  const widths = table.map(widthOf);
  const gap = " ".repeat(totalOf(table) > WIDTH ? 1 : 2);
  const line = (parts: readonly string[]) =>
    parts
      .map((part, i) => (table[i].isNumber ? part.padStart(widths[i]) : part.padEnd(widths[i])))
      .join(gap)
      .trimEnd();
  const head = Math.max(1, ...table.map(({ title }) => title.length));
  const titles = Array.from({ length: head }, (_, row) =>
    line(table.map(({ title }) => title[row - (head - title.length)] ?? "")),
  );
  const cells = Array.from({ length: rows }, (_, row) => line(table.map((column) => column.cells[row])));
  return [...titles, widths.map((width) => "-".repeat(width)).join(gap), ...cells];
}

const onOneLine = (text: string) => text.replace(/\s+/g, " ");

/** Letters after which no two of the names are the same that differ; `longestName` or more. */
function roomFor(names: readonly string[]): number {
  const different = new Set(names).size;
  let room = longestName;
  while (new Set(names.map((name) => shorten(name, room))).size < different) room *= 2;
  return room;
}

/** A text that is no longer than so many letters, the last a "…" where it is cut. */
export function shorten(text: string, room = longestCell): string {
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
