import type { PageId } from "../web/graph/graph.js";
import { drawShare, LOT } from "./chance.js";
import type { SiteSettings } from "./options.js";

/** When the pages of every site were first written, and what an epoch adds. */
const WRITTEN = Date.UTC(2001, 3, 1);
const DAY = 86_400_000;

/** How often a page has changed up to an epoch, and in which epoch it did last. O(epoch). */
export function versionOf(page: PageId, epoch: number, { seed, faults }: SiteSettings) {
  let version = 0;
  let last = 0;
  for (let at = 1; faults.change > 0 && at <= epoch; at++) {
    if (drawShare(seed, LOT.change, page, at) >= faults.change) continue;
    version++;
    last = at;
  }
  return { version, modified: WRITTEN + last * DAY };
}

/** ETag of a page's version, quotes included. */
export const tagOf = (page: PageId, version: number, seed: number): string => `"${seed}-${page}-${version}"`;

/**
 * Has the client what there is? RFC 9110, section 13: If-None-Match decides where it is given, else If-Modified-Since.
 *
 * @param header value of a request header by lower-case name
 */
export function notModified(header: (name: string) => string | undefined, tag: string, modified: number): boolean {
  const tags = header("if-none-match");
  if (tags !== undefined)
    return tags.trim() === "*" || tags.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
  const since = Date.parse(header("if-modified-since") ?? "");
  return !Number.isNaN(since) && modified <= since;
}
