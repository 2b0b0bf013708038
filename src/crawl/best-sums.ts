import { type CrawlbenchError, either, got, problem } from "../base/error.js";
import { ranked } from "./ranked-values.js";

/**
 * What the k best pages are worth together: entry k is the sum of weight(i) gain(I(R_i)) over the ranks i = 1 .. k, R_i
 * the page of rank i; entry 0 is 0. Found once for each array of importance, which must not change any more.
 *
 * @param model who asks, for the message
 * @param gain grows with the importance
 * @param tooLarge what to say of the largest importance where the sum of all is no finite number
 * @returns a function of the importance, whose result has T + 1 entries; it throws a "option" for an importance below
 *   0, which is no part of a sum, and `tooLarge`
 *
 * O(T log T) at the first call, then O(1).
 */
export function bestSums(
  model: string,
  weight: (rank: number) => number = () => 1,
  gain: (importance: number) => number = (importance) => importance,
  tooLarge = (largest: number): CrawlbenchError =>
    problem.option`model ${model} adds importance up, and the sum of all pages is no finite number; the largest importance is ${largest}. Divide all of them by the same number, which changes no share; or judge by ${either("model stop()", "--model stop")}, which asks for ranks alone`,
): (importance: Float64Array) => Float64Array {
  const known = new WeakMap<Float64Array, Float64Array>();
  return (importance) => {
    let sums = known.get(importance);
    if (sums === undefined) {
      const values = ranked(importance);
      requireNonNegative(values.at(importance.length), model);
      sums = new Float64Array(importance.length + 1);
      for (let rank = 1; rank < sums.length; rank++) sums[rank] = sums[rank - 1] + weight(rank) * gain(values.at(rank));
      if (sums[importance.length] === Number.POSITIVE_INFINITY) throw tooLarge(values.at(1));
      known.set(importance, sums);
    }
    return sums;
  };
}

function requireNonNegative(least: number, model: string): void {
  if (least >= 0) return;
  throw problem.option`model ${model} adds importance up, so no page may be worth less than 0; ${got(least)}. Judge by ${either("backlinks() or pageRankOf()", "--importance backlinks or pagerank")}; or by ${either("model stop()", "--model stop")}, which asks for ranks alone`;
}
