import { outDegree } from "../graph/graph.js";
import { defineImportance, type Threshold } from "./importance.js";

export interface ForwardLinksOptions extends Threshold {
  /** "inside" (default): links to pages of the stored web. "page": all links on the page, where the web knows them. */
  readonly count?: "inside" | "page";
}

/** The number of links that leave a page, IF(P). Cho et al. 1998, section 2. O(n). */
export const forwardLinks = defineImportance<ForwardLinksOptions, "links">({
  name: "forward-links",
  source: "Cho et al. 1998, section 2, IF(P)",
  needs: ["links"],
  defaults: { count: "inside" },
  choices: { count: ["inside", "page"] },
  of({ graph, references }, { count }) {
    return Float64Array.from({ length: graph.size }, (_, page) =>
      count === "page" && references ? references[page] : outDegree(graph, page),
    );
  },
});
