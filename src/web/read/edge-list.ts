import { type BuiltGraph, GraphBuilder, type LinkPolicy } from "../graph/builder.js";
import { checkPages, type GraphData, type GraphFormat, HEAD_BYTES, malformed } from "./format.js";
import { eachLine, headLines, Line } from "./lines.js";
import { renumber } from "./renumber.js";

const NAME = "edge list";
const LINK = "two page numbers from 0 to 4294967294";
const ADVICE =
  "Write one link per line as FROM TO, parted by a tab, blanks or a comma; a comment begins with # (or %).\n" +
  "  Pages that have names instead of numbers need exactly one TAB between two names, on every line.";

/**
 * Links as pairs of page numbers, one link per line, from left to right whatever the heading says. Numbers may leave
 * gaps; a third and a fourth number (weight, time) are ignored. Lines that begin with # or % are comments.
 *
 * A heading "# Nodes: n Edges: m" is used in two ways. Fewer than m links: the file was cut, an error. More pages than
 * the links name, and all their numbers below n: the web has n pages, some without links.
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
    const data = lines.find((line) => line.trim() !== "" && !/^[#%]/.test(line));
    return data !== undefined && /^\s*\d+[\s,]+\d+([\s,]+[-+.\deE]+){0,2}\s*$/.test(data);
  },

  async read(bytes, options = {}) {
    const line = new Line(NAME, true);
    const links = new GraphBuilder();
    let announced: { pages: number; links: number } | undefined;
    let highest = -1;
    await eachLine(bytes, line, () => {
      if (line.done) return;
      const first = line.bytes[line.at];
      if (first === 35 || first === 37) {
        announced = heading(line.text) ?? announced;
        return;
      }
      const from = line.integer(LINK, ADVICE);
      const to = line.integer(LINK, ADVICE);
      for (let extra = 0; extra < 2 && !line.done; extra++) {
        if (!/^[-+]?[.\d]/.test(line.field())) line.fail(`${LINK}, then a weight at the most`, ADVICE);
      }
      if (!line.done) line.fail(`${LINK}, then a weight and a time at the most`, ADVICE);
      if (announced) line.uncut(to, announced.pages);
      links.add(from, to);
      if (from > highest) highest = from;
      if (to > highest) highest = to;
    });
    const place = { line: line.number };
    if (links.links === 0) throw malformed(NAME, place, "at least one link", "none", ADVICE);
    if (announced && links.links < announced.links) {
      throw malformed(
        NAME,
        place,
        `${announced.links} links, as the heading says`,
        `${links.links}`,
        "The file is probably cut short: fetch it again. If it is whole, mend or delete its line # Nodes: ... Edges: ...",
      );
    }
    if (announced && announced.pages > highest) {
      checkPages(NAME, place, announced.pages);
      return links.build({ size: announced.pages, ...options });
    }
    return withIds(links, options);
  },
};

/** The counts in "# Nodes: 325729 Edges: 1497134". */
function heading(comment: string): { pages: number; links: number } | undefined {
  const counts = /\bNodes:\s*(\d+)\s+Edges:\s*(\d+)/i.exec(comment);
  return counts ? { pages: Number(counts[1]), links: Number(counts[2]) } : undefined;
}

/** The graph of links between arbitrary numbers, pages numbered in their ascending order. */
function withIds(links: GraphBuilder, policy: LinkPolicy): GraphData {
  const { pairs } = links;
  const { ids, rank } = renumber(pairs);
  if (ids[ids.length - 1] === ids.length - 1) return links.build(policy);
  const renumbered = new GraphBuilder();
  for (let i = 0; i < pairs.length; i += 2) renumbered.add(rank(pairs[i]), rank(pairs[i + 1]));
  const built: BuiltGraph = renumbered.build({ size: ids.length, ...policy });
  return { ...built, ids };
}
