import type { PageId } from "../../web/graph/graph.js";
import { RevealedRank } from "./revealed-rank.js";

/** By what a queue is reordered, from what was revealed so far. Cho et al. 1998, Figure 2. */
export interface QueueMetric {
  /** What its score is, in the words of a reader. */
  readonly name: string;
  discover(pages: Uint32Array, count: number): void;
  reveal(page: PageId, links: Uint32Array, count: number): void;
  /** Score of a discovered page: the highest leaves its queue first. */
  of(page: PageId): number;
  /** Calls back with pages whose scores may have changed since the last call, in the order in which they did. */
  changed(tell: (page: PageId) => void): void;
}

export const INSIDES = ["breadth-first", "backlink", "page-rank"] as const;

export type QueueMetricName = (typeof INSIDES)[number];

export interface QueueMetricOptions {
  readonly damping: number;
  readonly accuracy: number;
}

/** The metric with a name, for webs of `size` pages. */
export function queueMetric(
  name: QueueMetricName,
  size: number,
  { damping, accuracy }: QueueMetricOptions,
): QueueMetric {
  if (name === "backlink") return new BacklinkMetric(size);
  if (name === "page-rank") return new PageRankMetric(size, damping, accuracy);
  return { name: "score", discover() {}, reveal() {}, of: () => 0, changed() {} };
}

/** Links seen so far, IB'. */
class BacklinkMetric implements QueueMetric {
  readonly name = "links seen to it";
  readonly #counts: Uint32Array;
  #linked: PageId[] = [];

  constructor(size: number) {
    this.#counts = new Uint32Array(size);
  }

  discover(): void {}

  reveal(_page: PageId, links: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      this.#counts[links[i]]++;
      this.#linked.push(links[i]);
    }
  }

  of(page: PageId): number {
    return this.#counts[page];
  }

  changed(tell: (page: PageId) => void): void {
    for (const page of this.#linked) tell(page);
    this.#linked.length = 0;
  }
}

/** PageRank in what was revealed so far, IR'; see `RevealedRank`. */
class PageRankMetric implements QueueMetric {
  readonly name = "PageRank in what was seen";
  readonly #ranks: RevealedRank;

  constructor(size: number, damping: number, accuracy: number) {
    this.#ranks = new RevealedRank(size, damping, accuracy);
  }

  discover(pages: Uint32Array, count: number): void {
    this.#ranks.discover(pages, count);
  }

  reveal(page: PageId, links: Uint32Array, count: number): void {
    this.#ranks.reveal(page, links, count, count);
  }

  of(page: PageId): number {
    return this.#ranks.of(page);
  }

  changed(tell: (page: PageId) => void): void {
    const { risen, risenCount } = this.#ranks;
    for (let i = 0; i < risenCount; i++) if (this.#ranks.waits(risen[i])) tell(risen[i]);
    this.#ranks.forgetRisen();
  }
}
