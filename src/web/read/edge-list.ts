import { plural } from "../../base/numbers.js";
import { GraphBuilder } from "../graph/builder.js";
import { COUNTS, isAdjacencyHead, SAYS_SO } from "./adjacency-list.js";
import { placesIn, swapped } from "./column-words.js";
import {
  checkPages,
  type GraphData,
  type GraphFormat,
  HEAD_BYTES,
  malformed,
  quoted,
  type ReadOptions,
} from "./format.js";
import { eachLine, headLines, Line } from "./lines.js";
import { withIds } from "./renumber.js";

const NAME = "edge list";
const LINK = "two page numbers from 0 to 4294967294";
const ADVICE =
  "Write one link per line as FROM TO, parted by a tab, blanks or a comma; a comment begins with # (or %).\n" +
  "  Pages that have names instead of numbers need exactly one TAB between two names, on every line.\n" +
  "  Numbers below 0 or larger ones are names: read it as labelled-edge-list (format), with commas as csv.";

const MULTILINE =
  "It looks like NetworkX's multiline adjacency list, which is not read. Write links: nx.write_edgelist(G, FILE).";

const UNEVEN =
  "Write one link per line as FROM TO, all lines with as many numbers; a shorter line may be cut.\n" +
  `  If it is an adjacency list, PAGE and then the pages that it links to, say so in its first line: ${SAYS_SO}`;

