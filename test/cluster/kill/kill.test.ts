import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { hostWeb } from "../../../src/graph/model/host-web.js";
import { Random } from "../../../src/random.js";
import { audit } from "../../../src/site/audit.js";
import { USUAL_FAULTS } from "../../../src/site/options.js";
import { reachablePages } from "../../../src/site/reachable.js";
import { type Site, serve } from "../../../src/site/server.js";
import { openSnapshot } from "../../../src/snapshot/open-snapshot.js";
import { temporaryFolder } from "../../run/temporary.js";
import { Crew } from "../child/crew.js";
import { describeWithNats, startNats } from "../nats-server.js";

/** CI takes the larger web: 50,000 pages over 1,000 hosts, about a minute of work each time. */
const [PAGES, HOSTS] = process.env.CI ? [50_000, 1_000] : [4_000, 100];
const NAMES = ["a", "b", "c", "d"];

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function served(): Promise<Site> {
  const web = hostWeb({ pages: PAGES, hosts: HOSTS, linksPerPage: { mean: 8, median: 5 } });
  const faults = { ...USUAL_FAULTS, crawlDelay: 0.02, slowRate: 200_000, traps: 3 / HOSTS }; // a trap is worth 10,000 pages
  const site = await serve(web, { faults, bytes: 2_000 });
  closing.push(() => site.close());
  return site;
}

function crewFor(site: Site, address: string, options: object = {}): Crew {
  const crew = new Crew({
    address,
    folder: temporaryFolder(),
    options: {
      ...{ seeds: [site.start], contact: "crawl@web.example", resolve: [`*=127.0.0.1:${site.port}`] },
      politeness: { delay: 0, factor: 0, downDelay: 50, maxDownDelay: 200 },
      retry: { delay: 50, maxDelay: 500 },
      scope: { pagesPerHost: 20_000, sessionIds: "refuse", numericVariants: 200, repeatedSegments: 3, pathDepth: 12 },
      timeouts: { connect: 2_000, headers: 4_000, body: 10_000 }, // long enough for a machine that does much else
      ...{ gzipLevel: 0, checkpointPages: 200 },
      ...options,
    },
  });
  closing.push(() => crew.killAll());
  return crew;
}

/** URLs of HTML pages with status 200, each as often as the shards hold it. */
async function pagesIn(crew: Crew): Promise<string[]> {
  const urls: string[] = [];
  for (const name of NAMES) {
    const snapshot = await openSnapshot(crew.folderOf(name));
    for (let row = 0; row < snapshot.captures; row++) {
      const { url, status, type } = snapshot.capture(row);
      if (status === 200 && type === "text/html" && !url.endsWith("/robots.txt")) urls.push(url);
    }
  }
  return urls;
}

async function expectWhole(crew: Crew, site: Site): Promise<void> {
  const pages = await pagesIn(crew);
  const distinct = new Set(pages);
  expect([...reachablePages(site)].filter((url) => !distinct.has(url)).slice(0, 5), "pages that were missed").toEqual(
    [],
  );
  expect(pages.length - distinct.size, "pages that were stored twice").toBe(0);
}

describeWithNats("four processes that crawl a site on this machine", () => {
  it(`of ${PAGES} pages with every fault fetch all that a perfect crawler could get, each page once, and break no rule`, async () => {
    const [site, nats] = [await served(), await startNats()];
    const crew = crewFor(site, nats.address);
    for (const name of NAMES) crew.start(name);
    const statuses = await Promise.all(NAMES.map((name) => crew.ended(name)));
    expect(statuses.map((status) => status?.state)).toEqual(["done", "done", "done", "done"]);
    await expectWhole(crew, site);
    const { counts, examples } = audit(site.log);
    expect({ counts, examples }).toMatchObject({
      counts: { overlap: 0, disallowed: 0, "robots-first": 0, repeat: 0 },
      examples: [],
    });
    for (const status of statuses) expect(status?.pages, "each has a share").toBeGreaterThan(PAGES / 20);
  }, 600_000);

  it("store the same, each page once, when they are killed and started again, and the engine is, all the time", async () => {
    const [site, nats] = [await served(), await startNats()];
    const crew = crewFor(site, nats.address);
    const random = new Random(7);
    let isOver = false;
    /** Starts a process whenever it is gone, until its share is done, as whoever looks after it would. */
    const ends = NAMES.map(async (name) => {
      for (;;) {
        crew.start(name);
        const status = await crew.ended(name);
        if (status !== undefined) return status.state;
        await sleep(random.below(500));
      }
    });
    const all = Promise.all(ends).finally(() => {
      isOver = true;
    });
    let kills = 0;
    for (let round = 0; !isOver && round < 12; round++) {
      await sleep(500 + random.below(1_500));
      if (round % 4 === 3) {
        await nats.kill();
        await sleep(random.below(1_000));
        await nats.restart();
      } else {
        await crew.kill(NAMES[random.below(NAMES.length)]);
        kills++;
      }
    }
    expect(await all).toEqual(["done", "done", "done", "done"]);
    expect(kills).toBeGreaterThan(2);
    await expectWhole(crew, site);
    const { counts } = audit(site.log);
    expect(counts).toMatchObject({ disallowed: 0, "robots-first": 0 });
    expect(counts.repeat, "fetched again after a kill: no more than was not on disk").toBeLessThanOrEqual(kills * 300); // 200 answers and 100 under way
  }, 600_000);
});
