import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CsvError as Fault } from "csv-parse";
import { plural } from "../../base/numbers.js";
import { GraphBuilder } from "../graph/builder.js";
import { placesAmong } from "./column-words.js";
import { edgeList } from "./edge-list.js";
import { type GraphData, type GraphFormat, HEAD_BYTES, malformed, quoted, type ReadOptions } from "./format.js";
import { withNames } from "./labelled-edge-list.js";
import { decode, headLines, join, NOT_UTF8, UTF8 } from "./lines.js";
import { withIds } from "./renumber.js";

const NAME = "CSV";
const ADVICE =
  "Write a heading that calls two columns source and target, and one link per line below; quote a field that holds a comma.";

/** What parts the fields, and where each line has the page that a link stands on and the one that it leads to. */
interface Layout {
  readonly delimiter: string;
  readonly from: number;
  readonly to: number;
  /** Words of the heading; none where the first line is a link. */
  readonly heading?: readonly string[];
}

/** A link has two pages, and a page many links: a list of links is no place for titles. */
const TITLES = " (titles are read from node-link JSON, GraphML and GEXF, where a page has a url and a title)";

const TWICE = "Where two files stand one behind the other, delete the heading of the second.";

const DELIMITERS = [",", ";", "\t"];

/** Two URLs with one comma between them, which neither may hold, then no third; each may stand in quotes. */
const TWO_URLS = /^\s*("?)\w+:\/\/[^",\s]+\1\s*,\s*("?)\w+:\/\/[^",\s]+\2\s*(?:,(?!\s*"?\w+:\/\/).*)?$/;

const isText = (line: string): boolean => line.trim() !== "" && !line.startsWith("#");

function layoutOf(line: string): Layout | undefined {
  if (TWO_URLS.test(line)) return { delimiter: ",", from: 0, to: 1 };
  for (const delimiter of DELIMITERS) {
    const heading = line.split(delimiter).map((word) => word.trim().replace(/^"(.*)"$/, "$1"));
    const { from, to } = placesAmong(heading.map((word) => word.replace(/[\s:]/g, "")));
    // a heading of two words parted by a tab stands above an edge list of names
    if (from >= 0 && to >= 0 && (delimiter !== "\t" || heading.length > 2)) return { delimiter, from, to, heading };
  }
  return undefined;
}

/**
 * Links as CSV (RFC 4180), with a heading that names the two columns, "source,target", in any places and among others:
 * what pandas, danfojs, Gephi and spreadsheets write. Fields are parted by commas, semicolons or tabs. Without a heading,
 * two URLs a line come first. Where all pages are whole numbers they are page numbers, else names: URLs or titles, numbered in
 * order of first appearance. Lines that begin with # are comments. `ignored` names the other columns, and says how many
 * comments stand below the first line, perhaps meant as links.
 *
 * Recognised by its first line; a list of numbers is left to the edge list, unless its heading has the two columns
 * elsewhere.
 */
export const csv: GraphFormat = {
  kind: "format",
  name: "csv",
  title: "CSV (heading: source,target)",
  broad: true,
  source: "Shafranovich 2005, RFC 4180",

  sniff(head) {
    const [first, second] = headLines(head, head.length < HEAD_BYTES).filter(isText);
    const layout = first === undefined ? undefined : layoutOf(first);
    if (layout === undefined) return false;
    const isElsewhere = layout.heading !== undefined && (layout.from !== 0 || layout.to !== 1);
    if (!isElsewhere && edgeList.sniff(head, "")) return false;
    return layout.heading === undefined || second !== undefined;
  },

  async read(bytes, options = {}) {
    const { head, all } = await headOf(bytes);
    const first = head.split(/\r?\n/).find(isText);
    const layout = first === undefined ? undefined : layoutOf(first);
    if (first === undefined || layout === undefined)
      throw malformed(
        NAME,
        { line: 1 },
        "a heading with source and target",
        first === undefined ? "none" : quoted(first),
        ADVICE,
      );
    const pages = new Map<string, number>();
    const links = new GraphBuilder();
    const number = (name: string) => pages.get(name) ?? pages.set(name, pages.size).size - 1;
    let undirected = false;
    const type = layout.heading?.findIndex((word) => /^type$/i.test(word)) ?? -1;
    let heading: readonly string[] = [];
    let rows = layout.heading ? -1 : 0;
    let columns = 0;
    const { checked, isUtf8 } = utf8In(all());
    const comments = await eachRecord(checked, layout.delimiter, (fields, line) => {
      columns = fields.length;
      if (rows++ < 0) {
        heading = fields;
        return;
      }
      const [from, to] = [fields[layout.from], fields[layout.to]];
      if (from === heading[layout.from] && to === heading[layout.to])
        throw malformed(NAME, { line }, "one heading", quoted(fields.join(layout.delimiter)), TWICE);
      if (!from || !to) {
        const expected = "a page in the columns of source and target";
        throw malformed(NAME, { line }, expected, quoted(fields.join(layout.delimiter)), ADVICE);
      }
      if ((from + to).includes("\ufffd") && !isUtf8())
        throw malformed(NAME, { line }, UTF8, quoted(fields.join(layout.delimiter)), NOT_UTF8);
      if (type >= 0 && /^undirected$/i.test(fields[type])) undirected = true;
      links.add(number(from), number(to));
    });
    if (links.links === 0) throw malformed(NAME, { line: 1 }, "at least one link", "none", ADVICE);
    const words = layout.heading ?? new Array<string>(columns).fill("");
    const others = words.flatMap((word, at, all) => {
      if (at === layout.from || at === layout.to) return [];
      if (word === "") return [`column ${at + 1}`];
      return [`the column ${quoted(word)}${at === all.findLastIndex((each) => /title/i.test(each)) ? TITLES : ""}`];
    });
    const ignored = [
      ...(comments > 0 ? [`${plural(comments, "comment")} below the first line, perhaps meant as links`] : []),
      ...others,
      ...(undirected ? ['that links have no direction, "Undirected": each is one way, as written'] : []),
    ];
    return { ...numbered(pages, links, options), ...(ignored.length > 0 && { ignored }) };
  },
};

/** The file's first line that is text, with those before it, and the whole file. */
async function headOf(bytes: AsyncIterable<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  const rest = bytes[Symbol.asyncIterator]();
  let head = "";
  for (let piece = await rest.next(); !piece.done; piece = await rest.next()) {
    pieces.push(piece.value);
    head = decode(join(pieces)).replace(/^\ufeff/, "");
    const whole = head.slice(0, head.lastIndexOf("\n") + 1);
    if (whole.split("\n").some(isText)) break;
  }
  return {
    head,
    async *all() {
      yield* pieces;
      for (let piece = await rest.next(); !piece.done; piece = await rest.next()) yield piece.value;
    },
  };
}

/** The same bytes, and whether those that were read are UTF-8. */
function utf8In(bytes: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  const look = (piece?: Uint8Array) => {
    try {
      if (isUtf8) decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  async function* checked() {
    for await (const piece of bytes) {
      look(piece);
      yield piece;
    }
    look();
  }
  return { checked: checked(), isUtf8: () => isUtf8 };
}

/**
 * Shows the fields of every line to `visit`, and its number, which counts from 1.
 *
 * @returns number of comments below the first line that is none
 * @throws "format" for a quote that is not closed, and for lines of different lengths
 */
async function eachRecord(
  bytes: AsyncIterable<Uint8Array>,
  delimiter: string,
  visit: (fields: readonly string[], line: number) => void,
): Promise<number> {
  const { CsvError, parse } = await import("csv-parse");
  let above: number | undefined;
  const parser = parse({
    ...{ bom: true, delimiter, trim: true, skip_empty_lines: true, comment: "#", comment_no_infix: true },
    on_record(fields: readonly string[], { lines, comment_lines }) {
      above ??= comment_lines;
      visit(fields, lines);
      return null; // nothing is handed on
    },
  });
  try {
    await pipeline(Readable.from(bytes), parser.resume());
    return parser.info.comment_lines - (above ?? 0);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines = 1, record } = error as Fault & { lines?: number; record?: readonly string[] };
    const [expected, found] = error.code.includes("FIELDS_LENGTH")
      ? ["as many fields as in the heading", quoted((record ?? []).join(delimiter))]
      : ["quotes around whole fields, each closed", error.message];
    throw malformed(NAME, { line: lines }, expected, found, ADVICE);
  }
}

const LARGEST = 4294967294;

/** Pages as numbers where all are such, else by their names. */
function numbered(pages: ReadonlyMap<string, number>, links: GraphBuilder, options: ReadOptions): GraphData {
  const numbers = Uint32Array.from(pages.keys(), Number);
  const areNumbers = [...pages.keys()].every((name) => /^\d+$/.test(name) && Number(name) <= LARGEST);
  if (!areNumbers) return withNames(pages, links, options);
  const plain = new GraphBuilder();
  const { pairs } = links;
  for (let i = 0; i < pairs.length; i += 2) plain.add(numbers[pairs[i]], numbers[pairs[i + 1]]);
  return withIds(plain, options);
}
