import { unpackedName } from "../../base/file/unpacked-name.js";
import { plural } from "../../base/numbers.js";
import { GraphBuilder } from "../graph/builder.js";
import { built, checkPages, type GraphFormat, malformed } from "./format.js";
import { eachLine, headLines, Line } from "./lines.js";
import { number, valuesIn } from "./matrix-market.js";

const NAME = "SMAT";
const CUT =
  "The file is cut short: fetch it again. If it holds links with weights, and no sizes, read it as edge-list (format).";

/**
 * A square sparse matrix: "rows columns entries", then "i j value" for each entry, numbered from 0. An entry (i, j) is
 * a link from page i to page j; an entry of value zero is none. Of these, and of values other than 1, `ignored` says that
 * they are left out.
 *
 * Told from an edge list with weights by its first line: a square size that every entry fits; or by the name of the file,
 * so that a matrix that is not square is refused.
 */
export const smat: GraphFormat = {
  kind: "format",
  name: "smat",
  title: "SMAT",
  source: "Gleich, MatlabBGL and gaimc, readSMAT",

  sniff(head, fileName) {
    const [size, ...entries] = headLines(head, false)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .map((line) => line.split(/\s+/).map(Number));
    if (size?.length !== 3 || !size.every(Number.isInteger)) return false;
    if (/\.smat$/i.test(unpackedName(fileName))) return true;
    if (size[0] !== size[1] || size[0] < 1) return false;
    return entries.every((entry) => entry.length === 3 && entry[0] < size[0] && entry[1] < size[0]);
  },

  async read(bytes, options = {}) {
    const line = new Line(NAME);
    const links = new GraphBuilder();
    let size = -1;
    let entries = 0;
    let found = 0;
    let weighted = false;
    let zeros = 0;
    await eachLine(bytes, line, () => {
      if (line.done) return;
      if (size < 0) {
        const expected = "three numbers: rows, columns, entries";
        size = line.integer(expected);
        const columns = line.integer(expected);
        entries = line.integer(expected);
        line.finish(expected);
        line.uncut(entries, Number.POSITIVE_INFINITY);
        if (size !== columns) line.fail("as many rows as columns", "Only a square matrix is a graph.");
        checkPages(NAME, { line: line.number }, size);
        return;
      }
      const entry = `row and column from 0 to ${size - 1}, then a value`;
      if (found === entries) line.fail(`the end of the file after ${plural(entries, "entry", "entries")}`);
      const row = line.integer(entry);
      const column = line.integer(entry);
      if (row >= size || column >= size) line.fail(entry);
      const value = number(line, entry);
      line.finish(entry);
      if (value === 0 && !line.terminated) line.fail("a newline after the last value");
      found++;
      if (value === 0) {
        zeros++;
        return;
      }
      weighted ||= value !== 1;
      links.add(row, column);
    });
    if (size < 0 || found < entries) {
      const expected = size < 0 ? "a line of rows, columns and entries" : plural(entries, "entry", "entries");
      const end = size < 0 ? "an empty file" : `${found}, then the end of the file`;
      throw malformed(NAME, { line: line.number }, expected, end, CUT);
    }
    return built(links, { size, ...options }, valuesIn(weighted, zeros));
  },
};
