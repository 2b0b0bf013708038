import { option, problem } from "../../base/error.js";
import { fingerprint } from "../../url/fingerprint.js";
import { TraceBuilder } from "../trace-builder.js";
import { CsvRows } from "./csv-rows.js";
import { isText, type ReadTraceOptions, type TraceFormat, textOf } from "./trace-format.js";

/** Names that a column of keys usually has. */
const USUAL = ["url", "uri", "key", "id", "obj_id", "object_id", "object", "fingerprint"];

/** What else heads a column of URLs or keys, and is none. */
const COLUMNS =
  /^(link|links|href|location|address|page|request|target|target_?ur[il]|src|source|dst|resource|item|name|hash|digest|site|path|[a-z_ ]*(url|uri|key|id))$/;

/** Keys that are numbered together. */
const BATCH = 1 << 12;

/**
 * Comma-separated values (RFC 4180), one request per row: the keys of one column, told apart as text, byte by byte.
 * Blank lines are left out.
 *
 * The first row is one of names when `column` is a name, when it holds a usual one (url, key, id, ...), or when
 * `header` says so.
 *
 * About 10 ns per byte.
 */
export const csv: TraceFormat = {
  kind: "trace-format",
  name: "csv",
  title: "comma-separated values",
  sniff: (head, fileName) => /\.[ct]sv$/.test(fileName) && isText(head),
  async read(source, options) {
    const { mostUrls, name = source.name } = options;
    const separator = options.separator ?? (/\.tsv\b/i.test(source.name) ? "\t" : ",");
    const builder = new TraceBuilder({ mostUrls });
    const words = new Uint32Array(2 * BATCH);
    const word = new Uint32Array(2);
    let batch = 0;
    let column: number | undefined;
    const rows = new CsvRows(source.path, separator);
    const use = (row: CsvRows) => {
      const isFirst = column === undefined;
      const chosen = (column ??= chosenColumn(row, options, source.path));
      if (isFirst && hasNames(row, chosen, options)) return;
      const [start, end] = row.field(chosen);
      if (start < 0 || start === end)
        throw problem.damaged`${source.path}, line ${row.line}: expected a key in column ${chosen + 1}, found ${start < 0 ? `${row.fields} columns` : "nothing in it"}`;
      fingerprint(row.bytes, start, end, word);
      words[2 * batch] = word[1];
      words[2 * batch + 1] = word[0];
      if (++batch < BATCH) return;
      builder.add(words);
      batch = 0;
    };
    for await (const bytes of textOf(source)) rows.add(bytes, use);
    rows.end(use);
    builder.add(words.subarray(0, 2 * batch));
    return builder.build(name);
  },
};

/** Which column, from 0. */
function chosenColumn(row: CsvRows, { column }: ReadTraceOptions, path: string): number {
  const names = row.texts();
  const number = Number(column);
  if (column !== undefined && column !== "" && Number.isInteger(number)) {
    if (number < 1) throw problem.option`a column is a number from 1, or a name; found ${column}`;
    return number - 1;
  }
  const wanted = column === undefined ? USUAL : [String(column)];
  const found = names.findIndex((name) => wanted.includes(column === undefined ? name.toLowerCase().trim() : name));
  if (found >= 0) return found;
  if (column === undefined && names.length === 1) return 0;
  throw problem.notATrace`${path}, line ${row.line}: expected ${column === undefined ? "a column named url, key or id" : `a column named ${JSON.stringify(column)}`}, found ${names.map((name) => JSON.stringify(name)).join(", ")}. Say which column holds the keys: ${option("column")} 1`;
}

function hasNames(row: CsvRows, chosen: number, { column, header }: ReadTraceOptions): boolean {
  if (header !== undefined) return header;
  const names = row.texts();
  const name = names[chosen]?.toLowerCase().trim();
  return names[chosen] === column || USUAL.includes(name) || (names.length > 1 && COLUMNS.test(name ?? ""));
}
