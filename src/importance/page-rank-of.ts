import { pageRankOf as ranks } from "../graph/page-rank.js";
import { defineImportance, type Threshold } from "./importance.js";

export interface PageRankImportanceOptions extends Threshold {
  /** d of the formula; 0.9 in the paper. */
  readonly damping?: number;
  /** "paper": sums to the number of pages, so that hotAt 13 means 13 times the average page. "probability": sums to 1. */
  readonly form?: "paper" | "probability";
  /** "everywhere" (default): a page without links links to every page, as section 2 says. "none": its rank is lost. */
  readonly dangling?: "everywhere" | "none";
  /** c_i: "inside" (default) counts links to pages of the stored web, "page" all links on the page, where the web knows them. */
  readonly linkCount?: "inside" | "page";
  /** L1 error allowed, as a share of all rank. */
  readonly tolerance?: number;
}

/**
 * PageRank on the whole Web, IR(P), to eleven significant digits. Cho et al. 1998, section 2. Kernel: graph/page-rank.ts.
 *
 * @throws RangeError when linkCount is "page" and the web does not know all links on its pages
 */
export const pageRankOf = defineImportance<PageRankImportanceOptions, "links">({
  name: "page-rank",
  source: "Cho et al. 1998, section 2, IR(P)",
  needs: ["links"],
  defaults: { damping: 0.9, form: "paper", dangling: "everywhere", linkCount: "inside", tolerance: 1e-13 },
  choices: { form: ["paper", "probability"], dangling: ["everywhere", "none"], linkCount: ["inside", "page"] },
  of({ graph, references }, { linkCount, ...options }) {
    if (linkCount === "page" && !references) {
      throw new RangeError(
        'linkCount "page" needs a web that knows all links on each page; this one knows those inside only',
      );
    }
    const found = ranks(graph, { ...options, ...(linkCount === "page" && references && { linkCounts: references }) });
    // what the solver leaves open must decide neither ties nor thresholds: pages of equal rank get equal values
    return found.map((rank) => Number(rank.toPrecision(11)));
  },
});
