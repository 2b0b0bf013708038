import { type Graph, requireGraph } from "./graph.js";

/**
 * The graph with every link turned round; the links into a page come in ascending order of their source.
 *
 * O(n + m), 4 bytes per link and 8 per page.
 */
export function transpose(graph: Graph): Graph {
  requireGraph("transpose", graph);
  const { size, links, offsets, targets } = graph;
  const into = new Uint32Array(size + 1);
  for (let i = 0; i < links; i++) into[targets[i] + 1]++;
  for (let page = 0; page < size; page++) into[page + 1] += into[page];
  const cursor = into.slice(0, size);
  const sources = new Uint32Array(links);
  for (let page = 0; page < size; page++) {
    for (let i = offsets[page]; i < offsets[page + 1]; i++) sources[cursor[targets[i]]++] = page;
  }
  return { size, links, offsets: into, targets: sources };
}
