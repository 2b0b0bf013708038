import { got, problem } from "../error.js";
import { type ChosenOf, commonRules, number, valuesOf, word } from "../method.js";
import { Random } from "../random.js";
import { requireList } from "../require-list.js";
import { quantile } from "./quantile.js";
import { tQuantile } from "./t-quantile.js";

export const bootstrapRules = {
  /** Share of the resamples whose mean lies within the interval, in (0, 1); default 0.95. */
  level: number(0.95, "(0, 1)", "", { is: "a share between 0 and 1, such as 0.95" }),
  /** How many times the pairs are drawn anew; default 10,000. */
  resamples: number(10_000, "[1, ∞)", "", { whole: true, is: "a number of draws, 1 or more" }),
  /** Seed of the draws; default 1. */
  seed: commonRules.seed,
  /**
   * "percentile" (default): the middle of the resampled means. "t": mean -+ t s / sqrt(n), Student 1908, s the standard
   * deviation of the differences; nothing is drawn. Exact for differences from a normal distribution, however few.
   */
  interval: word(["percentile", "t"], ""),
} as const;

export interface BootstrapOptions extends ChosenOf<typeof bootstrapRules> {}

/** How far one list of measurements lies above another, in the unit of the measurements. */
export interface PairedDifference {
  /** Mean of the differences, first less second. */
  readonly mean: number;
  /** Ends of the interval of the mean. */
  readonly low: number;
  readonly high: number;
  readonly pairs: number;
  /** Share of the pairs in which the first is larger, in [0, 1]; equal ones do not count. */
  readonly positive: number;
  readonly level: number;
  /** How the interval was found. */
  readonly interval: "percentile" | "t";
}

/** Pairs below which the percentile interval is too narrow. */
export const FEW_PAIRS = 30;

/**
 * Mean difference of paired measurements with its percentile bootstrap interval: the pairs are drawn anew, with
 * replacement, as many as there are, and the interval holds the middle `level` of the means. Efron and Tibshirani 1993,
 * An introduction to the bootstrap, section 13.3.
 *
 * What makes both of a pair large or small, its start page for instance, falls out of the difference. With few pairs,
 * below about thirty, the interval is too narrow, with two it goes from one to the other: ask for `interval: "t"`
 * there.
 *
 * @param first as long as `second`: entry i of both belongs together
 * @throws "option" for fewer than two pairs, lists of different length, a value that is no finite number, or options
 *   that make no sense
 *
 * O(pairs x resamples).
 */
export function pairedDifference(
  first: readonly number[],
  second: readonly number[],
  options: BootstrapOptions = {},
): PairedDifference {
  const { level, resamples, seed, interval } = valuesOf("pairedDifference", bootstrapRules, options);
  const differences = differencesOf(first, second);
  const pairs = differences.length;
  const { mean, deviation } = momentsOf(differences);
  const end =
    interval === "t"
      ? (q: number) => mean + (tQuantile(q, pairs - 1) * deviation) / Math.sqrt(pairs)
      : quantilesOf(resampledMeans(differences, resamples, seed));
  return {
    mean,
    low: end((1 - level) / 2),
    high: end((1 + level) / 2),
    pairs,
    positive: differences.filter((each) => each > 0).length / pairs,
    level,
    interval,
  };
}

/** Values that differ by no more than this share of themselves are equal: sums of the same numbers in two orders. */
const ROUNDING = 1e-12;

/** @throws "option" for lists that make no pairs, or fewer than two */
export function differencesOf(first: readonly number[], second: readonly number[]): Float64Array {
  for (const each of [first, second]) requireList("pairs are two lists of numbers", each);
  if (first.length !== second.length)
    throw problem.option`paired lists are of one length; ${got(first.length)} and ${second.length} values`;
  if (first.length < 2) throw problem.option`an interval needs at least 2 pairs; ${got(first.length)}`;
  const differences = Float64Array.from(first, (value, pair) => {
    const difference = value - second[pair];
    const rounding = ROUNDING * Math.max(Math.abs(value), Math.abs(second[pair]));
    return Number.isFinite(difference) && Math.abs(difference) <= rounding ? 0 : difference;
  });
  if (!differences.every(Number.isFinite)) throw problem.option`paired values are finite numbers; one is not`;
  return differences;
}

/** Mean, and standard deviation with n - 1. */
export function momentsOf(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}

const quantilesOf = (values: Float64Array) => (q: number) => quantile(values, q);

function resampledMeans(differences: Float64Array, resamples: number, seed: number): Float64Array {
  const pairs = differences.length;
  const random = new Random(seed);
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let sum = 0;
    for (let draw = 0; draw < pairs; draw++) sum += differences[random.below(pairs)];
    means[i] = sum / pairs;
  }
  return means;
}
