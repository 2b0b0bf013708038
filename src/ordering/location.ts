import { LOCATION_OPTIONS, locationScore } from "../web/graph/location.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/** Crawls by the URL alone, IL(u), which needs no guess. Cho et al. 1998, sections 2 and 4. O(log w) per page. */
export const location = defineOrdering({
  name: "location",
  source: "Cho et al. 1998, section 4, IL(P)",
  needs: ["urls"],
  options: {
    ...LOCATION_OPTIONS,
    ties,
  },
  create({ size, random, url }, { ties, ...rule }) {
    const frontier = scoredFrontier({ size, random, ties, reorderEvery: 1 });
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) frontier.file(pages[i], locationScore(url(pages[i]), rule));
      },
      next: () => frontier.pop(),
      explain: (page) => frontier.explain(page, "score of its URL"),
    };
  },
});
