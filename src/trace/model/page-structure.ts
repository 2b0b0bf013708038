import type { TracePages, UrlTrace } from "../url-trace.js";

/** What the pages of a trace tell about the parameters of the model. Shares are of all requests. */
export interface PageStructure {
  /** Numbers of links, pages without links left out. */
  readonly lengths: Uint32Array;
  readonly mean: number;
  readonly median: number;
  /** Requests for a URL that the same page showed before. */
  readonly repeatsOnPage: number;
  /** Of those: the ones that repeat the request just before. */
  readonly adjacent: number;
  /** Requests for URLs that pages of another host asked for last, first requests for such URLs included: alpha. */
  readonly alpha: number;
  /** First requests for URLs that no other page asks for: gamma. */
  readonly gamma: number;
  /** URLs that pages of two hosts or more ask for: G. */
  readonly globalSet: number;
  /** Hosts between their first and their last page, on average over the pages: the model's threads. */
  readonly openHosts: number;
  readonly pagesPerHost: number;
}

/** Has been asked for again by another page of the host that asked first. */
const LOCAL = 1;
/** Has been asked for by pages of two hosts. */
const GLOBAL = 2;

/**
 * Sorts the requests of a trace into those of the model, in one pass: what the page showed before belongs to L'(p);
 * what was last asked for by the same host to L(h); what was last asked for by another host to G. The first request for
 * a URL counts where its later ones do, and as random when no other page asks for it. So in a short trace members of G
 * and L that were met once count as random.
 *
 * O(requests); 13 bytes per URL.
 */
export function pageStructure({ requests, urls }: UrlTrace, { ends, hosts }: TracePages): PageStructure {
  const lastPage = new Uint32Array(urls); // page + 1
  const lastAt = new Uint32Array(urls);
  const kinds = new Uint8Array(urls);
  const firstOf = new Map<number, number>();
  const lastOf = new Map<number, number>();
  const lengths: number[] = [];
  let repeats = 0;
  let adjacent = 0;
  let other = 0;
  let time = 0;
  for (let page = 0; page < ends.length; page++) {
    const host = hosts[page];
    if (!firstOf.has(host)) firstOf.set(host, page);
    lastOf.set(host, page);
    if (ends[page] > time) lengths.push(ends[page] - time);
    for (; time < ends[page]; time++) {
      const url = requests[time];
      const before = lastPage[url] - 1;
      if (before === page) {
        repeats++;
        if (lastAt[url] === time - 1) adjacent++;
      } else if (before >= 0) {
        const local = hosts[before] === host;
        kinds[url] |= local ? LOCAL : GLOBAL;
        if (!local) other++;
      }
      lastPage[url] = page + 1;
      lastAt[url] = time;
    }
  }
  let globalSet = 0;
  let single = 0;
  for (const kind of kinds) {
    if ((kind & GLOBAL) !== 0) globalSet++;
    else if (kind === 0) single++;
  }
  let open = 0;
  for (const [host, first] of firstOf) open += (lastOf.get(host) as number) - first;
  const openHosts = Math.min(firstOf.size, Math.max(1, Math.round(open / ends.length)));
  const sorted = Uint32Array.from(lengths).sort();
  return {
    lengths: Uint32Array.from(lengths),
    mean: requests.length / lengths.length,
    median: sorted[sorted.length >> 1],
    repeatsOnPage: repeats / requests.length,
    adjacent: repeats === 0 ? 0 : adjacent / repeats,
    alpha: (other + globalSet) / requests.length,
    gamma: single / requests.length,
    globalSet,
    openHosts,
    // hosts that are open at the end have not shown all of their pages
    pagesPerHost: ends.length / Math.max(1, firstOf.size - openHosts),
  };
}
