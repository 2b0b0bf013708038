import { expect } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { USUAL_FAULTS } from "../../../src/site/options.js";
import { type Site, serve } from "../../../src/site/server.js";
import { hostWeb } from "../../../src/web/model/host-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { atEnd } from "../../endings.js";
import { webOf } from "../../fixture/webs.js";
import { reachablePages } from "../../site/reachable-pages.js";
import { Crew, type CrewOptions } from "../child/crew.js";

export const NAMES = ["a", "b", "c", "d"];

/** Long enough for a machine that does much else: an answer that comes too late is asked for again. */
const TIMEOUTS = depth({
  everyday: { connect: 2_000, headers: 4_000, body: 10_000 },
  prove: { connect: 6_000, headers: 12_000, body: 30_000 },
});

/**
 * A site with every fault of the testbed. A host has one request under way at a time: were the largest much larger than
 * others, as it is by default, a third of the time would go by on it alone.
 */
export async function served(pages: number, hosts: number): Promise<Site> {
  const web = hostWeb({ pages, hosts, hostExponent: 0.5, linksPerPage: { mean: 8, median: 5 } });
  // a trap is worth 10,000 pages
  const faults = { ...USUAL_FAULTS, crawlDelay: 0.02, slowRate: 200_000, traps: 1 / hosts };
  const site = await serve(web, { faults, bytes: 2_000 });
  atEnd(() => site.close());
  return site;
}

/** One link to each page: a URL that is lost is found nowhere else. */
export async function sparseSite(pages: number): Promise<Site> {
  const links = Array.from({ length: pages - 1 }, (_, child) => [child >> 1, child + 1] as const);
  const site = await serve(webOf(pages, links), { hosts: 300, bytes: 0 });
  atEnd(() => site.close());
  return site;
}

/** Processes that crawl a site together. */
export function crewFor(site: Site, address: CrewOptions["address"]): Crew {
  const crew = new Crew({
    address,
    folder: temporaryFolder(),
    options: {
      seeds: [site.start],
      contact: "crawl@web.example",
      resolve: [`*=127.0.0.1:${site.port}`],
      politeness: { delay: 0, factor: 0, downDelay: 50, maxDownDelay: 200 },
      retry: { delay: 50, maxDelay: 500 },
      scope: { pagesPerHost: 20_000, sessionIds: "refuse", numericVariants: 200, repeatedSegments: 3, pathDepth: 12 },
      timeouts: TIMEOUTS,
      // a site that answers 100 a second, as on a machine that does much else, then answers each of 100 connections
      // within a second, not after four
      connections: 25,
      gzipLevel: 0,
      checkpointPages: 200,
    },
  });
  atEnd(() => crew.killAll());
  return crew;
}

/** URLs of HTML pages with status 200, each as often as the shards hold it. */
async function pagesIn(crew: Crew, names: readonly string[]): Promise<string[]> {
  const urls: string[] = [];
  for (const name of names) {
    const snapshot = await openSnapshot(crew.folderOf(name));
    for (let row = 0; row < snapshot.captures; row++) {
      const { url, status, type } = snapshot.capture(row);
      if (status === 200 && type === "text/html" && !url.endsWith("/robots.txt")) urls.push(url);
    }
  }
  return urls;
}

/** All that a perfect crawler could get is stored, each page once. */
export async function expectWhole(crew: Crew, site: Site, names: readonly string[] = NAMES): Promise<void> {
  const pages = await pagesIn(crew, names);
  const distinct = new Set(pages);
  expect([...reachablePages(site)].filter((url) => !distinct.has(url)).slice(0, 5), "pages that were missed").toEqual(
    [],
  );
  expect(pages.length - distinct.size, "pages that were stored twice").toBe(0);
}
