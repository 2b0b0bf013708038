import { type GraphData, type GraphFormat, malformed, quoted, type ReadOptions } from "./format.js";
import { Pages } from "./graphology.js";
import { collectText, decode } from "./lines.js";

/** What stands above the root: a declaration, comments, a document type. */
const PROLOGUE = /^\ufeff?(?:\s|<\?.*?\?>|<!--.*?-->|<![A-Z][^>[]*(?:\[.*?\]\s*)?>)*/s;

/** The parser takes time that grows with the elements that are open, for each of them. */
const DEEPEST = 1000;

const UNCLOSED = "If an element was never closed, close each: <edge .../>";

const CUT = "The file is cut short: write or fetch it again.";

/**
 * GraphML, as NetworkX, igraph and yEd write it: nodes with an `id`, edges with `source` and `target`. Data whose key is
 * called `label`, `title` or `name` become titles, `url` or `href` URLs; ids that are URLs or names stand in for what is missing.
 * An edge of a graph with `edgedefault="undirected"`, or with `directed="false"`, is a link in both directions.
 *
 * Pages are numbered in the order of the nodes; where all ids are numbers in ascending order, these are the pages' own.
 */
export const graphml: GraphFormat = {
  kind: "format",
  name: "graphml",
  title: "GraphML (NetworkX, igraph, yEd)",
  source: "Brandes, Eiglsperger, Herman, Himsolt and Marshall 2001, GraphML Progress Report",
  sniff: (head) => rootOf(head) === "graphml",
  read: (bytes, options = {}) => readXml("GraphML", "graphml", bytes, options),
};

/**
 * GEXF, as Gephi and `writeGexf` write it, by the rules of GraphML: `label` is an attribute of the node, other values
 * stand in `attvalue`. Edges have no direction, as GEXF has it, unless `defaultedgetype` or the edge's `type` says
 * "directed".
 */
export const gexf: GraphFormat = {
  kind: "format",
  name: "gexf",
  title: "GEXF (Gephi)",
  source: "GEXF Working Group 2009, gexf.net",
  sniff: (head) => rootOf(head) === "gexf",
  read: (bytes, options = {}) => readXml("GEXF", "gexf", bytes, options),
};

function rootOf(head: Uint8Array): string | undefined {
  const text = decode(head.subarray(0, 8192));
  return /^<([a-z]+)[\s>]/.exec(text.slice(PROLOGUE.exec(text)?.[0].length))?.[1];
}

type Attributes = Readonly<Record<string, string>>;

/** A node or an edge, as far as it is read. */
interface Element {
  readonly id: string;
  readonly values: Record<string, string>;
  /** What keys of its values are called: "d0" is "label". */
  readonly names: ReadonlyMap<string, string>;
}

/** Nodes and edges of a file, as its tags come. */
class XmlGraph {
  readonly pages: Pages;
  readonly #format: string;
  readonly #root: string;
  readonly #ofNodes = new Map<string, string>();
  /** In GEXF their keys may be those of nodes. */
  readonly #ofEdges = new Map<string, string>();
  /** Whose attributes GEXF lists just now. */
  #listed = "";
  /** The key of edges whose declaration is open. */
  #declared = "";
  readonly #edges: { readonly source: string; readonly target: string; readonly undirected: boolean }[] = [];
  readonly #open: Element[] = [];
  #graphs = 0;
  #isUndirected = false;
  #hyperedges = 0;
  /** Elements that are open. */
  #depth = 0;
  /** The key of the value whose text comes. */
  #key = "";
  #text = "";
  #isWhole = false;
  /** The first tag that is not closed where it should be. */
  #unclosed: string | undefined;

  constructor(format: string, root: string) {
    this.#format = format;
    this.#root = root;
    this.pages = new Pages(format);
  }

  begin(tag: string, attributes: Attributes): void {
    if (++this.#depth > DEEPEST)
      this.#fail(undefined, `at most ${DEEPEST} elements, one in another`, `<${tag}> in so many`, UNCLOSED);
    const { id = "", source, target } = attributes;
    if (tag === "graph") this.#beginGraph(attributes);
    else if (tag === "attributes") this.#listed = attributes.class ?? "";
    else if (tag === "key") this.#declare(attributes.for ?? "", id, attributes["attr.name"]);
    else if (tag === "attribute") this.#declare(this.#listed, id, attributes.title);
    else if (tag === "default") this.#key = this.#declared;
    else if (tag === "node")
      this.#open.push({ id, values: attributes.label ? { label: attributes.label } : {}, names: this.#ofNodes });
    else if (tag === "data") this.#key = attributes.key ?? "";
    else if (tag === YED_LABEL) this.#key = "label";
    else if (tag === "attvalue") this.#keep(attributes.for ?? attributes.id ?? "", attributes.value ?? "");
    else if (tag === "hyperedge") this.#hyperedges++;
    else if (tag === "edge") {
      const place = `edge ${this.#edges.length + 1}`;
      if (source === undefined || target === undefined)
        this.#fail(place, "a source and a target", "one of them at most");
      this.#edges.push({ source, target, undirected: this.#saysUndirected(attributes) ?? this.#isUndirected });
      this.pages.weigh(attributes.weight);
      this.#open.push({ id, values: {}, names: this.#ofEdges });
    }
    this.#text = "";
  }

  text(text: string): void {
    if (this.#key !== "") this.#text += text;
  }

  /** @param implied whether the tag was not closed where it should be */
  end(tag: string, implied: boolean): void {
    this.#depth--;
    if (implied) this.#unclosed ??= tag;
    else if (tag === "data" || tag === YED_LABEL) {
      this.#keep(this.#key, this.#text);
      this.#key = "";
    } else if (tag === "default") {
      if (this.#ofEdges.get(this.#key)?.toLowerCase() === "weight") this.pages.weigh(this.#text.trim());
      this.#key = "";
    } else if (tag === "node") this.#endNode();
    else if (tag === "edge") this.pages.weigh(this.#open.pop()?.values.weight);
    else if (tag === this.#root) this.#isWhole = true;
  }

  build(options: ReadOptions): GraphData {
    if (!this.#isWhole) this.#fail(undefined, `</${this.#root}>`, "the end of the file", CUT);
    if (this.#unclosed) this.#fail(undefined, "a tag that closes each element", `none of <${this.#unclosed}>`);
    for (const [index, { source, target, undirected }] of this.#edges.entries()) {
      const [from, to] = [this.pages.find(source), this.pages.find(target)];
      const missing = from === undefined ? source : target;
      if (from === undefined || to === undefined)
        return this.#fail(`edge ${index + 1}`, "the ids of two nodes", quoted(missing));
      this.pages.link(from, to, undirected);
    }
    const data = this.pages.build(options);
    if (this.#hyperedges === 0) return data;
    return { ...data, ignored: [...(data.ignored ?? []), "hyperedges, which are no links of two pages"] };
  }

  #beginGraph({ edgedefault, defaultedgetype = this.#root === "gexf" ? "undirected" : "directed" }: Attributes): void {
    if (this.#open.length > 0) return; // of the nodes inside a node
    if (++this.#graphs > 1) this.#fail("graph 2", "one graph in the file", "a second");
    this.#isUndirected = (edgedefault ?? defaultedgetype) !== "directed";
  }

  /** What an edge itself says. */
  #saysUndirected({ directed, type }: Attributes): boolean | undefined {
    if (this.#root === "gexf") return type === undefined ? undefined : type !== "directed";
    return directed === undefined ? undefined : directed === "false";
  }

  /** @param of "node", "edge", or what else has the key */
  #declare(of: string, key: string, name = key): void {
    if (of !== "edge") this.#ofNodes.set(key, name);
    if (of !== "node") this.#ofEdges.set(key, name);
    this.#declared = of === "node" ? "" : key;
  }

  #keep(key: string, value: string): void {
    const element = this.#open.at(-1);
    const name = (element?.names.get(key) ?? key).toLowerCase();
    if (element && READ.includes(name)) element.values[name] ??= value.trim();
  }

  #endNode(): void {
    const { id, values } = this.#open.pop() as Element;
    const place = `node ${this.pages.size + 1}`;
    if (id === "") this.#fail(place, "an id", "none");
    if (!this.pages.add(id, { ...values, title: values.title || values.label || values.name }))
      this.#fail(place, "an id that no node before has", quoted(id));
  }

  #fail(at: string | undefined, expected: string, found: string, next?: string): never {
    throw malformed(this.#format, at === undefined ? {} : { at }, expected, found, next);
  }
}

/** Names of values that are read. */
const READ: readonly string[] = ["id", "label", "title", "name", "url", "href", "weight"];

/** What yEd writes inside of a datum whose key has no name. */
const YED_LABEL = "y:NodeLabel";

async function readXml(
  format: string,
  root: string,
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<GraphData> {
  const { Parser } = await import("htmlparser2");
  const graph = new XmlGraph(format, root);
  const text = textOf(format, await collectText(format, bytes));
  const closesItself = () => text.startsWith("/>", parser.endIndex - 1);
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => graph.begin(tag, attributes),
      ontext: (piece) => graph.text(piece),
      onclosetag: (tag, implied) => graph.end(tag, implied && !closesItself()),
    },
    { xmlMode: true },
  );
  parser.end(text);
  return graph.build(options);
}

/** The text in the encoding that its declaration names; else UTF-8. */
function textOf(format: string, bytes: Uint8Array): string {
  const [, encoding = "utf-8"] = /^[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(decode(bytes.subarray(0, 256))) ?? [];
  return decoderOf(format, encoding).decode(bytes);
}

function decoderOf(format: string, encoding: string) {
  try {
    return new TextDecoder(encoding);
  } catch {
    const expected = "an encoding that browsers know";
    throw malformed(format, { line: 1 }, expected, quoted(encoding), "Turn the file into UTF-8.");
  }
}
