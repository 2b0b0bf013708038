import { components } from "./components.js";
import { type Graph, requireGraph } from "./graph.js";

/** How many links pages have, one way. */
export interface DegreeStatistics {
  readonly mean: number;
  readonly median: number;
  readonly max: number;
  /** Pages with none. */
  readonly zero: number;
}

export interface GraphStatistics {
  readonly pages: number;
  readonly links: number;
  readonly inDegree: DegreeStatistics;
  readonly outDegree: DegreeStatistics;
  /** Pages of the largest strongly connected component. */
  readonly largestComponent: number;
  readonly components: number;
}

/** Number of links into each page. O(n + m). */
export function inDegrees(graph: Graph): Uint32Array {
  requireGraph("inDegrees", graph);
  const { size, targets } = graph;
  const degrees = new Uint32Array(size);
  for (const target of targets) degrees[target]++;
  return degrees;
}

/** Number of links out of each page. O(n). */
export function outDegrees(graph: Graph): Uint32Array {
  requireGraph("outDegrees", graph);
  const { size, offsets } = graph;
  return Uint32Array.from({ length: size }, (_, page) => offsets[page + 1] - offsets[page]);
}

/** Degrees and components of a graph. O(n log n + m). */
export function statistics(graph: Graph): GraphStatistics {
  requireGraph("statistics", graph);
  const { count, of } = components(graph);
  const sizes = new Uint32Array(count);
  for (const component of of) sizes[component]++;
  return {
    pages: graph.size,
    links: graph.links,
    inDegree: summary(inDegrees(graph)),
    outDegree: summary(outDegrees(graph)),
    largestComponent: sizes.reduce((most, size) => Math.max(most, size), 0),
    components: count,
  };
}

function summary(degrees: Uint32Array): DegreeStatistics {
  const sorted = degrees.toSorted();
  const { length } = sorted;
  if (length === 0) return { mean: 0, median: 0, max: 0, zero: 0 };
  const firstLinked = sorted.findIndex((degree) => degree > 0);
  return {
    mean: sorted.reduce((sum, degree) => sum + degree, 0) / length,
    median: (sorted[(length - 1) >> 1] + sorted[length >> 1]) / 2,
    max: sorted[length - 1],
    zero: firstLinked === -1 ? length : firstLinked,
  };
}
