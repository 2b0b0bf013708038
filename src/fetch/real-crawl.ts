import { got, problem } from "../base/error.js";
import { showing } from "../base/face/result.js";
import { type Progress, withProgress } from "../base/progress.js";
import type { ProgressEvent } from "../base/progress-event.js";
import { Crawl } from "./crawl.js";
import type { CrawlOptions } from "./crawl-options.js";
import { type CrawlResult, resultFace } from "./crawl-result.js";
import type { CrawlStatus } from "./status.js";

export interface RealCrawlOptions extends CrawlOptions {
  /** Who is told how far it is; unless told the cell, or the terminal. */
  readonly onProgress?: Progress;
}

/**
 * Crawls sites politely into the folder `out`, or goes on with the crawl that stands there. Afterwards `open(out)` is
 * its web.
 *
 * @throws "option" for options that make no sense; CrawlbenchError when the folder cannot be used, or private addresses
 *   kept it from all pages; what a policy of the user's throws, once the crawl has ended
 */
export function realCrawl(about: RealCrawlOptions): Promise<CrawlResult> {
  if (typeof about !== "object" || about === null)
    throw problem.option`a crawl takes its options in braces, { seeds, out, contact }; ${got(about)}`;
  const { onProgress: given, ...options } = about;
  return withProgress(`crawl into ${options.out}`, given, async (onProgress) => {
    const onStatus = (status: CrawlStatus) => {
      options.onStatus?.(status);
      onProgress(progressOf(status, options.pages));
    };
    const crawl = await Crawl.open({ ...options, onStatus });
    const end = await crawl.run();
    onProgress(progressOf(end, options.pages));
    const [error] = crawl.errors().filter(({ fault }) => fault === "forbidden-address");
    if (error && end.state === "done" && end.pages === 0)
      throw problem.fetch({
        fault: error.fault,
      })`no page was fetched: ${error.url}: ${error.message}. For addresses of your own, add allowPrivate: true and crawl again`;
    const shows = showing<CrawlResult>((result) => resultFace(result, options.out));
    return shows({ ...end, alongside: crawl.alongside });
  });
}

/** How far a crawl is, of the pages asked for, or of those that it knows; and what caches alongside miss so far. */
function progressOf({ pages, frontier, missCurves = [] }: CrawlStatus, most = Number.POSITIVE_INFINITY): ProgressEvent {
  return {
    task: "crawl",
    done: pages,
    total: Math.min(most, pages + frontier),
    unit: "pages",
    isKept: true,
    curves: missCurves.flatMap(({ curves }) =>
      curves.map(({ policy, missRates }) => ({ name: `misses of ${policy}`, values: missRates })),
    ),
  };
}
