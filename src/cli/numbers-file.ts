import { basename } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import { problem } from "../base/error.js";
import { given } from "../crawl/importance/given.js";
import type { Importance } from "../crawl/importance/importance.js";
import { called, textIn } from "./text-file.js";

const TAKES =
  "--importance takes a file of two columns, a page by its URL, title or number, and its number: CSV, tabs or a blank between them";

/** Names of importances have neither dots nor slashes; their options stand behind colons. */
export const isFileOfNumbers = (text: string): boolean => /^[^:]*[./\\]/.test(text);

/** What may part page and number, where the last field of a line looks like a number then. */
const SEPARATORS = ["\t", ";", ",", " "];

const NUMERIC = /^\s*"?[-+]?[\d.][\d.,eE+-]*"?\s*$/;

/** What a heading calls the column of pages. */
const MEANS_PAGE = /^(?:page|url|uri|title|id|node)$/i;

/** A page's own number, or its URL: no word of a heading. */
const IS_PAGE = /^(?:\d+$|\w+:\/\/)/;

interface Row {
  readonly page: string;
  readonly value: string;
  readonly line: number;
}

/**
 * Numbers of pages in a file, as an importance that is called as the file is: visits of "visits.csv". A heading is passed
 * over.
 *
 * @param hotAt G
 * @throws "choice" for a file that cannot be read, a heading that has the page last, a line that is no page and its
 *   number, and a page that comes twice
 */
export function numbersIn(path: string, hotAt: number | undefined): Importance {
  const values = new Map<string, number>();
  const rows = rowsIn(path);
  const isHeading = !IS_PAGE.test(rows[0].page) && /\p{Letter}/u.test(rows[0].value) && Number.isNaN(numberOf(rows[0]));
  if (isHeading && MEANS_PAGE.test(rows[0].value) && !MEANS_PAGE.test(rows[0].page))
    throw problem.choice`${called(path)}, line ${rows[0].line}: expected the column of pages first; found "${rows[0].page}", then "${rows[0].value}". Swap them`;
  for (const row of rows.slice(isHeading ? 1 : 0)) {
    const { page, value, line } = row;
    const number = numberOf(row);
    if (!Number.isFinite(number))
      throw problem.choice`${called(path)}, line ${line}: expected a number behind the page, with a point where it has decimals; found "${value}". ${TAKES}`;
    if (values.has(page))
      throw problem.choice`${called(path)}, line ${line}: ${page} comes twice. Sum its numbers, or leave one out`;
    values.set(page, number);
  }
  const name = basename(path).replace(/(?:\.\w{1,5})+$/, "");
  return given(values, { name: name === "" ? basename(path) : name, ...(hotAt !== undefined && { hotAt }) });
}

const numberOf = ({ value }: Row): number => (value.trim() === "" ? Number.NaN : Number(value));

function rowsIn(path: string): Row[] {
  const lines = textIn(path, TAKES).split(/\r\n?|\n/);
  const isText = (line: string) => line.trim() !== "" && !line.startsWith("#");
  const [first = "", second = first] = lines.filter(isText);
  const separator = SEPARATORS.find((each) => second.includes(each) && NUMERIC.test(second.split(each).at(-1) ?? ""));
  if (separator === undefined)
    throw problem.choice`${called(path)}: expected a page and its number on each line, found "${second.slice(0, 80)}". ${TAKES}`;
  if (separator === " ") return lines.flatMap((line, at) => (isText(line) ? atLastBlank(line.trim(), at + 1) : []));
  try {
    const records = parse(lines.join("\n"), {
      ...{ delimiter: separator, comment: "#", comment_no_infix: true, trim: true, skip_empty_lines: true, info: true },
      relax_column_count: true,
    }) as unknown as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
    return records.flatMap(({ record, info: { lines: line } }, at) => {
      const [page = "", value = ""] = record;
      if (record.length === 2 && page !== "") return [{ page, value, line }];
      if (record.length === 2 && at === 0 && records.length > 1) return []; // pandas's heading of a series: ",visits"
      throw problem.choice`${called(path)}, line ${line}: expected two columns, a page and its number; found ${record.length === 2 ? "no page" : record.length}: "${record.join(separator).slice(0, 80)}". Leave out other columns, and write a page that holds "${separator}" in quotes`;
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw problem.choice`${called(path)}: expected quotes around whole fields, each closed; ${error.message}. ${TAKES}`;
  }
}

function atLastBlank(line: string, at: number): Row[] {
  const [, page = line, value = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
  return [{ page, value, line: at }];
}
