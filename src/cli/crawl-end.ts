import type { Crawl } from "../fetch/crawl.js";
import { failedAttempts } from "../fetch/crawl-result.js";
import type { CrawlStatus } from "../fetch/status.js";
import { formats } from "../monitor/page/formats.js";
import { tables } from "../monitor/page/tables.js";

/** Near-duplicates and traps, as the dashboard tells them. */
export const nearLines = (status: CrawlStatus): string[] =>
  tables(formats(), {})
    .near(status)
    .flatMap(([, text, name]) => (text === undefined ? [] : [`${name}: ${text}`]));

/** A start page that could not be had is not to go unsaid. */
export function failedLines(crawl: Crawl, status: CrawlStatus): string[] {
  const failed = failedAttempts(status);
  if (failed === undefined) return [];
  const last = crawl.errors().find(({ fault }) => fault in status.faults);
  return [`${failed}${last ? `. The last: ${last.url}: ${last.message}` : ""}`];
}
