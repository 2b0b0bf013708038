import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { pageRank } from "../../ordering/page-rank.js";
import { random } from "../../ordering/random.js";
import { reach } from "../../web/graph/reach.js";
import { inDegrees } from "../../web/graph/statistics.js";
import type { Web } from "../../web/web.js";
import { type ExperimentOptions, forCompare, repeatsFor } from "../experiment.js";

/**
 * The PageRank ordering as the experiments run it: areas within about 0.002 of those at accuracy 1e-3, five times
 * sooner.
 */
export const PAGE_RANK = pageRank({ accuracy: 1e-2 });

/** Section 6: 1,400 of the 179,000 pages that the start reaches have 100 backlinks. */
export const PAPER_SHARE = 1_400 / 179_000;

/**
 * The G at which this web has the paper's share of hot pages: the largest that as large a share of the pages reached
 * from its start have as backlinks.
 */
export function hotAtPaperShare({ graph, start }: Web): number {
  const { members } = reach(graph, [start]);
  const counts = inDegrees(graph)
    .filter((_, page) => members[page] === 1)
    .sort();
  return Math.max(1, counts[counts.length - Math.ceil(PAPER_SHARE * counts.length)]);
}

/**
 * The crawls that Graphs 1 to 5 judge: the three orderings of Figure 2, and a random frontier. Cho et al. 1998, section
 * 6.
 */
export function crawlAll(web: Web, options: ExperimentOptions = {}): Promise<Comparison> {
  return compare(web as Web<"links">, {
    repeats: repeatsFor(web),
    ...forCompare(options),
    orderings: [breadthFirst, backlink, PAGE_RANK, random],
    importance: backlinks({ hotAt: 100 }),
  });
}
