import { escapeXml } from "../escape-xml.js";
import { counted } from "../numbers.js";
import { columnsOf } from "../rows/csv.js";
import { formatColumn } from "../rows/text-table.js";
import { Cell } from "./cell.js";

/** What a result shows in a notebook, from top to bottom. All of it is plain text; cells of tables may be a `Cell`. */
export interface Face {
  /** What was found, or what this is: first and largest. */
  readonly say?: string;
  readonly tables?: readonly FaceTable[];
  /** Findings below each other. */
  readonly items?: readonly FaceItem[];
  /** A page of its own, with its own scripts, and the pixels that it takes; a narrower cell makes it narrower. */
  readonly page?: { readonly html: string; readonly width: number; readonly height: number };
  /** Small print. */
  readonly notes?: readonly string[];
  /** What a person must know before believing the numbers. */
  readonly warnings?: readonly string[];
  /** Text whose line ends and blanks count. */
  readonly lines?: string;
}

/** A finding: a coloured mark, a sentence, and what it rests on. */
export interface FaceItem {
  readonly mark: string;
  readonly color: string;
  readonly text: string;
  readonly more: string;
}

export interface FaceTable {
  readonly title?: string;
  readonly rows: readonly object[];
}

/** Rows of a table, letters of a cell, and letters of a row that are shown. */
export const MOST_ROWS = 30;
const LONGEST = 64; // a SHA-256
const LONGEST_ROW = 136; // what 1280 pixels have room for

// Styles stand in the elements: front ends take style sheets and scripts out of stored outputs. Colours are those of the
// page, light or dark, and its ink made paler.
const RULE = "1px solid rgba(128,128,128,.35)";
const CELL = `padding:4px 12px 4px 0;border:0;border-bottom:${RULE};background:none;max-width:none`;
const HEAD = `${CELL};vertical-align:bottom;font-size:12px`;
const BODY = `${CELL};vertical-align:middle;white-space:nowrap`;

/** A face as HTML that needs no style sheet and no script. */
export function faceHtml({ say, tables = [], items = [], lines, page, notes = [], warnings = [] }: Face): string {
  return [
    '<div style="font-size:14px;line-height:1.45">',
    say && `<p style="margin:0 0 8px;font-size:15px">${escapeXml(say)}</p>`,
    ...warnings.map((text) => `<p style="margin:4px 0;${inked("#b06a00")}">⚠ ${escapeXml(text)}</p>`),
    ...items.map(itemHtml),
    ...tables.filter(({ rows }) => rows.length > 0).map(tableHtml),
    lines &&
      `<pre style="margin:6px 0;padding:0;background:none;color:inherit;white-space:pre-wrap">${escapeXml(lines)}</pre>`,
    page &&
      `<iframe srcdoc="${escapeXml(page.html)}" sandbox="allow-scripts" style="width:${page.width}px;max-width:100%;height:${page.height}px;border:0"></iframe>`,
    ...notes.map((text) => `<p style="margin:4px 0;font-size:12px;opacity:.75">${escapeXml(text)}</p>`),
    "</div>",
  ]
    .filter(Boolean)
    .join("\n");
}

/** A colour of text that is mixed with the reader's own ink, so that it can be read on a light and on a dark ground. */
const inked = (color: string): string => `color:color-mix(in srgb,${color} 60%,currentcolor)`;

const itemHtml = ({ mark, color, text, more }: FaceItem): string =>
  `<p style="margin:6px 0"><b style="${inked(color)}">${escapeXml(mark)}</b> ${escapeXml(text)}<br><span style="font-size:12px;opacity:.75">${escapeXml(more)}</span></p>`;

function tableHtml({ title, rows }: FaceTable): string {
  const columns = columnsOf(rows);
  const shown = rows.slice(0, MOST_ROWS);
  const values = columns.map((name) => shown.map((row) => row[name as keyof typeof row] as unknown));
  const side = values.map((column) => (column.every(isNumeric) ? "right" : "left"));
  const head = columns.map(
    (name, i) => `<th scope="col" style="${HEAD};text-align:${side[i]};opacity:.75">${titleHtml(name)}</th>`,
  );
  const texts = values.map(textsOf);
  const letters = lettersOf(texts);
  const cells = texts.map((column) =>
    column.map((text) => (text instanceof Cell ? text.html() : inBounds(text, letters))),
  );
  const body = shown.map((_, row) => {
    const line = cells.map((column, i) => `<td style="${BODY};text-align:${side[i]}">${column[row]}</td>`);
    return `<tr style="background:none">${line.join("")}</tr>`;
  });
  const more = rows.length - shown.length;
  return [
    '<div style="overflow-x:auto">',
    title && `<p style="margin:8px 0 2px">${escapeXml(title)}</p>`,
    `<table style="border-collapse:collapse;margin:0;font-size:13px;table-layout:auto;font-variant-numeric:tabular-nums;color:inherit">`,
    `<thead><tr style="background:none">${head.join("")}</tr></thead>`,
    `<tbody>${body.join("\n")}</tbody></table>`,
    more > 0 && `<p style="margin:4px 0;font-size:12px;opacity:.75">${counted(more)} more rows</p>`,
    "</div>",
  ]
    .filter(Boolean)
    .join("\n");
}

/** Numbers, and numbers in words: "0.895", "-12.3 %", "4=". */
const isNumeric = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  typeof value === "number" ||
  (typeof value === "string" && /^[-+]?[\d.,]*( %|=)?$/.test(value));

function textsOf(column: readonly unknown[]): (string | Cell)[] {
  const texts = formatColumn(column);
  const isWhole = column.every((value) => typeof value !== "number" || Number.isInteger(value));
  return column.map((value, row) => {
    if (value instanceof Cell) return value;
    return isWhole && typeof value === "number" ? counted(value) : texts[row];
  });
}

/** The letters that a cell may have, so that a row has at most `LONGEST_ROW`, or each of its cells at most 16. */
function lettersOf(columns: readonly (readonly (string | Cell)[])[]): number {
  const widths = columns.map((column) => Math.max(...column.map((text) => (text instanceof Cell ? 16 : text.length))));
  const row = (letters: number) => widths.reduce((sum, width) => sum + Math.min(width, letters) + 2, 0);
  let letters = LONGEST;
  while (letters > 16 && row(letters) > LONGEST_ROW) letters--;
  return letters;
}

/** A column's title; where the table would be too wide, that of a field in a record is broken after the record's name. */
const titleHtml = (name: string): string =>
  name.length <= LONGEST ? escapeXml(name).replaceAll(/\.(?=[a-z])/gi, ".<wbr>") : inBounds(name);

/** Text as HTML; a long one is cut, and shows itself whole where it is pointed at. */
const inBounds = (text: string, letters = LONGEST): string =>
  text.length <= letters
    ? escapeXml(text)
    : `<span title="${escapeXml(text)}">${escapeXml(text.slice(0, letters - 1))}…</span>`;
