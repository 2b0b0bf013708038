import { problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { timedReplay } from "../crawl/timed/timed-replay.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import type { UrlTrace } from "../trace/url-trace.js";
import { loadOrOpen } from "../web/dataset/load.js";
import type { CacheWebFlags } from "./cache-web-flags.js";
import { orderings } from "./family/orderings.js";
import { stoppable } from "./stoppable.js";
import { methodTyped } from "./typed-method.js";

/** Threads where none are named: the fewest of the three crawls of Broder et al. 2003, section 4.1. */
const THREADS = 20;

/**
 * The URLs that a polite crawl of a stored web meets, in virtual time: see `timedReplay`. Of several processes it is what
 * the first one meets that meets any. Its notes say what was assumed.
 *
 * @throws "choice" for an ordering that needs a topic; what `loadOrOpen` and `timedReplay` throw
 */
export async function logOfWeb(name: string, flags: CacheWebFlags): Promise<UrlTrace> {
  const ordering = orderingOf(flags.by ?? "breadth-first", name);
  const web = await stoppable(false, (_, onProgress) => loadOrOpen(name, { onProgress }));
  const { threads = THREADS, processes = 1, seed = 1 } = flags;
  const { traces, assumptions } = timedReplay(web, { ordering, threads, processes, seed });
  const { hosts, repeats, latency } = assumptions;
  const crawl = `crawled in virtual time, ${ordering.label}, as Mercator does: hosts ${hosts}; repeats ${repeats}; latency ${latency}`;
  const first = traces.find(({ requests }) => requests.length > 0) ?? traces[0];
  return { ...first, notes: [crawl] };
}

function orderingOf(by: string, web: string): OrderingMethod {
  const { method, chosen } = methodTyped(by, orderings);
  if (!method.topical) return method.make(chosen);
  throw problem.choice`${method.name} needs a topic, and the command takes none. Name another order: crawlbench cache ${inShell(web)} --by backlink; or, in a notebook: timed.timedReplay(web, { ordering: ${method.name}("computer") })`;
}
