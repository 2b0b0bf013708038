import { gotInstead, problem } from "../../base/error.js";

/** Index of a page in its web, 0 <= page < graph.size. */
export type PageId = number;

/**
 * Web graph in compressed sparse rows: the links of page p are targets[offsets[p] .. offsets[p + 1]), in document order
 * where the source had one.
 */
export interface Graph {
  /** Number of pages, n. */
  readonly size: number;
  /** Number of links, m < 2^32. */
  readonly links: number;
  /** Length n + 1, non-decreasing, offsets[n] = m. */
  readonly offsets: Uint32Array;
  /** Length m. */
  readonly targets: Uint32Array;
}

/** @throws "option" for what is no graph, such as a whole web, or a promise that nobody awaited */
export function requireGraph(who: string, graph: unknown): void {
  const { offsets, targets, graph: inside } = (graph ?? {}) as Partial<Graph> & { readonly graph?: unknown };
  if (ArrayBuffer.isView(offsets) && ArrayBuffer.isView(targets)) return;
  const found = inside === undefined ? gotInstead(graph) : "found a web";
  throw problem.option`${who} takes a graph, such as web.graph; ${found}`;
}

/** What a source of links held before the policies of the builder were applied. */
export interface LinkCounts {
  /** Links as stored, repeats and self-links included. */
  readonly links: number;
  /** Links from a page to itself, repeats included. */
  readonly selfLinks: number;
  /** Second and later links between the same ordered pair of different pages. */
  readonly duplicates: number;
}

/** Number of links that leave `page`. */
export const outDegree = ({ offsets }: Graph, page: PageId): number => offsets[page + 1] - offsets[page];

/** The links that leave `page`: a view, not a copy. */
export const linksOf = ({ offsets, targets }: Graph, page: PageId): Uint32Array =>
  targets.subarray(offsets[page], offsets[page + 1]);

/** The same numbers in memory that all threads can read; those that stand there already as they are. */
export function sharedNumbers(numbers: Uint32Array): Uint32Array {
  if (numbers.buffer instanceof SharedArrayBuffer) return numbers;
  const copy = new Uint32Array(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}

/**
 * The same graph in memory that worker threads can read without a copy.
 *
 * O(n + m), once.
 */
export function shared(graph: Graph): Graph {
  return {
    size: graph.size,
    links: graph.links,
    offsets: sharedNumbers(graph.offsets),
    targets: sharedNumbers(graph.targets),
  };
}

/** Most links on one page. */
export function widestRow(offsets: Uint32Array): number {
  let widest = 0;
  for (let row = 1; row < offsets.length; row++) widest = Math.max(widest, offsets[row] - offsets[row - 1]);
  return widest;
}
