import { NEVER, type RecrawlPlan } from "./recrawl-plan.js";

/**
 * A policy as the setting `recrawlAfter` of a URL database, r(K) of Dorosz, section 2.7, for a crawler that makes one
 * fetch per slot and confirms it at once, with `confirmTimeout: slot`. The database asks at the check one slot after
 * the fetch: what is left of the interval then is r(K).
 *
 * @param first slots to the first fetch of each page, NEVER for none: what r(K) says of a page that is asked for the
 *   first time
 * @param pageOf page by URL
 * @param slot milliseconds, a whole number
 */
export function recrawlAfter(
  plan: RecrawlPlan,
  first: Float64Array,
  pageOf: (url: string) => number,
  slot: number,
): (url: string) => number {
  const asked = new Uint8Array(first.length);
  return (url) => {
    const page = pageOf(url);
    const slots = asked[page] === 1 ? plan.after(page) : first[page];
    asked[page] = 1;
    return slots === NEVER ? 0 : (slots - 1) * slot;
  };
}
