import type { Graph, PageId } from "../graph/graph.js";
import type { Snapshot } from "./open-snapshot.js";

/** Anchor texts by position in graph.targets. Of links that the policy made one, the first speaks. */
export function anchorsOf(
  snapshot: Snapshot,
  { offsets, targets }: Graph,
  storedPages: Uint32Array,
  leadsTo: Int32Array,
  counts: (link: number) => boolean,
): (link: number) => string {
  let page = -1;
  let anchors: string[] = [];
  return (link) => {
    if (!(link >= 0 && link < targets.length)) return "";
    if (page < 0 || link < offsets[page] || link >= offsets[page + 1]) {
      page = pageAt(offsets, link);
      const texts = snapshot.anchorsOf(storedPages[page]);
      const first = snapshot.firstLinks[storedPages[page]];
      const urls = snapshot.pageLinks(storedPages[page]);
      let stored = 0;
      anchors = Array.from(targets.subarray(offsets[page], offsets[page + 1]), (to) => {
        while (leadsTo[urls[stored]] !== to || !counts(first + stored)) stored++;
        return texts[stored++];
      });
    }
    return anchors[link - offsets[page]];
  };
}

/** The page that the link at a position leaves. O(log n). */
function pageAt(offsets: Uint32Array, link: number): PageId {
  let low = 0;
  let high = offsets.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (offsets[middle] <= link) low = middle;
    else high = middle - 1;
  }
  return low;
}
