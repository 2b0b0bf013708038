import type { Snapshot } from "../../archive/open-snapshot.js";
import { rowOf } from "../../base/search.js";
import type { Graph } from "../graph/graph.js";

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
      page = rowOf(offsets, link);
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
