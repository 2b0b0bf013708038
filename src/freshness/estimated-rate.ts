import { got, option, problem } from "../base/error.js";
import { requireList } from "../base/require-list.js";

/**
 * The rate at which a page changes, from how many of its fetches, at equal intervals, found it changed. Cho and
 * Garcia-Molina 2003 ("Estimating frequency of change", ACM TOIT), the estimator with a reduced bias: -ln((n - X + 0.5)
 * / (n + 0.5)) / I. Finite even when every fetch found a change, and at n = 0 it is 0.
 *
 * @param fetches n, those after the first
 * @param changed X <= n, fetches that found the page other than the one before did
 * @param interval I, time between two fetches, above 0; where they differ, their mean serves, and `likeliestRate` is
 *   better
 * @throws "option" for more changes than fetches, or an interval that is not above 0
 */
export function estimatedRate(fetches: number, changed: number, interval: number): number {
  if (!(changed >= 0 && changed <= fetches))
    throw problem.option`of ${fetches} fetches 0 to ${fetches} found a change; ${got(changed)}`;
  if (!(interval > 0)) throw problem.option`${option("interval")} is a time above 0; ${got(interval)}`;
  return -Math.log((fetches - changed + 0.5) / (fetches + 0.5)) / interval;
}

/** One look at a page: how long after the one before, and whether it had changed. */
export interface Look {
  /** Above 0. */
  readonly since: number;
  readonly changed: boolean;
}

/**
 * The rate that makes what irregular fetches found most likely (same paper, section 5): the root of sum of changed I /
 * (e^(rate I) - 1) = sum of unchanged I.
 *
 * @returns 0 when no look found a change; Infinity when all did, which any rate that is great enough explains
 * @throws "option" for an interval that is not above 0
 */
export function likeliestRate(looks: readonly Look[]): number {
  requireList("likeliestRate takes a list of looks, { since, changed }", looks);
  for (const look of looks)
    if (!(look?.since > 0 && Number.isFinite(look.since)))
      throw problem.option`a look comes some time after the one before; ${got(look?.since)}`;
  const changed = looks.filter((look) => look.changed);
  const unchanged = looks.reduce((sum, look) => sum + (look.changed ? 0 : look.since), 0);
  if (changed.length === 0) return 0;
  if (unchanged === 0) return Number.POSITIVE_INFINITY;
  const excess = (rate: number) =>
    changed.reduce((sum, { since }) => sum + since / Math.expm1(rate * since), 0) - unchanged;
  let high = changed.length / unchanged; // e^(rate I) - 1 >= rate I: no root lies above
  let low = high;
  while (excess(low) < 0) low /= 2;
  for (let step = 0; step < 60 && high - low > 1e-12 * high; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
