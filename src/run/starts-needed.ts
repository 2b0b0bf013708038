import { normalQuantile } from "./normal-quantile.js";
import { checkLevel, differencesOf, momentsOf } from "./paired-difference.js";

export interface StartsNeededOptions {
  /** Level of the interval that is to exclude 0, in (0, 1); default 0.95. */
  readonly level?: number;
  /** Probability with which it is to do so, in (0, 1); default 0.8. */
  readonly power?: number;
}

/**
 * How many pairs of measurements, those at hand included, tell two lists apart: so many that, if the differences go on as they are, the
 * interval of their mean excludes 0 with probability `power`.
 *
 * n = (z((1 + level) / 2) + z(power))^2 (s / m)^2 + z((1 + level) / 2)^2 / 2, rounded up, m and s mean and standard deviation of the
 * differences, z the normal quantile. The first term is for a known s; the second, of Guenther 1981 (The American Statistician 35), for s
 * being estimated, as in the paired t-test.
 *
 * A plan, no promise: m and s come from the pairs at hand, and of few pairs they may be far off. Crawl as many more and look again.
 *
 * @param first as long as `second`: entry i of both belongs together
 * @returns pairs, 2 or more; undefined where the mean difference is 0, which no number of pairs tells from 0
 * @throws RangeError for fewer than two pairs, lists of different length, a value that is no finite number, or options that make no sense
 */
export function startsNeeded(
  first: readonly number[],
  second: readonly number[],
  { level = 0.95, power = 0.8 }: StartsNeededOptions = {},
): number | undefined {
  checkLevel(level);
  if (!(power > 0 && power < 1)) throw new RangeError(`power is a share between 0 and 1, such as 0.8; found ${power}`);
  const { mean, deviation } = momentsOf(differencesOf(first, second));
  if (mean === 0) return undefined;
  const z = normalQuantile((1 + level) / 2);
  const known = Math.max(0, z + normalQuantile(power)) ** 2 * (deviation / mean) ** 2;
  return Math.max(2, Math.ceil(known + z ** 2 / 2));
}
