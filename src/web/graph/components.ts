import { type Graph, requireGraph } from "./graph.js";

/** The pages of a graph, grouped by strongly connected component. */
export interface Components {
  /** Number of components. */
  readonly count: number;
  /** Component of each page; a link between two components leads to the one with the smaller number. Length n. */
  readonly of: Uint32Array;
}

/**
 * Strongly connected components: maximal sets of pages that all reach each other. Tarjan 1972, without recursion.
 *
 * O(n + m), 20 bytes per page.
 */
export function components(graph: Graph): Components {
  requireGraph("components", graph);
  const { size, offsets, targets } = graph;
  const index = new Uint32Array(size); // 0: not seen; else 1 + order of discovery, then the lowest index reached
  const of = new Uint32Array(size).fill(0xffffffff);
  const cursor = offsets.slice(0, size);
  const path = new Uint32Array(size); // pages from the root of the search to the page in hand
  const open = new Uint32Array(size); // pages whose component is not known yet
  let pathLength = 0;
  let openLength = 0;
  let seen = 0;
  let count = 0;
  const low = new Uint32Array(size);
  for (let root = 0; root < size; root++) {
    if (index[root] !== 0) continue;
    path[pathLength++] = root;
    index[root] = low[root] = ++seen;
    open[openLength++] = root;
    while (pathLength > 0) {
      const page = path[pathLength - 1];
      if (cursor[page] < offsets[page + 1]) {
        const target = targets[cursor[page]++];
        if (index[target] === 0) {
          path[pathLength++] = target;
          index[target] = low[target] = ++seen;
          open[openLength++] = target;
        } else if (of[target] === 0xffffffff && index[target] < low[page]) low[page] = index[target];
        continue;
      }
      pathLength--;
      if (pathLength > 0 && low[page] < low[path[pathLength - 1]]) low[path[pathLength - 1]] = low[page];
      if (low[page] !== index[page]) continue;
      let member: number;
      do {
        member = open[--openLength];
        of[member] = count;
      } while (member !== page);
      count++;
    }
  }
  return { count, of };
}
