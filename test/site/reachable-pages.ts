import { urlOf } from "../../src/site/address.js";
import type { WebContent } from "../../src/site/content.js";
import { type ReachOptions, reachable } from "../../src/site/reachable.js";

/** `reachable` as URLs. */
export function reachablePages(site: { readonly content: WebContent }, options?: ReachOptions): Set<string> {
  const urls = new Set<string>();
  const { addresses } = site.content;
  reachable(site.content, options).forEach((is, page) => {
    if (is === 1) urls.add(urlOf(addresses, page));
  });
  return urls;
}
