import type { Face } from "../base/face/face.js";
import { inBytes, inWhole, plural } from "../base/numbers.js";
import type { CacheSweep } from "../cache/sweep/sweep.js";
import type { CrawlStatus } from "./status.js";

/** How a crawl ended. */
export interface CrawlResult extends CrawlStatus {
  /** What came of each experiment of `alongside`: the sweep of the stored trace. */
  readonly alongside: readonly CacheSweep[];
}

function said({ pages, hosts, elapsed, frontier, state }: CrawlResult, out: string): string {
  const time = elapsed < 10_000 ? `${(elapsed / 1000).toFixed(1)} s` : `${inWhole(elapsed / 1000)} s`;
  const waiting = frontier === 0 ? "" : `; ${plural(frontier, "URL waits", "URLs wait")}`;
  const end = state === "done" ? "done" : "stopped, and the same call resumes it";
  return `${plural(pages, "page")} of ${plural(hosts.known, "host")} in ${time}, stored in ${out}: ${end}${waiting}`;
}

const rowOf = ({ requests, robotsRequests, statuses, links, disallowed, bytes }: CrawlResult): object => ({
  requests,
  "of robots.txt": robotsRequests,
  ...Object.fromEntries(Object.entries(statuses).map(([status, answers]) => [`status ${status}`, answers])),
  "links found": links.found,
  "new URLs": links.fresh,
  disallowed,
  received: inBytes(bytes),
});

/** Faults, which are counted by attempt: that a later one went well is said, too. None: undefined. */
export function failedAttempts({ faults }: CrawlStatus): string | undefined {
  const kinds = Object.entries(faults).map(([fault, times]) => `${fault} ${times}`);
  return kinds.length === 0 ? undefined : `Failed attempts, a later one may have gone well: ${kinds.join(", ")}`;
}

/** What a crawl that has ended shows of itself. */
export function resultFace(result: CrawlResult, out: string): Face {
  const failed = failedAttempts(result);
  return {
    say: said(result, out),
    warnings: failed === undefined ? [] : [failed],
    tables: [{ rows: [rowOf(result)] }],
    notes: [`Its web: await open(${JSON.stringify(out)})`],
  };
}
