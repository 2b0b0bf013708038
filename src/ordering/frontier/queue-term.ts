import type { PageId } from "../../web/graph/graph.js";

/** One reason for a page's place in its queue. Larger comes first, unless the name ends on "smaller first". */
export interface QueueTerm {
  readonly name: string;
  readonly value: number;
}

/**
 * Which of several waiting pages with the same score comes first. Cho et al. 1998 do not say; on real webs the choice
 * moves a curve more than the ordering metric does.
 *
 * "fifo": the one discovered first. "lifo": the one discovered last. "random": the one with the smaller lot; each page
 * draws its lot when it is discovered.
 */
export type Ties = "fifo" | "lifo" | "random";

/** 1, 2, ...: what most queues go by in the end. */
export const discoveredAs = (place: number): QueueTerm => ({
  name: "place in order of discovery, smaller first",
  value: place,
});

/** What a tie key says: 1, 2, ... for "fifo", -1, -2, ... for "lifo", a lot in [0, 1) for "random". */
export function tieTerm(ties: Ties, key: number): QueueTerm {
  if (ties === "random") return { name: "its lot, smaller first", value: key };
  return ties === "fifo" ? discoveredAs(key) : { name: "place in order of discovery", value: -key };
}

/**
 * Where pages stand in a queue that is sorted now and then, looked up when somebody asks. O(1) per page that came
 * since.
 */
export class QueuePlaces {
  readonly #places = new Map<PageId, number>();
  #known = 0;

  /** The queue was put in order from `head` on. */
  sorted(head: number): void {
    this.#places.clear();
    this.#known = head;
  }

  /** @param queue pages from `head` to `tail` wait, each once */
  of(page: PageId, queue: ArrayLike<PageId>, head: number, tail: number): QueueTerm {
    for (; this.#known < tail; this.#known++) this.#places.set(queue[this.#known], this.#known);
    const place = (this.#places.get(page) as number) - head + 1;
    return { name: "place in the queue as it was last sorted, smaller first", value: place };
  }
}
