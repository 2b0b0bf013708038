import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { describeWithNats, startNats } from "../nats-server.js";
import { crewFor, expectWhole, sparseSite } from "./faulty-site.js";
import { mountsMissing, smallDisk } from "./small-disk.js";

const PAGES = 1_200;
const missing = mountsMissing(join(temporaryFolder(), "probe"));

describeWithNats("two processes that crawl a web with one link to each page", () => {
  beforeEach((context) => {
    if (missing && !process.env.CI) context.skip(missing);
    expect(missing).toBeUndefined();
  });

  it("store all of it, though the disk of the engine is full for a while, and the server is started again", async () => {
    const store = join(temporaryFolder(), "store");
    const disk = smallDisk(store, 32);
    const nats = await startNats({ store, configuration: ["jetstream { max_file_store: 2GB }"] });
    const site = await sparseSite(PAGES);
    const crew = crewFor(site, nats.address);
    for (const name of ["a", "b"]) crew.start(name);
    const all = Promise.all(["a", "b"].map((name) => crew.ended(name)));
    while (site.log.length < PAGES / 4) await sleep(5);
    disk.fill();
    await sleep(4_000);
    disk.clear();
    await nats.kill();
    await nats.restart();
    expect((await all).map((status) => status?.state)).toEqual(["done", "done"]);
    await expectWhole(crew, site, ["a", "b"]);
  }, 600_000);

  it("store all of it, though the disk of one of them is full, and it is started again when there is room", async () => {
    const nats = await startNats();
    const site = await sparseSite(PAGES);
    const crew = crewFor(site, nats.address);
    const disk = smallDisk(crew.folderOf("b"), 64);
    for (const name of ["a", "b"]) crew.start(name);
    const first = crew.ended("a");
    while (site.log.length < PAGES / 4) await sleep(5);
    disk.fill();
    expect(await crew.ended("b"), "it ends, and says why").toBeUndefined();
    disk.clear();
    crew.start("b");
    const ends = await Promise.all([first, crew.ended("b")]);
    expect(ends.map((status) => status?.state)).toEqual(["done", "done"]);
    await expectWhole(crew, site, ["a", "b"]);
  }, 600_000);
});
