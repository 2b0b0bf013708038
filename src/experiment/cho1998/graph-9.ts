import type { WebExperiment } from "../experiment.js";
import { combinedClaims, runCombined } from "./combined.js";
import { TOPIC_NEEDS, topicsOf } from "./topic-setting.js";

const claims = combinedClaims("Graph 9");

/** A crawl for pages on a topic that others link to. Cho et al. 1998, section 7, Graph 9. */
export const graph9: WebExperiment = {
  id: "cho1998/graph-9",
  title: "Crawling for pages on topic with 5 backlinks",
  paper:
    "Cho et al. 1998, section 7, Graph 9: the crawler of Figure 5, and pages are hot that are on topic (the word in the title, or 10 times or more in the body) and have " +
    "five backlinks or more. The results are very good, PageRank and breadth-first inside above all: over 80 % of the hot pages after 40 % of the crawl, most after 60 %.",
  suits: "cho1998-topic",
  needs: TOPIC_NEEDS,
  run: (web, options) => runCombined(graph9, claims, web, topicsOf(web, options)[0], options),
};
