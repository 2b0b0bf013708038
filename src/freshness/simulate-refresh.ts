import { got, option, problem } from "../base/error.js";
import { checkedElsewhere, checkOptions } from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import { Random } from "../base/random.js";
import { exponential } from "./draws.js";
import { type FreshnessPoint, FreshnessTally } from "./freshness-tally.js";
import { type ChangeHistory, requireHistory } from "./history.js";
import { NEVER, RecrawlPlan } from "./recrawl-plan.js";
import type { RefreshPolicy } from "./refresh-policy.js";
import { REFRESHERS } from "./refresh-policy.js";
import { WaitingPages } from "./waiting-pages.js";

export interface SimulateRefreshOptions {
  /** B: fetches per unit of time, of all pages together. */
  readonly budget: number;
  /** Changes per unit of time of each page: given to policies that are `offline`. */
  readonly rates?: Float64Array;
  /** What the freshness of each page is worth; only ratios count. Default: all the same. */
  readonly importance?: Float64Array;
  /**
   * false (default): all copies are made at time 0. true: the policy has been at work for long, and the copy of each
   * page is as old as it would be then; takes `rates`. Pages that are fetched seldom would stay fresher than in the
   * long run otherwise, until each was fetched once. Copies of pages that are never fetched again are made at time 0
   * all the same.
   */
  readonly settled?: boolean;
  /** When the means begin, so that the start does not count; default 0. */
  readonly from?: number;
  /** Moments of the curve over time; default 100. */
  readonly points?: number;
  /** Seed of choices that a policy leaves to chance; default 1. */
  readonly seed?: number;
  /** Told of every fetch. @param slot fetches that there was time for, this one included: its time is slot / budget */
  readonly onFetch?: (page: number, slot: number, changed: boolean) => void;
}

export interface RefreshResult {
  /** Share of the copies that were up to date, on the mean over the time from `from`. */
  readonly freshness: number;
  /** The same, each page counting by its importance. */
  readonly weighted: number;
  /** Time since the first change that a copy misses, on the mean. */
  readonly age: number;
  /** Fetches made; what the budget had room for is floor(duration budget). */
  readonly fetches: number;
  /** Fetches that found the page changed. */
  readonly useful: number;
  /** Fetches of each page. */
  readonly perPage: Uint32Array;
  readonly curve: readonly FreshnessPoint[];
}

/**
 * Fetches the pages of a web that changes again and again, in virtual time, as a crawler does whose URL database works
 * by Dorosz, section 2.7: in each slot, 1 / budget long, those whose r(K) is over return to the queue, and the first of
 * the queue is fetched, the page with the smallest number.
 *
 * @throws "option" for a budget that is not positive, `from` outside of the history, importance or rates of another
 *   length
 *
 * O(changes + fetches + slots). 100,000 pages and 1,000,000 fetches: about half a second.
 */
