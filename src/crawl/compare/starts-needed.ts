import { checkOptions, number } from "../../base/method.js";
import { normalQuantile } from "../../base/statistics/normal-quantile.js";
import { bootstrapRules, differencesOf, momentsOf } from "../../base/statistics/paired-difference.js";
import { tQuantile } from "../../base/statistics/t-quantile.js";

export interface StartsNeededOptions {
  /** Level of the interval that is to exclude 0, in (0, 1); default 0.95. */
  readonly level?: number;
  /** Probability with which it is to do so, in (0, 1); default 0.8. */
  readonly power?: number;
}

export const powerRule = number(0.8, "(0, 1)", "", { is: "a share between 0 and 1, such as 0.8" });

/** Pairs from which Student's t is the normal distribution, to a few pairs. */
const MOST_BY_T = 10_000;

/**
 * How many pairs of measurements, those at hand included, tell two lists apart: so many that, if the differences go on
 * as they are, the interval of their mean excludes 0 with probability `power`.
 *
 * The smallest n >= (t((1 + level) / 2) + t(power))^2 (s / m)^2, m and s mean and standard deviation of the
 * differences, t the quantile of Student's distribution with n - 1 degrees of freedom, as in the paired t-test; found
 * from the normal quantiles upwards, which give too few.
 *
 * A plan, no promise: m and s come from the pairs at hand, and of few pairs they may be far off. Crawl as many more and
 * look again.
 *
 * @param first as long as `second`: entry i of both belongs together
 * @returns pairs, 2 or more; undefined where the mean difference is 0, which no number of pairs tells from 0
 * @throws "option" for fewer than two pairs, lists of different length, a value that is no finite number, or options
 *   that make no sense
 */
export function startsNeeded(
  first: readonly number[],
  second: readonly number[],
  options: StartsNeededOptions = {},
): number | undefined {
  checkOptions("startsNeeded", options, { level: bootstrapRules.level, power: powerRule });
  const { level = 0.95, power = 0.8 } = options;
  const { mean, deviation } = momentsOf(differencesOf(first, second));
  if (mean === 0) return undefined;
  const pairsBy = (quantile: (p: number) => number) =>
    Math.max(0, quantile((1 + level) / 2) + quantile(power)) ** 2 * (deviation / mean) ** 2;
  let pairs = Math.max(2, Math.ceil(pairsBy(normalQuantile)));
  while (pairs <= MOST_BY_T && pairs < pairsBy((p) => tQuantile(p, pairs - 1))) pairs++;
  return pairs;
}
