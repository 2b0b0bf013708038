import { got, option, problem } from "../base/error.js";
import { checkOptions, commonRules } from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import { Random } from "../base/random.js";
import { meanOf } from "../base/statistics/mean-of.js";
import { momentsOf } from "../base/statistics/paired-difference.js";
import { tQuantile } from "../base/statistics/t-quantile.js";
import type { Graph, PageId } from "../web/graph/graph.js";
import { transpose } from "../web/graph/transpose.js";
import { requireWeb, type Web } from "../web/web.js";
import { IMPORTANCES, type Importance, valuesOn } from "./importance/importance.js";
import { judgedWeb } from "./judge.js";
import { degreeOf, randomWalk, type Walk } from "./random-walk.js";

/** A sample: by which walk, and what each page visited counts in it. */
interface Sample {
  readonly walk: Walk;
  readonly counts: string;
  weight(visits: number, degree: number): number;
}

const SAMPLES: readonly Sample[] = [
  { walk: "surfer", counts: "each visit", weight: (visits) => visits },
  { walk: "surfer", counts: "each page once", weight: (visits) => Math.min(visits, 1) },
  { walk: "surfer", counts: "1 / visits", weight: (visits) => (visits > 0 ? 1 / visits : 0) },
  { walk: "undirected", counts: "each visit", weight: (visits) => visits },
  { walk: "undirected", counts: "visits / links", weight: (visits, degree) => visits / Math.max(degree, 1) },
];

/** How far a sample of pages is from the web that it was drawn from. */
export interface SamplingBias {
  readonly walk: Walk;
  /** What a page that was visited counts: see `samplingBias`. */
  readonly counts: string;
  /** Different pages visited, in the mean. */
  readonly pages: number;
  /** Mean importance of the sample, in the mean over the walks; where hot pages are asked for, their share. */
  readonly sampled: number;
  /** The same of all pages that can be reached. */
  readonly true: number;
  /** sampled / true; 1 is no bias. */
  readonly bias: number;
  /** Half the width of its 95 % interval, by the t distribution over the walks. */
  readonly within: number;
}

export interface SamplingBiasOptions {
  /** What is estimated: its mean over all pages, or where it has a threshold, the share of hot pages. */
  readonly importance: Importance;
  /** Pages that each walk asks for; default 10,000. */
  readonly steps?: number;
  /** Walks of each kind; default 10, at least 2. */
  readonly repeats?: number;
  /** Default: the web's own start page. */
  readonly from?: PageId;
  readonly seed?: number;
}

/**
 * Samples pages by random walks and measures their bias, which on a stored web can be known. Shkapenyuk and Suel 2001,
 * section 1.1, name such walks as a use of a crawler, and cite:
 *
 * Henzinger et al. 2000, "On near-uniform URL sampling": a surfer with jumps visits pages as PageRank has it; of the
 * pages visited each counts once, or in inverse proportion to its visits. Bar-Yossef et al. 2000: an undirected walk
 * visits pages in proportion to their links in both directions; with loops that give all pages as many, which is a page
 * counting visits / links, it is uniform in the end.
 *
 * The whole web is what the start page reaches.
 *
 * @throws "option" for fewer than two repeats, steps that are none, or a web where what is estimated is 0 for all pages
 */
export function samplingBias(web: Web, options: SamplingBiasOptions): SamplingBias[] {
  requireWeb("samplingBias", web);
  checkOptions("samplingBias", options, {
    importance: undefined,
    steps: undefined,
    repeats: undefined,
    from: undefined,
    seed: commonRules.seed,
  });
  requireMethod("samplingBias", IMPORTANCES, options.importance);
  const { importance, steps = 10_000, repeats = 10, from = web.start, seed = 1 } = options;
  if (!(Number.isInteger(repeats) && repeats >= 2))
    throw problem.option`${option("repeats")} is a number of walks, 2 or more; ${got(repeats)}`;
  const { web: whole, local } = judgedWeb(web, [from]);
  const { graph } = whole;
  const { hotAt } = importance;
  const values = valuesOn(whole, importance).map((value) => (hotAt === undefined ? value : Number(value >= hotAt)));
  const truth = meanOf([...values]);
  if (truth === 0)
    throw problem.option`${importance.label} is 0 for every page that is reached: a bias is a ratio. Ask for another threshold or importance`;
  const degrees = degreesOf(graph);
  const random = new Random(seed);
  return SAMPLES.map(({ walk, counts, weight }): SamplingBias => {
    const pages = new Float64Array(repeats);
    const ratios = pages.map((_, i) => {
      const visits = randomWalk(graph, { walk, from: local[from], steps, random: random.fork(i) });
      pages[i] = visits.reduce((sum, each) => sum + Math.min(each, 1), 0);
      return weightedMean(values, (page) => weight(visits[page], degrees[page])) / truth;
    });
    const { mean, deviation } = momentsOf(ratios);
    return {
      walk,
      counts,
      pages: meanOf([...pages]),
      sampled: mean * truth,
      true: truth,
      bias: mean,
      within: (tQuantile(0.975, repeats - 1) * deviation) / Math.sqrt(repeats),
    };
  });
}

function weightedMean(values: Float64Array, weight: (page: PageId) => number): number {
  let sum = 0;
  let all = 0;
  for (let page = 0; page < values.length; page++) {
    const each = weight(page);
    sum += each * values[page];
    all += each;
  }
  return sum / all;
}

/** Links on each page and to it. */
function degreesOf(graph: Graph): Uint32Array {
  const back = transpose(graph);
  return Uint32Array.from({ length: graph.size }, (_, page) => degreeOf(graph, page) + degreeOf(back, page));
}
