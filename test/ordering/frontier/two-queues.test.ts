import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { CountBuckets } from "../../../src/ordering/frontier/count-buckets.js";
import { queueMetric } from "../../../src/ordering/frontier/queue-metric.js";
import type { Ties } from "../../../src/ordering/frontier/queue-term.js";
import { scoredFrontier } from "../../../src/ordering/frontier/scored-frontier.js";
import { SortedQueue } from "../../../src/ordering/frontier/sorted-queue.js";
import { TwoQueues, type TwoQueuesOptions } from "../../../src/ordering/frontier/two-queues.js";
import type { PageId } from "../../../src/web/graph/graph.js";

type Choices = TwoQueuesOptions & { readonly ties?: Ties | "stable"; readonly inside?: "breadth-first" | "backlink" };

function twoQueues(size: number, { ties = "fifo", inside = "backlink", reorderEvery = 1, ends }: Choices = {}) {
  const random = new Random(1);
  const queue = () =>
    ties === "stable"
      ? new CountBuckets(size)
      : reorderEvery > 1
        ? new SortedQueue(size, ties, random)
        : scoredFrontier({ size, ties, random, reorderEvery: 1 });
  const metric = queueMetric(inside, size, { damping: 0.9, accuracy: 1e-3 });
  return new TwoQueues(size, queue, metric, { reorderEvery, ...(ends && { ends }) });
}

const discover = (queues: TwoQueues, ...pages: PageId[]) => queues.discover(Uint32Array.from(pages), pages.length);
const reveal = (queues: TwoQueues, page: PageId, ...links: PageId[]) =>
  queues.reveal(page, Uint32Array.from(links), links.length);
const taken = (queues: TwoQueues, most = 100) => {
  const pages: PageId[] = [];
  for (let page = 0; pages.length < most && page !== -1; ) {
    page = queues.next();
    if (page !== -1) pages.push(page);
  }
  return pages;
};

