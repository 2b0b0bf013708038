import { got, gotInstead, option, problem } from "../base/error.js";
import { grown } from "../base/growing.js";
import { inWhole } from "../base/numbers.js";
import { type Random, requireRandom } from "../base/random.js";
import { requireList } from "../base/require-list.js";
import { firstWhere } from "../base/search.js";
import { exponential } from "./draws.js";

/** When each page of a web changed, from time 0, at which all copies are up to date, to `duration`. */
export interface ChangeHistory {
  readonly duration: number;
  /** The changes of page p are times[offsets[p] .. offsets[p + 1]); length n + 1. */
  readonly offsets: Uint32Array;
  /** Ascending within each page; 0 < time <= duration. */
  readonly times: Float64Array;
}

/** @throws "option" for what is no history */
export function requireHistory(who: string, history: unknown): void {
  if (ArrayBuffer.isView((history as Partial<ChangeHistory> | undefined | null)?.times)) return;
  throw problem.option`${who} takes a history of changes, freshness.poissonHistory(rates, 10, new Random(1)); ${gotInstead(history)}`;
}

/** More changes than this are refused: 1 GB of times. */
const MOST_CHANGES = 2 ** 27;

/**
 * Draws a Poisson process for each page.
 *
 * @param rates changes per unit of time of each page
 * @throws "option" for a duration that is not positive, or more than 134 million changes expected
 *
 * O(n + changes), about 50 ns and 8 bytes per change.
 */
export function poissonHistory(rates: Float64Array, duration: number, random: Random): ChangeHistory {
  requireList("poissonHistory takes the rate of each page", rates);
  requireRandom("poissonHistory", random);
  if (!(duration > 0 && Number.isFinite(duration)))
    throw problem.option`${option("duration")} is a time above 0; ${got(duration)}`;
  const wrong = rates.findIndex((rate) => !(rate >= 0));
  if (wrong >= 0) throw problem.option`the rate of a page is 0 or more; that of page ${wrong} is ${rates[wrong]}`;
  const expected = rates.reduce((sum, rate) => sum + rate, 0) * duration;
  if (!(expected < MOST_CHANGES))
    throw problem.option`${inWhole(expected)} changes are more than fit: take fewer pages, a shorter time or smaller rates`;
  const offsets = new Uint32Array(rates.length + 1);
  let times = new Float64Array(Math.ceil(expected + 6 * Math.sqrt(expected)) + 16);
  let at = 0;
  for (let page = 0; page < rates.length; page++) {
    const mean = 1 / Math.abs(rates[page]); // -0 is no change
    for (let time = mean * exponential(random); time <= duration; time += mean * exponential(random)) {
      if (at === times.length) times = grown(times, at + 1);
      times[at++] = time;
    }
    offsets[page + 1] = at;
  }
  return { duration, offsets, times: times.subarray(0, at) };
}

/** The version of a page at a time: how often it has changed until then, the moment itself included. O(log changes). */
export function versionAt(history: ChangeHistory, page: number, time: number): number {
  requireHistory("versionAt", history);
  const { offsets, times } = history;
  const last = offsets.length - 2;
  if (!(Number.isInteger(page) && page >= 0 && page <= last))
    throw problem.option`${option("page")} is a page, 0 to ${last}; ${got(page)}`;
  return firstWhere(offsets[page], offsets[page + 1], (change) => times[change] > time) - offsets[page];
}
