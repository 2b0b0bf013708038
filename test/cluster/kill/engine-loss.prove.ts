import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { MANIFEST } from "../../../src/archive/manifest.js";
import { Random } from "../../../src/base/random.js";
import { type Site, serve } from "../../../src/site/server.js";
import { atEnd } from "../../endings.js";
import { webOf } from "../../fixture/webs.js";
import { describeWithNats, type NatsServer, natsCluster, startNats } from "../nats-server.js";
import { crewFor, expectWhole, NAMES } from "./faulty-site.js";

/** More: ENGINE_LOSS_PAGES=6000 ENGINE_LOSS_RUNS=20. */
const PAGES = Number(process.env.ENGINE_LOSS_PAGES ?? 1_500);
const RUNS = Number(process.env.ENGINE_LOSS_RUNS ?? 2);

/** One link to each page: a URL that is lost is found nowhere else. */
async function sparse(): Promise<Site> {
  const links = Array.from({ length: PAGES - 1 }, (_, child) => [child >> 1, child + 1] as const);
  const site = await serve(webOf(PAGES, links), { hosts: 300, bytes: 0 });
  atEnd(() => site.close());
  return site;
}

/** How the engine fails at a moment; who comes back does so after a while. */
type Failure = (servers: readonly NatsServer[], random: Random) => Promise<void>;

const loses = async (server: NatsServer, random: Random) => {
  await server.kill();
  server.wipe();
  await sleep(random.below(1_500));
  await server.restart();
};

const FAILURES: readonly { readonly what: string; readonly servers: number; readonly fail: Failure }[] = [
  { what: "its only server loses its disk", servers: 1, fail: ([only], random) => loses(only, random) },
  {
    what: "one of its three servers loses its disk",
    servers: 3,
    fail: (servers, random) => loses(servers[random.below(3)], random),
  },
  {
    what: "one of its three servers stands still for three seconds",
    servers: 3,
    fail: async (servers, random) => {
      const server = servers[random.below(3)];
      server.freeze();
      await sleep(3_000);
      server.thaw();
    },
  },
];

const CASES = FAILURES.flatMap((failure) => Array.from({ length: RUNS }, (_, run) => ({ ...failure, run })));

describeWithNats(`processes that crawl a web of ${PAGES} pages with one link to each`, () => {
  it.each(CASES)(
    "store all of them, each once, though the engine fails: $what (run $run)",
    async ({ servers: count, fail, run }) => {
      const random = new Random(1 + run);
      const starts = count === 1 ? [() => startNats()] : await natsCluster(count);
      const [site, servers] = [await sparse(), await Promise.all(starts.map((start) => start()))];
      const crew = crewFor(site, servers.map(({ address }) => address).join(","));
      const names = NAMES.slice(0, 2 + random.below(3));
      for (const name of names) crew.start(name);
      const all = Promise.all(names.map((name) => crew.ended(name)));
      const moment = random.below(PAGES);
      while (site.log.length < moment) await sleep(5);
      await fail(servers, random);
      const states = (await all).map((status) => status?.state);
      const took = names.filter((name) => existsSync(join(crew.folderOf(name), MANIFEST))); // others came when it was done
      expect(names.filter((_, at) => states[at] === "done")).toEqual(took);
      expect(took.length).toBeGreaterThan(0);
      await expectWhole(crew, site, took);
    },
    180_000,
  );
});
