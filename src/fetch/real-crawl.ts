import { Crawl } from "./crawl.js";
import type { CrawlOptions } from "./crawl-options.js";
import type { CrawlStatus } from "./status.js";

/**
 * Crawls sites politely into the folder `out`, or goes on with the crawl that stands there. Afterwards `open(out)` is its web.
 *
 * @throws RangeError for options that make no sense; SnapshotError, UrlDatabaseError when the folder cannot be used
 */
export const realCrawl = async (options: CrawlOptions): Promise<CrawlStatus> => (await Crawl.open(options)).run();
