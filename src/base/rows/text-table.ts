import { columnsOf } from "./csv.js";

/** Letters of a cell that are shown: of the first column, which says what a row is about, and of the others. */
const longestName = 90;
const longestCell = 40;

/**
 * A value for reading: numbers with at most four significant digits after whole thousands, nothing for what is missing.
 */
export function formatCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}

/**
 * Rows as a table for terminals: numbers to the right, text to the left, long cells shortened. Names in the first
 * column that differ are shown as far as they need to be told apart.
 *
 * @param limit most rows shown; a last line tells how many are left out
 */
export function textTable(rows: readonly object[], { limit = 24 }: { readonly limit?: number } = {}): string {
  const columns = columnsOf(rows);
  const shown = rows.slice(0, limit);
  const texts = shown.map((row) => columns.map((name) => onOneLine(formatCell(row[name as keyof typeof row]))));
  const room = roomFor(texts.map(([first = ""]) => first));
  const cells = texts.map((line) => line.map((text, i) => shorten(text, i === 0 ? room : longestCell)));
  const isNumber = columns.map((name) =>
    shown.every((row) => typeof (row[name as keyof typeof row] ?? 0) === "number"),
  );
  const titles = columns.map((name) => shorten(onOneLine(name)));
  const widths = columns.map((_, i) => Math.max(titles[i].length, ...cells.map((line) => line[i].length)));
  const line = (parts: readonly string[]) =>
    parts
      .map((part, i) => (isNumber[i] ? part.padStart(widths[i]) : part.padEnd(widths[i])))
      .join("  ")
      .trimEnd();
  const lines = [line(titles), widths.map((width) => "-".repeat(width)).join("  "), ...cells.map(line)];
  if (rows.length > limit) lines.push(`... ${rows.length - limit} more rows; csv() has them all`);
  return lines.join("\n");
}

const onOneLine = (text: string) => text.replace(/\s+/g, " ");

/** Letters after which no two of the names are the same that differ; `longestName` or more. */
function roomFor(names: readonly string[]): number {
  const different = new Set(names).size;
  let room = longestName;
  while (new Set(names.map((name) => shorten(name, room))).size < different) room *= 2;
  return room;
}

function shorten(text: string, room = longestCell): string {
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
