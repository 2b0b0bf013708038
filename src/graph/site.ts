import { applyPolicy } from "./builder.js";
import type { Graph, LinkCounts, PageId } from "./graph.js";
import { induced } from "./induced.js";
import { Strings } from "./strings.js";
import { type Capability, idOf, requireCapabilities, type Web, WebError } from "./web.js";

/**
 * One site as a web of its own: the pages of one host and the links among them, as the database group of Cho et al. 1998,
 * section 6, Graphs 5 and 6. Links to other hosts count as links to outside.
 *
 * `start` is the page with the shortest URL, the first of them: the host's home page where the web has it. `ids` are the page
 * numbers of `web`'s source. `found` counts the links that `web` kept: what it dropped before is not known per host.
 *
 * @param host as URLs write it, port included where they have one: "www-db.campus.example"
 * @param digest makes `sha256` from a text that names web and host; default: that text itself
 * @throws WebError when `web` has no URLs, or no page on `host`, naming hosts that it has
 *
 * O(n + links of the site).
 */
export function siteOf<C extends Capability>(
  web: Web<C>,
  host: string,
  digest: (text: string) => string = (text) => text,
): Web<C> {
  requireCapabilities(web, ["urls"], `the site of ${host}`);
  const { urls, titles, references, text, anchor } = web;
  const wanted = host.toLowerCase();
  const members = new Uint8Array(web.graph.size);
  const sizes = new Map<string, number>();
  for (let page = 0; page < members.length; page++) {
    const found = hostOf(urls?.at(page) ?? "");
    sizes.set(found, (sizes.get(found) ?? 0) + 1);
    if (found === wanted) members[page] = 1;
  }
  if (!sizes.has(wanted))
    throw new WebError(`${web.name} has no page on ${host}; its largest hosts: ${largest(sizes)}`);
  const { graph, pages } = induced(web.graph, members);
  const siteUrls = Strings.from(Array.from(pages, (page) => urls?.at(page) ?? ""));
  return {
    name: `${web.name}/${wanted}`,
    capabilities: web.capabilities,
    graph,
    found: countLinks(graph),
    sha256: digest(JSON.stringify({ web: web.sha256, host: wanted })),
    start: shortest(siteUrls),
    ids: pages.map((page) => idOf(web, page)),
    urls: siteUrls,
    ...(titles && { titles: Strings.from(Array.from(pages, (page) => titles.at(page))) }),
    ...(references && { references: pages.map((page) => references[page]) }),
    ...(text && { text: (page: PageId) => text(pages[page]) }),
    ...(anchor && { anchor: (link: number) => anchor(positionIn(web.graph, members, pages, graph, link)) }),
  };
}

/** Host of an absolute URL in lower case, with its port and without user name; "" for anything else. */
const hostOf = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1].toLowerCase() ?? "";

function largest(sizes: ReadonlyMap<string, number>): string {
  const sorted = [...sizes].sort(([, a], [, b]) => b - a);
  return sorted
    .slice(0, 5)
    .map(([host, size]) => `${host} (${size} pages)`)
    .join(", ");
}

function countLinks({ size, links, offsets, targets }: Graph): LinkCounts {
  const copy = { size, links, offsets: offsets.slice(), targets: targets.slice() };
  return applyPolicy(copy, { duplicates: "keep", selfLinks: "keep" }).found;
}

function shortest(urls: Strings): PageId {
  let best = 0;
  for (let page = 1; page < urls.size; page++) if (urls.at(page).length < urls.at(best).length) best = page;
  return best;
}

/** Position in the whole graph of a link of the site; -1 where the site has no such link. O(log n + links of the page). */
function positionIn(whole: Graph, members: Uint8Array, pages: Uint32Array, site: Graph, link: number): number {
  if (!(link >= 0 && link < site.links)) return -1;
  let low = 0;
  let high = site.size - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (site.offsets[middle] <= link) low = middle;
    else high = middle - 1;
  }
  let position = whole.offsets[pages[low]];
  for (let before = link - site.offsets[low]; ; position++) {
    if (members[whole.targets[position]] !== 0 && before-- === 0) return position;
  }
}
