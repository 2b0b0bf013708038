import type { PageId } from "../web/graph/graph.js";
import { nameOf, type Web } from "../web/web.js";

/** Pages in the order in which they lie on the map, and the groups that they form. */
export interface MapOrder {
  readonly pages: Uint32Array;
  readonly groups: readonly { readonly name: string; readonly first: number }[];
}

/**
 * Puts pages beside each other that belong together: by host, the hosts of one domain together, and within a host by
 * path. Where all are of one host, the first part of the path takes the host's place. Webs without URLs stay in the
 * order of their numbers, as one group.
 *
 * O(n log n)
 */
export function mapOrder(web: Web, pages: Uint32Array): MapOrder {
  const { urls } = web;
  if (!urls) return { pages: pages.slice().sort(), groups: [{ name: web.name, first: 0 }] };
  const places = Array.from(pages, (page) => ({ page, ...placeOf(urls.at(page) || nameOf(web, page)) }));
  const oneHost = new Set(places.map(({ host }) => host)).size === 1;
  const sorted = places
    .map(({ page, host, path }) => ({ page, group: oneHost ? firstPart(host, path) : host, path }))
    .map((each) => ({ ...each, key: oneHost ? each.group : reversed(each.group) }))
    .sort((a, b) => compare(a.key, b.key) || compare(a.path, b.path) || a.page - b.page);
  const groups: { name: string; first: number }[] = [];
  sorted.forEach(({ group }, first) => {
    if (groups.length === 0 || groups[groups.length - 1].name !== group) groups.push({ name: group, first });
  });
  return { pages: Uint32Array.from(sorted, ({ page }): PageId => page), groups };
}

/** Host, port included, and the rest of a URL; a text that is no URL is a path. */
function placeOf(url: string): { host: string; path: string } {
  const [, host = "", path = url] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/is.exec(url) ?? [];
  return { host: host.toLowerCase(), path };
}

/** "www.cs.example" -> "example.cs.www" */
const reversed = (host: string): string => host.split(".").reverse().join(".");

/** "host/docs" of a page below docs, "host/" of others. */
const firstPart = (host: string, path: string): string => `${host}/${/^\/([^/?#]+)\//.exec(path)?.[1] ?? ""}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
