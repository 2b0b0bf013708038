import { problem } from "../../base/error.js";
import type { PageId } from "../../web/graph/graph.js";
import { findPage, nameOf, type Web } from "../../web/web.js";

/** Names that an error offers. */
const OFFERED = 3;

/**
 * Finds a page by the source's own number, by its URL, or by its title in any case.
 *
 * @throws "no-page" when no page is called that, with the nearest names, or several are, with their URLs
 *
 * O(n) where it is no number and no URL.
 */
export function pageNamed(web: Web, name: number | string): PageId {
  if (typeof name === "number" || /^\d+$/.test(name)) return findPage(web, name);
  const known = web.urls?.indexOf(name) ?? -1;
  if (known >= 0) return known;
  const { titles } = web;
  const { size } = web.graph;
  if (!web.urls && !titles) return findPage(web, name); // which says that pages have numbers here
  const wanted = plain(name);
  const titled: PageId[] = [];
  // a page without a title is not called ""
  if (titles && wanted !== "")
    for (let page = 0; page < size; page++) if (plain(titles.at(page)) === wanted) titled.push(page);
  if (titled.length === 1) return titled[0];
  if (titled.length > 1) {
    throw problem.noPage`${titled.length} pages of ${web.name} have the title "${name}"; name one by its URL: ${listed(web, titled)}`;
  }
  throw problem.noPage`${web.name} has no page "${name}". The nearest: ${listed(web, nearest(web, wanted))}`;
}

const plain = (text: string): string => text.trim().toLowerCase();

const listed = (web: Web, pages: readonly PageId[]): string =>
  pages
    .slice(0, OFFERED)
    .map((page) => nameOf(web, page))
    .join(", ") + (pages.length > OFFERED ? ", ..." : "");

/** Pages whose URL or title shares most pairs of letters with `wanted` (Dice's coefficient), the first of equals. */
function nearest(web: Web, wanted: string): PageId[] {
  const pairs = pairsOf(wanted);
  const likeness = (text: string): number => {
    const other = pairsOf(plain(text));
    let common = 0;
    for (const pair of other) if (pairs.has(pair)) common++;
    return (2 * common) / Math.max(1, pairs.size + other.size);
  };
  const best: { page: PageId; value: number }[] = [];
  for (let page = 0; page < web.graph.size; page++) {
    const value = Math.max(likeness(web.urls?.at(page) ?? ""), likeness(web.titles?.at(page) ?? ""));
    best.push({ page, value });
    best.sort((a, b) => b.value - a.value || a.page - b.page);
    best.length = Math.min(OFFERED, best.length);
  }
  return best.map(({ page }) => page);
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < text.length; i++) pairs.add(text.slice(i, i + 2));
  return pairs;
}
