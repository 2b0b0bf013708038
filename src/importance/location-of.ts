import { locationScore } from "../graph/location.js";
import { defineImportance, type Threshold } from "./importance.js";

export interface LocationImportanceOptions extends Threshold {
  /** Pages whose host or URL ends so score 1; ".com" in the paper. */
  readonly ending?: string;
  /** Pages whose URL contains this score 1; "home" in the paper. */
  readonly contains?: string;
  /** Minus one for each slash of the path; the rule when no other is given. */
  readonly fewerSlashes?: boolean;
}

/** The worth of a page by its URL alone, IL(P). Cho et al. 1998, section 2, with its three examples. O(n). */
export const locationOf = defineImportance<LocationImportanceOptions, "urls">({
  name: "location",
  source: "Cho et al. 1998, section 2, IL(P)",
  needs: ["urls"],
  defaults: { ending: "", contains: "", fewerSlashes: false },
  of: (web, rule) =>
    Float64Array.from({ length: web.graph.size }, (_, page) => locationScore(web.urls?.at(page) ?? "", rule)),
});
