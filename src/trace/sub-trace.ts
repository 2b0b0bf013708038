import { got, option, problem } from "../base/error.js";
import { requireFunction } from "../base/require-list.js";
import { ownerOf, requireRequests, type TracePages, type UrlTrace } from "./url-trace.js";

/**
 * The requests for which `keep` holds, as a trace of its own: URLs are numbered anew as they turn up; fingerprints,
 * hosts, pages (those that keep no request too) and all else go along.
 *
 * @param keep told the index of a request, in order
 * @throws "empty" when it holds for none
 *
 * O(requests + URLs); 4 bytes per URL besides the result.
 */
export function requestsWhere(trace: UrlTrace, keep: (index: number) => boolean): UrlTrace {
  requireRequests("requestsWhere", trace);
  requireFunction("requestsWhere takes a function, (index) => boolean", keep);
  const { requests, pages } = trace;
  const kept = new Uint32Array(requests.length);
  const ends = pages && new Uint32Array(pages.ends.length);
  let count = 0;
  let page = 0;
  for (let i = 0; i < requests.length; i++) {
    for (; pages && ends && pages.ends[page] === i; page++) ends[page] = count;
    if (keep(i)) kept[count++] = requests[i];
  }
  ends?.fill(count, page);
  return renumbered(trace, kept.slice(0, count), pages && ends && { ...pages, ends });
}

/**
 * The first requests of a trace.
 *
 * @param count 1 or more; all where there are fewer
 */
export function firstRequests(trace: UrlTrace, count: number): UrlTrace {
  requireRequests("firstRequests", trace);
  if (!(Number.isInteger(count) && count >= 1)) throw problem.option`the first requests are 1 or more; ${got(count)}`;
  if (count >= trace.requests.length) return trace;
  const { pages } = trace;
  let whole = 0;
  while (pages && pages.ends[whole] < count) whole++;
  return renumbered(
    trace,
    trace.requests.slice(0, count),
    pages && pagesWhere({ ...pages, ends: pages.ends.map((end) => Math.min(end, count)) }, (page) => page <= whole),
  );
}

/** The pages of a trace. @throws "missing" for one that knows none */
export function pagesOf(trace: UrlTrace): TracePages {
  if (trace.pages) return trace.pages;
  throw missing(trace, "which requests came from one page, and who asked");
}

/**
 * The requests of the pages for which `keep` holds: a trace of these pages alone. @throws "missing", "empty"
 */
export function requestsOfPages(trace: UrlTrace, keep: (page: number) => boolean): UrlTrace {
  requireRequests("requestsOfPages", trace);
  requireFunction("requestsOfPages takes a function, (page) => boolean", keep);
  const pages = pagesOf(trace);
  const kept = new Uint32Array(trace.requests.length);
  const ends = new Uint32Array(pages.ends.length);
  let count = 0;
  for (let page = 0, from = 0; page < ends.length; from = pages.ends[page++]) {
    if (keep(page)) {
      kept.set(trace.requests.subarray(from, pages.ends[page]), count);
      count += pages.ends[page] - from;
    }
    ends[page] = count;
  }
  return renumbered(trace, kept.slice(0, count), pagesWhere({ ...pages, ends }, keep));
}

/**
 * What each of several crawling processes would log: the requests of the pages whose hosts belong to it. Broder et al.
 * 2003, section 4.
 *
 * @param processes 1 or more
 * @returns one trace per process that has requests, in order
 * @throws "missing" for a trace without pages and host keys
 */
export function splitByProcess(trace: UrlTrace, processes: number): UrlTrace[] {
  requireRequests("splitByProcess", trace);
  if (!(Number.isInteger(processes) && processes >= 1))
    throw problem.option`${option("processes")} are 1 or more; ${got(processes)}`;
  const { processes: logged = 1 } = trace;
  if (logged > 1 && logged !== processes)
    throw problem.option`${trace.name} is what one of ${logged} processes logged already: it cannot be split over ${processes}`;
  const pages = pagesOf(trace);
  const keys = hostKeysOf(trace);
  return split(pages, (page) => ownerOf(keys[pages.hosts[page]], processes)).map(({ key, keep }) => ({
    ...requestsOfPages(trace, keep),
    name: processes === 1 ? trace.name : `${trace.name}, process ${key + 1} of ${processes}`,
    process: key,
    processes,
  }));
}

