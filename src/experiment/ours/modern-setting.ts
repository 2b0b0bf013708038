import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { pageRankOf } from "../../crawl/importance/page-rank-of.js";
import { mass } from "../../crawl/model/mass.js";
import { trainMix } from "../../crawl/train-mix.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { hits } from "../../ordering/hits.js";
import { hostInDegree } from "../../ordering/host-in-degree.js";
import { largerSitesFirst } from "../../ordering/larger-sites-first.js";
import { opic } from "../../ordering/opic.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { random } from "../../ordering/random.js";
import { rankMass } from "../../ordering/rank-mass.js";
import { scoreMix } from "../../ordering/score-mix.js";
import { load } from "../../web/dataset/load.js";
import type { Web } from "../../web/web.js";
import { PAGE_RANK } from "../cho1998/setting.js";
import { type ExperimentOptions, forCompare, REPEATS } from "../experiment.js";

/** HITS as the experiments run it, on webs of up to this many links: one pass is dear. */
export const HITS = hits({ solveEvery: 1000 });
const MOST_LINKS_FOR_HITS = 1_000_000;

/** Webs and seeds that mixes are learned on: of the generator of `campus`, but no web that an experiment runs on. */
const TRAINING = { pages: 20_000, seed: 7 } as const;

let learned: Promise<OrderingMethod<"links">> | undefined;

/** The learned mix: weights of one web, whatever web it crawls; learned once in a process, in some seconds. */
export function learnedMix(): Promise<OrderingMethod<"links">> {
  learned ??= load("campus", TRAINING).then((web) => scoreMix(trainMix(web, { importance: pageRankOf() })));
  return learned;
}

/**
 * Orderings of the 1998 paper beside those that came after, on one web: those for hosts where it has URLs, HITS where
 * it is small enough. Judged by the PageRank covered, which needs no threshold.
 */
export async function crawlModern(web: Web, options: ExperimentOptions = {}): Promise<Comparison> {
  const orderings: OrderingMethod[] = [breadthFirst, backlink, PAGE_RANK, opic, rankMass, await learnedMix(), random];
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
