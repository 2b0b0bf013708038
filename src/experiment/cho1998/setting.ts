import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { pageRank } from "../../ordering/page-rank.js";
import { random } from "../../ordering/random.js";
import type { Web } from "../../web/web.js";
import { type ExperimentOptions, forCompare, repeatsFor } from "../experiment.js";

/**
 * The PageRank ordering as the experiments run it: areas within about 0.002 of those at accuracy 1e-3, five times
 * sooner.
 */
export const PAGE_RANK = pageRank({ accuracy: 1e-2 });

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
