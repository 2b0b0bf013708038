import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { realCrawl } from "../../src/fetch/real-crawl.js";
import { audit } from "../../src/site/audit.js";
import { type SiteOptions, USUAL_FAULTS } from "../../src/site/options.js";
import { type Site, serve } from "../../src/site/server.js";
import { campus } from "../../src/web/campus/campus.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { reachablePages } from "../site/reachable-pages.js";

/** Pages of a host at the most: a trap is worth as many. */
const PER_HOST = depth({ everyday: 400, prove: 20_000 });

const sites: Site[] = [];
afterAll(async () => {
  for (const site of sites) await site.close();
});

async function crawled(pages: number, options: SiteOptions, delay: number) {
  const site = await serve(campus({ pages }), options);
  sites.push(site);
  const out = join(temporaryFolder(), "crawl");
  const status = await realCrawl({
    out,
    seeds: [site.start],
    contact: "crawl@web.example",
    resolve: [`*=127.0.0.1:${site.port}`],
    politeness: { delay, factor: 0, downDelay: 50, maxDownDelay: 200 },
    retry: { retries: 6, delay: 50, maxDelay: 500 }, // a machine that does much else is slow to answer, too
    scope: { pagesPerHost: PER_HOST, sessionIds: "refuse", numericVariants: 200, repeatedSegments: 3, pathDepth: 12 },
    timeouts: { connect: 2_000, headers: 4_000, body: 10_000 }, // long enough for a machine that does much else
    gzipLevel: 0,
  });
  return { site, status, out };
}

describe("a crawl of a site on this machine", () => {
  // the larger one: its frontier goes to disk and back many times, and two blocks of 8,192 captures fill
  it.each(depth({ everyday: [150], prove: [17_000] }))(
    "of %i pages with every fault fetches all that a perfect crawler could get, each page once, and breaks no rule",
    async (pages) => {
      const { site, status, out } = await crawled(
        pages,
        { faults: { ...USUAL_FAULTS, crawlDelay: 0.02, slowRate: 200_000 }, bytes: 2_000 },
        0,
      );
      expect(status.state).toBe("done");
      const truth = reachablePages(site);
      const web = webOf(await openSnapshot(out));
      const fetched = Array.from({ length: web.graph.size }, (_, page) => web.urls?.at(page) ?? "");
      const distinct = new Set(fetched);
      expect([...truth].filter((url) => !distinct.has(url)).slice(0, 5), "pages that were missed").toEqual([]);
      expect(distinct.size).toBe(fetched.length);
      const { counts, examples } = audit(site.log);
      expect({ counts, examples }).toMatchObject({
        counts: { overlap: 0, disallowed: 0, "robots-first": 0, repeat: 0 },
        examples: [],
      });
    },
  );

  it("leaves the delay between two requests to a host, robots.txt included, as the server sees it", async () => {
    const { site } = await crawled(100, { bytes: 500, latency: 5 }, 60);
    // 1 ms: both clocks round
    const { counts, shortestGap, requests } = audit(site.log, { delay: 60, from: "end", tolerance: 1 });
    expect(counts).toMatchObject({ overlap: 0, gap: 0 });
    expect(requests).toBeGreaterThan(80);
    expect(shortestGap).toBeGreaterThanOrEqual(59);
  });

  it("reads back the graph that was served: pages, and links among them", async () => {
    const pages = depth({ everyday: 200, prove: 1_000 });
    const web = campus({ pages });
    const { site, out } = await crawled(pages, { bytes: 500 }, 0);
    const stored = webOf(await openSnapshot(out));
    const linksOf = ({ graph, urls }: typeof stored | typeof web, from: number) =>
      Array.from(graph.targets.subarray(graph.offsets[from], graph.offsets[from + 1]), (to) => urls?.at(to));
    expect(stored.graph.size).toBe([...reachablePages(site)].length); // of 1,000 896: the card of campus
    for (let page = 0; page < stored.graph.size; page++) {
      const original = web.urls?.indexOf(stored.urls?.at(page) ?? "") ?? -1;
      expect(linksOf(stored, page)).toEqual(linksOf(web, original));
    }
  });
});
