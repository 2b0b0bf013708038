import { unlessProblem } from "../base/attempt.js";
import { problem } from "../base/error.js";
import { type ChosenOf, number, undecided, unruled, valuesOf } from "../base/method.js";
import { meanOf } from "../base/statistics/mean-of.js";
import { alphaBetaGamma } from "../trace/model/alpha-beta-gamma.js";
import { type PageStructure, pageStructure } from "../trace/model/page-structure.js";
import type { AlphaBetaGamma, AlphaBetaGammaOptions } from "../trace/model/parameters.js";
import { type Dimension, simplexSearch } from "../trace/model/simplex-search.js";
import type { DenseTrace, UrlTrace } from "../trace/url-trace.js";
import { requireTrace } from "../trace/url-trace.js";
import { missCurve, powersUpTo } from "./miss-curve.js";
import { lru } from "./policy/lru.js";

const fromOne = (usual: number) => number(usual, "[1, ∞)", "", { whole: true, is: "a whole number from 1" });

const RULES = {
  /**
   * Threads of the model; default: searched for where the trace has pages, from hosts open at a time downwards, else
   * 20.
   */
  threads: undecided(fromOne(20)),
  /** Default 2003. */
  seed: unruled(2003),
  /** Cache sizes at which curves are compared, ascending; default: powers of 2 up to the number of URLs. */
  sizes: unruled<readonly number[] | undefined>(undefined),
  /**
   * Requests of the traces that the search compares, from the first on; default 300,000. Take all for a trace that
   * changes as it goes on: a crawl of one web does.
   */
  requests: fromOne(300_000),
  /** Model traces to try; default 240. */
  evaluations: fromOne(240),
} as const;

export interface FitOptions extends ChosenOf<typeof RULES> {}

/** How near the model comes. */
export interface FitQuality {
  /** Largest and mean difference of the miss rates of LRU, over all sizes. */
  readonly maxGap: number;
  readonly meanGap: number;
  readonly rows: readonly FitRow[];
}

/** Miss rates of LRU at one size, trace and model. */
export interface FitRow {
  readonly size: number;
  readonly trace: number;
  readonly model: number;
}

type HostOrder = AlphaBetaGamma["hostOrder"];

/** A model of any length. */
type Shape = Omit<AlphaBetaGammaOptions, "requests">;

/** The rough search looks at this part of the requests alone: it seeks where to begin, and tries twice as many traces. */
const ROUGH = 4;

export interface AlphaBetaGammaFit {
  /** `alphaBetaGamma(parameters)` with the length of the trace gives the model's half of `fit`. */
  readonly parameters: AlphaBetaGamma;
  readonly fit: FitQuality;
  /** What was read off the pages; left out where the trace has none. */
  readonly structure?: PageStructure;
}

/**
 * Fits the alpha, beta, gamma model of Broder et al. 2003, section 5.2, to a trace.
 *
 * Where the trace has pages, links per page, repeats on the page, alpha, pages per host and the size of G are read off
 * them; gamma, threads, L'', the popular share and the distance of repeats are searched for. Without pages threads are
 * as told, and alpha, repeats and the mean number of links are searched for too. The search takes the least squares of
 * the differences between the miss rates of LRU on the trace's first requests and on as long a trace of the model:
 * roughly for each way in which pages may take URLs from L'', over a quarter of the requests, then finely for the best.
 * At the end both curves are compared at full length.
 *
 * On traces that the model made itself, alpha came out 0.014 to 0.016 low and gamma 0.01 to 0.023 high in the mean
 * (true: 0.08 and 0.12; 8 seeds each, 50,000 and 200,000 requests), since members of G that were met once look random;
 * their sum was right to 0.03. Longer searches do not mend that, longer traces do slowly.
 *
 * Of threads and L'' the curve tells little but the product, and some shares can stand in for each other: `fit` says
 * how near the model comes, not that no other parameters come as near. Threads are the model's: hosts that are worked
 * on at a time. Random URLs stay new (`universe` is 2^32), so where the trace comes back to old URLs after long the
 * model cannot follow.
 *
 * @throws "option" for an empty trace, and for one whose pages show what the model cannot
 *
 * `evaluations` times some 100 ns per request searched; then as long as one generation and two curves of the whole
 * length.
 */
