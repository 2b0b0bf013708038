import { gotInstead, problem } from "../base/error.js";

/** A URL of a trace, numbered as it turns up: 0 .. urls - 1. */
export type UrlId = number;

/** Requests for URLs that are numbered as they turn up: what a cache is asked for, one after the other. */
export interface DenseTrace {
  /** URL of each request, 0 .. urls - 1; each number turns up first after all smaller ones. */
  readonly requests: Uint32Array;
  /** Different URLs. */
  readonly urls: number;
}

/** True for a Uint32Array, of whatever realm. */
export const isWords = (list: unknown): list is Uint32Array =>
  (list as Partial<Uint32Array> | undefined | null)?.[Symbol.toStringTag] === "Uint32Array";

/** Refuses what is no trace, such as a promise that nobody awaited or a list of URLs. @throws "option" */
export function requireRequests(who: string, trace: unknown): void {
  const { requests } = (trace ?? {}) as Partial<UrlTrace>;
  if (requests === undefined)
    throw problem.option`${who} takes a trace, such as await traces.open("urls.txt") or traces.traceFrom(urls); ${gotInstead(trace)}`;
  if (!isWords(requests))
    throw problem.option`${who}: requests of a trace are numbers in a Uint32Array; ${gotInstead(requests)}. ${ANEW}`;
}

const ANEW = "traces.traceFrom(requests) numbers them anew";

/**
 * The same, and refuses one whose URLs are not numbered as they turn up: caches keep what they know of a URL under its number.
 *
 * @returns different URLs that are asked for
 * @throws "option"
 */
export function requireTrace(who: string, trace: unknown): number {
  requireRequests(who, trace);
  const { requests, urls, name = "" } = trace as UrlTrace;
  const distinct = numberedAsTheyTurnUp(requests) ?? checkedOneByOne(name, requests);
  if (!(Number.isInteger(urls) && distinct <= urls))
    throw problem.option`the trace ${name} says that it has ${urls} URLs, its requests are for ${distinct}`;
  return distinct;
}

/**
 * How many URLs requests number as they turn up. Undefined: they do not, or there are 2^31. It branches nowhere, as half
 * of the time would be for wrong guesses of whether a URL is new; so signs tell.
 */
function numberedAsTheyTurnUp(requests: Uint32Array): number | undefined {
  let distinct = 0;
  let signs = 0;
  for (let i = 0; i < requests.length; i++) {
    const url = requests[i] | 0;
    const below = (distinct - url) | 0; // 0: a new URL; negative: one was passed over
    signs |= url | below;
    distinct = (distinct - ((below - 1) >> 31)) | 0;
  }
  return signs < 0 ? undefined : distinct;
}

/** As that, for as many as there are. @throws "option" naming the first that is not */
function checkedOneByOne(name: string, requests: Uint32Array): number {
  let distinct = 0;
  for (let i = 0; i < requests.length; i++) {
    if (requests[i] < distinct) continue;
    if (requests[i] > distinct)
      throw problem.option`the trace ${name} does not number its URLs as they turn up: request ${i} is for URL ${requests[i]}, where ${distinct} is the next new one. ${ANEW}`;
    distinct++;
  }
  return distinct;
}

/**
 * Which requests came from one page, and who asked: what a crawl's trace knows besides its URLs. One entry per page, in
 * the order of the crawl.
 */
export interface TracePages {
  /** Requests up to and with those of page i; the last is the length of the trace. */
  readonly ends: Uint32Array;
  /** Thread of the process that downloaded the page. */
  readonly threads: Uint16Array;
  /** Number of the page's host, in the numbering of `UrlTrace.hosts`. */
  readonly hosts: Uint32Array;
  /** When its links were read, in milliseconds from any origin; 0 where not known. */
  readonly times: Float64Array;
}

/**
 * The stream of URLs that a crawl meets, every repeat included: the log of a host splitter. Broder et al. 2003, section
 * 4.
 *
 * Only `requests` and `urls` are always there. 4 bytes per request, 8 per URL for fingerprints, 4 for hosts, 18 per
 * page.
 */
export interface UrlTrace extends DenseTrace {
  /** In tables and figures: "cnr-2000, 20 threads". */
  readonly name: string;
  /** 64-bit fingerprint of URL u: low word in [2u], high in [2u + 1]. */
  readonly fingerprints?: Uint32Array;
  /** Number of the host of URL u. */
  readonly hosts?: Uint32Array;
  /**
   * 32 bits of a hash of the name of host h: what assigns hosts to processes, see `ownerOf`; or the number of its part,
   * where parts are dealt to processes.
   */
  readonly hostKeys?: Uint32Array;
  readonly pages?: TracePages;
  /** Which of `processes` logged it; 0 of 1 when left out. */
  readonly process?: number;
  readonly processes?: number;
  /** What its file held that is no request, and was left out. */
  readonly skipped?: SkippedLines;
  /** What whoever reads its curve should know: that its file was cut short, that a check failed. One sentence each. */
  readonly notes?: readonly string[];
}

/** Lines that hold no URL. */
export interface SkippedLines {
  readonly count: number;
  /** The first of them; lines count from 1. */
  readonly first: { readonly line: number; readonly text: string };
}

/** The process that a host belongs to. */
export const ownerOf = (hostKey: number, processes: number): number => (hostKey >>> 0) % processes;
