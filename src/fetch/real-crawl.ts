import { type Progress, withProgress } from "../base/progress.js";
import { Crawl } from "./crawl.js";
import type { CrawlOptions } from "./crawl-options.js";
import type { CrawlStatus } from "./status.js";

/**
 * Crawls sites politely into the folder `out`, or goes on with the crawl that stands there. Afterwards `open(out)` is
 * its web.
 *
 * @throws "option" for options that make no sense; CrawlbenchError when the folder cannot be used
 */
export const realCrawl = ({ onProgress: given, ...options }: RealCrawlOptions): Promise<CrawlStatus> =>
  withProgress(`crawl into ${options.out}`, given, async (onProgress) => {
    const onStatus = (status: CrawlStatus) => {
      options.onStatus?.(status);
      const { pages, frontier } = status;
      onProgress({
        task: "crawl",
        done: pages,
        total: Math.min(options.pages ?? Infinity, pages + frontier),
        unit: "pages",
      });
    };
    const crawl = await Crawl.open({ ...options, onStatus });
    return crawl.run();
  });

export interface RealCrawlOptions extends CrawlOptions {
  /** Who is told how far it is; unless told the cell, or the terminal. */
  readonly onProgress?: Progress;
}
