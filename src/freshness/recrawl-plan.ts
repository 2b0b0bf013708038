import { gotInstead, problem } from "../base/error.js";
import type { Random } from "../base/random.js";
import type { Refresher } from "./refresh-policy.js";

/** A page that is fetched no more. */
export const NEVER = 0;

/**
 * Turns a policy's intervals into whole slots: the crawler makes one fetch in each slot, 1 / budget long. An interval
 * takes max(2, floor(interval x budget + what is owed)) slots; what rounding down takes from it is owed to the next
 * one, so that a page is fetched as often as the policy wants it, where that is not more than once in two slots.
 *
 * In a URL database, r(K) is asked at the check after the fetch, one slot later, and is above 0: a page comes back
 * after two slots at the earliest, and r(K) is one slot less than what `after` says.
 */
export class RecrawlPlan {
  readonly #refresher: Refresher;
  readonly #budget: number;
  readonly #random: Random;
  /** What rounding owes each page, in slots. */
  readonly #owed: Float64Array;
  readonly #fetchedAt: Float64Array;

  /** @param budget fetches per unit of time */
  constructor(refresher: Refresher, size: number, budget: number, random: Random) {
    this.#refresher = refresher;
    this.#budget = budget;
    this.#random = random;
    this.#owed = new Float64Array(size);
    this.#fetchedAt = new Float64Array(size);
  }

  /**
   * Slots from time 0 to the first fetch of a page; NEVER when there is none.
   *
   * @param settled has this gone on for long? Then the page was last fetched one interval before that fetch; else at
   *   time 0
   */
  first(page: number, settled = false): number {
    const phase = this.#refresher.phase?.(page) ?? this.#random.next();
    const interval = this.#interval(page);
    if (settled && Number.isFinite(interval)) this.#fetchedAt[page] = (phase - 1) * interval;
    return this.#slots(page, phase * interval);
  }

  /** When a page was fetched last: 0, or before it in a settled plan, until `fetched` is told of a fetch. */
  fetchedAt(page: number): number {
    return this.#fetchedAt[page];
  }

  /** Slots from the fetch that was just made to the next; NEVER when there is none. */
  after(page: number): number {
    return this.#slots(page, this.#interval(page));
  }

  /** Tells the policy what a fetch showed. */
  fetched(page: number, slot: number, changed: boolean): void {
    const time = slot / this.#budget;
    this.#refresher.observe?.(page, changed, time - this.#fetchedAt[page], time);
    this.#fetchedAt[page] = time;
  }

  /** @throws "option" for what is no time: the user's own policy may give anything */
  #interval(page: number): number {
    const interval: unknown = this.#refresher.interval?.(page);
    if (typeof interval === "number" && interval >= 0) return interval;
    throw problem.option`a policy of fetching again gives interval(page), a time above 0, or Infinity for never; ${gotInstead(interval)} for page ${page}`;
  }

  #slots(page: number, interval: number): number {
    const wanted = interval * this.#budget + this.#owed[page];
    if (!(wanted < 2 ** 53)) return NEVER;
    const slots = Math.max(2, Math.floor(wanted));
    this.#owed[page] = Math.max(0, wanted - slots);
    return slots;
  }
}
