import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { MANIFEST } from "../../../src/archive/manifest.js";
import { Random } from "../../../src/base/random.js";
import { audit } from "../../../src/site/audit.js";
import { endAll } from "../../endings.js";
import type { Crew } from "../child/crew.js";
import { keepers, streamsOf, until } from "../nats/keepers.js";
import { describeWithNats, type NatsServer, natsCluster, startNats } from "../nats-server.js";
import { crewFor, expectWhole, NAMES, sparseSite } from "./faulty-site.js";

/** More: ENGINE_LOSS_PAGES=6000 ENGINE_LOSS_RUNS=20. */
const PAGES = Number(process.env.ENGINE_LOSS_PAGES ?? 1_500);
const RUNS = Number(process.env.ENGINE_LOSS_RUNS ?? 1);

interface Scene {
  readonly servers: readonly NatsServer[];
  readonly crew: Crew;
  readonly names: readonly string[];
  readonly random: Random;
}

const loses = async (server: NatsServer, random: Random) => {
  await server.kill();
  server.wipe();
  await sleep(random.below(1_500));
  await server.restart();
};

const stands = async (each: { freeze(): void; thaw(): void }, ms: number) => {
  each.freeze();
  await sleep(ms);
  each.thaw();
};

/** What the processes say to do, to servers that no longer agree on what is stored. */
const emptied = async (servers: readonly NatsServer[]) => {
  for (const server of servers) {
    await server.kill();
    server.wipe();
  }
  await Promise.all(servers.map((server) => server.restart()));
};

/** All three servers have all again. */
const isWhole = async (server: NatsServer) => {
  const found = await Promise.all(streamsOf("crawl").map((stream) => keepers(server, stream).catch(() => undefined)));
  return found.every((each) => each?.current.length === 2);
};

interface Failure {
  readonly servers: number;
  /** What fails; whoever comes back does so after a while. */
  readonly fail: (scene: Scene) => Promise<void>;
  /** The servers may never agree again: whoever runs them does what the processes say. */
  readonly mayNeedHelp?: true;
}

const FAILURES: Readonly<Record<string, Failure>> = {
  "its only server loses its disk": {
    servers: 1,
    fail: ({ servers: [only], random }) => loses(only, random),
  },
  "one of its three servers loses its disk": {
    servers: 3,
    fail: ({ servers, random }) => loses(servers[random.below(3)], random),
  },
  "each of its three servers loses its disk in turn, once the one before is filled again": {
    servers: 3,
    mayNeedHelp: true, // on a busy machine they may lose what they agreed on, though each stream is whole again
    fail: async ({ servers, random }) => {
      for (const [number, server] of servers.entries()) {
        await loses(server, random);
        await until(() => isWhole(servers[(number + 1) % 3]));
      }
    },
  },
  "two of its three servers lose their disks at once": {
    servers: 3,
    mayNeedHelp: true,
    fail: async ({ servers, random }) => {
      const kept = random.below(3);
      await Promise.all(servers.filter((_, number) => number !== kept).map((server) => loses(server, random)));
    },
  },
  "all of its three servers lose their disks at once": {
    servers: 3,
    fail: async ({ servers, random }) => {
      await Promise.all(servers.map((server) => loses(server, random)));
    },
  },
  "one of its three servers stands still for three seconds": {
    servers: 3,
    fail: ({ servers, random }) => stands(servers[random.below(3)], 3_000),
  },
  "processes stand still for up to fifteen seconds, one after the other": {
    servers: 1,
    fail: async ({ crew, names, random }) => {
      for (const name of names)
        await stands({ freeze: () => crew.freeze(name), thaw: () => crew.thaw(name) }, random.below(15_000));
    },
  },
};

afterEach(endAll); // servers of a cluster do much though nobody asks them

const CASES = Object.entries(FAILURES).flatMap(([what, failure]) =>
  Array.from({ length: RUNS }, (_, run) => ({ ...failure, what, run })),
);

describeWithNats(`two to four processes that crawl a web of ${PAGES} pages with one link to each`, () => {
  for (const { what, servers: count, fail, mayNeedHelp, run } of CASES)
    it(`store all of them, each once, and ask no host by two, though at a moment ${what} (run ${run})`, async () => {
      const random = new Random(1 + run);
      const starts = count === 1 ? [() => startNats()] : await natsCluster(count);
      const [site, servers] = [await sparseSite(PAGES), await Promise.all(starts.map((start) => start()))];
      const crew = crewFor(site, servers.map(({ address }) => address).join(","));
      const names = NAMES.slice(0, 2 + random.below(3));
      for (const name of names) crew.start(name);
      const all = Promise.all(names.map((name) => crew.ended(name)));
      let isOver = false;
      void all.then(() => {
        isOver = true;
      });
      const moment = random.below(PAGES);
      const tookPart = (name: string) => existsSync(join(crew.folderOf(name), MANIFEST));
      // others may come while the engine is empty: each has the start page, and joins those who work
      while (!isOver && !(site.log.length >= moment && names.some(tookPart))) await sleep(5);
      await fail({ servers, crew, names, random });
      while (!isOver && crew.silence === undefined) await sleep(50);
      if (crew.silence !== undefined) {
        expect(mayNeedHelp, crew.silence).toBe(true);
        expect(crew.silence).toContain("stop all, delete their stores");
        await emptied(servers);
      }
      const states = (await all).map((status) => status?.state);
      const took = names.filter(tookPart); // others came when it was done
      expect(names.filter((_, at) => states[at] === "done")).toEqual(took);
      expect(took.length).toBeGreaterThan(0);
      await expectWhole(crew, site, took);
      expect(audit(site.log).counts).toMatchObject({ overlap: 0, repeat: 0 });
    }, 600_000);
});
