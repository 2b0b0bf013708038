import { option, problem } from "../../base/error.js";
import { GrowingWords } from "../../base/growing-words.js";
import { Random } from "../../base/random.js";
import type { UrlTrace } from "../url-trace.js";
import { PageLengths } from "./page-lengths.js";
import { type AlphaBetaGamma, type AlphaBetaGammaOptions, resolved } from "./parameters.js";
import { Zipf } from "./zipf.js";

/** A trace that was made up, and from what. */
export interface ModelTrace extends UrlTrace {
  readonly parameters: AlphaBetaGamma;
}

/** Hosts that G and random URLs lie on: not those that this process works on. */
const ELSEWHERE = 1 << 16;

/**
 * The trace that the hypothesis of Broder et al. 2003, section 5.2, describes: T threads, each at work on a page p of a
 * host h, ask with probability alpha for a URL of a global set G, with beta for one of L(p, h), with gamma for one at
 * random of all.
 *
 * - Threads take turns, drawn at random, and show the links of a page in one burst. After each page a thread leaves its
 *   host with probability 1 / pagesPerHost, for one that nobody worked on before.
 * - L'(p) is a few very popular URLs of the host, each equally likely, and the requests of the page so far; L''(h) is a
 *   fixed set of the host.
 * - "At random over the entire set": uniform over a universe of N URLs. URLs already met are met again with probability
 *   (number met) / N, each equally likely; otherwise the URL is new.
 * - URLs of L lie on the host, which process 0 of `processes` owns; those of G and the random ones lie on 65,536 other
 *   hosts. Repeats on the page repeat them too, so (alpha + gamma) / (1 - repeat) of all requests leave the host, and
 *   for 4 processes three quarters of those go to another one:
 *   20 % by default (paper: 18.3 %). What is sent to other processes has no critical region, since no part of L is.
 *
 * What the paper leaves open is an option; its defaults are those that come nearest to the curve that its text
 * describes.
 *
 * @throws "option" for an option out of range, naming it; for a universe smaller than the URLs that turn up
 *
 * About 50 ns per request. 4 bytes per request, 4 per URL and 18 per page (twice that for the last two while it grows),
 * 4 (popularSet + hostSet) per thread.
 */
export function alphaBetaGamma(options: AlphaBetaGammaOptions): ModelTrace {
  const parameters = resolved(options);
  const { threads, universe, processes } = parameters;
  const random = new Random(parameters.seed);
  const lengths = new PageLengths(parameters.linksPerPage, random.fork(1));
  const model = new Model(parameters, random);
  const { requests, hosts, hostKeys } = model;
  const pages = { ends: new GrowingWords(), threads: new GrowingWords(), hosts: new GrowingWords() };
  const leaving = 1 / parameters.pagesPerHost;
  for (let end = 0; end < requests.length; ) {
    const thread = below(threads, random);
    const start = end;
    end = Math.min(requests.length, start + lengths.next());
    const host = model.hostOf[thread];
    model.page(thread, start, end);
    pages.ends.push(end);
    pages.threads.push(thread);
    pages.hosts.push(host);
    if (random.next() < leaving) model.move(thread);
  }
  if (model.urls > universe)
    throw problem.option`${option("alphaBetaGamma")}: ${model.urls} different URLs turned up; universe is ${universe}: make it larger`;
  const ends = pages.ends.taken();
  return {
    name: `alpha-beta-gamma, ${threads} threads`,
    requests,
    urls: model.urls,
    hosts: hosts.taken(),
    hostKeys: hostKeys.taken(),
    pages: {
      ends,
      threads: Uint16Array.from(pages.threads.taken()),
      hosts: pages.hosts.taken(),
      times: new Float64Array(ends.length),
    },
    process: 0,
    processes,
    parameters,
  };
}

/** Biased by less than limit / 2^32. */
const below = (limit: number, random: Random): number => Math.floor((random.bits() * limit) / 4294967296);

/** The sets of the hypothesis, and the requests that are drawn from them. */
class Model {
  readonly requests: Uint32Array;
  /** Host by URL. */
  readonly hosts = new GrowingWords();
  readonly hostKeys = new GrowingWords();
  /** Where each thread is at work. */
  readonly hostOf: Uint32Array;
  /** URLs met so far. */
  urls = 0;
  readonly #processes: number;
  readonly #universe: number;
  readonly #popularSet: number;
  readonly #hostSet: number;
  /** Of 2^32 requests after the first of a page. */
  readonly #repeats: number;
  readonly #hostOrder: AlphaBetaGamma["hostOrder"];
  readonly #random: Random;
  readonly #ranks: Zipf;
  readonly #distance: (met: number) => number;
  /** URL + 1 by member of a set; 0: not met yet. Those of L' and L'' thread by thread. */
  readonly #global: Uint32Array;
  readonly #popular: Uint32Array;
  readonly #local: Uint32Array;
  /** Which member of L'' each thread asks for next, unless they are drawn. */
  readonly #place: Uint32Array;
  /** A draw below it is one of G, of all, of L'; one above it is one of L''. */
  readonly #untilGlobal: number;
  readonly #untilRandom: number;
  readonly #untilPopular: number;

