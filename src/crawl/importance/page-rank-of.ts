import { option, problem } from "../../base/error.js";
import { number, word } from "../../base/method.js";
import { pageRankKernel as ranks } from "../../web/graph/page-rank.js";
import { defineImportance } from "./importance.js";

/**
 * PageRank on the whole Web, IR(P), to eleven significant digits. Cho et al. 1998, section 2. Kernel:
 * graph/page-rank.ts.
 *
 * @throws "option" when linkCount is "page" and the web does not know all links on its pages
 */
export const pageRankOf = defineImportance({
  name: "page-rank",
  source: "Cho et al. 1998, section 2, IR(P)",
  needs: ["links"],
  options: {
    /** 0.9 in the paper. */
    damping: number(0.9, "(0, 1)", "d, the share of rank that flows along links"),
    /** "paper": hotAt 13 means 13 times the average page. */
    form: word(["paper", "probability"], "ranks sum to the number of pages, or to 1"),
    /** "everywhere": as section 2 says. "none": its rank is lost. */
    dangling: word(["everywhere", "none"], "what a page without links links to"),
    linkCount: word(
      ["inside", "page"],
      "c_i: links to pages of the stored web, or all on the page, where the web knows them",
    ),
    tolerance: number(1e-13, "(0, 1)", "L1 error allowed, as a share of all rank"),
  },
  of({ graph, references }, { linkCount, ...options }) {
    if (linkCount === "page" && !references) {
      throw problem.option`${option("linkCount")} "page" needs a web that knows all links on each page; this one knows those inside only`;
    }
    const found = ranks(graph, { ...options, ...(linkCount === "page" && references && { linkCounts: references }) });
    // what the solver leaves open must decide neither ties nor thresholds: pages of equal rank get equal values
    return found.map((rank) => Number(rank.toPrecision(11)));
  },
});
