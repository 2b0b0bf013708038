import { problem } from "../../base/error.js";
import { requireList } from "../../base/require-list.js";

/** How evenly a load is spread over processes. */
export interface LoadBalance {
  readonly mean: number;
  /**
   * Largest load over the mean, 1 or more: how many times longer than needed the whole takes; 1 where there is no load.
   */
  readonly largestOverMean: number;
  /** Standard deviation over the mean; 0 where there is no load. */
  readonly variation: number;
  /** Share of processes that have nothing, in [0, 1]. */
  readonly without: number;
}

/** @param loads of each process, 0 or more, in any unit @throws "option" for no processes */
export function loadBalance(loads: ArrayLike<number>): LoadBalance {
  requireList("loadBalance takes the load of each process", loads);
  if (loads.length === 0) throw problem.option`a balance is one of 1 process or more; found none`;
  let sum = 0;
  let squares = 0;
  let largest = 0;
  let without = 0;
  for (let process = 0; process < loads.length; process++) {
    const load = loads[process];
    sum += load;
    squares += load * load;
    if (load > largest) largest = load;
    if (load === 0) without++;
  }
  const mean = sum / loads.length;
  const variance = Math.max(0, squares / loads.length - mean * mean);
  return {
    mean,
    largestOverMean: mean > 0 ? largest / mean : 1,
    variation: mean > 0 ? Math.sqrt(variance) / mean : 0,
    without: without / loads.length,
  };
}

/**
 * How many of equal size a number of sizes amount to: (sum n)^2 / sum n^2. A large host keeps one process busy to the
 * end of a crawl, however many small ones there are. 0 where all are 0.
 */
export function effectiveCount(sizes: ArrayLike<number>): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < sizes.length; i++) {
    sum += sizes[i];
    squares += sizes[i] * sizes[i];
  }
  return squares > 0 ? (sum * sum) / squares : 0;
}

/**
 * Variation that is to be expected when units of given sizes are dealt by chance: the load of one of P processes has
 * variance sum n^2 (1/P)(1 - 1/P) about the mean sum n / P, so that its variation is the root of (P - 1) /
 * `effectiveCount`.
 */
export const expectedVariation = (effective: number, processes: number): number =>
  Math.sqrt((processes - 1) / effective);
