import { got, problem } from "../../base/error.js";
import { type Graph, requireGraph } from "../../web/graph/graph.js";

/**
 * Hosts of a web whose pages are numbered by URL, while the URLs are lost, as those of the Laboratory for Web
 * Algorithmics are: each host is then a run of pages. An assumption, not a measurement.
 *
 * The runs are cut where the fewest short links cross: pages link to their own host far more often than to its
 * neighbours in the order. Of all cuts between two pages, those crossed least are taken, the earlier first among
 * equals, none so near to another that a host has fewer than `meanSize` / 16 pages, until there are n / `meanSize`
 * hosts. Short: over at most 4 `meanSize` pages.
 *
 * @param meanSize mean pages of a host
 * @returns length n: host of each page, 0, 1, .. ascending
 *
 * O(m + n log n).
 */
export function inferredHosts(graph: Graph, meanSize: number): Uint32Array {
  requireGraph("inferredHosts", graph);
  const { size, offsets, targets } = graph;
  if (!(meanSize >= 1)) throw problem.option`a host has 1 page or more in the mean; ${got(meanSize)}`;
  const crossings = new Int32Array(size + 1);
  const reach = Math.ceil(4 * meanSize);
  for (let page = 0; page < size; page++) {
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      const low = Math.min(page, targets[i]);
      const high = Math.max(page, targets[i]);
      if (high - low > reach) continue;
      crossings[low + 1]++;
      crossings[high + 1]--;
    }
  }
  for (let cut = 1; cut <= size; cut++) crossings[cut] += crossings[cut - 1];
  const order = Uint32Array.from({ length: Math.max(0, size - 1) }, (_, i) => i + 1);
  order.sort((a, b) => crossings[a] - crossings[b] || a - b);
  const least = Math.max(1, Math.floor(meanSize / 16));
  const barred = new Uint8Array(size + 1).fill(1, 0, least).fill(1, Math.max(0, size + 1 - least));
  const first = new Uint8Array(size);
  let wanted = Math.round(size / meanSize) - 1;
  for (let i = 0; i < order.length && wanted > 0; i++) {
    const cut = order[i];
    if (barred[cut] === 1) continue;
    barred.fill(1, Math.max(0, cut - least + 1), cut + least);
    first[cut] = 1;
    wanted--;
  }
  const hosts = new Uint32Array(size);
  for (let page = 1; page < size; page++) hosts[page] = hosts[page - 1] + first[page];
  return hosts;
}
