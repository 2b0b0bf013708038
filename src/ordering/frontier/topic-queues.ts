import type { PageTerms } from "../../page/text/page-terms.js";
import type { Topic } from "../../page/text/topic.js";
import type { PageId } from "../../web/graph/graph.js";
import { HotDistance } from "./hot-distance.js";
import type { QueueTerm } from "./queue-term.js";
import type { TwoQueues } from "./two-queues.js";

/** What a topic crawl may read: what its crawler has seen. */
export interface SeenWords {
  url(page: PageId): string;
  terms(page: PageId): PageTerms;
  anchor(index: number): string;
}

export interface TopicQueuesOptions {
  /**
   * Largest distance from a hot page at which a URL belongs into hot_queue; 0: distance does not count, as in Figure 4.
   */
  readonly distance: number;
  /**
   * Is a URL that waits in url_queue tested again whenever a link to it is seen, or a hot page turns up near it? Then
   * it moves to the end of hot_queue: in the order of the links of the page just crawled, and then of a breadth-first
   * walk from that page.
   */
  readonly promote: boolean;
}

/**
 * The crawlers of Figures 4 and 5 of Cho et al. 1998, section 7: a URL goes to hot_queue when it is first seen and its
 * address or the anchor of the link holds the query, or (Figure 5) when a hot page is near by links seen so far; else
 * to url_queue. Start pages go to url_queue.
 *
 * Of a fresh page the link it was just seen by is the only one, so it is one link further from a hot page than the page
 * with the link.
 */
export class TopicQueues {
  readonly #queues: TwoQueues;
  readonly #topic: Topic;
  readonly #seen: SeenWords;
  readonly #promote: boolean;
  readonly #distances: HotDistance | undefined;
  /** Pages that a hot page came near to, where they may move. */
  readonly #neared: PageId[] = [];

  constructor(
    size: number,
    queues: TwoQueues,
    topic: Topic,
    seen: SeenWords,
    { distance, promote }: TopicQueuesOptions,
  ) {
    this.#queues = queues;
    this.#topic = topic;
    this.#seen = seen;
    this.#promote = promote;
    const nearer = promote ? (page: PageId) => this.#neared.push(page) : undefined;
    if (distance > 0) this.#distances = new HotDistance(size, distance, nearer);
  }

  discover(pages: Uint32Array, count: number): void {
    this.#queues.discover(pages, count);
  }

  reveal(page: PageId, links: Uint32Array, count: number): void {
    const queues = this.#queues;
    queues.reveal(page, links, count);
    if (this.#distances) this.#distances.reveal(page, this.#topic.holds(this.#seen.terms(page)), links, count);
    for (let i = 0; i < count; i++) {
      const target = links[i];
      if (!queues.isFresh(target) && !(this.#promote && queues.isInRest(target))) continue;
      if (this.#belongsIntoHot(target, i)) queues.heat(target);
      else queues.settle(target);
    }
    for (const each of this.#neared) if (queues.isInRest(each)) queues.heat(each);
    this.#neared.length = 0;
  }

  next(): PageId {
    return this.#queues.next();
  }

  explain(page: PageId): readonly QueueTerm[] {
    return this.#queues.explain(page);
  }

  /** @param link index of the link to `page` on the page that is being revealed */
  #belongsIntoHot(page: PageId, link: number): boolean {
    const { query } = this.#topic;
    return this.#distances?.isNear(page) || query.isIn(this.#seen.anchor(link)) || query.isInUrl(this.#seen.url(page));
  }
}
