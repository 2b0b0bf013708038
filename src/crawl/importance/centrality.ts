import { problem } from "../../base/error.js";
import { meant } from "../../base/nearest.js";
import {
  CENTRALITIES,
  CENTRALITY_NAMES,
  type CentralityName,
  centralitiesOf,
  centralityEstimate,
} from "../../web/graph/centralities.js";
import { defineImportance, type Importance, type Threshold } from "./importance.js";

/**
 * How central a page is in its web, by graphology-metrics; for a site, or another web that is small.
 *
 * - "closeness": (r / d) (r / (n - 1)), where r of n pages reach the page, over d links in all. Freeman's r / d would
 *   make a page with one backlink as central as can be.
 * - "betweenness": share of the pairs of other pages whose shortest path leads over the page; of several shortest paths
 *   each counts in part.
 * - "eigenvector": a page is as central as the pages that link to it, x = x + A' x, scaled; the largest is 1.
 * - "authority", "hub": a good hub links to good authorities; the largest is 1.
 * - "in-degree": share of the other pages that link to the page.
 *
 * Kernel: graph/centralities.ts, where a link from one page to another counts once.
 *
 * @throws "option" when there is no such centrality; by `of`: when the web is too large, with its size and the limit,
 * or when a solver does not settle
 *
 * O(n (n + m)) for closeness and betweenness, O(m) per pass for the others.
 */
export function centrality(name: CentralityName, options: Threshold = {}): Importance<"links"> {
  if (!CENTRALITY_NAMES.includes(name)) {
    const all = CENTRALITY_NAMES.join(", ");
    throw problem.option`no centrality "${name}".${meant(String(name), CENTRALITY_NAMES)} There are: ${all}`;
  }
  return defineImportance({
    name,
    source: CENTRALITIES[name].source,
    needs: ["links"],
    options: {},
    of: (web) => centralitiesOf(web, name),
    estimate: (web) => centralityEstimate(web, name),
  })(options);
}
