import { Crawl } from "./crawl.js";
import type { CrawlOptions } from "./crawl-options.js";
import type { CrawlStatus } from "./status.js";

/**
 * Crawls sites politely into the folder `out`, or goes on with the crawl that stands there. Afterwards `open(out)` is
 * its web.
 *
 * @throws "option" for options that make no sense; CrawlbenchError when the folder cannot be used
 */
export const realCrawl = async (options: CrawlOptions): Promise<CrawlStatus> => (await Crawl.open(options)).run();
