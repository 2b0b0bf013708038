import type { PageId } from "../graph/graph.js";
import type { PageTerms } from "../text/page-terms.js";
import type { Topic } from "../text/topic.js";
import { HotDistance } from "./hot-distance.js";
import type { TwoQueues } from "./two-queues.js";

/** What a topic crawl may read: what its crawler has seen. */
export interface SeenWords {
  url(page: PageId): string;
  terms(page: PageId): PageTerms;
  anchor(index: number): string;
}

export interface TopicQueuesOptions {
  /** Largest distance from a hot page at which a URL belongs into hot_queue; 0: distance does not count, as in Figure 4. */
  readonly distance: number;
  /** Is a URL that waits in url_queue moved when a hot anchor, or a hot page near it, turns up later? */
  readonly promote: boolean;
}

/**
 * The crawlers of Figures 4 and 5 of Cho et al. 1998, section 7: a URL goes to hot_queue when it is first seen and its address or the anchor of the
 * link holds the query, or (Figure 5) when a hot page is near by links seen so far; else to url_queue.
 */
export class TopicQueues {
  readonly #queues: TwoQueues;
  readonly #topic: Topic;
  readonly #seen: SeenWords;
  readonly #options: TopicQueuesOptions;
  readonly #distances: HotDistance | undefined;
  #begun = false;

  constructor(size: number, queues: TwoQueues, topic: Topic, seen: SeenWords, options: TopicQueuesOptions) {
    this.#queues = queues;
    this.#topic = topic;
    this.#seen = seen;
    this.#options = options;
    const moved = (page: PageId) => {
      if (options.promote && queues.isInRest(page)) queues.heat(page);
    };
    if (options.distance > 0) this.#distances = new HotDistance(size, options.distance, moved);
  }

  discover(pages: Uint32Array, count: number): void {
    this.#queues.discover(pages, count);
    if (!this.#begun) return; // start pages go to url_queue
    const { query } = this.#topic;
    for (let i = 0; i < count; i++) if (query.isInUrl(this.#seen.url(pages[i]))) this.#queues.heat(pages[i]);
  }

  reveal(page: PageId, links: Uint32Array, count: number): void {
    this.#queues.reveal(page, links, count);
    const hot = this.#distances !== undefined && this.#topic.holds(this.#seen.terms(page));
    this.#distances?.reveal(page, hot, links, count);
    const { query } = this.#topic;
    const { promote } = this.#options;
    for (let i = 0; i < count; i++) {
      const target = links[i];
      if (!this.#queues.isFresh(target) && !(promote && this.#queues.isInRest(target))) continue;
      if (this.#distances?.isNear(target) || query.isIn(this.#seen.anchor(i))) this.#queues.heat(target);
      else this.#queues.settle(target);
    }
  }

  next(): PageId {
    this.#begun = true;
    return this.#queues.next();
  }
}
