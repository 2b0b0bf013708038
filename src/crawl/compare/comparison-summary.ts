import { quantile } from "../../base/statistics/quantile.js";
import { meanArea } from "./comparison-difference.js";
import { crawlsBy, hasArea, type JudgedRuns, labelsOf, performanceAt } from "./judged-crawls.js";

/** One ordering over all repeats; areas and shares in [0, 1], NaN where no page reaches the threshold. */
export interface ComparisonSummary {
  readonly ordering: string;
  /** Median over the repeats of the mean of P over 1 .. T visited pages. */
  readonly area: number;
  /** The mean of these over the repeats, by which orderings are compared. */
  readonly mean: number;
  /** The middle 90 % of the repeats. */
  readonly low: number;
  readonly high: number;
  /** Median P after 10, 20, 40, 60 and 80 % of the pages. */
  readonly at10: number;
  readonly at20: number;
  readonly at40: number;
  readonly at60: number;
  readonly at80: number;
  readonly repeats: number;
}

export function comparisonSummary(runs: JudgedRuns): ComparisonSummary[] {
  return labelsOf(runs).map((ordering) => {
    const all = crawlsBy(runs, ordering);
    const crawls = all.filter(hasArea);
    const areas = crawls.map(({ area }) => area);
    const at = (share: number) =>
      quantile(
        crawls.map((crawl) => performanceAt(crawl, share)),
        0.5,
      );
    return {
      ordering,
      area: quantile(areas, 0.5),
      mean: meanArea(runs, ordering),
      low: quantile(areas, 0.05),
      high: quantile(areas, 0.95),
      at10: at(0.1),
      at20: at(0.2),
      at40: at(0.4),
      at60: at(0.6),
      at80: at(0.8),
      repeats: all.length,
    };
  });
}
