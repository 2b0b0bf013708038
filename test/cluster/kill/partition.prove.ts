import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { audit } from "../../../src/site/audit.js";
import { describeWithNats, startNats } from "../nats-server.js";
import { makeNetwork, namespacesMissing } from "../networks.js";
import { crewFor, expectWhole, NAMES, served } from "./faulty-site.js";

describeWithNats("processes whose network to the engine is cut and heals", () => {
  it("store all pages, each once, and break no rule: the engine in a network of its own, a link for each process", async (context) => {
    const missing = namespacesMissing();
    if (missing && !process.env.CI) return context.skip(missing);
    expect(missing).toBeUndefined();
    const site = await served(3_000, 100);
    const network = makeNetwork(NAMES.length);
    const nats = await startNats({ host: "0.0.0.0", within: network.within });
    const crew = crewFor(site, (name) => `nats://${network.addresses[NAMES.indexOf(name)]}:${nats.port}`);
    for (const name of NAMES) crew.start(name);
    const ended = Promise.all(NAMES.map((name) => crew.ended(name)));
    // a folder is made by a process that has reached the engine: one that has not may not be cut from it
    await expect.poll(() => NAMES.every((name) => existsSync(crew.folderOf(name)))).toBe(true);
    await sleep(1_000);
    for (const cut of [[0], [1, 2], [3]]) {
      for (const peer of cut) network.setLink(peer, "down");
      await sleep(2_500);
      for (const peer of cut) network.setLink(peer, "up");
      await sleep(500);
    }
    expect((await ended).map((status) => status?.state)).toEqual(["done", "done", "done", "done"]);
    await expectWhole(crew, site);
    expect(audit(site.log).counts).toMatchObject({ overlap: 0, disallowed: 0, "robots-first": 0, repeat: 0 });
  });
});
