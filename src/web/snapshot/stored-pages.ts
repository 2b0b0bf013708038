import { NONE } from "../../archive/capture-columns.js";
import { latestRows } from "../../archive/latest.js";
import { requireSnapshot, type Snapshot } from "../../archive/open-snapshot.js";
import { problem } from "../../base/error.js";
import type { PageId } from "../graph/graph.js";
import { requireWeb, type Web } from "../web.js";

/** A URL that is no page of the web. */
export const NOWHERE = -1;

/** Stored pages by page id: the latest of each URL, in the order of the first; and page ids by URL id. */
export function pagesOf(snapshot: Snapshot): { storedPages: Uint32Array; pageOfUrl: Int32Array } {
  const captures = snapshot.columns.u32("page.capture");
  const urlOf = snapshot.columns.u32("capture.url");
  const status = snapshot.columns.u16("capture.status");
  const times = snapshot.columns.f64("capture.time");
  const pageOfUrl = new Int32Array(snapshot.urls.size).fill(NOWHERE);
  const stored = new Uint32Array(captures.length);
  let size = 0;
  for (let page = 0; page < captures.length; page++) {
    const row = captures[page];
    if (status[row] !== 200) continue;
    const url = urlOf[row];
    if (pageOfUrl[url] === NOWHERE) stored[(pageOfUrl[url] = size++)] = page;
    else if (times[row] >= times[captures[stored[pageOfUrl[url]]]]) stored[pageOfUrl[url]] = page;
  }
  return { storedPages: stored.slice(0, size), pageOfUrl };
}

/** Where each URL that redirects led at last, by id, in the order of first redirects. */
export function redirectsOf(snapshot: Snapshot): Map<number, number> {
  const redirects = snapshot.columns.u32("capture.redirect");
  const latest = latestRows(snapshot, (row) => redirects[row] !== NONE);
  for (const [url, row] of latest) latest.set(url, redirects[row]);
  return latest;
}

/** Page ids by URL id, with redirects followed; a URL that is a page stays what it is. */
export function throughRedirects(snapshot: Snapshot, pageOfUrl: Int32Array): Int32Array {
  const next = redirectsOf(snapshot);
  const leadsTo = pageOfUrl.slice();
  for (const first of next.keys()) {
    if (leadsTo[first] !== NOWHERE) continue;
    const chain = new Set<number>();
    let url: number | undefined = first;
    while (url !== undefined && leadsTo[url] === NOWHERE && !chain.has(url)) {
      chain.add(url);
      url = next.get(url);
    }
    if (url === undefined || leadsTo[url] === NOWHERE) for (const each of chain) next.delete(each);
    else for (const each of chain) leadsTo[each] = leadsTo[url];
  }
  return leadsTo;
}

/**
 * Page ids in the order of visits: of the pages of `web` that the snapshot holds, each once, when it was first seen
 * with status 200. The web may be another's: that which a server served, for instance.
 *
 * O(URLs + pages), a map of the web's URLs.
 */
export function visitOrder(snapshot: Snapshot, web: Pick<Web, "urls" | "graph" | "name">): Uint32Array {
  requireSnapshot("visitOrder", snapshot);
  requireWeb("visitOrder", web);
  if (!web.urls) throw problem.lacks`visitOrder needs urls; ${web.name} has none`;
  const ids = new Map<string, PageId>();
  for (let page = 0; page < web.graph.size; page++) ids.set(web.urls.at(page), page);
  const { storedPages } = pagesOf(snapshot);
  const captures = snapshot.columns.u32("page.capture");
  const urlOf = snapshot.columns.u32("capture.url");
  const order = Array.from(storedPages, (page) => ids.get(snapshot.urls.at(urlOf[captures[page]])));
  return Uint32Array.from(order.filter((id) => id !== undefined));
}
