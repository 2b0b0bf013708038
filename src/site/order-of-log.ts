import type { PageId } from "../web/graph/graph.js";
import type { AccessEntry } from "./access-log.js";
import { type Addresses, pageAtPath } from "./address.js";

/** What a crawler made of a web, by the log of who served it. */
export interface CrawlOfLog {
  /** Pages by the arrival of the first GET that was answered 200. */
  readonly order: Uint32Array;
  /** Further such requests for pages fetched before. */
  readonly repeated: number;
  /**
   * Requests answered 200 that fetched no page of the web: for robots.txt, sitemaps, traps, copies, other webs, or by
   * HEAD, POST, ...
   */
  readonly others: number;
}

/**
 * The crawl order behind a log, to be judged as any other. Pages are told by their ids where the log has them, else by
 * URL.
 *
 * @param entries by arrival
 * @param pages of the web
 * @param addresses for logs without page ids
 */
export function orderOfLog(entries: Iterable<AccessEntry>, pages: number, addresses: Addresses): CrawlOfLog {
  const seen = new Uint8Array(pages);
  const order: PageId[] = [];
  let repeated = 0;
  let others = 0;
  for (const entry of entries) {
    if (entry.status !== 200) continue;
    const page = pageOf(entry, addresses);
    if (page < 0 || page >= pages) others++;
    else if (seen[page] === 1) repeated++;
    else {
      seen[page] = 1;
      order.push(page);
    }
  }
  return { order: Uint32Array.from(order), repeated, others };
}

/** -1 for what fetched no page. */
function pageOf({ method, kind = "page", page, host, path }: AccessEntry, addresses: Addresses): PageId {
  if (method !== undefined || kind !== "page") return -1;
  return page >= 0 ? page : pageAtPath(addresses, addresses.hostIndex(host), path);
}
