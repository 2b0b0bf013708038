import type { WebExperiment } from "../experiment.js";
import { combinedClaims, runCombined } from "./combined.js";
import { TOPIC_NEEDS, topicsOf } from "./topic-setting.js";

const claims = combinedClaims("Graph 10");

/** Graph 9 for another topic. Cho et al. 1998, section 7, Graph 10. */
export const graph10: WebExperiment = {
  id: "cho1998/graph-10",
  title: "Graph 9 for another topic",
  paper:
    "Cho et al. 1998, section 7, Graph 10: as Graph 9, but pages about admission are wanted. Details vary, the conclusion is the same: where relevance and backlinks both count, " +
    "an ordering is effective that combines PageRank, the words of anchors, and the distance to pages known to be hot.",
  suits: "cho1998-topic",
  needs: TOPIC_NEEDS,
  run: (web, options) => runCombined(graph10, claims, web, topicsOf(web, options)[1], options),
};
