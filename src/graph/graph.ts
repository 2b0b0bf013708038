/** Index of a page in its web, 0 <= page < graph.size. */
export type PageId = number;

/**
 * Web graph in compressed sparse rows: the links of page p are targets[offsets[p] .. offsets[p + 1]), in document order where
 * the source had one.
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

/**
 * The same graph in memory that worker threads can read without a copy.
 *
 * O(n + m), once.
 */
export function shared(graph: Graph): Graph {
  const copy = (from: Uint32Array) => {
    if (from.buffer instanceof SharedArrayBuffer) return from;
    const to = new Uint32Array(new SharedArrayBuffer(from.byteLength));
    to.set(from);
    return to;
  };
  return { size: graph.size, links: graph.links, offsets: copy(graph.offsets), targets: copy(graph.targets) };
}
