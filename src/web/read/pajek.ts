import { StringsBuilder } from "../../base/strings.js";
import { GraphBuilder } from "../graph/builder.js";
import { built, checkPages, type GraphFormat, isWeight, malformed, WEIGHTS } from "./format.js";
import { IS_URL } from "./labelled-edge-list.js";
import { decode, eachLine, Line } from "./lines.js";

const NAME = "Pajek";

/** What the lines below a heading hold. */
const SECTIONS = ["arcs", "edges", "arcslist", "edgeslist"] as const;
type Section = (typeof SECTIONS)[number] | "vertices" | "none" | "other";

/**
 * A network of Pajek: `*Vertices n`, with a number from 1 to n and a label on each line, where there are such; below,
 * `*Arcs` of links "from to", `*Edges` that are links in both directions, and the lists `*Arcslist` and `*Edgeslist`,
 * "from to to ...". Labels become titles, or URLs where all are such. Weights, and parts of a project that are no
 * network, are ignored, and `ignored` says so. `ids` is 1 .. n. Lines that begin with % are comments.
 *
 * Refused, with a reason: networks of two modes, matrices, and a second network.
 */
export const pajek: GraphFormat = {
  kind: "format",
  name: "pajek",
  title: "Pajek (*Vertices, *Arcs)",
  source: "Batagelj and Mrvar 1998, Pajek: Program for Large Network Analysis, Connections 21 (2)",

  sniff: (head) => /^(\ufeff)?(\s|%[^\n]*\n|\*network[^\n]*\n)*\*vertices\s+\d/i.test(decode(head.subarray(0, 8192))),

  async read(bytes, options = {}) {
    const line = new Line(NAME);
    const links = new GraphBuilder();
    const labels: string[] = [];
    let section: Section = "none";
    let size = -1;
    let weighted = false;
    /** Whether the vertices that were last announced are those of the network: a partition announces them again. */
    let areOwn = true;
    const others = new Set<string>();
    await eachLine(bytes, line, () => {
      if (line.first === "%" || line.done) return;
      if (line.bytes[line.at] === 42) {
        const [word = "", ...rest] = line.rest.slice(1).toLowerCase().split(/\s+/);
        if (word === "vertices" && size < 0) {
          size = sizeOf(line, rest);
          section = "vertices";
        } else section = sectionOf(line, word, size);
        if (word === "vertices") areOwn = section === "vertices";
        else if (!areOwn && section !== "other") line.fail("one network in the file");
        if (section === "other" && word !== "vertices") others.add(`*${word}`);
        return;
      }
      if (section === "other") return;
      const page = `a page from 1 to ${size}`;
      if (section === "none") return line.fail("*Vertices and their number");
      const first = number(line, page, size);
      if (section === "vertices") {
        const label = labelIn(line.rest);
        if ((labels[first - 1] ?? label) !== label) line.fail(`one label for page ${first}`);
        labels[first - 1] = label;
        return;
      }
      const isList = section.endsWith("list");
      const both = section.startsWith("edges");
      do {
        const to = number(line, page, size);
        if (both) links.addUndirected(first - 1, to - 1);
        else links.add(first - 1, to - 1);
        if (line.done) line.uncut(to, size + 1);
      } while (isList && !line.done);
      weighted ||= !line.done && isWeight(line.rest.split(/\s/, 1)[0]);
    });
    if (links.links === 0) throw malformed(NAME, { line: line.number }, "at least one link", "none");
    return {
      ...built(links, { size, ...options }, [...(weighted ? [WEIGHTS] : []), ...others]),
      ids: Uint32Array.from({ length: size }, (_, i) => i + 1),
      ...named(labels, size),
    };
  },
};

function number(line: Line, expected: string, size: number): number {
  const found = line.integer(expected);
  if (found < 1 || found > size) line.fail(expected);
  return found;
}

function sizeOf(line: Line, [count = "", left]: readonly string[]): number {
  if (!/^\d+$/.test(count)) line.fail("*Vertices and their number");
  if (left !== undefined && /^\d+$/.test(left))
    line.fail("a network of one mode", "A link goes from a page to a page of the same web.");
  checkPages(NAME, { line: line.number }, Number(count));
  return Number(count);
}

/** @returns "other" for what is no network: partitions and vectors, which count their vertices again */
function sectionOf(line: Line, word: string, size: number): Section {
  if (word === "network") return size < 0 ? "none" : line.fail("one network in the file");
  if (word === "matrix") line.fail("*Arcs or *Edges", "Write the matrix as arcs, one link per line: FROM TO.");
  if (size < 0) line.fail("*Vertices and their number first");
  return SECTIONS.find((each) => each === word) ?? "other";
}

/** The label at the head of the rest of a line, in quotes or as one word; places and colours follow. */
const labelIn = (rest: string): string => {
  const [, quoted, short, word] = /^(?:"(.*?)"(?!\S)|"([^"]*)"|(\S+))/.exec(rest) ?? [];
  return quoted ?? short ?? word ?? "";
};

function named(labels: readonly string[], size: number) {
  if (labels.length === 0) return {};
  const column = new StringsBuilder();
  let areUrls = true;
  for (let page = 0; page < size; page++) {
    const label = labels[page] ?? "";
    if (!IS_URL.test(label)) areUrls = false;
    column.add(label);
  }
  return { [areUrls ? "urls" : "titles"]: column.build() };
}
