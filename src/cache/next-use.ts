/** A request after which the URL is never asked for again. */
export const NEVER = 0xffffffff;

/**
 * When each requested URL is asked for next: N of Broder et al. 2003, section 5.1, made backwards as there.
 *
 * @param trace URL by request, at most 2^32 - 1 of them
 * @param urls bounds URL numbers
 * @returns position of the next request for the same URL, NEVER where there is none
 *
 * O(requests + urls), 4 bytes each.
 */
export function nextUses(trace: Uint32Array, urls: number): Uint32Array {
  const next = new Uint32Array(trace.length);
  const latest = new Uint32Array(urls).fill(NEVER);
  for (let time = trace.length - 1; time >= 0; time--) {
    next[time] = latest[trace[time]];
    latest[trace[time]] = time;
  }
  return next;
}
