import { columnsOf } from "./csv.js";

const longestCell = 40;

/** A value for reading: numbers with at most four significant digits after whole thousands, nothing for what is missing. */
export function formatCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}

/**
 * Rows as a table for terminals: numbers to the right, text to the left, long cells shortened.
 *
 * @param limit most rows shown; a last line tells how many are left out
 */
export function textTable(rows: readonly object[], { limit = 24 }: { readonly limit?: number } = {}): string {
  const columns = columnsOf(rows);
  const shown = rows.slice(0, limit);
  const cells = shown.map((row) => columns.map((name) => shorten(formatCell(row[name as keyof typeof row]))));
  const isNumber = columns.map((name) =>
    shown.every((row) => typeof (row[name as keyof typeof row] ?? 0) === "number"),
  );
  const widths = columns.map((name, i) => Math.max(shorten(name).length, ...cells.map((line) => line[i].length)));
  const line = (parts: readonly string[]) =>
    parts
      .map((part, i) => (isNumber[i] ? part.padStart(widths[i]) : part.padEnd(widths[i])))
      .join("  ")
      .trimEnd();
  const lines = [line(columns.map(shorten)), widths.map((width) => "-".repeat(width)).join("  "), ...cells.map(line)];
  if (rows.length > limit) lines.push(`... ${rows.length - limit} more rows; csv() has them all`);
  return lines.join("\n");
}

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, " ");
  return flat.length <= longestCell ? flat : `${flat.slice(0, longestCell - 1)}…`;
}