/**
 * The cross sub-trace of one process: its requests for URLs whose hosts belong to others, which it would send there.
 * Broder et al. 2003, section 4.
 *
 * @throws "missing" for a trace without hosts, or not of one of several processes; "empty" when it has none
 */
export function crossTrace(trace: UrlTrace): UrlTrace {
  requireRequests("crossTrace", trace);
  const { requests, hosts, process, processes = 1 } = trace;
  if (process === undefined || processes < 2)
    throw missing(trace, "which of several processes logged it: cut it with splitByProcess first");
  if (!hosts) throw missing(trace, "the hosts of its URLs");
  const keys = hostKeysOf(trace);
  const foreign = Uint8Array.from(hosts, (host) => (ownerOf(keys[host], processes) === process ? 0 : 1));
  return { ...requestsWhere(trace, (index) => foreign[requests[index]] === 1), name: `${trace.name}, cross` };
}

/**
 * What each thread of a process asked for, in order of threads: those that asked for nothing are left out.
 *
 * @throws "missing" for a trace without pages
 */
export function threadTraces(trace: UrlTrace): UrlTrace[] {
  requireRequests("threadTraces", trace);
  const pages = pagesOf(trace);
  return split(pages, (page) => pages.threads[page]).map(({ key, keep }) => ({
    ...requestsOfPages(trace, keep),
    name: `${trace.name}, thread ${key}`,
  }));
}

/** The keys of pages that have requests, in order, and who has them. */
function split({ ends }: TracePages, keyOf: (page: number) => number) {
  const keys = Uint32Array.from(ends, (_, page) => keyOf(page));
  const used = new Set<number>();
  for (let page = 0; page < ends.length; page++) if (ends[page] > (page > 0 ? ends[page - 1] : 0)) used.add(keys[page]);
  return [...used].sort((a, b) => a - b).map((key) => ({ key, keep: (page: number) => keys[page] === key }));
}

function pagesWhere({ ends, threads, hosts, times }: TracePages, keep: (page: number) => boolean): TracePages {
  const kept = (_: number, page: number) => keep(page);
  return {
    ends: ends.filter(kept),
    threads: threads.filter(kept),
    hosts: hosts.filter(kept),
    times: times.filter(kept),
  };
}

const NONE = 0xffffffff;

/** @param kept requests by the trace's own numbers; they are written over */
function renumbered(trace: UrlTrace, kept: Uint32Array, pages: TracePages | undefined): UrlTrace {
  if (kept.length === 0) throw problem.empty`no request is left of ${trace.name}`;
  const fresh = new Uint32Array(trace.urls).fill(NONE);
  let urls = 0;
  for (let i = 0; i < kept.length; i++) {
    if (fresh[kept[i]] === NONE) fresh[kept[i]] = urls++;
    kept[i] = fresh[kept[i]];
  }
  const { fingerprints, hosts } = trace;
  const ownFingerprints = fingerprints && new Uint32Array(2 * urls);
  const ownHosts = hosts && new Uint32Array(urls);
  for (let url = 0; url < trace.urls; url++) {
    const to = fresh[url];
    if (to === NONE) continue;
    if (ownHosts) ownHosts[to] = hosts[url];
    if (ownFingerprints) ownFingerprints.set(fingerprints.subarray(2 * url, 2 * url + 2), 2 * to);
  }
  return {
    ...trace,
    requests: kept,
    urls,
    ...(ownFingerprints && { fingerprints: ownFingerprints }),
    ...(ownHosts && { hosts: ownHosts }),
    ...(pages && { pages }),
  };
}

function hostKeysOf(trace: UrlTrace): Uint32Array {
  if (trace.hostKeys) return trace.hostKeys;
  throw missing(trace, "the keys of its hosts, which tell the process that each belongs to");
}

const missing = (trace: UrlTrace, what: string) =>
  problem.lacks`${trace.name} does not tell ${what}. Take a trace that a crawl recorded (the folder of crawlbench crawl), or one of timed.timedReplay`;
