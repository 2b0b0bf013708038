import { got, problem } from "../../base/error.js";
import { given } from "../../base/given.js";
import { groupedBy } from "../../base/grouped-by.js";
import { checkOptions, number, undecided } from "../../base/method.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import {
  type BootstrapOptions,
  bootstrapRules,
  FEW_PAIRS,
  type PairedDifference,
  pairedDifference,
} from "../../base/statistics/paired-difference.js";
import { crawlsBy, hasArea, type JudgedCrawl, type JudgedRuns, labelsOf, performanceAt } from "./judged-crawls.js";
import { powerRule, startsNeeded } from "./starts-needed.js";

export interface DifferenceOptions extends BootstrapOptions {
  /**
   * Compare P after this share of the pages, in [0, 1], taken to the nearest hundredth. Default: the area under the
   * whole curve.
   */
  readonly crawled?: number;
  /** Default: "t" for fewer than thirty pairs, "percentile" from there on. */
  readonly interval?: "percentile" | "t";
  /** With which probability `moreStarts` more are to tell both apart; default 0.8. */
  readonly power?: number;
}

/** How far one ordering is ahead of another; areas and shares in [0, 1]. */
export interface OrderingDifference extends PairedDifference {
  readonly ordering: string;
  /** The other one, whose values were subtracted. */
  readonly baseline: string;
  /** Share of the pages after which P was compared; undefined: the areas were. */
  readonly crawled: number | undefined;
  /**
   * Start pages that are missing to tell both apart, see `startsNeeded`: 0 where the interval excludes 0, so they are
   * told apart; undefined where the mean difference is 0 and no number can be told.
   */
  readonly moreStarts: number | undefined;
}

/** Crawls by two orderings from the same start with the same seed. */
interface Pair {
  readonly one: JudgedCrawl;
  readonly other: JudgedCrawl;
}

const RULES = {
  crawled: undecided(number(1, "[0, 1]", "", { is: "a share of the pages, in [0, 1]" })),
  ...bootstrapRules,
  power: powerRule,
} as const;

/**
 * How far `ordering` is ahead of `baseline`: mean over the pairs of crawls from the same start with the same seed, with
 * an interval. Repeats from one start page, on a web that has no more of them, count as one pair, by their means: they
 * tell nothing of other start pages.
 *
 * @throws "option" for an ordering that was not crawled, or fewer than two repeats of both, or two start pages
 */
export function orderingDifference(
  runs: JudgedRuns,
  ordering: string,
  baseline: string,
  options: DifferenceOptions = {},
): OrderingDifference {
  checkOptions("difference", options, RULES);
  const { crawled, power, ...rest } = options;
  const pairs = pairsOf(runs, ordering, baseline);
  if (pairs.length < 2) {
    throw problem.option`a difference between "${ordering}" and "${baseline}" needs 2 pairs of crawls from the same start or more; ${got(pairs.length)}. Crawl more: compare(web, { ..., repeats: 20 })`;
  }
  if (startsOf(pairs) < 2) {
    throw problem.option`all ${pairs.length} pairs of crawls begin at the same start, and an interval is one over start pages. Draw them: compare(web, { ..., repeats: 20 }) without starts: "same", and from one page`;
  }
  const measured = (crawl: JudgedCrawl) => (crawled === undefined ? crawl.area : performanceAt(crawl, crawled));
  const byStart = groupedBy(pairs, startOf);
  const first = byStart.map((same) => meanOf(same.map(({ one }) => measured(one))));
  const second = byStart.map((same) => meanOf(same.map(({ other }) => measured(other))));
  const interval = byStart.length < FEW_PAIRS ? "t" : "percentile";
  const difference = pairedDifference(first, second, { interval, ...given(rest) });
  const needed = startsNeeded(first, second, { level: difference.level, ...(power !== undefined && { power }) });
  const isTold = difference.low > 0 || difference.high < 0;
  return {
    ordering: pairs[0].one.crawl.method.label,
    baseline: pairs[0].other.crawl.method.label,
    crawled,
    ...difference,
    moreStarts: isTold ? 0 : needed && Math.max(1, needed - byStart.length),
  };
}

/**
 * The ordering with the largest mean area against each other one, those that fall behind least first. Offline bounds
 * stand apart, and so do orderings that share fewer than two start pages with it. Each interval is for itself: of many,
 * one may exclude 0 by chance.
 */
export function differencesFromBest(runs: JudgedRuns, options: DifferenceOptions = {}): OrderingDifference[] {
  const online = onlineLabels(runs);
  const best = online.reduce((one, other) => (meanArea(runs, other) > meanArea(runs, one) ? other : one), online[0]);
  return online
    .filter((other) => other !== best && startsOf(pairsOf(runs, best, other)) > 1)
    .map((other) => orderingDifference(runs, best, other, options))
    .sort((a, b) => a.mean - b.mean);
}

/** Labels of the orderings that know no more than a crawler can. */
export const onlineLabels = (runs: JudgedRuns): string[] =>
  labelsOf(runs).filter((label) => !crawlsBy(runs, label)[0].crawl.method.offline);

/** Over the repeats. */
export const meanArea = (runs: JudgedRuns, ordering: string): number =>
  meanOf(
    crawlsBy(runs, ordering)
      .filter(hasArea)
      .map(({ area }) => area),
  );

function pairsOf(runs: JudgedRuns, ordering: string, baseline: string): Pair[] {
  const others = new Map(crawlsBy(runs, baseline).map((each) => [each.crawl.repeat, each]));
  return crawlsBy(runs, ordering).flatMap((one) => {
    const other = others.get(one.crawl.repeat);
    return other && hasArea(one) && hasArea(other) ? [{ one, other }] : [];
  });
}

const startOf = ({ one }: Pair): string => one.crawl.from.join(" ");

const startsOf = (pairs: readonly Pair[]): number => new Set(pairs.map(startOf)).size;
