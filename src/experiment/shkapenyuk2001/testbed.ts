import { join } from "node:path";
import { problem } from "../../base/error.js";
import { inPassingFolder } from "../../base/file/passing-folder.js";
import { counted } from "../../base/numbers.js";
import { realCrawl } from "../../fetch/real-crawl.js";
import type { CrawlStatus } from "../../fetch/status.js";
import type { AccessEntry } from "../../site/access-log.js";
import type { Faults } from "../../site/options.js";
import { type Site, serve } from "../../site/server.js";
import { hostWeb } from "../../web/model/host-web.js";
import { checkScale, type ExperimentOptions, SCALE } from "../experiment.js";

/** Section 4.1: 120 million pages on about 5 million hosts. */
export const PAGES_PER_HOST = 24;

/** Section 2.3: about 8 in the mean; the median is ours. */
const LINKS_PER_PAGE = { mean: 8, median: 5 } as const;

/** Pages at scale 1; the paper's 120 million need its 18 days. At the default scale, 0.05, there are 3,000. */
const PAGES = 60_000;
const FEWEST = 300;

/**
 * Milliseconds: long enough for a live host on a machine that does much else, since crawler and server share a process.
 */
const TIMEOUTS = { connect: 10_000, headers: 5_000, body: 20_000 } as const;

/** One crawl of the testbed, as both sides saw it. */
export interface TestbedCrawl {
  readonly pages: number;
  readonly hosts: number;
  /** What the crawler counted. */
  readonly status: CrawlStatus;
  /** What the server was asked for. */
  readonly log: readonly AccessEntry[];
  readonly content: Site["content"];
  /** Does the host take connections and never answer? */
  isSilent(host: string): boolean;
}

/** Pages of the testbed at a scale. @throws "option" for a scale that is none */
export function pagesAt(scale: number): number {
  checkScale(scale, `${counted(PAGES)} pages`);
  return Math.max(FEWEST, Math.round(PAGES * scale));
}

/**
 * Serves a generated web of 24 pages a host on loopback, and crawls all of it with the real crawler. Nothing is tried
 * twice, so that no answer counts twice, and a host that fails once is given up; delays are off, since the server is
 * our own.
 *
 * @throws "stopped" when the signal says so
 */
export async function crawlTestbed(
  faults: Partial<Faults>,
  { seed = 1, scale = SCALE, onProgress, signal }: ExperimentOptions,
): Promise<TestbedCrawl> {
  const pages = pagesAt(scale);
  const web = hostWeb({ pages, hosts: Math.ceil(pages / PAGES_PER_HOST), linksPerPage: LINKS_PER_PAGE, seed });
  const site = await serve(web, { seed, faults });
  const crawl = (folder: string) =>
    realCrawl({
      out: join(folder, "crawl"),
      seeds: [site.start],
      contact: "testbed@crawl.example",
      seed,
      resolve: [`*=127.0.0.1:${site.port}`],
      store: "none",
      trace: false,
      timeouts: TIMEOUTS,
      politeness: { delay: 0, factor: 0, deadAfter: 1, deadAfterRefused: 1 },
      retry: { retries: 0 },
      ...(signal && { signal }),
      onStatus: ({ pages: done }) => onProgress?.({ task: "crawling the testbed", done, total: pages }),
    });
  try {
    const status = await inPassingFolder(crawl);
    if (signal?.aborted) throw problem.stopped`the crawl of the testbed was stopped`;
    const { addresses, hostFaults } = site.content;
    return {
      pages,
      hosts: site.hosts,
      status,
      log: [...site.log],
      content: site.content,
      isSilent: (host) => hostFaults.death(addresses.hostIndex(host)) === "silent",
    };
  } finally {
    await site.close();
  }
}
