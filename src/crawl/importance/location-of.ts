import { LOCATION_OPTIONS, locationScore } from "../../web/graph/location.js";
import { defineImportance } from "./importance.js";

/** The worth of a page by its URL alone, IL(P). Cho et al. 1998, section 2, with its three examples. O(n). */
export const locationOf = defineImportance({
  name: "location",
  source: "Cho et al. 1998, section 2, IL(P)",
  needs: ["urls"],
  options: LOCATION_OPTIONS,
  of: (web, rule) =>
    Float64Array.from({ length: web.graph.size }, (_, page) => locationScore(web.urls?.at(page) ?? "", rule)),
});
