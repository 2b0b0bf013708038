import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { Random } from "../../../src/random.js";
import { audit } from "../../../src/site/audit.js";
import { describeWithNats, startNats } from "../nats-server.js";
import { crewFor, expectWhole, NAMES, served } from "./faulty-site.js";

/** CI takes the larger web: 50,000 pages over 1,000 hosts, about a minute of work each time. */
const [PAGES, HOSTS] = process.env.CI ? [50_000, 1_000] : [4_000, 100];
describeWithNats("four processes that crawl a site on this machine", () => {
  it(`of ${PAGES} pages with every fault fetch all that a perfect crawler could get, each page once, and break no rule`, async () => {
    const [site, nats] = [await served(PAGES, HOSTS), await startNats()];
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
    const [site, nats] = [await served(PAGES, HOSTS), await startNats()];
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