export function simulateRefresh(
  history: ChangeHistory,
  policy: RefreshPolicy,
  options: SimulateRefreshOptions,
): RefreshResult {
  checkRefresh("simulateRefresh", history, policy, options, ["settled", "from", "points", "onFetch"]);
  const { duration, offsets, times } = history;
  const size = offsets.length - 1;
  const { budget, rates, settled = false, from = 0, points = 100, seed = 1, onFetch } = options;
  const importance = normalised(options.importance ?? new Float64Array(size).fill(1));
  const random = new Random(seed);
  const setting = { size, budget, importance, random: random.fork(1) };
  const refresher = policy.create(policy.offline && rates ? { ...setting, rates } : setting);
  const plan = new RecrawlPlan(refresher, size, budget, random.fork(2));

  const slots = Math.floor(duration * budget);
  const due = new Int32Array(slots + 1).fill(-1); // the last page that returns in a slot; `next` leads to the others
  const next = new Int32Array(size);
  const put = (page: number, slot: number) => {
    if (slot > slots) return;
    next[page] = due[slot];
    due[slot] = page;
  };
  const madeAt = new Float64Array(size);
  // a change before time 0 that the first copy misses
  const missed = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const before = random.fork(3);
  for (let page = 0; page < size; page++) {
    const first = plan.first(page, settled);
    if (first !== NEVER) put(page, first);
    madeAt[page] = plan.fetchedAt(page);
    const changed = settled && rates ? madeAt[page] + exponential(before) / rates[page] : 0;
    if (changed < 0) missed[page] = changed;
  }

  const waiting = new WaitingPages(size);
  const tally = new FreshnessTally(importance, from, duration, points);
  const perPage = new Uint32Array(size);
  const change = offsets.slice(0, size); // of each page, the first change after its copy was made
  let [fetches, useful] = [0, 0];
  for (let slot = 1; slot <= slots; slot++) {
    for (let page = due[slot]; page >= 0; page = next[page]) waiting.add(page);
    const page = waiting.take();
    if (page < 0) continue;
    const time = slot / budget;
    let at = change[page];
    const end = offsets[page + 1];
    const first = Math.min(missed[page], at < end ? times[at] : time + 1);
    const changed = first <= time;
    tally.add(page, madeAt[page], first, time);
    while (at < end && times[at] <= time) at++;
    change[page] = at;
    madeAt[page] = time;
    missed[page] = Number.POSITIVE_INFINITY;
    perPage[page]++;
    fetches++;
    if (changed) useful++;
    onFetch?.(page, slot, changed);
    plan.fetched(page, slot, changed);
    const wait = plan.after(page);
    if (wait !== NEVER) put(page, slot + wait);
  }
  for (let page = 0; page < size; page++) {
    const at = change[page];
    tally.add(page, madeAt[page], Math.min(missed[page], at < offsets[page + 1] ? times[at] : duration), duration);
  }
  return { ...tally.means(), fetches, useful, perPage, curve: tally.curve() };
}

/** What each page is worth, divided by the mean. */
export function normalised(importance: Float64Array): Float64Array {
  const mean = importance.reduce((sum, each) => sum + each, 0) / importance.length;
  return importance.map((each) => each / mean);
}

/** What all who try a policy check. @param own names of options besides those that all take @throws "option" */
export function checkRefresh(
  who: string,
  history: ChangeHistory,
  policy: RefreshPolicy,
  options: SimulateRefreshOptions,
  own: readonly string[],
): void {
  requireHistory(who, history);
  requireMethod(who, REFRESHERS, policy);
  checkOptions(who, options, checkedElsewhere(["budget", "rates", "importance", "seed", ...own]));
  const { duration, offsets } = history;
  const { budget, settled, from = 0, points = 100, rates, importance } = options;
  const size = offsets.length - 1;
  if (!(size > 0)) throw problem.option`there is no page: a history has one at least`;
  if (!(budget > 0 && duration * budget < 2 ** 30))
    throw problem.option`${option("budget")} is a number of fetches per unit of time, above 0, at most 2^30 in all; ${got(budget)}`;
  if (!(from >= 0 && from < duration))
    throw problem.option`${option("from")} is a time before the end, ${duration}; ${got(from)}`;
  if (!(Number.isInteger(points) && points >= 1))
    throw problem.option`${option("points")} is a whole number, 1 or more; ${got(points)}`;
  if (settled && !rates) throw problem.option`a settled start takes the rates of the pages: give rates`;
  for (const [name, values] of Object.entries({ rates, importance })) {
    if (values === undefined) continue;
    if (values.length !== size)
      throw problem.option`${option(name)} has one value per page, ${size}; ${got(values.length)}`;
    if (!values.every((value) => value >= 0 && Number.isFinite(value)))
      throw problem.option`${option(name)} are finite numbers, 0 or more; found ${values.find((value) => !(value >= 0 && Number.isFinite(value)))}`;
  }
  if (importance && !importance.some((value) => value > 0))
    throw problem.option`importance is above 0 for one page at least`;
}
