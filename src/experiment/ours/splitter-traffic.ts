import { missCurve } from "../../cache/miss-curve.js";
import { clock } from "../../cache/policy/clock.js";
import { crossTrace } from "../../trace/sub-trace.js";
import { ownerOf, type UrlTrace } from "../../trace/url-trace.js";

/** What the host splitters of a crawl met and sent, all processes together. */
export interface SplitterTraffic {
  /** Pages whose links were read. */
  readonly pages: number;
  /** URLs met: every link, repeats included. */
  readonly met: number;
  /** Those that belong to another process: what is sent without a cache. */
  readonly crossing: number;
  /** What is sent behind CLOCK of each size, one cache in each process, asked for crossing URLs alone; by size. */
  readonly sent: readonly number[];
  /** What is sent when each process sends each URL once: behind a cache that never forgets. */
  readonly once: number;
}

/**
 * Counts what each process would send to the others, from what it met. Broder et al. 2003, sections 4.1 and 4.2, for
 * all processes instead of one.
 *
 * @param traces of every process of one crawl, as `timedReplay` gives them
 * @param sizes entries, ascending, each once
 *
 * O(requests sizes) at worst.
 */
export function splitterTraffic(traces: readonly UrlTrace[], sizes: readonly number[]): SplitterTraffic {
  const sums = { pages: 0, met: 0, crossing: 0, once: 0 };
  const sent = sizes.map(() => 0);
  for (const trace of traces) {
    sums.pages += trace.pages?.ends.length ?? 0;
    sums.met += trace.requests.length;
    if (!sendsAny(trace)) continue;
    const cross = crossTrace(trace);
    sums.crossing += cross.requests.length;
    sums.once += cross.urls;
    const small = sizes.filter((size) => size < cross.urls);
    const misses = small.length > 0 ? missCurve(cross, clock, small) : [];
    for (let i = 0; i < sizes.length; i++) sent[i] += i < small.length ? misses[i] : cross.urls;
  }
  return { ...sums, sent };
}

function sendsAny({ hosts, hostKeys, process = 0, processes = 1 }: UrlTrace): boolean {
  if (processes < 2 || !hosts || !hostKeys) return false;
  return hosts.some((host) => ownerOf(hostKeys[host], processes) !== process);
}
