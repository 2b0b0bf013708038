import { plainEscapes } from "../url/escapes.js";
import { hostOfOrigin } from "../url/host.js";
import { parseUrl, pathOf } from "../url/parse.js";
import type { PageId } from "../web/graph/graph.js";

/** Index of a host among those of a site, 0 <= host < hosts. */
export type HostIndex = number;

/**
 * Which URL each page of a web has on a site, both ways: `http://` + host + path, one URL per page, no two alike.
 * Crawlers that map every host name to the site's port meet each host under its own name.
 */
export interface Addresses {
  readonly pages: number;
  readonly hosts: number;
  hostOf(page: PageId): HostIndex;
  /** As URLs write it, port included where it is not 80: "www.campus.example". */
  hostName(host: HostIndex): string;
  /** -1 for a host that has no page. */
  hostIndex(name: string): HostIndex;
  /** Path with query, as a request line has it: "/p/17.html", "/show?id=3". */
  path(page: PageId): string;
  /** The page at a path of a host; -1 where there is none. */
  find(host: HostIndex, path: string): PageId;
  /** Lowest page id of a host. */
  firstOf(host: HostIndex): PageId;
  /** Ascending. */
  pagesOf(host: HostIndex): Uint32Array;
}

/** URL of a page on a site. */
export const urlOf = (addresses: Addresses, page: PageId): string =>
  `http://${addresses.hostName(addresses.hostOf(page))}${addresses.path(page)}`;

/** Host and port of a URL as a site has them: "a.example." is the host "a.example". */
export const hostIn = ({ origin, port }: URL): string => hostOfOrigin(origin) + (port && `:${port}`);

/** The page that a URL leads to; -1 for none, and for a text that is no http or https URL. Fragments do not count. */
export function pageAt(addresses: Addresses, url: string): PageId {
  const parsed = parseUrl(url);
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") return -1;
  const host = addresses.hostIndex(hostIn(parsed));
  return pageAtPath(addresses, host, pathOf(parsed));
}

/**
 * The page that a request leads to; -1 for none. A crawler may escape what the web's URLs do not: "/%7Ea" is "/~a"
 * where no page has that very path.
 */
export function pageAtPath(addresses: Addresses, host: HostIndex, path: string): PageId {
  if (host < 0) return -1;
  const page = addresses.find(host, path);
  return page >= 0 || !path.includes("%") ? page : addresses.find(host, plainEscapes(path));
}
