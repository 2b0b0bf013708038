import { got, gotInstead, problem, say } from "../base/error.js";
import { listed } from "../base/listed.js";
import { requireList } from "../base/require-list.js";
import { positionOf } from "../base/search.js";
import { type Columns, linkColumns } from "./columns.js";
import type { Graph, LinkCounts, PageId } from "./graph/graph.js";

/** What a stored web carries besides its pages. */
export type Capability = "links" | "urls" | "titles" | "text" | "anchors";

/**
 * A stored web: the whole Web of an experiment. Pages outside it have no importance, and links to or from them do not
 * count (Cho et al. 1998, section 3). Its columns stand in COLUMNS, see columns.ts; `partOf` cuts it, `changed` copies
 * it.
 *
 * @typeParam C what it carries; an ordering or importance that needs more is refused by the type checker, and again at
 *   run time
 */
export interface Web<C extends Capability = Capability> extends Columns {
  /** Short name in tables and labels: "campus", "web-NotreDame". */
  readonly name: string;
  readonly capabilities: readonly C[];
  readonly graph: Graph;
  /** What the source held before repeats and self-links were dropped. */
  readonly found: LinkCounts;
  /** What the source holds besides, in words, and this web does not: "column 3". */
  readonly ignored?: readonly string[];
  /** How its file was read, where it was opened from one of links: "edge-list". */
  readonly format?: string;
  /** SHA-256 (hex) of everything that this web is made from: payload bytes and link policy, or generator parameters. */
  readonly sha256: string;
  /** Page that crawls start from unless they say otherwise. */
  readonly start: PageId;
}

/** Which column carries it; links are `graph`, and of a text some webs have the counts of its terms alone. */
interface ColumnOf {
  readonly urls: "urls";
  readonly titles: "titles";
  readonly anchors: "anchor";
}

/** A web that is known to carry `C`: its columns need no check before they are read. */
export type WebWith<C extends Capability> = Web<C> & Required<Pick<Columns, ColumnOf[C & keyof ColumnOf]>>;

/** The same pages and links, with another name, start, column or the like. */
export const changed = <W extends Web, P extends Partial<Web>>(web: W, changes: P): W & P => ({ ...web, ...changes });

/** The same pages with other links: what the author wrote into particular links is gone. */
export function withLinks<W extends Web>(web: W, graph: Graph, facts: Pick<Web, "name" | "found" | "sha256">): W {
  const capabilities = web.capabilities.filter((capability: Capability) => capability !== "anchors");
  const copy = changed(web, { ...facts, capabilities, graph });
  for (const name of linkColumns()) Reflect.deleteProperty(copy, name);
  return copy;
}

/**
 * Finds a page by the source's own number, or by its URL; on a web without URLs by its name, which is its title there.
 *
 * @throws "no-page" when the web has no such page, naming what it has, or several of that name
 */
export function findPage(web: Web, page: number | string): PageId {
  requireWeb("findPage", web);
  const { size } = web.graph;
  const named = typeof page === "string" && !web.urls ? titled(web, page) : -1;
  if (named >= 0) return named;
  const number = typeof page === "number" ? page : /^\d+$/.test(page) ? Number(page) : undefined;
  if (number !== undefined) {
    const at = web.ids ? positionOf(web.ids, number) : number;
    if (Number.isInteger(at) && at >= 0 && at < size) return at;
    throw problem.noPage`${web.name} has no page ${number}: its ${size} pages are numbered ${numbersOf(web)}`;
  }
  if (!web.urls && !web.titles) {
    throw problem.noPage`${web.name} has no URLs, so "${page}" names no page: give a page number, ${numbersOf(web)}`;
  }
  const at = web.urls?.indexOf(String(page)) ?? -1;
  if (at >= 0) return at;
  const key = web.urls ? "a URL" : "a name";
  throw problem.noPage`${web.name} has no page ${page}: ${key} must match to the letter; the default start is ${nameOf(web, web.start)}`;
}

/** The one page with that title; -1 where there is none. */
function titled(web: Web, title: string): PageId {
  const first = web.titles?.indexOf(title) ?? -1;
  if (first < 0 || web.titles?.indexOf(title, first + 1) === -1) return first;
  throw problem.noPage`several pages of ${web.name} are called "${title}": give a page number, ${numbersOf(web)}`;
}

/** The source's own numbers of pages: "10 .. 50 with gaps". */
function numbersOf({ ids, graph: { size } }: Web): string {
  const [first, last] = ids ? [ids[0], ids[size - 1]] : [0, size - 1];
  return `${first} .. ${last}${last - first + 1 === size ? "" : " with gaps"}`;
}

/** The source's own number of `page`. */
export function idOf(web: Web, page: PageId): number {
  requireWeb("idOf", web);
  return web.ids?.[page] ?? page;
}

/** How JSON and options name `page`: by its URL, else by the source's own number. */
export const urlOrId = (web: Web, page: PageId): string | number => web.urls?.at(page) || idOf(web, page);

/** How a person names `page`: its URL, else its title, else its number in the source. */
export function nameOf(web: Web, page: PageId): string {
  requireWeb("nameOf", web);
  return web.urls?.at(page) || web.titles?.at(page) || `page ${idOf(web, page)}`;
}

/** @throws "option" for what is no web, such as a name, or a promise that nobody awaited */
export function requireWeb(who: string, web: unknown): void {
  if (typeof (web as Partial<Web> | undefined | null)?.graph?.size === "number") return;
  const instead =
    typeof web === "string"
      ? say`${got(web)}. Write await load(${JSON.stringify(web)}), or await open(${JSON.stringify(web)}) for a file or folder`
      : gotInstead(web);
  throw problem.option`${who} takes a web, such as await load("campus"); ${instead}${ofGraph(web)}`;
}

/** What to do with a graph of graphology where it is none of what is taken; "" for all else. */
export const ofGraph = (value: unknown): string =>
  typeof (value as { readonly forEachNode?: unknown } | undefined | null)?.forEachNode === "function"
    ? ". A graph of graphology becomes a web by graphs.webFrom(graph)"
    : "";

/**
 * @throws "no-page" when `web` lacks something of `needs`, with the capabilities that it has
 */
export function requireCapabilities(web: Web, needs: readonly Capability[], who: string): void {
  requireList(`${who}: needs is a list of what a web is to carry, such as ["links"]`, needs);
  const missing = needs.filter((need) => !web.capabilities.includes(need));
  if (missing.length === 0) return;
  const isPage = missing.some((need) => need === "text" || need === "anchors");
  const where = isPage ? "Archives (WARC, WACZ) and folders of HTML pages have all. " : "";
  throw problem.lacks`${who} needs ${listed(missing)}; ${web.name} has ${listed(web.capabilities)} only.\n  ${where}What the catalogue has: crawlbench datasets`;
}
