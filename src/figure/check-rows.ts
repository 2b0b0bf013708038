import { inspect } from "node:util";
import { gotInstead, problem } from "../base/error.js";
import { listed } from "../base/listed.js";

/**
 * What a column must hold: a finite number, a share in [0, 1], a count >= 0, or text. "?" after it: may be undefined.
 */
export type ColumnKind = "number" | "share" | "count" | "text" | "number?" | "share?" | "count?" | "text?";

const expected: Readonly<Record<string, string>> = {
  number: "a finite number",
  share: "a share, 0 <= share <= 1 (not percent)",
  count: "a finite number >= 0",
  text: "text",
};

function fits(value: unknown, kind: string): boolean {
  if (kind === "text") return typeof value === "string" && value !== "";
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (kind === "share") return value >= -1e-9 && value <= 1 + 1e-9;
  return kind === "number" || value >= 0;
}

/**
 * Checks rows before anything is drawn.
 *
 * @param figure name of the figure function, for messages
 * @throws "rows" when there are no rows, or a value is missing, NaN or out of range, naming the first such row
 */
export function checkRows<R extends object>(
  figure: string,
  rows: readonly R[],
  columns: { readonly [name in keyof R]?: ColumnKind },
): void {
  if (!Array.isArray(rows)) {
    const needed = Object.entries<ColumnKind>(columns as Record<string, ColumnKind>).flatMap(([name, kind]) =>
      kind.endsWith("?") ? [] : [name],
    );
    throw problem.rows`${figure}: expected a list of rows with ${listed(needed)}; ${gotInstead(rows)}${rowsInside(rows, needed)}`;
  }
  if (rows.length === 0) throw problem.rows`${figure}: expected at least one row, found none. Was a filter too strict?`;
  rows.forEach((row, index) => {
    if (typeof row !== "object" || row === null)
      throw problem.rows`${figure}: row ${index}: expected an object; ${gotInstead(row)}`;
    for (const [name, kind] of Object.entries(columns) as [keyof R & string, ColumnKind][]) {
      const value = row[name];
      if (kind.endsWith("?") && value === undefined) continue;
      const plain = kind.replace("?", "");
      if (fits(value, plain)) continue;
      const shown = inspect(row, { breakLength: Number.POSITIVE_INFINITY, maxStringLength: 60 });
      throw problem.rows`${figure}: row ${index}: ${name} must be ${expected[plain]}, found ${inspect(value)}, in ${shown}`;
    }
  });
}

/** What to write where the rows of a comparison, or of a sweep, are what is drawn. */
function rowsInside(value: unknown, needed: readonly string[]): string {
  const { rows } = Object(value) as { readonly rows?: unknown };
  if (typeof rows !== "function") return "";
  const [first] = rows.call(value) as readonly object[];
  return first !== undefined && needed.every((name) => name in first) ? ". Write .rows() behind it" : "";
}

/**
 * The one value that all rows share.
 *
 * @throws "rows" when they differ, with the values found
 */
export function onlyValue<R extends object, K extends keyof R & string>(
  figure: string,
  rows: readonly R[],
  name: K,
): R[K] {
  const values = [...new Set(rows.map((row) => row[name]))];
  if (values.length === 1) return values[0];
  throw problem.rows`${figure}: one picture shows one ${name}, found ${values.map((value) => inspect(value)).join(", ")}. Filter first: rows.filter((row) => row.${name} === ${inspect(values[0])})`;
}

/** Different values in order of appearance. */
export const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)];
