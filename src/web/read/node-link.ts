import { type GraphFormat, malformed } from "./format.js";
import { isNodeLink, isObject, keyOf, Pages, parse, wrong } from "./graphology.js";
import { collectText, decode } from "./lines.js";

const NAME = "node-link JSON";
const NO_LINKS = "NetworkX writes it by json.dump(nx.node_link_data(G), FILE); its adjacency_data is not read.";

/**
 * The JSON that NetworkX's `node_link_data` makes and d3's force layouts read: `nodes` with an `id` each, and `links`,
 * or `edges`, with `source` and `target`; not some in each. Where no node has an `id`, these are places in the list, as in d3, or names.
 * `title`, `label` or `name` become titles, `url` or `href` URLs. With `directed: false` an
 * edge is a link in both directions.
 *
 * The whole file is held as one string: for files up to 500 MB.
 */
export const nodeLink: GraphFormat = {
  kind: "format",
  name: "node-link",
  title: "node-link JSON (NetworkX, d3)",
  source: "NetworkX, networkx.org/documentation/stable/reference/readwrite/json_graph.html; Bostock, d3js.org/d3-force",

  sniff(head) {
    const text = decode(head);
    return /^\ufeff?\s*\{/.test(text) && isNodeLink(text);
  },

  async read(bytes, options = {}) {
    const { nodes, links, edges, directed } = parse(
      decode(await collectText(NAME, bytes)).replace(/^\ufeff/, ""),
      NAME,
    );
    const [list, where] = links === undefined || (isEmpty(links) && edges) ? [edges, "edges"] : [links, "links"];
    if (!Array.isArray(nodes)) return wrong("nodes", "a list", nodes, NAME);
    if (list === undefined) throw malformed(NAME, { at: where }, "a list of links", "none", NO_LINKS);
    if (!Array.isArray(list)) return wrong(where, "a list", list, NAME);
    if (where === "links" && edges !== undefined && !isEmpty(edges))
      return wrong("edges", "none beside links: put all into one list", edges, NAME);
    const pages = new Pages(NAME);
    const called = nodes.some((node) => node?.id !== undefined) ? "id" : "name";
    const isNamed = nodes.every((node) => keyOf(node?.[called]) !== undefined);
    for (const [index, node] of nodes.entries()) {
      if (!isObject(node)) return wrong(`nodes[${index}]`, "a node", node, NAME);
      const { name, ...others } = node;
      if (called === "id" && !isNamed && keyOf(node.id) === undefined)
        return wrong(`nodes[${index}].id`, "an id", node.id, NAME);
      const key = isNamed ? (keyOf(node[called]) as string) : String(index);
      const attributes = { ...others, title: others.title ?? others.label ?? name };
      if (!pages.add(key, attributes)) return wrong(`nodes[${index}]`, "an id that no node before has", key, NAME);
    }
    const ends = list.flatMap((link) => [link?.source, link?.target]);
    const byPlace = called === "name" && ends.every(Number.isInteger);
    for (const [index, link] of list.entries()) {
      const [from, to] = ["source", "target"].map((end) => {
        const value = isObject(link?.[end]) ? link[end].id : link?.[end];
        const page = byPlace ? placeOf(value, pages.size) : pages.find(keyOf(value));
        return page ?? wrong(`${where}[${index}].${end}`, "the id of a node", value, NAME);
      });
      pages.link(from, to, directed === false);
      pages.weigh(link.weight ?? link.value);
    }
    return pages.build(options);
  },
};

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

/** A node by its place in the list. */
const placeOf = (value: unknown, size: number): number | undefined =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < size ? (value as number) : undefined;
