import { IndexedHeap } from "../base/indexed-heap.js";
import { number } from "../base/method.js";
import type { PageId } from "../web/graph/graph.js";
import { tieTerm } from "./frontier/queue-term.js";
import { RevealedMass } from "./frontier/revealed-mass.js";
import { damping, reorderEvery, ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/**
 * Below this a crawled page passes on nothing more: numbers this small no longer fall when they are multiplied by d.
 */
const LEAST = 1e-300;

/** One page in so many is to stand in the queue: more take longer to sort, fewer are longer looked for. */
const PARTED = 32;

/**
 * Crawls the page on which the most personalised PageRank is known to rest: the RankMass crawler, for a crawl that is
 * to hold as much rank as possible at any moment, with a guarantee. Cho and Schonfeld 2007.
 *
 * All trust is on the start pages. Of all pages, crawled ones included, the one with the largest mass that it has not
 * passed on is chosen: one that waits is crawled, and passes its mass on; one that was crawled passes on what has come
 * in since. See `RevealedMass`; what a crawl is guaranteed to hold: `guaranteedRankMass`.
 *
 * O(1) for most links of the page chosen: where each choice is sorted, only pages near the highest mass stand in the
 * queue, and when it is empty all are looked through. After its first turn a page is chosen again at most ln(last /
 * first) / ln(1 + accuracy) times, for what it has passed on grows by 1 + accuracy or more each time.
 */
export const rankMass = defineOrdering({
  name: "rank-mass",
  source: "Cho and Schonfeld 2007",
  needs: ["links"],
  options: {
    damping,
    /** 0 is the paper; a second for 16,000 pages, where 1e-2 takes a tenth. */
    accuracy: number(
      1e-2,
      "[0, 1)",
      "a crawled page passes on what came in since once that exceeds this share of what it passed on before",
    ),
    ties,
    /**
     * Of pages to crawl and of crawled pages that pass on mass alike; mass and pages that turn up in between enter at the
     * next sort, which comes early when the queue is empty. 1 is the greedy crawler, k > 1 the windowed one.
     */
    reorderEvery,
  },
  create({ size, random }, { damping, accuracy, ties, reorderEvery }) {
    const mass = new RevealedMass(size, damping);
    const keys = new Float64Array(size);
    const queue = new IndexedHeap(size, keys);
    /** Taken out, and perhaps not revealed yet. */
    const taken = new Uint8Array(size);
    const known = new Uint32Array(size);
    let discovered = 0;
    let waiting = 0;
    let begun = false;
    let left = 0;
    let share = 0.9;
    // pages enter at a later sort with the mass that they have then, and so all at once
    if (reorderEvery === 1) mass.bar = Number.POSITIVE_INFINITY;
    /** Mass by which a page stands in the queue; -1 for one that does not. */
    const amountOf = (page: PageId): number => {
      const amount = mass.of(page);
      if (!mass.isCrawled(page)) return taken[page] === 1 ? -1 : amount;
      return amount < LEAST || amount <= accuracy * mass.passedBy(page) ? -1 : amount;
    };
    const enter = (page: PageId) => {
      const amount = amountOf(page);
      if (amount < 0) return;
      if (queue.has(page)) queue.update(page, amount);
      else queue.add(page, amount);
    };
    /** Lowers the bar, above which nothing is left, to a share of the highest mass, and learns which share will do. */
    const lowerBar = () => {
      let highest = 0;
      for (let i = 0; i < discovered; i++) highest = Math.max(highest, amountOf(known[i]));
      mass.bar = share * highest;
      for (let i = 0; i < discovered; i++) if (amountOf(known[i]) >= mass.bar) enter(known[i]);
      share = queue.size * PARTED < discovered ? share * share : Math.sqrt(share);
    };
    /** Lets crawled pages pass on what they have until the next choice is a page to crawl; -1 when none waits. */
    const settle = (): PageId => {
      while (waiting > 0) {
        if (left === 0 || queue.size === 0) {
          for (let i = 0; i < mass.risenCount; i++) enter(mass.risen[i]);
          mass.forgetRisen();
          left = reorderEvery;
        }
        if (queue.size === 0) lowerBar();
        const page = queue.first;
        if (!mass.isCrawled(page)) return page;
        queue.pop();
        left--;
        mass.pass(page);
      }
      return -1;
    };
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) {
          known[discovered++] = pages[i];
          keys[pages[i]] = ties === "fifo" ? discovered : ties === "lifo" ? -discovered : random.next();
        }
        waiting += count;
        mass.discover(pages, count, !begun);
      },
      reveal: (page, links, count) => mass.reveal(page, links, count),
      next() {
        begun = true;
        const page = settle();
        if (page === -1) return -1;
        taken[page] = 1;
        waiting--;
        left--;
        return queue.pop();
      },
      explain(page) {
        settle();
        const name = reorderEvery > 1 ? "mass when last sorted" : "mass known to rest on it";
        return [
          { name, value: queue.has(page) ? queue.scoreOf(page) : reorderEvery > 1 ? 0 : mass.of(page) },
          tieTerm(ties, keys[page]),
        ];
      },
    };
  },
});
