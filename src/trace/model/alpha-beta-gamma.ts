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
  const { threads, alpha, beta, gamma, popularSet, popularShare, repeat, hostSet, universe, processes } = parameters;
  const random = new Random(parameters.seed);
  const lengths = new PageLengths(parameters.linksPerPage, random.fork(1));
  const ranks = new Zipf(parameters.globalSet, parameters.globalExponent, random.fork(2));
  const distance = distancesOf(parameters.repeatDistance, random.fork(3));
  const requests = new Uint32Array(parameters.requests);
  const pages = { ends: new GrowingWords(), threads: new GrowingWords(), hosts: new GrowingWords() };
  const hostKeys = new GrowingWords();
  for (let host = 0; host < ELSEWHERE; host++) hostKeys.push(random.bits());
  const hosts = new GrowingWords();
  /** URL + 1 by member of a set; 0: not met yet. */
  const global = new Uint32Array(parameters.globalSet);
  const popular = new Uint32Array(threads * popularSet);
  const local = new Uint32Array(threads * hostSet);
  const place = new Uint32Array(threads);
  const at = new Uint32Array(threads);
  const move = (thread: number) => {
    popular.fill(0, thread * popularSet, (thread + 1) * popularSet);
    local.fill(0, thread * hostSet, (thread + 1) * hostSet);
    place[thread] = 0;
    at[thread] = hostKeys.length;
    const key = random.bits();
    hostKeys.push(key - (key % processes));
  };
  for (let thread = 0; thread < threads; thread++) move(thread);

  let urls = 0;
  const member = (set: Uint32Array, index: number, host: number): number => {
    if (set[index] === 0) {
      hosts.push(host);
      set[index] = ++urls;
    }
    return set[index] - 1;
  };
  const drawn = parameters.hostOrder === "drawn";
  const runs = parameters.hostOrder === "runs";
  const below = (limit: number) => Math.floor((random.bits() * limit) / 4294967296); // bias below limit / 2^32
  const all = alpha + beta + gamma - repeat;
  const untilGlobal = alpha / all;
  const untilRandom = untilGlobal + gamma / all;
  const untilPopular = untilRandom + popularShare / all;
  const leaving = 1 / parameters.pagesPerHost;
  for (let time = 0; time < requests.length; ) {
    const thread = below(threads);
    const start = time;
    const end = Math.min(requests.length, start + lengths.next());
    const host = at[thread];
    if (runs) place[thread] = below(hostSet);
    for (; time < end; time++) {
      if (time > start && random.bits() < repeat * 4294967296) {
        requests[time] = requests[time - distance(time - start)];
        continue;
      }
      const draw = random.next();
      if (draw < untilGlobal) {
        const rank = ranks.next();
        requests[time] = member(global, rank, rank % ELSEWHERE);
      } else if (draw < untilRandom) {
        const url = Math.floor(random.next() * universe);
        if (url >= urls) hosts.push(below(ELSEWHERE));
        requests[time] = url < urls ? url : urls++;
      } else if (draw < untilPopular) requests[time] = member(popular, thread * popularSet + below(popularSet), host);
      else {
        const index = drawn ? below(hostSet) : place[thread];
        if (!drawn) place[thread] = index + 1 === hostSet ? 0 : index + 1;
        requests[time] = member(local, thread * hostSet + index, host);
      }
    }
    pages.ends.push(end);
    pages.threads.push(thread);
    pages.hosts.push(host);
    if (random.next() < leaving) move(thread);
  }
  if (urls > universe)
    throw problem.option`${option("alphaBetaGamma")}: ${urls} different URLs turned up; universe is ${universe}: make it larger`;
  return {
    name: `alpha-beta-gamma, ${threads} threads`,
    requests,
    urls,
    hosts: hosts.taken(),
    hostKeys: hostKeys.taken(),
    pages: {
      ends: pages.ends.taken(),
      threads: Uint16Array.from(pages.threads.taken()),
      hosts: pages.hosts.taken(),
      times: new Float64Array(pages.ends.length),
    },
    process: 0,
    processes,
    parameters,
  };
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
