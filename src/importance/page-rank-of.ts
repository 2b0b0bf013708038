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

/** PageRank on the whole Web, IR(P). Cho et al. 1998, section 2. Kernel: graph/page-rank.ts. */
export const pageRankOf = defineImportance<PageRankImportanceOptions, "links">({
  name: "page-rank",
  source: "Cho et al. 1998, section 2, IR(P)",
  needs: ["links"],
  defaults: { damping: 0.9, form: "paper", dangling: "everywhere", linkCount: "inside", tolerance: 1e-10 },
  choices: { form: ["paper", "probability"], dangling: ["everywhere", "none"], linkCount: ["inside", "page"] },
  of({ graph, references }, { linkCount, ...options }) {
    return ranks(graph, { ...options, ...(linkCount === "page" && references && { linkCounts: references }) });
  },
});
