import { write } from "graphology-gexf";
import { type Strings, StringsBuilder } from "../../base/strings.js";
import { type Graph, requireGraph } from "../graph/graph.js";
import { type ToGraphologyOptions, toGraphology } from "./graphology.js";

/**
 * A web graph as GEXF 1.2, for Gephi: one node per page, labelled with its URL, else its title, else its number. GEXF
 * Working Group 2009, gexf.net.
 *
 * Characters that XML cannot hold (control characters, halves of surrogate pairs) become U+FFFD.
 *
 * @throws "option" above `limit` links, 100,000 by default
 *
 * O(n + m); the text takes about 60 bytes per link and is held as one string.
 */
export function writeGexf(graph: Graph, options: ToGraphologyOptions = {}): string {
  requireGraph("writeGexf", graph);
  const { urls, titles } = Object(options) as ToGraphologyOptions;
  const names = { urls: urls && writable(urls), titles: titles && writable(titles) };
  return write(toGraphology(graph, options && { ...options, ...names }), { version: "1.2" });
}

function writable(strings: Strings): Strings {
  const builder = new StringsBuilder();
  for (const text of strings) builder.add(text.replace(UNWRITABLE, "\ufffd"));
  return builder.build();
}

/** What XML 1.0, section 2.2, leaves out of Char. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
