import { existsSync } from "node:fs";
import { problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { timedReplay } from "../crawl/timed/timed-replay.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import type { UrlTrace } from "../trace/url-trace.js";
import { isNameOfWeb, loadOrOpen } from "../web/dataset/load.js";
import { orderings } from "./family/orderings.js";
import { stoppable } from "./stoppable.js";
import { methodTyped } from "./typed-method.js";

/** What the command line calls a stored web in place of a log. */
export const WEB = "web";

/** Threads where none are named: the fewest of the three crawls of Broder et al. 2003, section 4.1. */
const THREADS = 20;

/** How a stored web is crawled for its log. */
export interface CacheWebFlags {
  readonly format: string;
  readonly by?: string;
  readonly threads?: number;
  readonly processes?: number;
  readonly seed?: number;
  readonly column?: string;
  readonly separator?: string;
  readonly normalize?: boolean;
}

/** Whether a stored web is meant: by its format, or by a name of the catalogue at which there is no file. */
export const isWeb = (name: string, format: string): boolean =>
  format === WEB || (format === "auto" && isNameOfWeb(name) && !existsSync(name));

/** @throws "choice" for flags that say nothing to a web, or to a log */
export function checkWebFlags(name: string, { format, by, column, separator, normalize }: CacheWebFlags): void {
  if (!isWeb(name, format)) {
    if (by !== undefined)
      throw problem.choice`--by is the order in which a stored web is crawled, and ${name} is read as a log. Leave it out, or say that it is a web: crawlbench cache ${inShell(name)} --by ${inShell(by)} --format web`;
    return;
  }
  const [idle] = Object.entries({ column, separator, normalize }).filter(([, value]) => value !== undefined);
  if (idle) throw problem.choice`--${idle[0]} says how to read a log, and ${name} is a stored web: leave it out`;
}

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
