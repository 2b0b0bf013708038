import { scoredFrontier, type Ties } from "../frontier/scored-frontier.js";
import { locationScore } from "../graph/location.js";
import { defineOrdering } from "./ordering.js";

export interface LocationOrderingOptions {
  /** URLs whose host or whole ends so score 1; ".com" in the paper. */
  readonly ending?: string;
  /** URLs that contain this score 1; "home" in the paper. */
  readonly contains?: string;
  /** Minus one for each slash of the path; the rule when no other is given. */
  readonly fewerSlashes?: boolean;
  readonly ties?: Ties;
}

/** Crawls by the URL alone, IL(u), which needs no guess. Cho et al. 1998, sections 2 and 4. O(log w) per page. */
export const location = defineOrdering<LocationOrderingOptions, "urls">({
  name: "location",
  source: "Cho et al. 1998, section 4, IL(P)",
  needs: ["urls"],
  defaults: { ending: "", contains: "", fewerSlashes: false, ties: "fifo" },
  named: ["ties"],
  choices: { ties: ["fifo", "lifo", "random"] },
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
