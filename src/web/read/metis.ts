import { unpackedName } from "../../base/file/unpacked-name.js";
import { murmurMixOf } from "../../base/mix.js";
import { plural } from "../../base/numbers.js";
import { GraphBuilder } from "../graph/builder.js";
import { checkPages, type GraphFormat, HEAD_BYTES, malformed, WEIGHTS } from "./format.js";
import { eachLine, headLines, Line } from "./lines.js";
import { number } from "./matrix-market.js";

const NAME = "METIS";
const CUT = "The file is cut short: fetch it again.";
const DIRECTED = "Directed links are no METIS file: write one link per line as FROM TO.";

/** The first line: "n m", and which weights there are, "n m fmt ncon". */
const HEADER = /^\s*(\d+)[ \t]+(\d+)(?:[ \t]+([01]{1,3})(?:[ \t]+(\d+))?)?\s*$/;

/** What each line holds. */
interface Header {
  readonly pages: number;
  readonly edges: number;
  /** Numbers at the head of a line that are no neighbours: a size, weights of the page. */
  readonly ahead: number;
  /** Whether each neighbour has a weight behind it. */
  readonly weighted: boolean;
}

function headerOf(text: string): Header | undefined {
  const [, pages, edges, fmt = "", weights] = HEADER.exec(text) ?? [];
  if (pages === undefined) return undefined;
  const [sized, heavy, weighted] = fmt.padStart(3, "0").split("").map(Number);
  const ahead = sized + (heavy ? Number(weights ?? 1) : 0);
  return { pages: Number(pages), edges: Number(edges), ahead, weighted: weighted === 1 };
}

/**
 * A graph without directions as METIS has it: "n m" counts pages and edges, and line i below names the neighbours of page
 * i, numbered from 1; both ends of an edge name each other, so that each edge is a link in both directions. Graphs of the
 * 10th DIMACS challenge are such, many of the web among them. Weights are ignored, and `ignored` says so. `ids` is 1 .. n.
 * Lines that begin with % are comments.
 *
 * Told from lists of numbers by its first line, and by neighbours that name each other; or, where the first lines name
 * none of each other, by the file's name, .graph or .metis. What is called .metis, and fits but for neighbours that do
 * not name each other, is taken for one, and refused for that.
 */
export const metis: GraphFormat = {
  kind: "format",
  name: "metis",
  title: "METIS (n m, then the neighbours of page 1, 2, ...)",
  source: "Karypis 2013, METIS 5.1.0 manual, section 4.1.1",

  sniff(head, fileName) {
    const whole = head.length < HEAD_BYTES;
    const [first, ...lines] = headLines(head, whole).filter((line) => !line.startsWith("%"));
    const header = first === undefined ? undefined : headerOf(first);
    if (!header || header.pages < 1 || !lines.every((line) => /^[\d\s.]*$/.test(line))) return false;
    if (whole && lines.filter((line) => line.trim() !== "").length > header.pages) return false;
    const rows = lines.slice(0, header.pages).map((line) => neighbours(fieldsOf(line), header));
    if (rows.some((row) => row.some(({ to }) => !(to >= 1 && to <= header.pages)))) return false;
    const { agree, disagree } = bothWays(rows);
    const name = unpackedName(fileName);
    if (disagree > 0) return /\.metis$/i.test(name);
    const isNamed = /\.(graph|metis)$/i.test(name);
    const fits = rows.length === header.pages && rows.flat().length === 2 * header.edges;
    // a short list of as many numbers in each line may be some other, whose numbers agree by chance
    const isList = whole && lines.every((line) => fieldsOf(line).length === fieldsOf(first).length);
    return isNamed || (whole && fits) || (agree > 1 && !isList);
  },

  async read(bytes, options = {}) {
    const line = new Line(NAME);
    const links = new GraphBuilder();
    let header: Header | undefined;
    let page = 0;
    let weighted = false;
    let unmatched = 0; // 0 where each link has one back, else any number: hashes of links less those of links back
    await eachLine(bytes, line, () => {
      if (line.first === "%") return;
      if (!header) {
        header = headerOf(line.text);
        if (!header) return line.fail("the numbers of pages and edges: n m, or n m fmt, or n m fmt ncon");
        checkPages(NAME, { line: line.number }, header.pages);
        return;
      }
      if (page === header.pages) {
        if (!line.done) line.fail(`the end of the file after the lines of ${plural(page, "page")}`);
        return;
      }
      page++;
      const expected = lineOf(header);
      for (let i = 0; i < header.ahead; i++) number(line, expected);
      while (!line.done) {
        const to = line.integer(expected);
        if (to < 1 || to > header.pages) line.fail(expected, "The first line says how many pages there are.");
        if (header.weighted) weighted = number(line, expected) !== 1 || weighted;
        else line.uncut(to, header.pages + 1);
        unmatched = (unmatched + murmurMixOf(page, to) - murmurMixOf(to, page)) | 0;
        links.add(page - 1, to - 1);
      }
    });
    const place = { line: line.number };
    if (!header) throw malformed(NAME, place, "the numbers of pages and edges", "an empty file");
    const { pages, edges, ahead } = header;
    if (page < pages) throw malformed(NAME, place, `one line for each of ${plural(pages, "page")}`, `${page}`, CUT);
    if (links.links !== 2 * edges) {
      const expected = `${2 * edges} neighbours, each edge of the first line from both ends`;
      const next = links.links === edges ? DIRECTED : `${CUT} Or mend its first line.`;
      throw malformed(NAME, place, expected, `${links.links}`, next);
    }
    if (unmatched !== 0) {
      throw malformed(NAME, place, "neighbours that name each other", "some that do not", DIRECTED);
    }
    const ignored = [...(ahead > 0 ? ["weights of pages"] : []), ...(weighted ? [WEIGHTS] : [])];
    const ids = Uint32Array.from({ length: pages }, (_, i) => i + 1);
    return { ...links.build({ size: pages, ...options }), ids, ...(ignored.length > 0 && { ignored }) };
  },
};

const lineOf = ({ pages, ahead, weighted }: Header): string =>
  `${ahead > 0 ? `${plural(ahead, "weight")} of the page, then ` : ""}neighbours from 1 to ${pages}` +
  `${weighted ? ", each with its weight" : ""}`;

const fieldsOf = (line: string): string[] => line.split(/\s+/).filter(Boolean);

interface Neighbour {
  readonly to: number;
  readonly weight: number;
}

function neighbours(fields: readonly string[], { ahead, weighted }: Header): Neighbour[] {
  const step = weighted ? 2 : 1;
  const found: Neighbour[] = [];
  for (let i = ahead; i < fields.length; i += step) {
    found.push({ to: Number(fields[i]), weight: weighted ? Number(fields[i + 1]) : 1 });
  }
  return found;
}

/** Neighbours among `rows` that name each other, with one weight, and those that do not. */
function bothWays(rows: readonly (readonly Neighbour[])[]): { agree: number; disagree: number } {
  const named = rows.map((row) => new Map(row.map(({ to, weight }) => [to, weight])));
  let agree = 0;
  let disagree = 0;
  for (const [i, row] of rows.entries()) {
    for (const { to, weight } of row) {
      if (to > rows.length) continue;
      if (to !== i + 1 && named[to - 1].get(i + 1) === weight) agree++;
      else disagree++;
    }
  }
  return { agree, disagree };
}
