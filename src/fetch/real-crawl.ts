import type { CacheSweep } from "../cache/sweep/sweep.js";
import { Crawl } from "./crawl.js";
import type { CrawlOptions } from "./crawl-options.js";
import type { CrawlStatus } from "./status.js";

/** How a crawl ended. */
export interface CrawlResult extends CrawlStatus {
  /** What came of each experiment of `alongside`: the sweep of the stored trace. */
  readonly alongside: readonly CacheSweep[];
}

/**
 * Crawls sites politely into the folder `out`, or goes on with the crawl that stands there. Afterwards `open(out)` is
 * its web.
 *
 * @throws "option" for options that make no sense; CrawlbenchError when the folder cannot be used; what a policy of the
 *   user's throws, once the crawl has ended
 */
export async function realCrawl(options: CrawlOptions): Promise<CrawlResult> {
  const crawl = await Crawl.open(options);
  return { ...(await crawl.run()), alongside: crawl.alongside };
}