  constructor(parameters: AlphaBetaGamma, random: Random) {
    const { threads, alpha, beta, gamma, popularSet, popularShare, repeat, hostSet, globalSet } = parameters;
    this.#processes = parameters.processes;
    this.#universe = parameters.universe;
    this.#popularSet = popularSet;
    this.#hostSet = hostSet;
    this.#repeats = repeat * 4294967296;
    this.#hostOrder = parameters.hostOrder;
    this.#random = random;
    this.#ranks = new Zipf(globalSet, parameters.globalExponent, random.fork(2));
    this.#distance = distancesOf(parameters.repeatDistance, random.fork(3));
    this.requests = new Uint32Array(parameters.requests);
    this.#global = new Uint32Array(globalSet);
    this.#popular = new Uint32Array(threads * popularSet);
    this.#local = new Uint32Array(threads * hostSet);
    this.#place = new Uint32Array(threads);
    this.hostOf = new Uint32Array(threads);
    const all = alpha + beta + gamma - repeat;
    this.#untilGlobal = alpha / all;
    this.#untilRandom = this.#untilGlobal + gamma / all;
    this.#untilPopular = this.#untilRandom + popularShare / all;
    for (let host = 0; host < ELSEWHERE; host++) this.hostKeys.push(random.bits());
    for (let thread = 0; thread < threads; thread++) this.move(thread);
  }

  /** A thread turns to a host that nobody worked on before. */
  move(thread: number): void {
    this.#popular.fill(0, thread * this.#popularSet, (thread + 1) * this.#popularSet);
    this.#local.fill(0, thread * this.#hostSet, (thread + 1) * this.#hostSet);
    this.#place[thread] = 0;
    this.hostOf[thread] = this.hostKeys.length;
    const key = this.#random.bits();
    this.hostKeys.push(key - (key % this.#processes));
  }

  /** Draws the requests from `start` to `end`, which are the links of one page of a thread. */
  page(thread: number, start: number, end: number): void {
    const { requests } = this;
    const random = this.#random;
    if (this.#hostOrder === "runs") this.#place[thread] = below(this.#hostSet, random);
    for (let time = start; time < end; time++) {
      if (time > start && random.bits() < this.#repeats) requests[time] = requests[time - this.#distance(time - start)];
      else requests[time] = this.#draw(thread, random.next());
    }
  }

  #draw(thread: number, draw: number): number {
    if (draw < this.#untilGlobal) {
      const rank = this.#ranks.next();
      return this.#member(this.#global, rank, rank % ELSEWHERE);
    }
    if (draw < this.#untilRandom) {
      const url = Math.floor(this.#random.next() * this.#universe);
      if (url < this.urls) return url;
      this.hosts.push(below(ELSEWHERE, this.#random));
      return this.urls++;
    }
    const host = this.hostOf[thread];
    if (draw < this.#untilPopular)
      return this.#member(this.#popular, thread * this.#popularSet + below(this.#popularSet, this.#random), host);
    return this.#member(this.#local, thread * this.#hostSet + this.#localIndex(thread), host);
  }

  #localIndex(thread: number): number {
    if (this.#hostOrder === "drawn") return below(this.#hostSet, this.#random);
    const index = this.#place[thread];
    this.#place[thread] = index + 1 === this.#hostSet ? 0 : index + 1;
    return index;
  }

  #member(set: Uint32Array, index: number, host: number): number {
    if (set[index] === 0) {
      this.hosts.push(host);
      set[index] = ++this.urls;
    }
    return set[index] - 1;
  }
}

/**
 * Draws how far back a repeat lies, 1 .. met: geometric with this mean, past the page's first request again from its
 * last.
 */
function distancesOf(mean: number, random: Random): (met: number) => number {
  if (mean === 1) return () => 1;
  if (mean === Number.POSITIVE_INFINITY) return (met) => 1 + Math.floor(random.next() * met);
  const scale = 1 / Math.log(1 - 1 / mean);
  return (met) => 1 + (Math.floor(Math.log(1 - random.next()) * scale) % met);
}