describe("TwoQueues", () => {
  it("takes from hot_queue while it holds any, then from url_queue", () => {
    const queues = twoQueues(6);
    discover(queues, 0, 1, 2, 3);
    queues.heat(2);
    queues.heat(3);
    expect(taken(queues, 3)).toEqual([2, 3, 0]);
    discover(queues, 4, 5);
    queues.settle(4);
    queues.heat(5);
    expect(taken(queues)).toEqual([5, 1, 4]);
    expect(queues.next()).toBe(-1);
  });

  it("puts a fresh page of which nothing is said into url_queue, where it stays unless it is moved", () => {
    const queues = twoQueues(3);
    discover(queues, 0, 1, 2);
    expect([queues.isFresh(0), queues.isInRest(0)]).toEqual([true, false]);
    expect(queues.next()).toBe(0);
    expect([queues.isFresh(1), queues.isInRest(1), queues.isInRest(0)]).toEqual([false, true, false]);
    queues.settle(1); // it is there
    queues.heat(2);
    expect(queues.isInRest(2)).toBe(false);
    queues.heat(2); // it is there
    queues.heat(0); // was taken
    queues.settle(0);
    expect(taken(queues)).toEqual([2, 1]);
  });

  it("puts a page that moves at the end of hot_queue, between those that came before and after it", () => {
    const queues = twoQueues(8, { inside: "breadth-first" });
    discover(queues, 0, 1, 2);
    expect(queues.next()).toBe(0);
    discover(queues, 3, 4, 5);
    queues.heat(3);
    queues.heat(1); // moves
    queues.settle(4);
    queues.heat(5);
    queues.heat(4); // as a second link on the same page may say
    expect(taken(queues)).toEqual([3, 1, 5, 4, 2]);
  });

  for (const ties of ["fifo", "lifo", "stable"] as const) {
    it(`orders both queues by the scores of all links seen, ${ties} among equals`, () => {
      const queues = twoQueues(8, { ties });
      discover(queues, 0);
      expect(queues.next()).toBe(0);
      discover(queues, 1, 2, 3, 4, 5, 6);
      for (const page of [1, 2, 3]) queues.heat(page);
      reveal(queues, 0, 1, 2, 3, 4, 5, 6, 3, 6);
      // 3 and 6 have two links; the others are equals
      const others = ties === "lifo" ? [3, 2, 1, 6, 5, 4] : [3, 1, 2, 6, 4, 5];
      expect(taken(queues)).toEqual(others);
    });
  }

  it("keeps a page first that reached its score first, with stable ties, in each queue", () => {
    for (const hot of [true, false]) {
      for (const [ties, expected] of [
        ["stable", [4, 3]],
        ["fifo", [3, 4]],
      ] as const) {
        const queues = twoQueues(5, { ties });
        discover(queues, 1, 2, 3, 4);
        if (hot) for (const page of [1, 2, 3, 4]) queues.heat(page);
        expect(queues.next()).toBe(1);
        reveal(queues, 1, 2, 2, 4);
        expect(queues.next()).toBe(2);
        reveal(queues, 2, 3);
        expect(taken(queues)).toEqual(expected);
      }
    }
  });

  it("keeps the order of equals whose scores rise at once, with stable ties, whatever the order of the links", () => {
    const queues = twoQueues(6, { ties: "stable" });
    discover(queues, 0, 1, 2, 3);
    expect(queues.next()).toBe(0);
    reveal(queues, 0, 3, 2, 1);
    discover(queues, 4);
    expect(taken(queues)).toEqual([1, 2, 3, 4]);
  });

  it("sorts both queues before every k-th page taken from either, with reorderEvery k", () => {
    // Before pages 0 and 3. H is 1 2, U is 0 3 4 5 at the start; 1 shows three links to 5, which waits in U.
    const queues = twoQueues(7, { reorderEvery: 3 });
    discover(queues, 0, 1, 2, 3, 4, 5);
    queues.heat(1);
    queues.heat(2);
    expect(queues.next()).toBe(1);
    reveal(queues, 1, 5, 5, 5, 2);
    expect(taken(queues, 2)).toEqual([2, 0]); // the third page: U is as it was, though 5 has three links
    reveal(queues, 0, 4);
    expect(queues.next()).toBe(5); // sorted: 5 with three links, 4 with one, 3
    reveal(queues, 5, 3, 3);
    expect(taken(queues, 2)).toEqual([4, 3]); // not sorted: 3 has two links by now
  });

  it("sorts by the scores of then, wherever the pages before were taken from", () => {
    // Sorted before the first and the fourth page; the second and third come from H, so U is sorted without a page
    // having left it.
    const queues = twoQueues(8, { reorderEvery: 3 });
    discover(queues, 0, 1, 2, 3, 4, 5);
    for (const page of [0, 1, 2, 3]) queues.heat(page);
    expect(taken(queues, 3)).toEqual([0, 1, 2]);
    reveal(queues, 2, 5);
    expect(queues.next()).toBe(3); // U was sorted: 5 4
    reveal(queues, 3, 4, 4, 4);
    expect(taken(queues)).toEqual([5, 4]);
  });

  it("ends with both queues empty, or where it is told so with one", () => {
    const start = (ends: "both-empty" | "one-empty") => {
      const queues = twoQueues(5, { ends, inside: "breadth-first" });
      discover(queues, 0, 1, 2, 3, 4);
      for (const page of [1, 3]) queues.heat(page);
      return queues;
    };
    expect(taken(start("both-empty"))).toEqual([1, 3, 0, 2, 4]);
    expect(taken(start("one-empty"))).toEqual([1, 3]); // hot_queue is empty
    const moved = start("one-empty");
    expect(moved.next()).toBe(1);
    for (const page of [0, 2, 4]) moved.heat(page);
    expect(moved.next()).toBe(-1); // url_queue is empty: all of it moved
  });

  it("draws ties at random as the seed says, in both kinds of queue", () => {
    for (const reorderEvery of [1, 2]) {
      fc.assert(
        fc.property(fc.integer({ min: 2, max: 30 }), (size) => {
          const pages = Array.from({ length: size }, (_, page) => page);
          const order = () => {
            const queues = twoQueues(size, { ties: "random", reorderEvery });
            discover(queues, ...pages);
            return taken(queues);
          };
          expect(order()).toEqual(order());
          expect(order().toSorted((a, b) => a - b)).toEqual(pages);
        }),
      );
    }
  });
});
