import { option, problem } from "../base/error.js";
import { type ChosenOf, checkOptions, number, unruled, valuesOf } from "../base/method.js";
import { Random } from "../base/random.js";
import { breadthFirst } from "../ordering/breadth-first.js";
import { MIX_SCORES, type MixScore } from "../ordering/frontier/revealed-scores.js";
import { type MixWeights, scoreMix } from "../ordering/score-mix.js";
import type { PageId } from "../web/graph/graph.js";
import { reach } from "../web/graph/reach.js";
import type { Web } from "../web/web.js";
import type { Importance } from "./importance/importance.js";
import { judgedWeb, worth } from "./judge.js";
import { ranked } from "./ranked-values.js";
import { VirtualCrawl } from "./replay.js";
import { ridge } from "./ridge.js";
import { WatchedScores } from "./watched-scores.js";

/** Of PageRank, while a web is crawled. */
const ACCURACY = 1e-2;

const atLeastOne = (usual: number) => number(usual, "[1, ∞)", "", { whole: true, is: "a whole number, 1 or more" });

const RULES = {
  importance: unruled<Importance | undefined>(undefined),
  /**
   * Crawls of the training web: the first is breadth-first, each other goes by the weights learned so far. Default 4.
   */
  rounds: atLeastOne(4),
  /** Moments of each crawl at which waiting pages are looked at; default 100. */
  moments: atLeastOne(100),
  /** Waiting pages looked at in each moment, drawn without repetition, all where fewer wait; default 200. */
  samples: atLeastOne(200),
  /** lambda of the ridge regression, see `ridge`; default 1e-3. */
  penalty: number(1e-3, "[0, ∞)", ""),
  seed: unruled(1),
} as const;

export interface TrainMixOptions extends ChosenOf<typeof RULES> {
  /** What pages are worth: known of the training web, and of no other. */
  readonly importance: Importance;
}

/**
 * Learns the weights of `scoreMix` on a web whose importance is known, for crawls of webs where it is not.
 *
 * Crawls the training web; at each moment it takes the scores of waiting pages as they are known then, and what the
 * pages are truly worth; and fits the second by the logarithms of the first. Each crawl after the first goes by the
 * weights fitted to all crawls before, for these lead to other waiting pages than breadth-first (dataset aggregation:
 * Ross, Gordon and Bagnell 2011).
 *
 * The target is 1 / sqrt(share of all pages that are worth at least as much): the same for every importance that ranks
 * pages alike, and steep among the best pages, which an ordering is to find first. Scores and target are centred within
 * each moment, for a crawler chooses among pages of one moment. Moments lie at equal steps of the logarithm of the
 * pages crawled: most of the area under a curve is decided early.
 *
 * Weights sum to 1 in absolute value, which changes no order, and have four decimals. All are 0 where the scores tell
 * nothing.
 *
 * @throws "option" when an option is unknown or out of range, naming it
 * @throws "no-page" when the web lacks what the importance needs
 *
 * `rounds` crawls, with PageRank to 1e-2 after every page.
 */
export function trainMix(web: Web, options: TrainMixOptions): MixWeights {
  checkOptions("trainMix", options, RULES);
  const { importance, rounds, moments, samples, penalty, seed } = valuesOf("trainMix", RULES, options);
  if (importance?.kind !== "importance")
    throw problem.option`${option("trainMix")} needs what pages are worth: judging.trainMix(web, { importance: pageRankOf() })`;
  const target = targets(web, importance);
  const reachable = target.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
  const visits = new Set(Array.from({ length: moments }, (_, k) => Math.floor(reachable ** ((k + 1) / (moments + 1)))));
  const random = new Random(seed);
  const scores: Float64Array[] = [];
  const worths: Float64Array[] = [];
  let weights = asWeights(new Float64Array(MIX_SCORES.length));
  for (let round = 0; round < rounds; round++) {
    const watched = new WatchedScores(web.graph.size, round === 0 ? breadthFirst : scoreMix(weights), ACCURACY);
    const crawl = new VirtualCrawl(web, watched.method, { seed: random.bits() });
    for (const visited of visits) {
      crawl.run(visited - crawl.order.length);
      const pages = watched.draw(samples, random);
      const logs = (page: PageId) => Float64Array.from(MIX_SCORES, (score) => watched.scores.log(score, page));
      scores.push(...centred(pages.map(logs)));
      worths.push(...centred(pages.map((page) => target.subarray(page, page + 1))));
    }
    weights = asWeights(
      ridge(
        scores,
        worths.map(([worth]) => worth),
        penalty,
      ),
    );
  }
  return weights;
}

/** 1 / sqrt(share of pages worth at least as much) of every page that the start reaches, 0 of others. */
function targets(web: Web, importance: Importance): Float64Array {
  const { members } = reach(web.graph, [web.start]);
  const { web: whole, local } = judgedWeb(web, [web.start]);
  const values = worth(whole, importance);
  const ranks = ranked(values);
  return Float64Array.from(members, (member, page) =>
    member === 0 ? 0 : Math.sqrt(values.length / ranks.atLeast(values[local[page]])),
  );
}

/** Rows less the mean of each column. */
function centred(rows: readonly Float64Array[]): Float64Array[] {
  const sums = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows) for (let i = 0; i < row.length; i++) sums[i] += row[i];
  return rows.map((row) => row.map((value, i) => value - sums[i] / rows.length));
}

function asWeights(found: Float64Array): MixWeights {
  const sum = found.reduce((total, weight) => total + Math.abs(weight), 0) || 1;
  const entries = MIX_SCORES.map((score, i) => [score, Math.round((1e4 * (found[i] ?? 0)) / sum) / 1e4]);
  return Object.fromEntries(entries) as Record<MixScore, number>;
}
