import { differencesOf, momentsOf, pairedDifference } from "../base/statistics/paired-difference.js";
import { tBelow, tQuantile } from "../base/statistics/t-quantile.js";

/** What paired crawls, from the same start pages, showed of two orderings: the ledger keeps it beside the verdict. */
export interface Paired {
  /** Which is less which: "PageRank - backlink". */
  readonly of: string;
  /** Mean of the differences, in the unit of what was compared. */
  readonly mean: number;
  /** Ends of its 95 % interval, by Student's t. */
  readonly low: number;
  readonly high: number;
  /** Their standard deviation, with n - 1. */
  readonly deviation: number;
  /** Start pages. */
  readonly crawls: number;
  /** Of a claim that the first is no larger: the margin that it may lie above by. */
  readonly atMost?: number;
}

/** Significance of tests, two-sided; and the chance to be seen that `seenBy` asks for. */
const LEVEL = 0.05;
const POWER = 0.8;

/**
 * A later run lies outside of what a recorded one leads to expect where less than this share of such runs would: small,
 * since `reproduce all` holds some hundreds of differences against the ledger.
 */
const SURPRISE = 0.001;

/** Differences that are this small are equal, however often they were measured. */
const ROUNDING = 5e-4;

/** @returns undefined for a single crawl, which has no spread */
export function pairedOf(of: string, first: readonly number[], second: readonly number[]): Paired | undefined {
  if (first.length < 2) return undefined;
  const { mean, low, high } = pairedDifference(first, second, { interval: "t", level: 1 - LEVEL });
  return { of, mean, low, high, deviation: momentsOf(differencesOf(first, second)).deviation, crawls: first.length };
}

/**
 * The difference that so many crawls would have shown: four times of five, at 5 %, two-sided. Cohen 1988, Statistical
 * power analysis, section 2.2, by t in place of z.
 */
export function seenBy({ deviation, crawls }: Paired): number {
  const degrees = crawls - 1;
  return ((tQuantile(1 - LEVEL / 2, degrees) + tQuantile(POWER, degrees)) * deviation) / Math.sqrt(crawls);
}

/**
 * Probability of a mean difference as far from 0 or farther, were there none: the paired t test, two-sided. Of one that
 * is no larger than a margin: as far below it or farther, were it the margin; one-sided.
 */
export function chanceOf({ mean, deviation, crawls, atMost }: Paired): number {
  if (atMost !== undefined && mean <= atMost)
    return deviation === 0 ? 0 : tBelow(((mean - atMost) / deviation) * Math.sqrt(crawls), crawls - 1);
  if (deviation === 0) return mean === 0 ? 1 : 0;
  return 2 * (1 - tBelow((Math.abs(mean) / deviation) * Math.sqrt(crawls), crawls - 1));
}

/**
 * Whether a run lies where the recorded one leads to expect, but for one time in a thousand: the prediction interval of
 * a mean of so many crawls. Hahn and Meeker 1991, Statistical intervals, section 4.8.
 */
export function isExpected(
  recorded: Pick<Paired, "mean" | "deviation" | "crawls">,
  run: Pick<Paired, "mean" | "crawls">,
): boolean {
  const { mean, deviation, crawls } = recorded;
  const spread = deviation * Math.sqrt(1 / crawls + 1 / run.crawls);
  return Math.abs(run.mean - mean) <= tQuantile(1 - SURPRISE / 2, crawls - 1) * spread + ROUNDING;
}

/**
 * Chances corrected for how many tests were made: of all verdicts that are called significant at 5 %, the chance that
 * any is so by luck is at most 5 %. Holm 1979, A simple sequentially rejective multiple test procedure.
 *
 * @returns in the order of the chances, each in [0, 1]
 */
export function holm(chances: readonly number[]): number[] {
  const order = chances.map((_, index) => index).sort((a, b) => chances[a] - chances[b]);
  const corrected = new Array<number>(chances.length);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (chances.length - rank) * chances[index]));
    corrected[index] = largest;
  }
  return corrected;
}
