import { requireList } from "../base/require-list.js";
import { type Graph, requireGraph } from "../web/graph/graph.js";

/**
 * How depth-first a crawl is: the share of its steps that go along a link of the page crawled just before. 1 for a
 * crawl down a chain; near 0 for breadth-first on a wide web.
 *
 * O(links of the crawled pages).
 */
export function followShare(graph: Graph, order: Uint32Array): number {
  requireGraph("followShare", graph);
  requireList("followShare takes an order, such as replay(web, breadthFirst) gives", order);
  const { offsets, targets } = graph;
  if (order.length < 2) return 0;
  let followed = 0;
  for (let k = 1; k < order.length; k++) {
    const from = order[k - 1];
    for (let i = offsets[from]; i < offsets[from + 1]; i++) {
      if (targets[i] === order[k]) {
        followed++;
        break;
      }
    }
  }
  return followed / (order.length - 1);
}
