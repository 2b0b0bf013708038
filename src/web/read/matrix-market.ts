import { plural } from "../../base/numbers.js";
import { GraphBuilder } from "../graph/builder.js";
import { built, checkPages, type GraphFormat, malformed, WEIGHTS } from "./format.js";
import { decode, eachLine, Line } from "./lines.js";

const NAME = "Matrix Market";

/**
 * A square sparse matrix in coordinates: an entry (i, j) is a link from page i to page j, an entry of value zero is
 * none. Of these, and of values other than 1, `ignored` says that they are left out. Rows and columns are numbered from 1, so `ids` is
 * 1 .. n. A symmetric (or skew-symmetric) matrix stores one triangle: each entry off the diagonal is a link in both
 * directions.
 *
 * Refused, with a reason: dense matrices (array), complex values, matrices that are not square.
 */
export const matrixMarket: GraphFormat = {
  kind: "format",
  name: "matrix-market",
  title: "Matrix Market",
  source: "Boisvert, Pozo and Remington 1996, The Matrix Market Exchange Formats, NISTIR 5935",

  sniff: (head) => /^(\ufeff)?%%MatrixMarket\b/i.test(decode(head.subarray(0, 64))),

  async read(bytes, options = {}) {
    const line = new Line(NAME);
    const links = new GraphBuilder();
    let header: Header | undefined;
    let size = -1;
    let entries = 0;
    let found = 0;
    let weighted = false;
    let zeros = 0;
    await eachLine(bytes, line, () => {
      if (!header) {
        header = readHeader(line);
        return;
      }
      if (line.first === "%" || line.done) return;
      if (size < 0) {
        [size, entries] = readSize(line);
        return;
      }
      const entry = `row and column from 1 to ${size}${header.values ? ", then a value" : ""}`;
      if (found === entries) line.fail(`the end of the file after ${plural(entries, "entry", "entries")}`);
      const row = line.integer(entry);
      const column = line.integer(entry);
      if (row < 1 || column < 1 || row > size || column > size) line.fail(entry);
      const value = header.values ? number(line, entry) : 1;
      line.finish(entry);
      if (!header.values) line.uncut(column, size + 1);
      if (header.values && value === 0 && !line.terminated) line.fail("a newline after the last value");
      found++;
      if (value === 0) {
        zeros++;
        return;
      }
      weighted ||= value !== 1;
      if (header.symmetric) links.addUndirected(row - 1, column - 1);
      else links.add(row - 1, column - 1);
    });
    if (size < 0 || found < entries) {
      const expected = size < 0 ? "a line of rows, columns and entries" : plural(entries, "entry", "entries");
      const end = size < 0 ? "the end of the file" : `${found}, then the end of the file`;
      throw malformed(NAME, { line: line.number }, expected, end, "The file is cut short: fetch it again.");
    }
    const ids = new Uint32Array(size);
    for (let page = 0; page < size; page++) ids[page] = page + 1;
    return { ...built(links, { size, ...options }, valuesIn(weighted, zeros)), ids };
  },
};

/** Of the values of a matrix, what is not read: of links, and of entries that are none. */
export const valuesIn = (weighted: boolean, zeros: number): string[] => [
  ...(weighted ? [WEIGHTS] : []),
  ...(zeros > 0 ? [`${plural(zeros, "entry", "entries")} of value 0, no links`] : []),
];

interface Header {
  /** Whether entries carry a value. */
  readonly values: boolean;
  readonly symmetric: boolean;
}

function readHeader(line: Line): Header {
  const [banner, object, layout, field, symmetry, ...more] = line.text.trim().toLowerCase().split(/\s+/);
  if (banner !== "%%matrixmarket" || object !== "matrix" || more.length > 0) {
    line.fail("%%MatrixMarket matrix coordinate pattern general");
  }
  if (layout !== "coordinate") {
    line.fail("a sparse matrix (coordinate)", "A dense matrix has no links, only numbers: write it in coordinates.");
  }
  if (!["pattern", "real", "integer"].includes(field)) line.fail("values that are pattern, real or integer");
  if (!["general", "symmetric", "skew-symmetric"].includes(symmetry)) {
    line.fail("a matrix that is general, symmetric or skew-symmetric");
  }
  return { values: field !== "pattern", symmetric: symmetry !== "general" };
}

function readSize(line: Line): [size: number, entries: number] {
  const expected = "three numbers: rows, columns, entries";
  const rows = line.integer(expected);
  const columns = line.integer(expected);
  const entries = line.integer(expected);
  line.finish(expected);
  line.uncut(entries, Number.POSITIVE_INFINITY);
  if (rows !== columns) {
    line.fail(
      "as many rows as columns",
      "A link goes from a page to a page of the same web: only a square matrix is a graph.",
    );
  }
  checkPages(NAME, { line: line.number }, rows);
  return [rows, entries];
}

/** The next field as a number; Fortran writes 1e3 as 1D+03. */
export function number(line: Line, expected: string): number {
  const text = line.field();
  const value = Number(text.replace(/^([-+.\d]+)d/i, "$1e"));
  if (text === "" || Number.isNaN(value)) line.fail(expected);
  return value;
}
