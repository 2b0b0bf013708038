import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { audit } from "../../../src/site/audit.js";
import { depth } from "../../depth.js";
import { describeWithNats, startNats } from "../nats-server.js";
import { crewFor, expectWhole, NAMES, served } from "./faulty-site.js";

const [PAGES, HOSTS] = depth({ everyday: [160, 8], prove: [8_000, 200] });
/** Kills of a process, or each second or fourth time of the engine, spread over the crawl. */
const [ROUNDS, EACH] = depth({ everyday: [2, 2], prove: [8, 4] });

describeWithNats("four processes that crawl a site on this machine", () => {
  it(`of ${PAGES} pages with every fault store all that a perfect crawler could get, each page once, when they are killed and started again, and the engine is, all the time`, async () => {
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
    for (let round = 0; round < ROUNDS; round++) {
      while (!isOver && site.log.length < ((round + 1) * PAGES) / (ROUNDS + 2)) await sleep(10);
      if (round % EACH === EACH - 1) {
        await nats.kill();
        await sleep(random.below(1_000));
        await nats.restart();
      } else {
        await crew.kill(NAMES[random.below(NAMES.length)]);
        kills++;
      }
    }
    expect(await all).toEqual(["done", "done", "done", "done"]);
    expect(kills).toBe(ROUNDS - ROUNDS / EACH);
    await expectWhole(crew, site);
    const { counts } = audit(site.log);
    expect(counts).toMatchObject({ disallowed: 0, "robots-first": 0 });
    // 200 answers and 100 under way
    expect(counts.repeat, "fetched again after a kill: no more than was not on disk").toBeLessThanOrEqual(kills * 300);
  });
});
