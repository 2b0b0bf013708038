import type { AbstractGraph, Attributes } from "graphology-types";
import { gotInstead, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import { Strings } from "../../base/strings.js";
import { GraphBuilder } from "../graph/builder.js";
import {
  built,
  type GraphData,
  type GraphFormat,
  isWeight,
  malformed,
  quoted,
  type ReadOptions,
  readRules,
  WEIGHTS,
} from "./format.js";
import { collectText, decode } from "./lines.js";
import { MOST_ID } from "./renumber.js";

const NAME = "graphology JSON";

/**
 * The JSON that graphology's `export()` makes. Pages are numbered in the order of `nodes`; where all keys are numbers in
 * ascending order, these are the pages' own, or, as `toGraphology` writes them, their attributes `id` are. Attributes `title` or `label` become titles, `url` or `href` URLs; keys that
 * are URLs, names or other numbers stand in for what is missing. An undirected edge is a link in both directions.
 *
 * The whole file is held as one string: for files up to 500 MB.
 */
export const graphologyJson: GraphFormat = {
  kind: "format",
  name: "graphology-json",
  title: "graphology JSON",
  source: "Plique et al., graphology, graphology.github.io/serialization.html",

  sniff: (head) => {
    const text = decode(head);
    return /^\ufeff?\s*\{\s*"(attributes|nodes|edges|options)"\s*:/.test(text) && !isNodeLink(text);
  },

  async read(bytes, options = {}) {
    const text = decode(await collectText(NAME, bytes)).replace(/^\ufeff/, "");
    const { nodes, edges, options: settings } = parse(text);
    if (!Array.isArray(nodes)) return wrong("nodes", "a list", nodes);
    if (edges !== undefined && !Array.isArray(edges)) return wrong("edges", "a list", edges);
    const pages = new Pages();
    for (const [index, node] of nodes.entries()) {
      const key = keyOf(node?.key);
      if (key === undefined) return wrong(`nodes[${index}].key`, "a key", node?.key);
      if (!pages.add(key, isObject(node.attributes) ? node.attributes : {})) {
        return wrong(`nodes[${index}].key`, "a key that no node before has", key);
      }
    }
    const undirected = isObject(settings) && settings.type === "undirected";
    for (const [index, edge] of (edges ?? []).entries()) {
      const from = pages.find(keyOf(edge?.source));
      const to = pages.find(keyOf(edge?.target));
      if (from === undefined) return wrong(`edges[${index}].source`, "the key of a node", edge?.source);
      if (to === undefined) return wrong(`edges[${index}].target`, "the key of a node", edge?.target);
      pages.link(from, to, edge.undirected === true || (undirected && edge.undirected !== false));
      pages.weigh(edge.attributes?.weight);
    }
    return pages.build(options);
  },
};

/** Whether the first node has an `id` or a `name` and no `key`, or edges are called links. @param head of the file */
export function isNodeLink(head: string): boolean {
  const keys = keysOfFirstNode(head);
  return (keys.has("id") || keys.has("name") || /"links"\s*:\s*\[/.test(head)) && !keys.has("key");
}

/** The keys of the first node itself, without those of objects in it, as far as the head goes. */
function keysOfFirstNode(head: string): Set<string> {
  const keys = new Set<string>();
  const nodes = /"nodes"\s*:\s*\[\s*(?=\{)/.exec(head);
  if (!nodes) return keys;
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/gs;
  tokens.lastIndex = nodes.index + nodes[0].length;
  let depth = 0;
  for (let token = tokens.exec(head); token; token = tokens.exec(head)) {
    const [text, key, colon] = token;
    if (colon !== undefined && depth === 1) keys.add(key);
    else if (text === "{" || text === "[") depth++;
    else if ((text === "}" || text === "]") && --depth === 0) break;
  }
  return keys;
}

/**
 * A graph of graphology as a web graph, by the rules of its JSON (see `graphologyJson`).
 *
 * @throws "format" when it has no node
 */
export function fromGraphology(graph: AbstractGraph, options: ReadOptions = {}): GraphData {
  if (typeof graph?.forEachNode !== "function")
    throw problem.option`fromGraphology takes a graph of graphology, such as new Graph(); ${gotInstead(graph)}`;
  checkOptions("fromGraphology", options, readRules);
  const pages = new Pages();
  graph.forEachNode((node, attributes) => {
    pages.add(node, attributes);
  });
  graph.forEachEdge((_edge, { weight }, source, target, _source, _target, undirected) => {
    pages.link(pages.find(source) as number, pages.find(target) as number, undirected);
    pages.weigh(weight);
  });
  return pages.build(options);
}

/** Nodes as pages, edges as links. */
export class Pages {
  readonly #format: string;
  readonly #numbers = new Map<string, number>();
  readonly #links = new GraphBuilder();
  #isWeighted = false;
  readonly #nodes: { readonly url: string; readonly title: string | undefined; readonly id: number | undefined }[] = [];

  /** @param format for messages */
  constructor(format = NAME) {
    this.#format = format;
  }

  /** Number of pages so far. */
  get size(): number {
    return this.#numbers.size;
  }

  /** @returns false when there is a page of that key */
  add(key: string, attributes: Attributes): boolean {
    if (this.#numbers.has(key)) return false;
    this.#numbers.set(key, this.#numbers.size);
    const url = textOf(attributes.url) ?? textOf(attributes.href) ?? (/^https?:\/\//.test(key) ? key : "");
    const id = PAGE_NUMBER.test(String(attributes.id)) ? Number(attributes.id) : undefined;
    const title = textOf(attributes.title) ?? textOf(attributes.label);
    this.#nodes.push({ url, title: title === `page ${id ?? key}` ? undefined : title, id });
    return true;
  }

  find(key: string | undefined): number | undefined {
    return key === undefined ? undefined : this.#numbers.get(key);
  }

  link(from: number, to: number, undirected: boolean): void {
    if (undirected) this.#links.addUndirected(from, to);
    else this.#links.add(from, to);
  }

  /** Takes note of the weight of a link, as the file has it. */
  weigh(weight: unknown): void {
    this.#isWeighted ||= isWeight(weight);
  }

  build(options: ReadOptions): GraphData {
    const size = this.#nodes.length;
    if (size === 0) throw malformed(this.#format, {}, "at least one node", "none");
    const keys = [...this.#numbers.keys()];
    const ofKeys = keys.map((key) => (PAGE_NUMBER.test(key) ? Number(key) : undefined));
    const areIds = areNumbers(ofKeys);
    const own = this.#nodes.map(({ id }) => id);
    const ids = Uint32Array.from((ofKeys[size - 1] === size - 1 && areNumbers(own) ? own : ofKeys) as number[]);
    const named = this.#nodes.map(({ url, title }, node) => {
      const name = title ?? (areIds ? "" : keys[node]);
      return { url, title: name === url ? "" : name };
    });
    const column = (name: "url" | "title") =>
      named.some((page) => page[name] !== "") && Strings.from(named.map((page) => page[name]));
    const [urls, titles] = [column("url"), column("title")];
    return {
      ...built(this.#links, { size, ...options }, this.#isWeighted ? [WEIGHTS] : []),
      ...(areIds && ids[size - 1] !== size - 1 && { ids }),
      ...(urls && { urls }),
      ...(titles && { titles }),
    };
  }
}

/** Whether these may be the pages' own numbers: each is one, and they ascend. */
const areNumbers = (ids: readonly (number | undefined)[]): boolean =>
  ids.every((id, i) => id !== undefined && id <= MOST_ID && !(id <= (ids[i - 1] ?? -1)));

/** A key that may be a page's number: it is written in one way. */
const PAGE_NUMBER = /^(0|[1-9]\d{0,9})$/;

interface Serialized {
  // biome-ignore lint/suspicious/noExplicitAny: the file may hold anything; each use is checked
  readonly nodes?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly edges?: any;
  /** Of node-link JSON. */
  readonly links?: unknown;
  readonly directed?: unknown;
  readonly options?: unknown;
}

export function parse(text: string, format = NAME): Serialized {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    const position = /position (\d+)/.exec(message);
    const line = text.slice(0, position ? Number(position[1]) : text.length).split("\n").length;
    throw malformed(format, { line }, "JSON", `a text that is none (${message})`);
  }
  if (isObject(value)) return value;
  return wrong("the file", "an object with nodes and edges", value, format);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A key as text; undefined for what is none, and for a number that JSON does not keep to the digit. */
export const keyOf = (value: unknown): string | undefined =>
  typeof value === "string" || (typeof value === "number" && !isRounded(value)) ? String(value) : undefined;

const isRounded = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

const IN_QUOTES = "Write numbers above 9007199254740991, which JSON rounds, in quotes.";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function wrong(at: string, expected: string, value: unknown, format = NAME): never {
  const next = isRounded(value) ? IN_QUOTES : undefined;
  throw malformed(format, { at }, expected, quoted(JSON.stringify(value) ?? "nothing"), next);
}
