import type { PageId } from "../../src/web/graph/graph.js";
import { linksOf } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import type { Link } from "../fixture/webs.js";

/** What the crawler of Figure 1 has in hand when it reorders its queue. */
export interface Scene {
  /** crawled_pages, in order. */
  readonly crawled: readonly PageId[];
  /** links: the pairs seen so far. */
  readonly links: readonly Link[];
  /** Pages in the order in which they were first seen. */
  readonly discovered: readonly PageId[];
}

/**
 * The crawler of Cho et al. 1998, Figure 1, line by line, in quadratic time and worse: the oracle of the ordering
 * tests. The queue is reordered before each page is taken out of it.
 */
export function literalCrawl(web: Web, reorder: (queue: PageId[], scene: Scene) => void): PageId[] {
  const queue: PageId[] = [web.start];
  const crawled: PageId[] = [];
  const links: Link[] = [];
  const discovered: PageId[] = [web.start];
  while (queue.length > 0) {
    reorder(queue, { crawled, links, discovered });
    const page = queue.shift() as PageId;
    crawled.push(page);
    for (const to of linksOf(web.graph, page)) {
      links.push([page, to]);
      if (!queue.includes(to) && !crawled.includes(to)) {
        queue.push(to);
        discovered.push(to);
      }
    }
  }
  return crawled;
}

/** Figure 2 (2): number of terms (-, u) in links. */
export const backlinkCount = ({ links }: Scene, page: PageId): number => links.filter(([, to]) => to === page).length;
