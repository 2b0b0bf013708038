import { linksOf, type PageId } from "../../web/graph/graph.js";
import type { Web } from "../../web/web.js";
import type { ComparedCrawl } from "../compare/judged-crawls.js";

/** Of a page that a crawl never saw. */
export const NEVER = 0xffffffff;

/** When a crawl saw and took each page of its web. */
export interface Discovery {
  /** Pages crawled up to each page, it included: 1, 2, ...; NEVER for pages that were not crawled. Length n. */
  readonly position: Uint32Array;
  /**
   * Pages crawled when each page was first seen; the last of them has the link. 0 for start pages, NEVER where no
   * crawled page links. Length n.
   */
  readonly discovered: Uint32Array;
}

/** O(n + m), 8 bytes per page. */
export function discoveryOf({ graph }: Web, { order, from }: Pick<ComparedCrawl, "order" | "from">): Discovery {
  const position = new Uint32Array(graph.size).fill(NEVER);
  const discovered = new Uint32Array(graph.size).fill(NEVER);
  for (const page of from) discovered[page] = 0;
  for (let k = 0; k < order.length; k++) {
    position[order[k]] = k + 1;
    for (const target of linksOf(graph, order[k])) if (discovered[target] === NEVER) discovered[target] = k + 1;
  }
  return { position, discovered };
}

/**
 * The links by which a crawl came to a page: from the start page to the page that it was first seen on. Empty for a
 * start page.
 */
export function pathTo(page: PageId, order: Uint32Array, { discovered }: Discovery): PageId[] {
  const path: PageId[] = [];
  for (let at = page; discovered[at] > 0 && discovered[at] !== NEVER; ) {
    at = order[discovered[at] - 1];
    path.unshift(at);
  }
  return path;
}

/** Links to `page` on the first `crawled` pages of an order. O(links of these pages). */
export function linksSeen({ graph }: Web, page: PageId, order: Uint32Array, crawled: number): number {
  let count = 0;
  for (let k = 0; k < crawled; k++) for (const target of linksOf(graph, order[k])) if (target === page) count++;
  return count;
}
