import type { PageId } from "../graph/graph.js";
import type { Ties } from "./scored-frontier.js";

/** One reason for a page's place in its queue. Larger comes first, unless the name ends on "smaller first". */
export interface QueueTerm {
  readonly name: string;
  readonly value: number;
}

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

/** Where pages stand in a queue that is sorted now and then, looked up when somebody asks. O(1) per page that came since. */
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
