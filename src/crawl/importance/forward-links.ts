import { word } from "../../base/method.js";
import { outDegree } from "../../web/graph/graph.js";
import { defineImportance } from "./importance.js";

/** The number of links that leave a page, IF(P). Cho et al. 1998, section 2. O(n). */
export const forwardLinks = defineImportance({
  name: "forward-links",
  source: "Cho et al. 1998, section 2, IF(P)",
  needs: ["links"],
  options: {
    count: word(["inside", "page"], "links to pages of the stored web, or all on the page, where the web knows them"),
  },
  of({ graph, references }, { count }) {
    return Float64Array.from({ length: graph.size }, (_, page) =>
      count === "page" && references ? references[page] : outDegree(graph, page),
    );
  },
});
