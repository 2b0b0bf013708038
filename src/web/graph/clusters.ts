import { got, problem } from "../../base/error.js";
import { append } from "../../base/grouped-by.js";
import { requireList } from "../../base/require-list.js";
import { type Graph, type PageId, requireGraph } from "./graph.js";

/** Chosen pages, grouped by the links among them. */
export interface Clusters {
  /** Chosen pages of each cluster, the largest cluster first. */
  readonly pages: readonly (readonly PageId[])[];
  /** 1 / sum of squared shares: 1 when all are in one cluster, k for k clusters of one size. */
  readonly effective: number;
}

/**
 * Clusters of chosen pages: those that hang together by links among themselves, whichever way they lead (weakly
 * connected components of the induced graph). Pages of one cluster are found by a crawl together, so a curve over them
 * is one observation for each cluster rather than for each page.
 *
 * @param chosen 1 for a chosen page, length n
 *
 * O(n + links of the chosen pages).
 */
export function clusters(graph: Graph, chosen: Uint8Array): Clusters {
  requireGraph("clusters", graph);
  requireList("clusters takes a number for each page, 1 for those chosen", chosen);
  const { size, offsets, targets } = graph;
  if (chosen.length !== size)
    throw problem.option`clusters takes a number for each of ${size} pages, 1 for those chosen; ${got(chosen.length)}`;
  const parent = Uint32Array.from({ length: size }, (_, page) => page);
  const root = (page: PageId): PageId => {
    let at = page;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  for (let page = 0; page < size; page++) {
    if (chosen[page] === 0) continue;
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      if (chosen[targets[i]] !== 0) parent[root(targets[i])] = root(page);
    }
  }
  const groups = new Map<PageId, PageId[]>();
  let total = 0;
  for (let page = 0; page < size; page++) {
    if (chosen[page] === 0) continue;
    append(groups, root(page), page);
    total++;
  }
  const pages = [...groups.values()].sort((a, b) => b.length - a.length || a[0] - b[0]);
  const squares = pages.reduce((sum, { length }) => sum + (length / total) ** 2, 0);
  return { pages, effective: total === 0 ? 0 : 1 / squares };
}
