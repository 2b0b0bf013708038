import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { pageRankOf } from "../../crawl/importance/page-rank-of.js";
import { mass } from "../../crawl/model/mass.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { hits } from "../../ordering/hits.js";
import { hostInDegree } from "../../ordering/host-in-degree.js";
import { largerSitesFirst } from "../../ordering/larger-sites-first.js";
import { opic } from "../../ordering/opic.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { random } from "../../ordering/random.js";
import { rankMass } from "../../ordering/rank-mass.js";
import { type MixWeights, scoreMix } from "../../ordering/score-mix.js";
import type { Web } from "../../web/web.js";
import { PAGE_RANK } from "../cho1998/setting.js";
import { type ExperimentOptions, forCompare, REPEATS } from "../experiment.js";

/** HITS as the experiments run it, on webs of up to this many links: one pass is dear. */
export const HITS = hits({ solveEvery: 1000 });
const MOST_LINKS_FOR_HITS = 1_000_000;

/** What the mix was learned on: of the generator of `campus`, but no web that an experiment runs on. */
export const TRAINING = { pages: 20_000, seed: 7 } as const;

/** What `trainMix` makes of it for PageRank: some seconds of work, whose outcome is the same each time. */
export const LEARNED: MixWeights = {
  backlinks: 0.2404,
  pageRank: 0.4188,
  cash: -0.3013,
  depth: -0.0305,
  discovered: -0.009,
};

/** The learned mix: weights of one web, whatever web it crawls. */
export const learnedMix: OrderingMethod<"links"> = scoreMix(LEARNED);

/**
 * Orderings of the 1998 paper beside those that came after, on one web: those for hosts where it has URLs, HITS where
 * it is small enough. Judged by the PageRank covered, which needs no threshold.
 */
export async function crawlModern(web: Web, options: ExperimentOptions = {}): Promise<Comparison> {
  const orderings: OrderingMethod[] = [breadthFirst, backlink, PAGE_RANK, opic, rankMass, learnedMix, random];
  if (web.capabilities.includes("urls")) orderings.push(largerSitesFirst, hostInDegree);
  if (web.graph.links <= MOST_LINKS_FOR_HITS) orderings.push(HITS);
  return compare(web, {
    repeats: REPEATS,
    ...forCompare(options),
    orderings,
    importance: pageRankOf(),
    model: mass(),
  });
}
