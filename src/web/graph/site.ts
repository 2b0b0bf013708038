import { gotInstead, problem } from "../../base/error.js";
import { plural } from "../../base/numbers.js";
import type { Strings } from "../../base/strings.js";
import { partOf } from "../part.js";
import { changed, requireCapabilities, requireWeb, type Web } from "../web.js";
import type { PageId } from "./graph.js";

/**
 * One site as a web of its own: the pages of one host and the links among them, as the database group of Cho et al.
 * 1998, section 6, Graphs 5 and 6. Links to other hosts count as links to outside.
 *
 * `start` is the page with the shortest URL, the first of them: the host's home page where the web has it. See
 * `partOf` for the rest.
 *
 * @param host as URLs write it, port included where they have one: "www-db.campus.example"
 * @param digest makes `sha256` from a text that names web and host; default: that text itself
 * @throws "no-page" when `web` has no URLs, or no page on `host`, naming hosts that it has
 *
 * O(n + links of the site).
 */
export function siteOf<W extends Web>(web: W, host: string, digest: (text: string) => string = (text) => text): W {
  requireWeb("siteOf", web);
  if (typeof host !== "string")
    throw problem.option`siteOf takes a host, such as "www.campus.example"; ${gotInstead(host)}`;
  requireCapabilities(web, ["urls"], `the site of ${host}`);
  const { urls } = web;
  const wanted = host.toLowerCase();
  const members = new Uint8Array(web.graph.size);
  const sizes = new Map<string, number>();
  for (let page = 0; page < members.length; page++) {
    const found = hostOf(urls?.at(page) ?? "");
    sizes.set(found, (sizes.get(found) ?? 0) + 1);
    if (found === wanted) members[page] = 1;
  }
  if (!sizes.has(wanted))
    throw problem.noPage`${web.name} has no page on ${host}; its largest hosts: ${largest(sizes)}`;
  const site = partOf(web, members).web as W; // a part carries what its web does
  return changed(site, {
    name: `${web.name}/${wanted}`,
    sha256: digest(JSON.stringify({ web: web.sha256, host: wanted })),
    start: shortest(site.urls as Strings),
  });
}

/** Host of an absolute URL in lower case, with its port and without user name; "" for anything else. */
const hostOf = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1].toLowerCase() ?? "";

function largest(sizes: ReadonlyMap<string, number>): string {
  const sorted = [...sizes].sort(([, a], [, b]) => b - a);
  return sorted
    .slice(0, 5)
    .map(([host, size]) => `${host} (${plural(size, "page")})`)
    .join(", ");
}

function shortest(urls: Strings): PageId {
  let best = 0;
  for (let page = 1; page < urls.size; page++) if (urls.at(page).length < urls.at(best).length) best = page;
  return best;
}
