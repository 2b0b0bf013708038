import { option, problem } from "../base/error.js";
import type { PageId } from "../web/graph/graph.js";
import { CountBuckets } from "./frontier/count-buckets.js";
import type { Ties } from "./frontier/queue-term.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { reorderEvery, stableTies } from "./frontier/shared-options.js";
import { defineOrdering, type OrderingContext } from "./ordering.js";

/**
 * Crawls the page with the most links seen so far pointing at it, IB'(p). Cho et al. 1998, section 4 and Figure 2 (2).
 *
 * Whether a page that links twice counts twice is the web's policy on repeated links, not the ordering's. Ties, which
 * the paper leaves open, are most of the frontier on a real web: they are an option, and part of the label.
 *
 * O(log w) per link to one of w waiting pages, O(1) with random or stable ties. 9 bytes per page, and 1 to 3 per waiting
 * one; 16 and more with random or stable ties, or when sorted now and then.
 */
export const backlink = defineOrdering({
  name: "backlink",
  source: "Cho et al. 1998, section 6, Figure 2 (2)",
  needs: ["links"],
  options: {
    /**
     * "fifo" (default): the page discovered first. "lifo": the one discovered last. "random": one drawn uniformly at that
     * moment (with reorderEvery > 1: the one with the smaller lot). "stable": the one that reached its count first, as a
     * stable sort of the queue after every page leaves it.
     */
    ties: stableTies,
    reorderEvery,
  },
  check({ ties, reorderEvery }) {
    if (ties === "stable" && reorderEvery > 1) {
      throw problem.option`${option("ties")} "stable" go with ${option("reorderEvery")} 1: the other tie rules go with every reorderEvery`;
    }
  },
  create(context, options) {
    const counts = new Uint32Array(context.size);
    const stable = options.ties === "stable" ? new CountBuckets(context.size) : undefined;
    const frontier = stable ?? frontierOf(context, options, counts);
    let fresh: PageId[] = [];
    const fileFresh = () => {
      for (const page of fresh) frontier.file(page, counts[page]);
      fresh = [];
    };
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) fresh.push(pages[i]);
      },
      reveal(_page, links, count) {
        if (stable) links.subarray(0, count).sort((a, b) => stable.compare(a, b));
        for (let i = 0; i < count; i++) {
          const target = links[i];
          const backlinks = ++counts[target];
          if (frontier.has(target)) frontier.file(target, backlinks);
        }
      },
      next() {
        if (fresh.length > 0) fileFresh();
        return frontier.pop();
      },
      explain(page) {
        fileFresh();
        return frontier.explain(page, "links seen to it");
      },
    };
  },
});

function frontierOf(
  { size, random }: OrderingContext,
  { ties, reorderEvery }: { ties: Ties | "stable"; reorderEvery: number },
  counts: Uint32Array,
) {
  if (ties === "random" && reorderEvery === 1) return new CountBuckets(size, random);
  const scores = { values: counts };
  return scoredFrontier({ size, random, ties: ties as Ties, reorderEvery, scores });
}
