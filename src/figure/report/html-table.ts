import { escapeXml } from "../../base/escape-xml.js";
import { columnsOf } from "../../base/rows/csv.js";
import { formatCell } from "../../base/rows/text-table.js";

const mostRows = 100;

/** Every k-th row, the first and the last among them, so that at most `limit` remain. */
export function thinned<R>(rows: readonly R[], limit = mostRows): R[] {
  if (rows.length <= limit) return [...rows];
  return Array.from({ length: limit }, (_, i) => rows[Math.round((i * (rows.length - 1)) / (limit - 1))]);
}

/**
 * Rows as an HTML table with a caption and column headers, thinned to 100 rows; the caption tells so.
 *
 * @param caption plain text
 */
export function htmlTable(rows: readonly object[], caption: string): string {
  const columns = columnsOf(rows);
  const shown = thinned(rows);
  const note = shown.length < rows.length ? ` (${shown.length} of ${rows.length} rows, evenly spaced)` : "";
  const head = columns.map((name) => `<th scope="col"${isNumber(shown, name) ? NUMBER : ""}>${escapeXml(name)}</th>`);
  const body = shown.map((row) => `<tr>${columns.map((name) => cell(row[name as keyof typeof row])).join("")}</tr>`);
  return [
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeXml(caption)}"><table>`,
    `<caption>${escapeXml(caption + note)}</caption>`,
    `<thead><tr>${head.join("")}</tr></thead>`,
    `<tbody>\n${body.join("\n")}\n</tbody></table></div>`,
  ].join("\n");
}

const NUMBER = ' class="number"';

const cell = (value: unknown): string =>
  `<td${typeof value === "number" ? NUMBER : ""}>${escapeXml(formatCell(value))}</td>`;

/** Whether a column holds numbers, and nothing else: its title then stands to the right, too. */
function isNumber(rows: readonly object[], name: string): boolean {
  const values = rows.map((row) => row[name as keyof typeof row] as unknown).filter((value) => value != null);
  return values.length > 0 && values.every((value) => typeof value === "number");
}
