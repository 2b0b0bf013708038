import { GraphBuilder } from "../graph/builder.js";
import { type GraphFormat, HEAD_BYTES, malformed } from "./format.js";
import { eachLine, headLines, Line } from "./lines.js";
import { withIds } from "./renumber.js";

const NAME = "adjacency list";
const LINKS = "a page number, and then those of the pages that it links to";
const ADVICE = "Write one page per line as PAGE TARGET TARGET ..., parted by blanks; a comment begins with #.";

/**
 * A page number per line, and then the numbers of the pages that it links to: "0 1 2". A page that stands alone has no
 * links. Numbers may leave gaps. Lines that begin with # are comments.
 *
 * Recognised by lines of whole numbers of which not all have as many, the first of two or more; where all have as many,
 * or all but a few have two, as links do, or three, as links with a weight do, by a comment "# adjacency list", or the
 * one that NetworkX writes.
 */
export const adjacencyList: GraphFormat = {
  kind: "format",
  name: "adjacency-list",
  title: "adjacency list (PAGE TARGET TARGET ..., as NetworkX)",
  broad: true,
  source:
    "Hagberg, Schult and Swart 2008, NetworkX, networkx.org/documentation/stable/reference/readwrite/adjlist.html",

  sniff: isAdjacencyHead,

  async read(bytes, options = {}) {
    const line = new Line(NAME, true);
    const links = new GraphBuilder();
    const alone: number[] = [];
    await eachLine(bytes, line, () => {
      if (line.first === "#" || line.done) return;
      const from = line.integer(LINKS, ADVICE);
      if (line.done) alone.push(from);
      while (!line.done) links.add(from, line.integer(LINKS, ADVICE));
    });
    if (links.links === 0) throw malformed(NAME, { line: line.number }, "at least one link", "none", ADVICE);
    return withIds(links, options, alone);
  },
};

/** Numbers of a line that no other list of links has, whatever it says of a link. */
const LONG_ROW = 1_000;

/** Whether the head ends within a page of very many links, behind pages with links or none. */
function endsInLongRow(lines: readonly string[]): boolean {
  const data = lines.filter(isData);
  const counts = data.map(numbersIn);
  return data.every(isRow) && (counts.at(-1) ?? 0) > LONG_ROW && counts[0] > 1;
}

const isRow = (line: string): boolean => /^[\d\s,]+$/.test(line);

const numbersIn = (row: string): number => row.split(/[\s,]+/).filter(Boolean).length;

const isData = (line: string): boolean => line.trim() !== "" && !line.startsWith("#");

/** The comment that tells an adjacency list from links with a weight; NetworkX writes the time: "# GMT Mon Oct ...". */
export const SAYS_SO = "# adjacency list";
const SAID = /^#.*(\badjacency|\bGMT\b)/i;

/** The same to the letter: links with weights, "i j w", may stand below "# adjacency matrix", or a date. */
const SAID_EXACTLY = /^#\s*(adjacency list|GMT \w+ \w+ +\d+ [\d:]+ \d+)\s*$/i;

/** The counts above a list of links: "# Nodes: 325729 Edges: 1497134". */
export const COUNTS = /\bNodes:\s*(\d+)\s+Edges:\s*(\d+)/i;

/** Of so many lines one may be shorter than the links around it. */
const ONE_SHORT_IN = 20;

/** Whether a file that begins so is an adjacency list. */
export function isAdjacencyHead(head: Uint8Array): boolean {
  const isWhole = head.length < HEAD_BYTES;
  return isAdjacencyList(headLines(head, isWhole)) || (!isWhole && endsInLongRow(headLines(head, true)));
}

/**
 * Whether lines are whole numbers, and a comment says what they are; or not all as many, in the first two or more. Lines
 * of which nearly all have two, and none has more, are links, one of them cut, unless a comment says otherwise; so are
 * those of three or four, with weights, and lines below a comment that counts links.
 */
function isAdjacencyList(lines: readonly string[]): boolean {
  const data = lines.filter(isData);
  if (data.length === 0 || !data.every(isRow)) return false;
  const counts = data.map(numbersIn);
  if (lines.some((line) => SAID_EXACTLY.test(line))) return true;
  const isSaid = lines.some((line) => SAID.test(line));
  if (!isSaid && isSizes(data)) return false;
  if (!((counts[0] > 1 || isSaid) && counts.some((count) => count !== counts[0]))) return false;
  return isSaid || !(areLinks(counts) || lines.some((line) => line.startsWith("#") && COUNTS.test(line)));
}

/** Whether the first row is none but the size of a matrix, "n n m", above pairs: Matrix Market without its banner. */
function isSizes([first, ...rows]: readonly string[]): boolean {
  const [height, width, entries, ...more] = first
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return (
    height === width &&
    entries >= rows.length &&
    more.length === 0 &&
    rows.length > 2 &&
    rows.every((row) => numbersIn(row) === 2)
  );
}

function areLinks(counts: readonly number[]): boolean {
  const most = counts.reduce((a, b) => Math.max(a, b));
  const short = counts.filter((count) => count < most).length;
  return most >= 2 && most <= 4 && counts.length - short >= 3 && short <= Math.max(1, counts.length / ONE_SHORT_IN);
}
