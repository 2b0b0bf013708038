import { problem } from "../../base/error.js";
import { IndexedHeap } from "../../base/indexed-heap.js";
import { number, type ValuesOf, word } from "../../base/method.js";
import { RevealedRank } from "../../ordering/frontier/revealed-rank.js";
import type { Graph, PageId } from "../../web/graph/graph.js";
import { defineModel, type JudgedCrawl } from "../model.js";
import { ranked } from "../ranked-values.js";

const size = number(0.02, "(0, ∞]", "B: pages that the crawler can keep, or, below 1, that share of the pages", {
  is: "a whole number of pages, or a share below 1 of them",
  unit: "size",
  called: "buffer size",
  inTitle: true,
  named: true,
  told: String,
});

const splitsAPage = (pages: number) => pages > 1 && pages % 1 > 0;

const OPTIONS = {
  size: {
    ...size,
    wrong: (value: unknown) =>
      size.wrong(value) ?? (splitsAPage(value as number) ? `is ${size.takes}; found ${value}` : undefined),
  },
  /** "truth" is out of competition. */
  flushBy: word(
    ["backlinks", "page-rank", "age", "truth"],
    "I' by which a full buffer flushes its least page: links seen so far, rank so far, age, or I itself",
    { named: true },
  ),
  /** A page that just came in may go at once. */
  ties: word(["oldest", "newest", "random"], "which of several least pages goes"),
  flushed: word(
    ["remembered", "forgotten"],
    "what a flushed page said about others; forgotten: its links no longer count in I'",
    { told: () => "forgets" },
  ),
} as const;

export type BufferOptions = ValuesOf<typeof OPTIONS>;

/**
 * Limited Buffer Crawl: the share of the B buffered pages that are hot, P_BC. Cho et al. 1998, section 3; defined
 * there, but never run.
 *
 * Hot is I(P) >= G where the importance has a threshold, else I(P) >= I(R_B), R_B the page of rank B. Ideal: min(H,
 * B)/B, or 1. Random: H/T. Before the buffer is full, P counts its empty places as cold.
 *
 * The order of the crawl is given: "forgotten" links are missing from I', not from the ordering that made the order.
 *
 * O(m + T log B).
 */
export const buffer = defineModel({
  name: "buffer",
  symbol: "P_BC",
  source: "Cho et al. 1998, section 3, Limited Buffer Crawl",
  needsHotAt: false,
  options: OPTIONS,
  check({ flushed, flushBy, ties }) {
    if (flushed === "forgotten" && flushBy !== "backlinks")
      throw problem.option`flushed "forgotten" goes with flushBy "backlinks" only`;
    if (ties !== "oldest" && flushBy === "age")
      throw problem.option`ties ${JSON.stringify(ties)} goes with another flushBy than "age": no two pages are equally old`;
  },
  create({ size, ...chosen }) {
    const places = (total: number) => Math.min(total, Math.max(1, Math.round(size < 1 ? size * total : size)));
    return {
      curve(crawl) {
        const capacity = places(crawl.graph.size);
        return fill(crawl, capacity, hotThreshold(crawl, capacity), chosen);
      },
      ideal(visited, crawl) {
        const capacity = places(crawl.graph.size);
        return Math.min(visited, capacity, hotPages(crawl, capacity)) / capacity;
      },
      random(visited, crawl) {
        const capacity = places(crawl.graph.size);
        return (Math.min(visited, capacity) / capacity) * (hotPages(crawl, capacity) / crawl.graph.size);
      },
    };
  },
});

/** G, or I(R_B). */
function hotThreshold({ importance, hotAt }: JudgedCrawl, capacity: number): number {
  return hotAt ?? ranked(importance).at(capacity);
}

function hotPages(crawl: JudgedCrawl, capacity: number): number {
  return ranked(crawl.importance).atLeast(hotThreshold(crawl, capacity));
}

function fill(
  crawl: JudgedCrawl,
  capacity: number,
  hotAt: number,
  { flushBy, ties, flushed }: Omit<BufferOptions, "size">,
): Float64Array {
  const { graph, order, importance, random } = crawl;
  const estimate = estimates[flushBy](crawl);
  const keys = new Float64Array(graph.size);
  const kept = new IndexedHeap(graph.size, keys); // the least estimate first: scores are negative
  const curve = new Float64Array(order.length);
  let hot = 0;
  for (let k = 0; k < order.length; k++) {
    const page = order[k];
    keys[page] = ties === "oldest" ? k : ties === "newest" ? -k : random.next();
    estimate.reveal(page);
    kept.add(page, -estimate.of(page));
    if (importance[page] >= hotAt) hot++;
    if (kept.size > capacity) {
      const least = takeLeast(kept, estimate);
      if (importance[least] >= hotAt) hot--;
      if (flushed === "forgotten") forget(graph, least, estimate, kept);
    }
    curve[k] = hot / capacity;
  }
  return curve;
}

/** I' of a page, from the pages revealed so far; it only grows, unless a page is forgotten. */
interface Estimate {
  reveal(page: PageId): void;
  of(page: PageId): number;
  forget?(page: PageId): void;
}

const estimates: Record<BufferOptions["flushBy"], (crawl: JudgedCrawl) => Estimate> = {
  backlinks({ graph: { size, offsets, targets } }) {
    const counts = new Float64Array(size);
    const add = (page: PageId, step: number) => {
      for (let i = offsets[page]; i < offsets[page + 1]; i++) counts[targets[i]] += step;
    };
    return { reveal: (page) => add(page, 1), of: (page) => counts[page], forget: (page) => add(page, -1) };
  },
  "page-rank"({ graph: { size, offsets, targets } }) {
    const ranks = new RevealedRank(size, 0.9, 1e-2); // d as everywhere in the paper
    const seen = new Uint8Array(size);
    const fresh = new Uint32Array(size);
    return {
      reveal(page) {
        const links = targets.subarray(offsets[page], offsets[page + 1]);
        let count = 0;
        if (seen[page] === 0) fresh[count++] = page;
        seen[page] = 1;
        for (const target of links) {
          if (seen[target] === 0) fresh[count++] = target;
          seen[target] = 1;
        }
        ranks.discover(fresh, count);
        ranks.reveal(page, links, links.length, links.length);
        ranks.forgetRisen();
      },
      of: (page) => ranks.of(page),
    };
  },
  age: () => ({ reveal() {}, of: () => 0 }),
  truth: ({ importance }) => ({ reveal() {}, of: (page) => importance[page] }),
};

/**
 * Takes out the page with the least estimate. Filed estimates may be too low by now, so the first page is filed anew
 * until it stays first.
 */
function takeLeast(kept: IndexedHeap, estimate: Estimate): PageId {
  for (;;) {
    const page = kept.first;
    const now = -estimate.of(page);
    if (now >= kept.scoreOf(page)) return kept.pop();
    kept.update(page, now);
  }
}

function forget({ offsets, targets }: Graph, page: PageId, estimate: Estimate, kept: IndexedHeap): void {
  estimate.forget?.(page);
  for (let i = offsets[page]; i < offsets[page + 1]; i++) {
    if (kept.has(targets[i])) kept.update(targets[i], -estimate.of(targets[i]));
  }
}
