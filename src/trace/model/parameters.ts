import { got, option, problem } from "../../base/error.js";
import { given } from "../../base/given.js";
import { checkedElsewhere, checkOptions } from "../../base/method.js";
import { Random } from "../../base/random.js";
import { type LinksPerPage, PageLengths } from "./page-lengths.js";

/** The hypothesis of Broder et al. 2003, section 5.2, in numbers. What the paper leaves open is said so. */
export interface AlphaBetaGammaOptions {
  /** Length of the trace, 1 .. 2^32 - 1. */
  readonly requests: number;
  /** Threads of the process, each at work on one page of one host; default 500. */
  readonly threads?: number;
  /** Share of requests from the global set G; the paper: small. Default 0.04. */
  readonly alpha?: number;
  /**
   * Share of requests for URLs "chosen at random over the entire set of URLs"; the paper: about 0.2. Default 0.16, so
   * that with first touches of the other sets about 20 % miss at any size. beta is the rest.
   */
  readonly gamma?: number;
  /** URLs of G; open in the paper, default 100,000. */
  readonly globalSet?: number;
  /** Zipf's exponent in G: the r-th URL has a weight of r^-exponent. Open, default 1. */
  readonly globalExponent?: number;
  /** URLs of "the entire set", G, L' and L'' of all hosts among them. Default 2^32: next to all draws are new. */
  readonly universe?: number;
  /** Very popular URLs of a host, the first part of L'; open, default 5. */
  readonly popularSet?: number;
  /** Share of requests for those; open, default 0.04. */
  readonly popularShare?: number;
  /**
   * Share of requests that repeat a URL already met on the page, the second part of L', and those that do so by
   * accident. Section 4: 0.3167.
   */
  readonly repeatsOnPage?: number;
  /**
   * How far back on the page a repeated request lies on average, in requests, 1 or more; `Infinity`: anywhere on the
   * page. Open; default 1.25, since the paper's curve is flat from tiny caches on.
   */
  readonly repeatDistance?: number;
  /** URLs of L'' of a host; the paper: "say ten times" L'. Default 300. */
  readonly hostSet?: number;
  /**
   * How a page takes URLs from L''. "runs" (default): one after the other from a random place on, round about, as a
   * page of a listing does. "in turn": from where the page before it stopped. "drawn": each by itself, at random. Open;
   * with "runs" LRU stays nearest to MIN, as in the paper.
   */
  readonly hostOrder?: "runs" | "in turn" | "drawn";
  /** Pages that a thread stays on a host, on average (geometric); open, default 150. */
  readonly pagesPerHost?: number;
  /** Links of a page: a lognormal law, or lengths to draw from. Section 4: mean 62.55, median 23. */
  readonly linksPerPage?: LinksPerPage;
  /** Processes of the crawl: this is the trace of process 0, whose hosts the threads work on. Default 4. */
  readonly processes?: number;
  /** Default 2003. */
  readonly seed?: number;
}

/** All choices made. */
export interface AlphaBetaGamma extends Required<AlphaBetaGammaOptions> {
  /** 1 - alpha - gamma. */
  readonly beta: number;
  /**
   * Probability with which a request, but for the first of a page, is told to repeat one: what `repeatsOnPage` comes
   * down to.
   */
  readonly repeat: number;
}

const defaults = {
  threads: 500,
  alpha: 0.04,
  gamma: 0.16,
  globalSet: 100_000,
  globalExponent: 1,
  universe: 2 ** 32,
  popularSet: 5,
  popularShare: 0.04,
  repeatsOnPage: 0.3167,
  repeatDistance: 1.25,
  hostSet: 300,
  hostOrder: "runs",
  pagesPerHost: 150,
  linksPerPage: { mean: 62.55, median: 23 },
  processes: 4,
  seed: 2003,
} as const satisfies Required<Omit<AlphaBetaGammaOptions, "requests">>;

