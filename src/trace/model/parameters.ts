import { got, option, problem } from "../../base/error.js";
import { type ChosenOf, checkOptions, number, unruled, valuesOf, word } from "../../base/method.js";
import { Random } from "../../base/random.js";
import { type LinksPerPage, PageLengths } from "./page-lengths.js";

const within = (usual: number, low: number, high: number, isWhole = false) =>
  number(usual, `[${low}, ${high}]`, "", {
    whole: isWhole,
    is: `a${isWhole ? " whole" : ""} number from ${low} to ${high}`,
  });
const whole = (usual: number, low: number, high: number) => within(usual, low, high, true);
const share = (usual: number) => within(usual, 0, 1);

const RULES = {
  /** Threads of the process, each at work on one page of one host; default 500. */
  threads: whole(500, 1, 65_536),
  /** Share of requests from the global set G; the paper: small. Default 0.04. */
  alpha: share(0.04),
  /**
   * Share of requests for URLs "chosen at random over the entire set of URLs"; the paper: about 0.2. Default 0.16, so
   * that with first touches of the other sets about 20 % miss at any size. beta is the rest.
   */
  gamma: share(0.16),
  /** URLs of G; open in the paper, default 100,000. */
  globalSet: whole(100_000, 1, 2 ** 26),
  /** Zipf's exponent in G: the r-th URL has a weight of r^-exponent. Open, default 1. */
  globalExponent: within(1, 0, 10),
  /** URLs of "the entire set", G, L' and L'' of all hosts among them. Default 2^32: next to all draws are new. */
  universe: whole(2 ** 32, 1, Number.MAX_SAFE_INTEGER),
  /** Very popular URLs of a host, the first part of L'; open, default 5. */
  popularSet: whole(5, 1, 2 ** 20),
  /** Share of requests for those; open, default 0.04. */
  popularShare: share(0.04),
  /**
   * Share of requests that repeat a URL already met on the page, the second part of L', and those that do so by
   * accident. Section 4: 0.3167.
   */
  repeatsOnPage: share(0.3167),
  /**
   * How far back on the page a repeated request lies on average, in requests, 1 or more; `Infinity`: anywhere on the
   * page. Open; default 1.25, since the paper's curve is flat from tiny caches on.
   */
  repeatDistance: within(1.25, 1, Number.POSITIVE_INFINITY),
  /** URLs of L'' of a host; the paper: "say ten times" L'. Default 300. */
  hostSet: whole(300, 1, 2 ** 24),
  /**
   * How a page takes URLs from L''. "runs" (default): one after the other from a random place on, round about, as a
   * page of a listing does. "in turn": from where the page before it stopped. "drawn": each by itself, at random. Open;
   * with "runs" LRU stays nearest to MIN, as in the paper.
   */
  hostOrder: word(["runs", "in turn", "drawn"], ""),
  /** Pages that a thread stays on a host, on average (geometric); open, default 150. */
  pagesPerHost: within(150, 1, Number.MAX_VALUE),
  /** Links of a page: a lognormal law, or lengths to draw from. Section 4: mean 62.55, median 23. */
  linksPerPage: unruled<LinksPerPage>({ mean: 62.55, median: 23 }),
  /** Processes of the crawl: this is the trace of process 0, whose hosts the threads work on. Default 4. */
  processes: whole(4, 1, 65_536),
  /** Default 2003. */
  seed: unruled(2003),
} as const;

/** The hypothesis of Broder et al. 2003, section 5.2, in numbers. What the paper leaves open is said so. */
export interface AlphaBetaGammaOptions extends ChosenOf<typeof RULES> {
  /** Length of the trace, 1 .. 2^32 - 1. */
  readonly requests: number;
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

const NAME = "alphaBetaGamma";
const LENGTH = whole(1, 1, 2 ** 32 - 1);

/** @throws "option" for an option that is unknown or out of range, naming it */
export function resolved(options: AlphaBetaGammaOptions): AlphaBetaGamma {
  checkOptions(NAME, options, { requests: undefined, ...RULES }, { prefix: true });
  const { requests, ...others } = options;
  const wrong = LENGTH.wrong(requests);
  if (wrong) throw problem.option(got(requests).facts)`${option("requests", NAME)} ${wrong}`;
  const chosen = { ...valuesOf(NAME, RULES, others), requests };
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
