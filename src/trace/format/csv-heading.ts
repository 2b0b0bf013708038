import { option, problem } from "../../base/error.js";
import { CsvRows } from "./csv-rows.js";
import type { ReadTraceOptions } from "./trace-format.js";

/** Names that a column of keys usually has; of several, the first of these is read. */
export const USUAL = ["url", "uri", "key", "id", "obj_id", "object_id", "object", "fingerprint"];

/** What else heads a column of URLs or keys, and is none. */
const COLUMNS =
  /^(link|links|href|location|address|page|request|target|target_?ur[il]|src|source|dst|resource|item|name|hash|digest|site|path|[a-z_ ]*(url|uri|key|id))$/;

const URL = /^\s*[a-z][a-z0-9+.-]*:\/\//i;

/** Rows that show whether the first is one of names. */
const LOOKED_AT = 100;

/**
 * What parts the fields, by the first line: what parts it into a column that is asked for, or usual; else a tab, or a
 * comma.
 *
 * @param head first bytes of the file
 * @throws "not-a-trace" for one that holds semicolons and tells neither
 */
export function separatorOf(head: Uint8Array, path: string, { column }: ReadTraceOptions): string {
  const lines = textOfHead(head).split(/\r?\n/);
  const at = lines.findIndex((line) => line !== "");
  const line = lines[at] ?? "";
  const wanted = typeof column === "string" && !/^\d+$/.test(column) ? [column] : USUAL;
  const isWanted = (field: string) => wanted.includes(field) || wanted.includes(plainName(field.replace(/^"|"$/g, "")));
  const evident = [",", ";", "\t"].find((separator) => line.split(separator).some(isWanted));
  if (evident) return evident;
  if (line.includes(",")) return ",";
  if (line.includes("\t")) return "\t";
  if (!line.includes(";") || URL.test(line) || line.includes('"')) return ",";
  throw problem.notATrace`${path}, line ${at + 1}: expected columns parted by commas, or one column of keys, found ${JSON.stringify(line.slice(0, 80))}. Say what parts its columns: ${option("separator")} ";", or "," where keys hold semicolons`;
}

/** What shows that the first row is one of names: the name of the column, or the rows below it; undefined: it is none. */
export function headingBy(
  names: readonly string[],
  chosen: number,
  keys: () => readonly string[],
  { column, header }: ReadTraceOptions,
): "name" | "rows" | undefined {
  if (header !== undefined) return header ? "name" : undefined;
  const name = names[chosen] ?? "";
  if (name === column || USUAL.includes(plainName(name))) return "name";
  if (names.length > 1 && COLUMNS.test(plainName(name))) return "name";
  return isUnlike(name, keys()) ? "rows" : undefined;
}

/** The keys of one column in the first whole rows, without that of the first. @param head first bytes of the file */
export function keysBelow(head: Uint8Array, path: string, separator: string, column: number): string[] {
  const keys: string[] = [];
  const rows = new CsvRows(path, separator);
  rows.add(Buffer.from(textOfHead(head)), (row) => {
    if (keys.length <= LOOKED_AT) keys.push(row.texts()[column] ?? "");
  });
  return keys.slice(1);
}

/** What a name is compared as. */
export const plainName = (name: string): string => name.toLowerCase().trim();

/** Whether a word stands above URLs, or above numbers. */
function isUnlike(name: string, keys: readonly string[]): boolean {
  if (keys.length === 0 || URL.test(name)) return false;
  return keys.every((key) => URL.test(key)) || (/^[a-z_ ]+$/i.test(name) && keys.every((key) => /^\d+$/.test(key)));
}

const textOfHead = (head: Uint8Array): string =>
  Buffer.from(head)
    .toString("utf8")
    .replace(/^\ufeff/, "");
