import { type CrawlbenchError, option, problem } from "../../base/error.js";
import { plural } from "../../base/numbers.js";
import { fingerprint } from "../../url/fingerprint.js";
import { TraceBuilder } from "../trace-builder.js";
import { headingBy, keysBelow, plainName, separatorOf, USUAL } from "./csv-heading.js";
import { CsvRows } from "./csv-rows.js";
import { isText, type ReadTraceOptions, type TraceFormat, textOf } from "./trace-format.js";

/** Keys that are numbered together. */
const BATCH = 1 << 12;

/**
 * Comma-separated values (RFC 4180), one request per row: the keys of one column, told apart as text, byte by byte.
 * Blank lines are left out; a row of more columns than the first is refused, since a key in it may be cut.
 *
 * The first row is one of names when `column` is a name, when it holds a usual one (url, key, id, ...), when `header`
 * says so, or when it is a word above URLs or numbers. Of several usual names url is read before key, and key before
 * id; `notes` says which is. What parts fields is told by the first row.
 *
 * About 10 ns per byte.
 */
export const csv: TraceFormat = {
  kind: "trace-format",
  name: "csv",
  takes: ["column", "header", "separator"],
  title: "comma-separated values",
  sniff: (head, fileName) => /\.[ct]sv$/.test(fileName) && isText(head),
  async read(source, options) {
    const { mostUrls, name = source.name } = options;
    const separator =
      options.separator ?? (/\.tsv\b/i.test(source.name) ? "\t" : separatorOf(source.head, source.path, options));
    const builder = new TraceBuilder({ mostUrls });
    const words = new Uint32Array(2 * BATCH);
    const word = new Uint32Array(2);
    let batch = 0;
    let column: number | undefined;
    let columns = 0;
    let notes: readonly string[] = [];
    const rows = new CsvRows(source.path, separator);
    const use = (row: CsvRows) => {
      const isFirst = column === undefined;
      const chosen = (column ??= chosenColumn(row, options, source.path));
      if (!isFirst && row.fields > columns && mayCut(row, columns, chosen))
        throw tooMany(row, columns, separator, source.path);
      if (isFirst) {
        columns = row.fields;
        const names = row.texts();
        const by = headingBy(names, chosen, () => keysBelow(source.head, source.path, separator, chosen), options);
        notes = by ? notesOf(names, chosen, options, by, source.path) : [];
        if (by) return;
      }
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
    const trace = builder.build(name);
    return notes.length > 0 ? { ...trace, notes } : trace;
  },
};

/** More columns than the first row: not where a table has a separator at the end of each row below its names. */
const mayCut = (row: CsvRows, columns: number, chosen: number): boolean =>
  chosen === columns - 1 ||
  row
    .texts()
    .slice(columns)
    .some((text) => text !== "");

/** A row with more columns than the first: a key may be cut at a separator that it holds. */
const tooMany = (row: CsvRows, columns: number, separator: string, path: string): CrawlbenchError =>
  problem.damaged`${path}, line ${row.line}: expected ${plural(columns, "column")}, as in the first row, found ${row.fields}. A field that holds ${JSON.stringify(separator)} must stand in quotes: ${JSON.stringify(`x${separator}y`)} (RFC 4180). A file of one URL per line is read with ${option("format")} lines`;

/** Which column, from 0. */
function chosenColumn(row: CsvRows, { column }: ReadTraceOptions, path: string): number {
  const names = row.texts();
  const number = Number(column);
  if (column !== undefined && column !== "" && Number.isInteger(number)) {
    if (number < 1) throw problem.option`a column is a number from 1, or a name; found ${column}`;
    return number - 1;
  }
  const wanted = column === undefined ? USUAL : [String(column)];
  const plain = column === undefined ? names.map(plainName) : names;
  const found = wanted.find((name) => plain.includes(name));
  if (found !== undefined) return plain.indexOf(found);
  if (column === undefined && names.length === 1) return 0;
  throw problem.notATrace`${path}, line ${row.line}: expected ${column === undefined ? "a column named url, key or id" : `a column named ${JSON.stringify(column)}`}, found ${names.map((name) => JSON.stringify(name)).join(", ")}. Say which column holds the keys: ${option("column")} 1`;
}

/** What was read, where it was one of several or was told by the rows below. */
function notesOf(
  names: readonly string[],
  chosen: number,
  { column }: ReadTraceOptions,
  by: "name" | "rows",
  path: string,
): string[] {
  const name = JSON.stringify(names[chosen]);
  if (by === "rows") return [`${path}: not read: the heading ${name}, since none of the keys below looks like it`];
  const others = names.filter((other, index) => index !== chosen && USUAL.includes(plainName(other)));
  if (column !== undefined || others.length === 0) return [];
  const listed = others.map((other) => JSON.stringify(other)).join(", ");
  return [
    `${path}: the keys are those of the column ${name}; not read: ${listed}. To read another, name that as the column`,
  ];
}
