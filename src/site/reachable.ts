import type { PageId } from "../web/graph/graph.js";
import type { HostIndex } from "./address.js";
import type { WebContent } from "./content.js";

export interface ReachOptions {
  /** The crawler reads sitemaps too: a host that it meets gives it all of its pages. Default false. */
  readonly sitemaps?: boolean;
}

/**
 * The truth about a site: the pages that a perfect crawler fetches with 200. It starts at the start page; takes every
 * link of a page; follows redirects; asks again after Retry-After; obeys robots.txt, and keeps off a host whose
 * robots.txt fails with a 5xx; and gets nothing from dead hosts.
 *
 * @returns length n: 1 for such a page
 *
 * O(n + m).
 */
export function reachable(content: WebContent, { sitemaps = false }: ReachOptions = {}): Uint8Array {
  const { web, addresses, robots, hostFaults, weaving, settings } = content;
  const { offsets, targets, size } = web.graph;
  const reached = new Uint8Array(size);
  const fetchable = (page: PageId) => {
    const host = addresses.hostOf(page);
    return hostFaults.death(host) === undefined && robots.allows(host, addresses.path(page));
  };
  const stack: PageId[] = [];
  const met = new Set<HostIndex>();
  const reach = (page: PageId) => {
    if (reached[page] === 1) return;
    const host = addresses.hostOf(page);
    const first = sitemaps && settings.sitemaps && !met.has(host);
    if (first) met.add(host);
    if (fetchable(page)) {
      reached[page] = 1;
      stack.push(page);
    }
    if (first && namesSitemap(host)) for (const other of addresses.pagesOf(host)) reach(other);
  };
  const namesSitemap = (host: HostIndex) =>
    hostFaults.death(host) === undefined &&
    robots.of(host).variant !== "missing" &&
    robots.allows(host, "/sitemap.xml");
  reach(web.start);
  for (let page = stack.pop(); page !== undefined; page = stack.pop()) {
    const host = addresses.hostOf(page);
    const aliases = weaving.of(page).filter(({ link }) => link !== undefined);
    const open = aliases.filter(({ path }) => robots.allows(host, path)).map(({ link }) => link);
    for (let link = offsets[page]; link < offsets[page + 1]; link++) {
      const redirected = aliases.length > 0 && aliases.some((alias) => alias.link === link);
      if (!redirected || open.includes(link)) reach(targets[link]);
    }
  }
  return reached;
}