/** @throws "option" for an option that is unknown or out of range, naming it */
export function resolved(options: AlphaBetaGammaOptions): AlphaBetaGamma {
  checkOptions("alphaBetaGamma", options, {
    ...checkedElsewhere(["requests", ...Object.keys(defaults)]),
    hostOrder: ["runs", "in turn", "drawn"],
  });
  const chosen = { ...defaults, ...given(options) } as Required<AlphaBetaGammaOptions>;
  const within = (name: keyof AlphaBetaGammaOptions, low: number, high: number, whole = false) => {
    const value = chosen[name] as number;
    if (!(value >= low && value <= high && (!whole || Number.isInteger(value))))
      throw problem.option`${option("alphaBetaGamma")}: ${name} is a${whole ? " whole" : ""} number from ${low} to ${high}; ${got(value)}`;
  };
  within("requests", 1, 2 ** 32 - 1, true);
  within("threads", 1, 65_536, true);
  for (const share of ["alpha", "gamma", "popularShare", "repeatsOnPage"] as const) within(share, 0, 1);
  within("globalSet", 1, 2 ** 26, true);
  within("globalExponent", 0, 10);
  within("universe", 1, Number.MAX_SAFE_INTEGER, true);
  within("popularSet", 1, 2 ** 20, true);
  within("repeatDistance", 1, Number.POSITIVE_INFINITY);
  within("hostSet", 1, 2 ** 24, true);
  within("pagesPerHost", 1, Number.MAX_VALUE);
  within("processes", 1, 65_536, true);
  const { alpha, gamma, popularShare } = chosen;
  const beta = 1 - alpha - gamma;
  if (popularShare > beta + 1e-9)
    throw problem.option`${option("alphaBetaGamma")}: alpha, gamma and popularShare add up to 1 at most; ${got(alpha)} + ${gamma} + ${popularShare}`;
  return { ...chosen, beta, repeat: repeatFor(chosen, beta) };
}

/** The `repeat` with which the share `repeatsOnPage` of all requests repeats one of the same page, by bisection. */
function repeatFor(chosen: Required<AlphaBetaGammaOptions>, beta: number): number {
  const { repeatsOnPage, popularShare, linksPerPage, seed } = chosen;
  const lengths = new PageLengths(linksPerPage, new Random(seed)).weighted();
  const share = (repeat: number) => repeatShare(lengths, chosen, beta, repeat);
  const most = beta - popularShare;
  const [low, high] = [share(0), share(most)];
  // as much as can be had when the wish is just out of reach, as with pages of one link
  if (repeatsOnPage <= low + 0.001) {
    if (repeatsOnPage >= low - 0.02 || repeatsOnPage === 0) return 0;
    throw problem.option`${option("repeatsOnPage", "alphaBetaGamma")} is ${repeatsOnPage}, but ${low.toFixed(3)} of requests repeat one by accident: raise it, or popularSet and hostSet`;
  }
  if (repeatsOnPage > high + 0.02)
    throw problem.option`${option("repeatsOnPage", "alphaBetaGamma")} is ${repeatsOnPage}, but beta leaves room for ${high.toFixed(3)}: lower it, or alpha, gamma and popularShare`;
  let [from, to] = [0, most];
  for (let step = 0; step < 30; step++) {
    const middle = (from + to) / 2;
    if (share(middle) < repeatsOnPage) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/**
 * Expected share of requests that repeat one of the same page: 1 - different URLs / links, over pages of these lengths.
 */
function repeatShare(
  { lengths, weights }: ReturnType<PageLengths["weighted"]>,
  { popularSet, popularShare, hostSet, hostOrder }: Required<AlphaBetaGammaOptions>,
  beta: number,
  repeat: number,
): number {
  const fresh = 1 - repeat;
  const popular = popularShare / fresh;
  const local = Math.max(0, beta - repeat - popularShare) / fresh;
  /** Different ones among draws, each of this probability, from a set. */
  const met = (set: number, probability: number, draws: number) => set * (1 - (1 - probability / set) ** draws);
  let links = 0;
  let different = 0;
  for (let i = 0; i < lengths.length; i++) {
    const draws = 1 + (lengths[i] - 1) * fresh;
    const ofHost = hostOrder === "drawn" ? met(hostSet, local, draws) : Math.min(hostSet, local * draws);
    links += weights[i] * lengths[i];
    different += weights[i] * ((1 - popular - local) * draws + met(popularSet, popular, draws) + ofHost);
  }
  return 1 - different / links;
}
