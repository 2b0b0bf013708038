import { problem } from "../base/error.js";
import { checkOptions, list } from "../base/method.js";
import { requireList } from "../base/require-list.js";
import { type Graph, requireGraph } from "../web/graph/graph.js";
import { induced } from "../web/graph/induced.js";
import { type PageRankOptions, pageRankKernel } from "../web/graph/page-rank.js";
import { kendallTau } from "./kendall-tau.js";

export interface RankAgreementOptions extends Pick<PageRankOptions, "damping"> {
  /**
   * Shares of the pages after which the crawl is looked at, in (0, 1]. Default: 1, 2, 5, 10, 20, 40, 60, 80 and 100 %.
   */
  readonly at?: readonly number[];
}

/** What the PageRank of a crawl so far tells of the PageRank of the whole web. */
export interface RankAgreement {
  /** Share of the pages crawled, in [0, 1]. */
  readonly crawled: number;
  readonly pages: number;
  /** Kendall's tau-b of both ranks over the pages crawled, in [-1, 1]; undefined where all of them rank alike. */
  readonly tau: number | undefined;
  /** Share of the web's PageRank that lies on the pages crawled, in [0, 1]. */
  readonly massCovered: number;
}

const SHARES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1];

/** L1 error of the ranks, as a share of all rank: far below what a tie is told by. */
const TOLERANCE = 1e-10;

/**
 * How well PageRank can be told from a part of the web: at each share, the PageRank of the graph of the crawled pages
 * alone, links to other pages left out, against the PageRank that these pages have on the whole web. Boldi, Santini and
 * Vigna 2004, Do your worst to make the best (WAW 2004), who found that crawls which gather PageRank fastest may tell
 * it worst.
 *
 * Ranks are compared as 32-bit floats, so that pages of equal rank tie, whatever the last bits of the solution are.
 *
 * @param graph the web that counts as the whole
 * @param order pages of `graph` in the order crawled, each at most once; an order that ends before a share is left out
 *   there
 * @throws "option" for a share outside (0, 1], or none
 *
 * O(m) per pass of PageRank and O(n log n), for each share.
 */
export function rankAgreement(graph: Graph, order: Uint32Array, options: RankAgreementOptions = {}): RankAgreement[] {
  requireGraph("rankAgreement", graph);
  checkOptions("rankAgreement", options, { at: list, damping: undefined });
  requireList("rankAgreement takes an order, such as replay(web, breadthFirst) gives", order);
  return rankAgreementWith(graph, wholeRank(graph, options), order, options);
}

/** PageRank of the whole web, as `rankAgreementWith` takes it. */
export const wholeRank = (graph: Graph, { damping }: RankAgreementOptions = {}): Float64Array =>
  pageRankKernel(graph, { tolerance: TOLERANCE, ...(damping !== undefined && { damping }) });

/** `rankAgreement` for many crawls of one web: its PageRank is found once. */
export function rankAgreementWith(
  graph: Graph,
  whole: Float64Array,
  order: Uint32Array,
  options: RankAgreementOptions = {},
): RankAgreement[] {
  checkOptions("rankAgreement", options, { at: list, damping: undefined });
  const { at = SHARES, damping } = options;
  const wrong = at.find((share) => !(share > 0 && share <= 1));
  if (wrong !== undefined || at.length === 0)
    throw problem.option`at holds shares of the pages, above 0 and at most 1, such as [0.1, 0.5]; found ${wrong ?? "none"}`;
  const all = whole.reduce((sum, rank) => sum + rank, 0);
  return [...new Set(at.map((share) => Math.max(1, Math.round(share * graph.size))))]
    .filter((pages) => pages <= order.length)
    .map((pages) => {
      const members = new Uint8Array(graph.size);
      for (let k = 0; k < pages; k++) members[order[k]] = 1;
      const part = induced(graph, members);
      const truth = Float32Array.from(part.pages, (page) => whole[page]);
      const own = new Float32Array(wholeRank(part.graph, { ...(damping !== undefined && { damping }) }));
      const covered = part.pages.reduce((sum, page) => sum + whole[page], 0);
      return {
        crawled: pages / graph.size,
        pages,
        tau: kendallTau(own, truth),
        massCovered: Math.min(1, covered / all),
      };
    });
}
