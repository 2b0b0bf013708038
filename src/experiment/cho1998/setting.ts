import { inPercent } from "../../base/numbers.js";
import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import type { Importance } from "../../crawl/importance/importance.js";
import { judgedWeb, worth } from "../../crawl/judge.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { pageRank } from "../../ordering/page-rank.js";
import { random } from "../../ordering/random.js";
import type { Web } from "../../web/web.js";
import { type Finding, untestable } from "../claim.js";
import { type ExperimentOptions, forCompare, REPEATS } from "../experiment.js";

/**
 * The PageRank ordering as the experiments run it: areas within about 0.002 of those at accuracy 1e-3, five times
 * sooner.
 */
export const PAGE_RANK = pageRank({ accuracy: 1e-2 });

/** Section 6: of the 179,000 pages that the start reaches 85,000 have 3 backlinks, 17,500 have 10, and 1,400 have 100. */
export const PAPER_SHARES = [85_000 / 179_000, 17_500 / 179_000, 1_400 / 179_000] as const;

/** That of Graph 2, the only one that the paper states of a graph with several orderings. */
export const PAPER_SHARE = PAPER_SHARES[2];

/** What the paper says in words of what Graphs 1, 2 and 4 draw; of a random crawler by contrast, where Graph 5 is below it. */
export const QUOTES = {
  /** Section 8. */
  excellent:
    "our results show that PageRank, IR'(P), is an excellent ordering metric when either pages with many backlinks or with high PageRank are sought",
  /** Of what Graphs 1 and 2 draw beside their curves. */
  diagonal: "the performance of a random crawler is a straight diagonal line",
  besideRandom: "Graph 2 shows the result of this experiment, together with those for a random crawler",
} as const;

/** A web's G leaves too many pages hot for a likeness of the paper's where their odds are over so many times as large. */
const MOST_TIMES = 4;

const odds = (share: number) => share / (1 - share);

/**
 * The G at which this web has a share of hot pages: the largest, to three digits, that as large a share of the pages
 * reached from its start are worth.
 */
export function hotAtShare(web: Web, share: number, importance: Importance = backlinks()): number {
  const values = worth(judgedWeb(web, [web.start]).web, importance).toSorted();
  const value = values[values.length - Math.ceil(share * values.length)];
  return value <= 1 ? 1 : toThreeDigits(value);
}

/** The largest number of three digits that is no larger. A whole number stays as it is. */
function toThreeDigits(value: number): number {
  if (Number.isInteger(value)) return value;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Number((Math.floor(value / unit) * unit).toPrecision(3));
}

/** The finding where so many pages tie that no G leaves the paper's share of them hot; undefined where one does. */
export function unlikeShare(
  { judgement, importance }: Pick<Comparison, "judgement" | "importance">,
  share: number,
): Finding | undefined {
  const { hot = 0, pages } = judgement;
  return odds(hot / pages) > MOST_TIMES * odds(share)
    ? untestable(
        `${inPercent(hot / pages)} of the pages are hot at G = ${importance.hotAt}, too many are worth as much for a share of ${inPercent(share)}`,
      )
    : undefined;
}

/**
 * The crawls that Graphs 1 to 5 judge: the three orderings of Figure 2, and a random frontier. Cho et al. 1998, section
 * 6.
 */
export function crawlAll(web: Web, options: ExperimentOptions = {}): Promise<Comparison> {
  return compare(web as Web<"links">, {
    repeats: REPEATS,
    ...forCompare(options),
    orderings: [breadthFirst, backlink, PAGE_RANK, random],
    importance: backlinks({ hotAt: 100 }),
  });
}
