import type { EndRule } from "../../src/ordering/frontier/two-queues.js";
import { linksOf, type PageId } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import type { Link } from "../fixture/webs.js";

/** What the crawlers of Figures 4 and 5 have in hand when they reorder a queue. */
export interface TopicScene {
  readonly crawled: readonly PageId[];
  /** links: the pairs seen so far. */
  readonly links: readonly Link[];
  /** How many pages had entered a queue when this one entered the queue that it is in. */
  readonly entered: ReadonlyMap<PageId, number>;
}

export interface TopicRules {
  readonly figure: 4 | 5;
  /** Figure 5: 2 as the code has it, "distance_from_hotpage(u) < 3"; 3 as the prose has it. */
  readonly distance?: 2 | 3;
  readonly promote?: boolean;
  readonly ends?: EndRule;
  /** [u contains computer in anchor] */
  readonly isInAnchor: (anchor: string) => boolean;
  /** [u contains computer in url] */
  readonly isInUrl: (url: string) => boolean;
  /** [page contains 10 or more computer in body or one computer in title] */
  readonly isHot: (page: PageId) => boolean;
}

/**
 * The crawlers of Cho et al. 1998, Figures 4 and 5, line by line, in cubic time and worse: the oracle of the topic
 * crawls. Lines of the paper stand beside the code in their order.
 *
 * One line stands elsewhere: both queues are reordered before a page is taken, not after it was crawled, so that
 * several start pages are in order too. With one start page this is the same.
 */
export function literalTopicCrawl(
  web: Web,
  { figure, distance = 2, promote = false, ends = "both-empty", isInAnchor, isInUrl, isHot }: TopicRules,
  reorder: (queue: PageId[], scene: TopicScene) => void,
  from: readonly PageId[] = [web.start],
): PageId[] {
  const hot_queue: PageId[] = [];
  const url_queue: PageId[] = [];
  const crawled_pages: PageId[] = [];
  const links: Link[] = [];
  const hot = new Set<PageId>();
  const entered = new Map<PageId, number>();
  let entries = 0;

  const enqueue = (queue: PageId[], u: PageId) => {
    queue.push(u);
    entered.set(u, entries++);
  };
  const move = (u: PageId) => {
    url_queue.splice(url_queue.indexOf(u), 1);
    enqueue(hot_queue, u);
  };
  const sources = (u: PageId) => links.filter(([, to]) => to === u).map(([v]) => v);
  /** As printed, and one line more for "within 3 links". */
  const distance_from_hotpage = (u: PageId): number => {
    if (hot.has(u)) return 0;
    if (sources(u).some((v) => hot.has(v))) return 1;
    if (sources(u).some((w) => sources(w).some((v) => hot.has(v)))) return 2;
    if (sources(u).some((w) => sources(w).some((x) => sources(x).some((v) => hot.has(v))))) return 3;
    return Number.POSITIVE_INFINITY;
  };
  const queuesHold = () =>
    ends === "one-empty" ? hot_queue.length > 0 && url_queue.length > 0 : hot_queue.length > 0 || url_queue.length > 0;

  for (const starting_url of from) if (!url_queue.includes(starting_url)) enqueue(url_queue, starting_url);
  while (queuesHold()) {
    reorder(url_queue, { crawled: crawled_pages, links, entered });
    reorder(hot_queue, { crawled: crawled_pages, links, entered });
    const url = (hot_queue.length > 0 ? hot_queue.shift() : url_queue.shift()) as PageId; // dequeue2
    if (figure === 5 && isHot(url)) hot.add(url);
    crawled_pages.push(url);
    for (const [index, u] of linksOf(web.graph, url).entries()) {
      links.push([url, u]);
      const isNew = !url_queue.includes(u) && !hot_queue.includes(u) && !crawled_pages.includes(u);
      if (!isNew && !(promote && url_queue.includes(u))) continue;
      const enter = isNew ? (page: PageId) => enqueue(hot_queue, page) : move;
      if (isInAnchor(web.anchor?.(web.graph.offsets[url] + index) ?? "") || isInUrl(web.urls?.at(u) ?? "")) enter(u);
      else if (figure === 5 && distance_from_hotpage(u) <= distance) enter(u);
      else if (isNew) enqueue(url_queue, u);
    }
    if (!promote || figure === 4) continue;
    for (const u of walkFrom(url, links)) if (url_queue.includes(u) && distance_from_hotpage(u) <= distance) move(u);
  }
  return crawled_pages;
}

/** Pages that links seen so far lead to from a page, breadth-first. */
function walkFrom(page: PageId, links: readonly Link[]): Iterable<PageId> {
  const walk = new Set([page]);
  for (const from of walk) for (const [v, to] of links) if (v === from) walk.add(to);
  return walk;
}
