import { type GraphFormat, malformed, quoted } from "./format.js";
import { Pages } from "./graphology.js";
import { IS_URL } from "./labelled-edge-list.js";
import { collectText, decode } from "./lines.js";
import { MOST_ID } from "./renumber.js";

const NAME = "GML";

/**
 * `graph [ directed 1 node [ id 1 label "x" ] edge [ source 1 target 2 ] ]`. Values of `title`, `label` or `name` become
 * titles, of `url` or `href` URLs, and so do labels that are such; every other key is skipped. Pages are numbered in
 * ascending order of id; ids are kept unless one is negative, which `ignored` says. Without `directed 1` a graph is
 * undirected, as GML has it: each edge is then a link in both directions.
 *
 * The whole file is held as one string: for files up to 500 MB.
 */
export const gml: GraphFormat = {
  kind: "format",
  name: "gml",
  title: "GML",
  source: "Himsolt 1997, GML: A portable Graph File Format, University of Passau",

  sniff(head) {
    const text = decode(head.subarray(0, 8192)).replace(/^\ufeff/, "");
    return /^\s*(#[^\n]*\n\s*|[A-Za-z]\w*\s+("[^"]*"|[-+.\w]+)\s+)*graph\s*\[/.test(text);
  },

  async read(bytes, options = {}) {
    const tokens = new Tokens(decode(await collectText(NAME, bytes)));
    const nodes: Block[] = [];
    const edges: Block[] = [];
    let directed = false;
    let graphs = 0;
    for (let key = tokens.key(); key !== undefined; key = tokens.key()) {
      if (key === "]") tokens.fail("a key, as no block is open", '"]"');
      if (key !== "graph") {
        tokens.skipValue();
        continue;
      }
      if (++graphs > 1) tokens.fail("one graph in the file");
      tokens.open();
      for (let inner = tokens.key(); inner !== "]"; inner = tokens.key()) {
        if (inner === undefined) tokens.fail('"]" that ends the graph');
        if (inner === "node") nodes.push(tokens.block());
        else if (inner === "edge") edges.push(tokens.block());
        else if (inner === "directed") directed = tokens.value() === "1";
        else tokens.skipValue();
      }
    }
    if (graphs === 0) tokens.fail("graph [");

    const ids = Float64Array.from(nodes, (node) => tokens.id(node, "id"));
    const order = Uint32Array.from(ids.keys()).sort((a, b) => ids[a] - ids[b]);
    const pages = new Pages(NAME);
    for (const index of order) {
      const { url, href, label, title, name } = Object.fromEntries(nodes[index].values);
      const urlOf = url ?? href ?? (IS_URL.test(label) ? label : undefined);
      if (!pages.add(String(ids[index]), { url: urlOf, title: title ?? label ?? name }))
        tokens.failAt(nodes[index].at, "one node for each id", `id ${ids[index]} again`);
    }
    const end = (edge: Block, key: string) => {
      const id = tokens.id(edge, key);
      const page = pages.find(String(id));
      return page ?? tokens.failAt(edge.at, `a ${key} that is a node`, `${key} ${id}`);
    };
    for (const edge of edges) {
      const from = end(edge, "source");
      const to = end(edge, "target");
      pages.link(from, to, !directed);
      pages.weigh(edge.values.get("weight") ?? edge.values.get("value"));
    }
    const data = pages.build(options);
    if (ids.every((id) => id >= 0 && id <= MOST_ID)) return data;
    const left = `ids, of which some are not from 0 to ${MOST_ID}: pages are numbered in their order`;
    return { ...data, ignored: [left, ...(data.ignored ?? [])] };
  },
};

/** The plain values of one node or edge. */
interface Block {
  readonly values: ReadonlyMap<string, string>;
  /** Where it begins, in characters. */
  readonly at: number;
}

/** Keys and values of a GML text, one after the other. */
class Tokens {
  readonly #text: string;
  readonly #space = /\s*/y;
  readonly #pattern = /(\[)|(\])|"([^"]*)"|([^\s[\]"]+)|(")|$/y;
  #at = 0;
  /** Where the token that was read last begins. */
  #from = 0;

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, "");
  }

  /** The next token; undefined at the end. A string loses its quotes and is marked. */
  #next(): { readonly text: string; readonly string: boolean } | undefined {
    this.#from = this.#skipped();
    this.#pattern.lastIndex = this.#from;
    const match = this.#pattern.exec(this.#text);
    if (!match || match[5] !== undefined) this.fail('a string that ends with "');
    const whole = match?.[0] ?? "";
    this.#at = this.#pattern.lastIndex;
    if (match?.[3] !== undefined) return { text: unescaped(match[3]), string: true };
    const text = match?.[1] ?? match?.[2] ?? match?.[4];
    return text === undefined || whole === "" ? undefined : { text, string: false };
  }

  /** Where what is no blank and no comment comes next. */
  #skipped(): number {
    for (;;) {
      this.#space.lastIndex = this.#at;
      this.#space.test(this.#text);
      this.#at = this.#space.lastIndex;
      if (this.#text[this.#at] !== "#") return this.#at;
      const end = this.#text.indexOf("\n", this.#at);
      this.#at = end < 0 ? this.#text.length : end;
    }
  }

  /** The next key, "]", or undefined at the end of the file. */
  key(): string | undefined {
    const token = this.#next();
    if (token === undefined) return undefined;
    if (token.string || !(token.text === "]" || /^[A-Za-z_]\w*$/.test(token.text))) {
      this.fail("a key or ]", quoted(token.text));
    }
    return token.text;
  }

  /** The next value, a number or a string. */
  value(): string {
    const token = this.#next();
    if (token === undefined || (!token.string && /^[[\]]$/.test(token.text))) this.fail("a number or a string");
    return token?.text ?? "";
  }

  open(): void {
    const token = this.#next();
    if (token === undefined || token.string || token.text !== "[") this.fail('"["');
  }

  /** Skips a value or a whole block. */
  skipValue(): void {
    let depth = 0;
    do {
      const token = this.#next();
      if (token === undefined) this.fail(depth > 0 ? '"]"' : "a value");
      if (token?.string) continue;
      if (token?.text === "[") depth++;
      if (token?.text === "]" && --depth < 0) this.fail("a value");
    } while (depth > 0);
  }

  block(): Block {
    this.open();
    const at = this.#at;
    const values = new Map<string, string>();
    for (let key = this.key(); key !== "]"; key = this.key()) {
      if (key === undefined) this.fail('"]"');
      const token = this.#next();
      if (token === undefined || (!token.string && token.text === "]")) this.fail(`a value for ${key}`);
      if (!token?.string && token?.text === "[") {
        this.#at -= 1;
        this.skipValue();
      } else if (!values.has(key ?? "")) values.set(key ?? "", token?.text ?? "");
    }
    return { values, at };
  }

  /** The value of `key`, an integer. */
  id(block: Block, key: string): number {
    const text = block.values.get(key);
    if (text === undefined) return this.failAt(block.at, `a value of ${key}`, "none");
    const id = Number(text);
    if (/^[-+]?\d+$/.test(text) && Number.isSafeInteger(id)) return id;
    return this.failAt(block.at, `a whole number as ${key}, 9007199254740991 at the most`, quoted(text));
  }

  fail(expected: string, found?: string): never {
    const rest = this.#text.slice(this.#from);
    return this.failAt(
      this.#from,
      expected,
      found ?? (rest === "" ? "the end of the file" : quoted(rest.split("\n")[0])),
    );
  }

  failAt(at: number, expected: string, found: string): never {
    const line = this.#text.slice(0, at).split("\n").length;
    throw malformed(NAME, { line }, expected, found);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">", apos: "'" };

/** GML is ASCII: other characters stand as &#NNN; or by name. */
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, code, name) => {
    if (code === undefined) return ENTITIES[name] ?? whole;
    return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole;
  });
