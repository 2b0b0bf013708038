import type { Crawl } from "../fetch/crawl.js";
import type { CrawlStatus } from "../fetch/status.js";
import { formats } from "../monitor/page/formats.js";
import { tables } from "../monitor/page/tables.js";

/** Near-duplicates and traps, as the dashboard tells them. */
export const nearLines = (status: CrawlStatus): string[] =>
  tables(formats(), {})
    .near(status)
    .flatMap(([, text, name]) => (text === undefined ? [] : [`${name}: ${text}`]));

/** A start page that could not be had is not to go unsaid. Faults are counted by attempt: that a later one went well is said, too. */
export function failedLines(crawl: Crawl, { faults }: CrawlStatus): string[] {
  const kinds = Object.entries(faults);
  if (kinds.length === 0) return [];
  const counts = kinds.map(([fault, number]) => `${fault} ${number}`).join(", ");
  const last = crawl.errors().find(({ fault }) => fault in faults);
  return [
    `Failed attempts, a later one may have gone well: ${counts}${last ? `. The last: ${last.url}: ${last.message}` : ""}`,
  ];
}
