import { createHash } from "node:crypto";
import type { AbstractGraph } from "graphology-types";
import { got, gotInstead, problem } from "../../base/error.js";
import { checkOptions, text } from "../../base/method.js";
import type { Strings } from "../../base/strings.js";
import { GraphBuilder, type LinkPolicy } from "../graph/builder.js";
import type { GraphData } from "../read/format.js";
import { readRules } from "../read/format.js";
import { fromGraphology } from "../read/graphology.js";
import { withNames } from "../read/labelled-edge-list.js";
import { MOST_ID, withIds } from "../read/renumber.js";
import { changed, findPage, type Web } from "../web.js";
import { webOfData } from "./open.js";

/** Links as pairs, from and to: page numbers from 0 to 4294967294, or names, which are URLs where all are. */
export type LinkPairs = Iterable<readonly number[]> | Iterable<readonly string[]>;

export interface WebFromOptions extends LinkPolicy {
  /** In tables and labels; default "links". */
  readonly name?: string;
  /** Start page, by number, URL or name; default: page 0, or a better one when that reaches too little. */
  readonly start?: number | string;
}

/**
 * A web of links in memory: pairs, of numbers or of names, such as the rows of a table; or a graph of graphology. By the
 * rules of edge lists and of graphology's JSON: numbers may leave gaps, names are numbered as they turn up.
 *
 * @throws "option" for what is no list of pairs, with the place; "empty" without a link; "no-page" for a start that is none
 *
 * O(links); `sha256` is of the links and names.
 */
export function webFrom(links: LinkPairs | AbstractGraph, options: WebFromOptions = {}): Web {
  const { onProgress: _, ...rules } = readRules;
  checkOptions("webFrom", options, { name: text("", "", []), start: undefined, ...rules });
  const { name = "links", start, ...policy } = options;
  const data = isGraphology(links) ? fromGraphology(links, policy) : dataOf(links, policy);
  const web = webOfData(name, data, digestOf(data));
  return start === undefined ? web : changed(web, { start: findPage(web, start) });
}

const isGraphology = (links: unknown): links is AbstractGraph =>
  typeof (links as Partial<AbstractGraph> | undefined)?.forEachNode === "function";

function dataOf(links: LinkPairs, policy: LinkPolicy): GraphData {
  if (typeof (links as Partial<LinkPairs> | undefined)?.[Symbol.iterator] !== "function" || typeof links === "string")
    throw problem.option`webFrom takes pairs, [[0, 1], [0, 2]] or [["home", "about"]], or a graph of graphology; ${gotInstead(links)}${ofFrame(links)}`;
  const builder = new GraphBuilder();
  const names = new Map<string, number>();
  const number = (name: string) => names.get(name) ?? names.set(name, names.size).size - 1;
  let kind: "number" | "string" | undefined;
  let at = 0;
  for (const pair of links as Iterable<unknown>) {
    const isPair = (Array.isArray(pair) || ArrayBuffer.isView(pair)) && (pair as readonly unknown[]).length === 2;
    if (!isPair)
      throw problem.option`link ${at} of webFrom: expected a pair, [from, to]; ${got(pair)}. Rows become pairs by rows.map((${Array.isArray(pair) ? "[source, target]" : "{ source, target }"}) => [source, target])`;
    const [from, to] = pair as unknown as readonly unknown[];
    kind ??= typeof from === "string" ? "string" : "number";
    const fits = (end: unknown) => typeof end === kind && (kind === "string" ? end !== "" : isId(end as number));
    if (!(fits(from) && fits(to))) {
      const wanted = kind === "string" ? "names, as in the first" : "page numbers from 0 to 4294967294";
      throw problem.option`link ${at} of webFrom: expected two ${wanted}, ${got(pair)}${areNumbers(from, to) ? ". Other numbers are names, as text: [String(from), String(to)]" : ""}`;
    }
    if (kind === "string") builder.add(number(from as string), number(to as string));
    else builder.add(from as number, to as number);
    at++;
  }
  if (at === 0) throw problem.empty`webFrom was given no links: expected at least one`;
  return kind === "string" ? withNames(names, builder, policy) : withIds(builder, policy);
}

const ofFrame = (links: unknown): string =>
  Array.isArray((links as { readonly columns?: unknown } | undefined | null)?.columns)
    ? '. A data frame has pairs in df.loc({ columns: ["source", "target"] }).values'
    : "";

const areNumbers = (...ends: unknown[]) => ends.every((end) => typeof end === "number" || typeof end === "bigint");

const isId = (end: number) => Number.isInteger(end) && end >= 0 && end <= MOST_ID;

function digestOf({ graph, ids, urls, titles }: GraphData): string {
  const hash = createHash("sha256").update(`${graph.size} ${graph.links}\n`);
  for (const column of [graph.offsets, graph.targets, ids, ...columnsOf(urls), ...columnsOf(titles)])
    hash.update(column ?? "none");
  return hash.digest("hex");
}

const columnsOf = (strings?: Strings) => (strings ? [strings.offsets, strings.bytes] : [undefined]);
