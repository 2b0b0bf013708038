import { defineImportance } from "./importance.js";

/**
 * The number of links to a page, IB(P). Cho et al. 1998, section 2.
 *
 * Whether a page that links twice counts twice is the web's policy on repeated links (default: once).
 *
 * O(n + m).
 */
export const backlinks = defineImportance({
  name: "backlinks",
  source: "Cho et al. 1998, section 2, IB(P)",
  needs: ["links"],
  options: {},
  of({ graph }) {
    const counts = new Float64Array(graph.size);
    for (const target of graph.targets) counts[target]++;
    return counts;
  },
});