/** Words above the first link: no field of it begins as a number does. */
const HEADING = /^\s*[^\s\d.+,#%-][^\s,]*([\s,]+[^\s\d.+,-][^\s,]*)+\s*$/;

/** Two page numbers, then up to two numbers more, or attributes. */
const FIRST_LINK = /^\s*\d+[\s,]+\d+(?:([\s,]+[-+.\deE]+){0,2}|\s+\{.*\})\s*$/;

/** The first line of a file of KONECT whose two columns are numbered each on its own. */
const BIPARTITE = /^%\s*bip\s/;

/** Comments of KONECT and SNAP above links that have no direction. */
const UNDIRECTED = /^(%\s*sym\s|#\s*undirected graph\b)/i;

/** KONECT's first comment, of a graph of one kind of pages, and its second, of links and twice of pages. */
const KONECT = /^%\s*a?sym\s/;
const KONECT_COUNTS = /^%\s*(\d+)\s+(\d+)\s+\2\s*$/;

const BRACE = 123;

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

/**
 * Links as pairs of page numbers, one link per line, from left to right. Numbers may leave gaps; a third and a fourth
 * number (weight, time) are ignored, and so are words above the first link, "start end"; `ignored` says so. Words that
 * put the two pages into other columns, "target source", are refused, in a comment, too; and so are two such words above
 * three numbers. In place of a third number a line may end with attributes in braces, "{'weight': 3}", as NetworkX writes
 * them. Lines that begin with # or % are comments. All lines have as many numbers: those of an adjacency list,
 * which have not, are refused.
 *
 * Of a graph that a comment calls undirected ("% sym", "# Undirected graph") each link is read one way, as written, and
 * `ignored` says so; KONECT's "% bip", whose two columns are numbered each on its own, is refused.
 *
 * A first line "n m" that counts the pages and the links below, and no link, is taken as such, and `ignored` says so:
 * m lines follow, 4 or more, and all their numbers are below n (or from 1 to n).
 *
 * A heading "# Nodes: n Edges: m" is used in two ways. Fewer than m links: the file was cut, an error. More pages than
 * the links name, and all their numbers below n, or from 1 to n: the web has n pages, some without links.
 *
 * Of a file of KONECT that has other counts of links and pages than its second line says, `ignored` tells both.
 *
 * O(bytes); 8 bytes per link while reading (16 where numbers leave gaps), then 4 per link and 8 per page.
 */
export const edgeList: GraphFormat = {
  kind: "format",
  name: "edge-list",
  title: "edge list (FROM TO, as SNAP)",
  broad: true,
  source: "SNAP, Leskovec and Krevl 2014, snap.stanford.edu/data",

  sniff(head) {
    const lines = headLines(head, head.length < HEAD_BYTES);
    const data = lines.filter((line) => line.trim() !== "" && !/^[#%]/.test(line));
    const first = data.findIndex((line) => !HEADING.test(line));
    if (first < 0 || first > 1 || !FIRST_LINK.test(data[first])) return false;
    return !isAdjacencyHead(head);
  },

  async read(bytes, options = {}) {
    const lines = new EdgeLines();
    await eachLine(bytes, lines.line, () => lines.take());
    return lines.graph(options);
  },
};

/** What the lines of an edge list say. */
class EdgeLines {
  readonly line = new Line(NAME, true);
  readonly #links = new GraphBuilder();
  #highest = -1;
  #lowest = Number.POSITIVE_INFINITY;
  /** Pages and links, as a comment counts them. */
  #announced: { readonly pages: number; readonly links: number } | undefined;
  /** The same of KONECT: its first comment, then the one with counts. */
  #konect: string[] = [];
  /** Words above the first link. */
  #words = "";
  /** The comment that says so. */
  #undirected = "";
  /** Numbers in each line; attributes count as one. */
  #columns = 0;
  /** The first attributes that are some; "{}" where none were. */
  #attributes = "";

  /** Takes in the line that stands in `line`. */
  take(): void {
    const { line } = this;
    if (line.done) return;
    const first = line.bytes[line.at];
    const isAboveLinks = this.#links.links === 0;
    if (first === 35 || first === 37) this.#comment(isAboveLinks);
    else if (isAboveLinks && this.#words === "" && !isDigit(first) && HEADING.test(line.text)) {
      this.#words = line.text.trim();
      checkColumns(this.#words, line);
    } else this.#link(isAboveLinks);
  }

  #comment(isAboveLinks: boolean): void {
    const { text } = this.line;
    this.#announced = heading(text) ?? this.#announced;
    if (!isAboveLinks) return;
    checkComment(text, this.line);
    if (UNDIRECTED.test(text)) this.#undirected ||= text.trim();
    if ((this.#konect.length === 0 ? KONECT : KONECT_COUNTS).test(text)) this.#konect.push(text.trim());
  }

  #link(isFirst: boolean): void {
    const { line } = this;
    const from = line.integer(LINK, ADVICE);
    if (!line.done && line.bytes[line.at] === BRACE) line.fail(LINK, MULTILINE);
    if (line.done && !isFirst) this.#uneven();
    const to = line.integer(LINK, ADVICE);
    let columns = 2;
    if (!line.done && line.bytes[line.at] === BRACE) {
      columns++;
      this.#keepAttributes();
    }
    for (; columns < 4 && !line.done; columns++) {
      if (!/^[-+]?[.\d]/.test(line.field())) line.fail(`${LINK}, then a weight at the most`, ADVICE);
    }
    if (!line.done) line.fail(`${LINK}, then a weight and a time at the most`, ADVICE);
    if (isFirst) {
      this.#columns = columns;
      checkWords(this.#words, columns, line);
    }
    if (this.#columns !== columns) this.#uneven();
    if (this.#announced) line.uncut(to, this.#announced.pages);
    this.#links.add(from, to);
    if (from > this.#highest) this.#highest = from;
    if (to > this.#highest) this.#highest = to;
    if (from < this.#lowest) this.#lowest = from;
    if (to < this.#lowest) this.#lowest = to;
  }

  /** Refuses a line of fewer or more numbers than those before. */
  #uneven(): never {
    return this.line.fail(`${this.#columns} numbers, as in the lines before`, UNEVEN);
  }

  /** Takes what is left of the line for attributes of the link. */
  #keepAttributes(): void {
    const { rest } = this.line;
    if (!rest.endsWith("}")) this.line.fail(`${LINK}, then attributes in braces`, ADVICE);
    if (this.#attributes === "" || this.#attributes === "{}") this.#attributes = rest;
    this.line.at = this.line.end;
  }

  /** The graph of all links, after the last line. */
  graph(options: ReadOptions): GraphData {
    const links = this.#links;
    const place = { line: this.line.number };
    const announced = this.#announced;
    const counts = this.#columns === 2 && this.#words === "" && !announced ? countsAbove(links) : undefined;
    const ignored = this.#ignored(counts);
    const told = ignored.length > 0 ? { ignored } : {};
    if (links.links === 0) throw malformed(NAME, place, "at least one link", "none", ADVICE);
    if (announced && links.links < announced.links) {
      throw malformed(
        NAME,
        place,
        `${plural(announced.links, "link")}, as the heading says`,
        `${links.links}`,
        "The file is probably cut short: fetch it again. If it is whole, mend or delete its line # Nodes: ... Edges: ...",
      );
    }
    if (announced && announced.pages > this.#highest) {
      checkPages(NAME, place, announced.pages);
      return { ...links.build({ size: announced.pages, ...options }), ...told };
    }
    if (announced && announced.pages === this.#highest && this.#lowest > 0) {
      checkPages(NAME, place, announced.pages);
      return { ...withIds(links, options, oneTo(announced.pages)), ...told };
    }
    if (counts) {
      checkPages(NAME, place, counts.pages);
      const { pages, rest, fromOne } = counts;
      return { ...(fromOne ? withIds(rest, options, oneTo(pages)) : rest.build({ size: pages, ...options })), ...told };
    }
    const data = withIds(links, options);
    const all = [...ignored, ...this.#unlike(data)];
    return { ...data, ...(all.length > 0 && { ignored: all }) };
  }

  /** That KONECT counts other links or pages than there are. */
  #unlike({ graph, found }: GraphData): string[] {
    const [, counts = ""] = this.#konect;
    const [, links, pages] = KONECT_COUNTS.exec(counts) ?? [];
    if (links === undefined || (Number(links) === found.links && Number(pages) === graph.size)) return [];
    return [`the counts of links and pages, ${quoted(counts)}: there are ${found.links} and ${graph.size}`];
  }

  /** What was read and not used. */
  #ignored(counts: Counts | undefined): string[] {
    const first = counts && quoted(`${counts.pages} ${counts.rest.links}`);
    return [
      ...(first ? [`the first line, ${first}, as a link: it counts pages and links`] : []),
      ...(this.#words === "" ? [] : [`the heading ${quoted(this.#words)}`]),
      ...(this.#attributes === "" || this.#attributes === "{}"
        ? []
        : [`attributes of links, ${quoted(this.#attributes)}`]),
      ...(this.#columns > 2 && this.#attributes === "" ? [this.#columns > 3 ? "columns 3 and 4" : "column 3"] : []),
      ...(this.#undirected === ""
        ? []
        : [`that links have no direction, ${quoted(this.#undirected)}: each is one way, as written`]),
    ];
  }
}

/** The first pair of a file, where it counts pages and links, and the links without it. */
interface Counts {
  readonly pages: number;
  readonly rest: GraphBuilder;
  /** Whether pages are numbered from 1. */
  readonly fromOne: boolean;
}

/** A first link of fewer may have these numbers by chance. */
const FEWEST_COUNTED = 4;

const oneTo = (pages: number): Uint32Array => Uint32Array.from({ length: pages }, (_, i) => i + 1);

function countsAbove({ pairs, links }: GraphBuilder): Counts | undefined {
  const [pages, count] = pairs;
  if (count !== links - 1 || count < FEWEST_COUNTED || pages === 0) return undefined;
  let lowest = pairs[2];
  let highest = 0;
  for (let i = 2; i < pairs.length; i++) {
    if (pairs[i] < lowest) lowest = pairs[i];
    if (pairs[i] > highest) highest = pairs[i];
  }
  const fromOne = lowest > 0 && highest === pages;
  if (highest >= pages && !fromOne) return undefined;
  const rest = new GraphBuilder();
  for (let i = 2; i < pairs.length; i += 2) rest.add(pairs[i], pairs[i + 1]);
  return { pages, rest, fromOne };
}

/** Refuses a heading, its first two words the two pages, with fewer words than there are columns. */
function checkWords(words: string, columns: number, line: Line): void {
  const { from, to, words: count } = placesIn(words);
  if (from !== 0 || to !== 1 || count >= columns) return;
  line.fail(
    `${count} numbers at the most, as many as there are words in the heading ${quoted(words)}`,
    "A column without a word, such as the number of each row, must go; or give it a word behind the two.",
  );
}

function checkColumns(heading: string, line: Line): void {
  const { from, to } = placesIn(heading);
  if (from > 0 || to === 0 || to > 1) throw swapped(NAME, line.number, heading, line.text);
}

/** A comment is prose, but for one that names the two columns and no more than a weight and a time. */
function checkComment(comment: string, line: Line): void {
  if (BIPARTITE.test(comment))
    line.fail(
      "one numbering of all pages",
      "In a bipartite graph of KONECT page 1 on the left is another than page 1 on the right.\n" +
        "  Number those on the right from where those on the left end, and delete this line.",
    );
  const heading = comment.replace(/^[#%\s]+/, "").trim();
  const { from, to, words } = placesIn(heading);
  if (to === 0 && from === 1 && words <= 4) throw swapped(NAME, line.number, heading, line.text);
}

/** The counts in "# Nodes: 325729 Edges: 1497134". */
function heading(comment: string): { pages: number; links: number } | undefined {
  const counts = COUNTS.exec(comment);
  return counts ? { pages: Number(counts[1]), links: Number(counts[2]) } : undefined;
}