export function fitAlphaBetaGamma(trace: UrlTrace, options: FitOptions = {}): AlphaBetaGammaFit {
  requireTrace("fitAlphaBetaGamma", trace);
  const values = valuesOf("fitAlphaBetaGamma", RULES, options, { prefix: true });
  const { threads = 20, seed, sizes = powersUpTo(trace.urls), requests, evaluations } = values;
  if (sizes.length === 0) throw problem.option`fitAlphaBetaGamma: sizes are cache sizes to compare at, one or more`;
  if (trace.requests.length === 0) throw problem.option`a model is fitted to a trace of at least one request`;
  const structure = trace.pages && pageStructure(trace, trace.pages);
  const count = Math.min(requests, trace.requests.length);
  const fixed: Shape = {
    threads,
    globalSet: Math.min(100_000, trace.urls),
    seed,
    ...(structure && {
      linksPerPage: structure.lengths,
      pagesPerHost: structure.pagesPerHost,
      repeatsOnPage: structure.repeatsOnPage,
      alpha: structure.alpha,
      globalSet: Math.max(1, structure.globalSet),
    }),
  };
  const axes = axesFor(structure, options.threads);
  const optionsAt = (hostOrder: HostOrder, point: readonly number[]): Shape =>
    Object.assign({ ...fixed, hostOrder }, ...axes.map(({ option }, axis) => option(point[axis])));
  const costsOver = (requests: number) => {
    const wanted = missRates({ requests: trace.requests.subarray(0, requests), urls: trace.urls }, sizes);
    return (hostOrder: HostOrder) => (point: readonly number[]) => {
      const model = generated({ ...optionsAt(hostOrder, point), requests });
      if (model === undefined) return Number.POSITIVE_INFINITY;
      const found = missRates(model, sizes);
      return found.reduce((sum, rate, i) => sum + (rate - wanted[i]) ** 2, 0);
    };
  };
  const search = (starts: readonly number[], cost: (point: readonly number[]) => number, calls: number) => {
    const dimensions = axes.map((axis, i) => ({ ...axis, start: starts[i] }));
    return simplexSearch(dimensions, cost, calls);
  };
  const roughly = costsOver(Math.ceil(count / ROUGH));
  const rough = (["runs", "in turn", "drawn"] as const).map((hostOrder) => {
    const starts = combinations(axes.map(({ starts }) => starts));
    const costs = starts.map(roughly(hostOrder));
    const start = starts[costs.indexOf(Math.min(...costs))];
    return { hostOrder, ...search(start, roughly(hostOrder), evaluations / 6) };
  });
  const { hostOrder, point } = rough.reduce((lowest, other) => (other.cost < lowest.cost ? other : lowest));
  const best = search(point, costsOver(count)(hostOrder), evaluations / 2);
  if (best.cost === Number.POSITIVE_INFINITY)
    throw problem.option`no parameters of the model give the shares of this trace's pages (alpha, gamma, repeats on the page): leave out its pages, and fit to its curve alone`;
  const { parameters, ...model } = alphaBetaGamma({
    ...optionsAt(hostOrder, best.point),
    requests: trace.requests.length,
  });
  return { parameters, fit: quality(trace, model, sizes), ...(structure && { structure }) };
}

/** A trace of the model, unless its shares add up to more than there is: such points are outside the search. */
const generated = (options: AlphaBetaGammaOptions): DenseTrace | undefined =>
  unlessProblem("option", () => alphaBetaGamma(options));

interface Axis extends Omit<Dimension, "start"> {
  /** Coordinates to try first. */
  readonly starts: readonly number[];
  readonly option: (coordinate: number) => Partial<AlphaBetaGammaOptions>;
}

type Chosen = (value: number) => Partial<AlphaBetaGammaOptions>;

const share = (start: number, option: Chosen): Axis => ({ starts: [start], step: 0.08, low: 0, high: 0.9, option });

/** A number whose steps are factors: its coordinate is its logarithm. */
const factor = (starts: readonly number[], low: number, high: number, option: Chosen): Axis => ({
  starts: starts.map(Math.log),
  step: 0.9,
  low: Math.log(low),
  high: Math.log(high),
  option: (logarithm) => option(Math.exp(logarithm)),
});

/** What is searched for. */
function axesFor(structure: PageStructure | undefined, threads: number | undefined): Axis[] {
  const distance = structure && structure.adjacent > 0.05 ? 1 / structure.adjacent : 4;
  const room = structure ? 1 - structure.alpha - structure.gamma - structure.repeatsOnPage : 1;
  const always = [
    factor([30, 100, 300, 1000], 1, 2 ** 20, (set) => ({ hostSet: Math.round(set) })),
    share(structure?.gamma ?? 0.15, (gamma) => ({ gamma })),
    share(Math.min(0.05, room / 4), (popularShare) => ({ popularShare })),
    factor([Math.max(0.05, distance - 1)], 0.01, 1e4, (back) => ({ repeatDistance: 1 + back })),
  ];
  if (structure && threads !== undefined) return always;
  if (structure) {
    const { openHosts } = structure;
    const starts = [...new Set([1, 4, 16].map((part) => Math.max(1, openHosts / part)))];
    return [...always, factor(starts, 1, 65_536, (open) => ({ threads: Math.round(open) }))];
  }
  return [
    ...always,
    share(0.05, (alpha) => ({ alpha })),
    share(0.3, (repeatsOnPage) => ({ repeatsOnPage })),
    factor([8, 22, 62.55], 3, 1000, (mean) => ({ linksPerPage: { mean, median: Math.max(1, (mean * 23) / 62.55) } })),
  ];
}

/** Every way to take one number of each list. */
const combinations = (lists: readonly (readonly number[])[]): number[][] =>
  lists.reduce<number[][]>((ways, list) => ways.flatMap((way) => list.map((value) => [...way, value])), [[]]);

const missRates = (trace: DenseTrace, sizes: readonly number[]): Float64Array =>
  missCurve(trace, lru, sizes).map((misses) => misses / trace.requests.length);

function quality(trace: DenseTrace, model: DenseTrace, sizes: readonly number[]): FitQuality {
  const [ofTrace, ofModel] = [missRates(trace, sizes), missRates(model, sizes)];
  const rows = sizes.map((size, i) => ({ size, trace: ofTrace[i], model: ofModel[i] }));
  const gaps = rows.map((row) => Math.abs(row.trace - row.model));
  return { maxGap: Math.max(...gaps), meanGap: meanOf(gaps), rows };
}
