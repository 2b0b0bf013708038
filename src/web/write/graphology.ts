import Graphology from "graphology";
import type { AbstractGraph } from "graphology-types";
import { either, got, problem, say } from "../../base/error.js";
import { checkedElsewhere, checkOptions } from "../../base/method.js";
import { plural } from "../../base/numbers.js";
import type { Strings } from "../../base/strings.js";
import { type Graph, linksOf, requireGraph } from "../graph/graph.js";
import type { Web } from "../web.js";

/** What the pages of a graph are called elsewhere; a web holds all three. */
export interface PageNames {
  readonly ids?: Uint32Array;
  readonly urls?: Strings;
  readonly titles?: Strings;
}

export interface ToGraphologyOptions extends PageNames {
  /** Most links; default 100,000. */
  readonly limit?: number;
}

/** graphology holds at most 2^24 edges: it numbers them in a Map. */
const MOST_EDGES = 2 ** 24;

/**
 * A web graph as a directed graph of graphology, for its metrics, layouts and formats. Node keys are page numbers, "0"
 * .. "n - 1"; attributes: label (URL, else title, else the source's own number), and url, title, id where they are
 * given.
 *
 * @throws "option" above `limit` links: graphology takes about 500 bytes per link, where a web graph takes 4
 *
 * O(n + m).
 */
export function toGraphology(graph: Graph, options: ToGraphologyOptions = {}): AbstractGraph {
  requireGraph("toGraphology", graph);
  const isWeb = (options as Partial<Web> | null)?.graph !== undefined; // has all of the names, and more
  if (!isWeb) checkOptions("toGraphology", options, checkedElsewhere(["ids", "urls", "titles", "limit"]));
  const { ids, urls, titles, limit = 100_000 } = options;
  const most = Math.min(limit, MOST_EDGES);
  if (graph.links > most) {
    const allow = either(`{ limit: ${graph.links} }`, `--limit ${graph.links}`);
    const next =
      graph.links > MOST_EDGES
        ? `graphology cannot hold more than ${MOST_EDGES}: take a part of the web.`
        : say`Take a part of the web, or allow it (about ${Math.ceil(graph.links / 2000)} MB): ${allow}`;
    throw problem.option`graphology: expected at most ${plural(most, "link")}, ${got(graph.links)}.\n  ${next}`;
  }
  const result = new Graphology({ type: "directed", multi: hasRepeats(graph), allowSelfLoops: true });
  for (let page = 0; page < graph.size; page++) {
    const url = urls?.at(page);
    const title = titles?.at(page);
    const id = ids?.[page];
    result.addNode(page, {
      label: url || title || `page ${id ?? page}`,
      ...(url ? { url } : {}),
      ...(title ? { title } : {}),
      ...(id === undefined ? {} : { id }),
    });
  }
  for (let page = 0; page < graph.size; page++) {
    for (const target of linksOf(graph, page)) result.addDirectedEdge(page, target);
  }
  return result;
}

function hasRepeats(graph: Graph): boolean {
  const lastSource = new Uint32Array(graph.size);
  for (let page = 0; page < graph.size; page++) {
    for (const target of linksOf(graph, page)) {
      if (lastSource[target] === page + 1) return true;
      lastSource[target] = page + 1;
    }
  }
  return false;
}
