import { Random } from "../../base/random.js";
import { graphFrom } from "../../web/graph/builder.js";
import type { PageId } from "../../web/graph/graph.js";
import type { Web } from "../../web/web.js";

/** Pages of the scene by what Figure 3 calls them. */
export const PAGE_1 = 1;
export const PAGE_2 = 6;
/** Pages that point at each other. */
export const CLUSTER_A: readonly PageId[] = [7, 8, 9, 10, 11, 12];

const HUB = 5;
const ENTRANCES = [2, 3, 4];
const BEHIND_PAGE_2 = [13, 14, 15, 16, 17, 18, 19, 20];
const SIZE = 21;

/**
 * Figure 3, as links: the start leads to page 1, from which all of cluster A is seen, and to three pages that make a
 * fourth important, which links to page 2; eight pages behind page 2 link back to it, so that it has 9 backlinks in the
 * end, and a page of A 6. The figure is a drawing without numbers; all of these are ours. Cho et al. 1998, section 6.
 */
export function scene(): Web<"links"> {
  const links: [PageId, PageId][] = [
    [0, PAGE_1],
    ...ENTRANCES.map((page): [PageId, PageId] => [0, page]),
    ...CLUSTER_A.map((page): [PageId, PageId] => [PAGE_1, page]),
    ...CLUSTER_A.flatMap((from) => CLUSTER_A.map((to): [PageId, PageId] => [from, to])),
    ...ENTRANCES.map((page): [PageId, PageId] => [page, HUB]),
    [HUB, PAGE_2],
    ...BEHIND_PAGE_2.flatMap((page): [PageId, PageId][] => [
      [PAGE_2, page],
      [page, PAGE_2],
    ]),
  ];
  const graph = graphFrom(SIZE, links);
  return {
    name: "figure-3-web",
    capabilities: ["links"],
    graph,
    found: { links: links.length, selfLinks: CLUSTER_A.length, duplicates: 0 },
    sha256: "0".repeat(64), // nothing is kept of its crawls
    start: 0,
  };
}

/**
 * Where a surfer is, who follows a link of the page with probability `follows` and else goes anywhere; also from a page
 * without links. The picture of section 2.
 *
 * @returns share of `steps` at each page
 */
export function surf(
  { graph, start }: Pick<Web, "graph" | "start">,
  follows: number,
  steps: number,
  seed: number,
): Float64Array {
  const random = new Random(seed);
  const visits = new Float64Array(graph.size);
  let page = start;
  for (let step = 0; step < steps; step++) {
    const [from, to] = [graph.offsets[page], graph.offsets[page + 1]];
    page =
      to > from && random.next() < follows ? graph.targets[from + random.below(to - from)] : random.below(graph.size);
    visits[page]++;
  }
  return visits.map((count) => count / steps);
}
