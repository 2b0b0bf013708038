/** Column names of rows: those of the first row in its order, then any others as they appear. */
export function columnsOf(rows: readonly object[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/** What a spreadsheet would run as a formula: a text that begins so, and is no number. */
const FORMULA = /^(?:[=@\t\r]|[+-](?!(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$))/i;

/** A field, quoted where it holds a comma, a quote or a line end; undefined, null and NaN are empty fields. */
function field(value: unknown): string {
  if (value === undefined || value === null || Number.isNaN(value)) return "";
  const plain = typeof value === "object" ? JSON.stringify(value) : String(value);
  const text = typeof value !== "number" && FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Rows as CSV (RFC 4180, but lines end in a plain line feed), the header first. Numbers keep all their digits. Pages
 * write their own titles: a text that a spreadsheet would run begins with an apostrophe, which makes it text there.
 */
export function toCsv(rows: readonly object[]): string {
  const columns = columnsOf(rows);
  const lines = rows.map((row) => columns.map((name) => field(row[name as keyof typeof row])).join(","));
  return [columns.map(field).join(","), ...lines, ""].join("\n");
}
