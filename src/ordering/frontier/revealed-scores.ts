import type { PageId } from "../../web/graph/graph.js";
import { RevealedCash } from "./revealed-cash.js";
import { RevealedRank } from "./revealed-rank.js";

/**
 * Scores of a discovered page that need links only, each a number from 1 up whose logarithm enters a mix:
 *
 * backlinks: links seen to it; 1 for a start page
 * pageRank: PageRank in what was seen, in units of what a page without links has; see `RevealedRank`, d = 0.9
 * cash: what it has under OPIC; see `RevealedCash`
 * depth: 1 for start pages, 1 more for each link from there when it was first seen
 * discovered: its number in the order of discovery, from 1
 */
export const MIX_SCORES = ["backlinks", "pageRank", "cash", "depth", "discovered"] as const;

export type MixScore = (typeof MIX_SCORES)[number];

const DAMPING = 0.9;

/** The scores of `MIX_SCORES` for every discovered page, from what was revealed so far. */
export class RevealedScores {
  readonly #backlinks: Uint32Array;
  readonly #ranks: RevealedRank | undefined;
  readonly #cash: RevealedCash;
  readonly #depths: Uint32Array;
  readonly #numbers: Uint32Array;
  #discovered = 0;
  /** Where there are no ranks: of a page that waits, rank rises with every other score. */
  readonly #changed: PageId[] = [];
  readonly #crawled: Uint8Array;

  /**
   * @param size number of pages; bounds page ids
   * @param accuracy of PageRank; without it that score is left out and stays 1
   */
  constructor(size: number, accuracy?: number) {
    this.#backlinks = new Uint32Array(size);
    this.#ranks = accuracy === undefined ? undefined : new RevealedRank(size, DAMPING, accuracy);
    this.#cash = new RevealedCash(size);
    this.#depths = new Uint32Array(size);
    this.#numbers = new Uint32Array(size);
    this.#crawled = new Uint8Array(size);
  }

  /** Pages turn up. @param start true for start pages */
  discover(pages: Uint32Array, count: number, start: boolean): void {
    this.#ranks?.discover(pages, count);
    this.#cash.endow(pages, count, 1);
    for (let i = 0; i < count; i++) {
      this.#numbers[pages[i]] = ++this.#discovered;
      this.#depths[pages[i]] = start ? 1 : 0;
      if (!this.#ranks) this.#changed.push(pages[i]);
    }
  }

  /** A page was crawled, with these links. Pages seen for the first time on it were discovered just before. */
  reveal(page: PageId, links: Uint32Array, count: number): void {
    this.#crawled[page] = 1;
    for (let i = 0; i < count; i++) {
      const target = links[i];
      this.#backlinks[target]++;
      if (this.#depths[target] === 0) this.#depths[target] = this.#depths[page] + 1;
      if (!this.#ranks && this.#crawled[target] === 0) this.#changed.push(target);
    }
    this.#cash.reveal(page, links, count);
    this.#ranks?.reveal(page, links, count, count);
  }

  /** Natural logarithm of a score of a discovered page, 0 or more. */
  log(score: MixScore, page: PageId): number {
    switch (score) {
      case "backlinks":
        return Math.log(Math.max(1, this.#backlinks[page]));
      case "pageRank":
        return this.#ranks ? Math.log(this.#ranks.of(page) / (1 - DAMPING)) : 0;
      case "cash":
        return Math.log(Math.max(1, this.#cash.of(page)));
      case "depth":
        return Math.log(Math.max(1, this.#depths[page]));
      case "discovered":
        return Math.log(this.#numbers[page]);
    }
  }

  /**
   * Calls back with waiting pages whose scores may have changed since the last call, new ones in the order discovered,
   * and perhaps with one that was crawled since.
   */
  changed(tell: (page: PageId) => void): void {
    const { risen, risenCount } = this.#ranks ?? { risen: this.#changed, risenCount: this.#changed.length };
    for (let i = 0; i < risenCount; i++) tell(risen[i]);
    this.#changed.length = 0;
    this.#ranks?.forgetRisen();
  }
}
