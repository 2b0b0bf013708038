import { problem } from "../../base/error.js";
import { requireIterable } from "../../base/require-list.js";
import { components } from "./components.js";
import { type Graph, outDegree, type PageId, requireGraph } from "./graph.js";

/** What a crawl that follows every link from its start pages can see. */
export interface Reach {
  /** Pages reached, the start pages among them. */
  readonly pages: number;
  /** Length n; 1 for a page that is reached. */
  readonly members: Uint8Array;
}

/** A page to start from, and how many pages it reaches. */
export interface Start {
  readonly page: PageId;
  readonly pages: number;
}

/**
 * The pages that links lead to from `starts`, breadth first.
 *
 * O(n + m), 5n bytes.
 */
export function reach(graph: Graph, starts: Iterable<PageId>): Reach {
  requireGraph("reach", graph);
  requireIterable("reach takes a list of start pages, such as [0]", starts);
  const { size } = graph;
  const members = new Uint8Array(size);
  const queue = new Uint32Array(size);
  let pages = 0;
  for (const start of starts) {
    checkStart(start, size);
    if (members[start] === 0) queue[pages++] = start;
    members[start] = 1;
  }
  return { pages: follow(graph, queue, pages, members, 1), members };
}

/** @throws "option" for what is no page */
export function checkStart(start: PageId, size: number): void {
  if (!(start >= 0 && start < size && Number.isInteger(start)))
    throw problem.option`start ${start}: expected a page from 0 to ${size - 1}`;
}

/** Adds to the first pages of a queue, which are marked, what they lead to and marks it. @returns pages of the queue */
function follow(
  { offsets, targets }: Graph,
  queue: Uint32Array,
  begun: number,
  marks: Uint8Array | Uint32Array,
  mark: number,
): number {
  let pages = begun;
  for (let i = 0; i < pages; i++) {
    const page = queue[i];
    const end = offsets[page + 1];
    for (let link = offsets[page]; link < end; link++) {
      const target = targets[link];
      if (marks[target] === mark) continue;
      marks[target] = mark;
      queue[pages++] = target;
    }
  }
  return pages;
}

/**
 * The page with most links of each strongly connected component that no link from another leads to: the pages that reach most are in
 * these, and every page is reached from one of them.
 *
 * O(n + m).
 */
export function sources(graph: Graph): PageId[] {
  const { size, offsets, targets } = graph;
  const { count, of } = components(graph);
  const isReached = new Uint8Array(count);
  for (let page = 0; page < size; page++)
    for (let link = offsets[page]; link < offsets[page + 1]; link++)
      if (of[targets[link]] !== of[page]) isReached[of[targets[link]]] = 1;
  const found = new Map<number, PageId>();
  for (let page = 0; page < size; page++) {
    const known = found.get(of[page]);
    if (isReached[of[page]] === 0 && (known === undefined || outDegree(graph, page) > outDegree(graph, known)))
      found.set(of[page], page);
  }
  return [...found.values()];
}

/**
 * The pages that reach most, among those with the most links: a cheap search that may miss the best. A page that
 * another of the list reaches is left out, since it reaches no more than that one.
 *
 * @param count starts wanted; fewer are returned when the candidates reach each other
 * @param candidates how many pages of highest outdegree to try, page 0 besides, ties by page number; or the pages to
 *   try: of `sources` the best is among them
 * @returns by pages reached, most first, then by page number
 *
 * O(n), and the pages and links that each candidate reaches; one that an earlier one reaches costs nothing. (n + m) c at
 * worst, for c candidates; on real webs a few passes. 12n bytes.
 */
export function bestStarts(
  graph: Graph,
  count: number,
  candidates: number | readonly PageId[] = 100,
): readonly Start[] {
  requireGraph("bestStarts", graph);
  const { size } = graph;
  const tried = typeof candidates === "number" ? [...widest(graph, candidates), ...(size > 0 ? [0] : [])] : candidates;
  requireIterable("bestStarts takes a number of candidates, or a list of pages to try", tried);
  const queue = new Uint32Array(size);
  const marks = new Uint32Array(size); // which walk came by last, from 1
  const reached = new Uint32Array(size); // of starts that no later one reaches
  let walks = 0;
  for (const page of tried) {
    checkStart(page, size);
    if (marks[page] !== 0) continue;
    queue[0] = page;
    marks[page] = ++walks;
    const pages = follow(graph, queue, 1, marks, walks);
    for (let i = 0; i < pages; i++) reached[queue[i]] = 0;
    reached[page] = pages;
  }
  const found = [...new Set(tried)].flatMap((page) => (reached[page] > 0 ? [{ page, pages: reached[page] }] : []));
  return found.sort((a, b) => b.pages - a.pages || a.page - b.page).slice(0, count);
}

/** Share of the web that its first page must reach to be the start. */
const ENOUGH = 0.1;

/**
 * Where crawls of a web start that names no start itself: the page that counts as its first, unless it reaches less
 * than 10 % of the web; then the best of `bestStarts`.
 */
export function chooseStart(graph: Graph, first: PageId = 0): Start {
  if (graph.size === 0) throw problem.option`a web without pages has no start`;
  const { pages } = reach(graph, [first]);
  return pages >= ENOUGH * graph.size ? { page: first, pages } : bestStarts(graph, 1)[0];
}

/** The `count` pages of highest outdegree, highest first, ties by page number. */
function widest(graph: Graph, count: number): PageId[] {
  const pages: PageId[] = [];
  let least = -1; // outdegree of the last page, once the list is full
  const before = (a: PageId, b: PageId) => outDegree(graph, b) - outDegree(graph, a) || a - b;
  for (let page = 0; page < graph.size; page++) {
    if (pages.length === count && outDegree(graph, page) <= least) continue;
    pages.push(page);
    pages.sort(before);
    if (pages.length > count) pages.pop();
    if (pages.length === count && count > 0) least = outDegree(graph, pages[count - 1]);
  }
  return pages;
}
