import type { TermCounts } from "../text/page-terms.js";
import type { AllLinks } from "./all-links.js";
import type { Graph, LinkCounts, PageId } from "./graph.js";
import type { Strings } from "./strings.js";

/** What a stored web carries besides its pages. */
export type Capability = "links" | "urls" | "titles" | "text" | "anchors";

/** The words of a page, for webs that carry text. */
export interface PageText {
  readonly title: string;
  readonly body: string;
}

/**
 * A stored web: the whole Web of an experiment. Pages outside it have no importance, and links to or from them do not count
 * (Cho et al. 1998, section 3).
 *
 * @typeParam C what it carries; an ordering or importance that needs more is refused by the type checker, and again at run time
 */
export interface Web<C extends Capability = Capability> {
  /** Short name in tables and labels: "campus", "web-NotreDame". */
  readonly name: string;
  readonly capabilities: readonly C[];
  readonly graph: Graph;
  /** What the source held before repeats and self-links were dropped. */
  readonly found: LinkCounts;
  /** SHA-256 (hex) of everything that this web is made from: payload bytes and link policy, or generator parameters. */
  readonly sha256: string;
  /** Page that crawls start from unless they say otherwise. */
  readonly start: PageId;
  /** The source's own page numbers, where they differ from 0 .. size - 1. */
  readonly ids?: Uint32Array;
  readonly urls?: Strings;
  readonly titles?: Strings;
  /** Links on each page as its author wrote them, those to pages outside this web included; length n. */
  readonly references?: Uint32Array;
  /** All links of its pages to all URLs, where the source kept them: made when asked for. */
  readonly allLinks?: () => AllLinks;
  /** Title and body of a page. */
  readonly text?: (page: PageId) => PageText;
  /** How often each term stands on each page, where that is known without a look at the text; see `termsOf`. */
  readonly terms?: TermCounts;
  /** Anchor text of a link, by its position in graph.targets. */
  readonly anchor?: (link: number) => string;
}

/** A start page that is not in the web, or a web that lacks what a method needs. */
export class WebError extends Error {
  override readonly name = "WebError";
}

/** Position of `id` in ascending `ids`, or -1. */
function position(ids: Uint32Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (ids[middle] === id) return middle;
    if (ids[middle] < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * Finds a page by the source's own number, or by its URL.
 *
 * @throws WebError when the web has no such page, naming what it has
 */
export function findPage(web: Web, idOrUrl: number | string): PageId {
  const { size } = web.graph;
  const number = typeof idOrUrl === "number" ? idOrUrl : /^\d+$/.test(idOrUrl) ? Number(idOrUrl) : undefined;
  if (number !== undefined) {
    const page = web.ids ? position(web.ids, number) : number;
    if (Number.isInteger(page) && page >= 0 && page < size) return page;
    const [first, last] = web.ids ? [web.ids[0], web.ids[size - 1]] : [0, size - 1];
    const range = `${first} .. ${last}${last - first + 1 === size ? "" : " with gaps"}`;
    throw new WebError(`${web.name} has no page ${number}: its ${size} pages are numbered ${range}`);
  }
  if (!web.urls) {
    throw new WebError(`${web.name} has no URLs, so "${idOrUrl}" names no page: give a page number, 0 .. ${size - 1}`);
  }
  const page = web.urls.indexOf(String(idOrUrl));
  if (page >= 0) return page;
  throw new WebError(
    `${web.name} has no page ${idOrUrl}: a URL must match to the letter; the default start is ${nameOf(web, web.start)}`,
  );
}

/** The source's own number of `page`. */
export const idOf = (web: Web, page: PageId): number => web.ids?.[page] ?? page;

/** How a person names `page`: its URL, else its title, else its number in the source. */
export const nameOf = (web: Web, page: PageId): string =>
  web.urls?.at(page) || web.titles?.at(page) || `page ${idOf(web, page)}`;

/**
 * @throws WebError when `web` lacks something of `needs`, with the capabilities that it has
 */
export function requireCapabilities(web: Web, needs: readonly Capability[], who: string): void {
  const missing = needs.filter((need) => !web.capabilities.includes(need));
  if (missing.length === 0) return;
  throw new WebError(
    `${who} needs ${listed(missing)}; ${web.name} has ${web.capabilities.join(", ")} only.\n` +
      `  What each web carries: crawlbench datasets`,
  );
}

/** "urls", "urls and text", "urls, anchors and text" */
const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(", "), words[words.length - 1]].filter(Boolean).join(" and ");
