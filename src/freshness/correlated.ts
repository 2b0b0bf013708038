import { got, option, problem } from "../base/error.js";
import type { Random } from "../base/random.js";
import { requireRandom } from "../base/random.js";
import { requireList } from "../base/require-list.js";
import { normal } from "./draws.js";

/**
 * Deals the same rates out anew, so that important pages change more often, or less: each page stands at `correlation`
 * times the normal score of its place by importance, plus as much chance as makes the variance 1; rates go to pages in
 * the order of that sum (a Gaussian copula). The rates stay the same as a whole; only who has which differs.
 *
 * @param importance of each page; pages of equal importance go by their number
 * @param correlation from -1, the most important changes least, to 1; 0: chance alone
 * @throws "option" for a correlation out of range
 *
 * O(n log n)
 */
export function correlated(
  rates: Float64Array,
  importance: Float64Array,
  correlation: number,
  random: Random,
): Float64Array {
  for (const each of [rates, importance])
    requireList("correlated takes rates and importance of each page, as lists", each);
  if (importance.length !== rates.length)
    throw problem.option`each page has one rate and one importance; ${got(rates.length)} and ${importance.length}`;
  requireRandom("correlated", random);
  if (!(correlation >= -1 && correlation <= 1))
    throw problem.option`${option("correlation")} is a number from -1 to 1; ${got(correlation)}`;
  const noise = Math.sqrt(1 - correlation ** 2);
  const size = rates.length;
  const scores = Float64Array.from({ length: size }, () => normal(random)).sort();
  const place = new Float64Array(size);
  byValue(importance).forEach((page, rank) => {
    place[page] = correlation * scores[rank] + noise * normal(random);
  });
  const ascending = rates.toSorted();
  const dealt = new Float64Array(size);
  byValue(place).forEach((page, rank) => {
    dealt[page] = ascending[rank];
  });
  return dealt;
}

/** Pages by ascending value, equal ones by number. */
const byValue = (values: Float64Array): Uint32Array =>
  Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
