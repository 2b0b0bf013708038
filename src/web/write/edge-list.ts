import { type Graph, linksOf } from "../graph/graph.js";

/** Characters of one piece, about. */
const PIECE = 1 << 16;

/**
 * A web graph as an edge list in SNAP's manner: a heading with the counts, then FROM<TAB>TO on each line, which
 * `edgeList` reads back as the same graph.
 *
 * With `ids`, pages bear the source's own numbers, and pages without any link are lost: an edge list cannot name them.
 *
 * @param options.ids the source's own page numbers, length n
 * @param options.comment a line of the heading, such as the name of the web
 * @returns the text in pieces, to be written one after the other
 */
export function* writeEdgeList(
  graph: Graph,
  { ids, comment }: { readonly ids?: Uint32Array; readonly comment?: string } = {},
): Generator<string, void> {
  if (comment !== undefined) yield `# ${comment.replace(/[\r\n]+/g, " ")}\n`;
  yield `# Nodes: ${ids ? linkedPages(graph) : graph.size} Edges: ${graph.links}\n# FromNodeId\tToNodeId\n`;
  let piece = "";
  for (let page = 0; page < graph.size; page++) {
    for (const target of linksOf(graph, page)) {
      piece += `${ids?.[page] ?? page}\t${ids?.[target] ?? target}\n`;
    }
    if (piece.length >= PIECE) {
      yield piece;
      piece = "";
    }
  }
  if (piece !== "") yield piece;
}

/** Number of pages with a link from or to them. */
function linkedPages({ size, offsets, targets }: Graph): number {
  const linked = new Uint8Array(size);
  for (const target of targets) linked[target] = 1;
  for (let page = 0; page < size; page++) if (offsets[page + 1] > offsets[page]) linked[page] = 1;
  return linked.reduce((sum, flag) => sum + flag, 0);
}
