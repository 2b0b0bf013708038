import { expect, it } from "vitest";
import { audit } from "../../../src/site/audit.js";
import { describeWithNats, startNats } from "../nats-server.js";
import { crewFor, expectWhole, NAMES, served } from "./faulty-site.js";

const [PAGES, HOSTS] = [25_000, 500];

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
  });
});
