import { rowOf } from "../base/search.js";
import { columnsOfPart } from "./columns.js";
import { applyPolicy } from "./graph/builder.js";
import type { Graph, LinkCounts } from "./graph/graph.js";
import { induced } from "./graph/induced.js";
import type { Capability, Web } from "./web.js";

/** Some pages of a web as a web of their own. */
export interface WebPart<C extends Capability> {
  readonly web: Web<C>;
  /** pages[page of the part] = page of the whole, ascending. */
  readonly pages: Uint32Array;
}

/**
 * Some pages of a web and the links among them, with all columns of those, under numbers of their own. `ids` are the
 * page numbers of the whole's source. `found` counts the links that the whole kept: what it dropped before is not known
 * per page. The start is that of the whole where the part has it, else its first page.
 *
 * @param members length n; page p belongs to the part when members[p] is not 0
 * @throws "graph" when `members` has another length
 *
 * O(n + links of the members). Columns other than numbers are read through those of the whole.
 */
export function partOf<C extends Capability>(web: Web<C>, members: Uint8Array): WebPart<C> {
  const { graph, pages } = induced(web.graph, members);
  const positionOf = (link: number) => positionIn(web.graph, members, pages, graph, link);
  let found: LinkCounts | undefined;
  const part = {
    name: web.name,
    capabilities: web.capabilities,
    graph,
    get found() {
      found ??= countLinks(graph);
      return found;
    },
    sha256: web.sha256,
    start: members[web.start] === 0 ? 0 : pages.indexOf(web.start),
  };
  return { web: Object.assign(part, columnsOfPart(web, { pages, positionOf })), pages };
}

function countLinks({ size, links, offsets, targets }: Graph): LinkCounts {
  const copy = { size, links, offsets: offsets.slice(), targets: targets.slice() };
  return applyPolicy(copy, { duplicates: "keep", selfLinks: "keep" }).found;
}

/**
 * Position in the whole graph of a link of the part; -1 where the part has no such link. O(log n + links of the page).
 */
function positionIn(whole: Graph, members: Uint8Array, pages: Uint32Array, part: Graph, link: number): number {
  if (!(link >= 0 && link < part.links)) return -1;
  const page = rowOf(part.offsets, link);
  let position = whole.offsets[pages[page]];
  for (let before = link - part.offsets[page]; ; position++) {
    if (members[whole.targets[position]] !== 0 && before-- === 0) return position;
  }
}
