import { join as pathOf } from "node:path";
import { describe, expect, it } from "vitest";
import { joinCrawl } from "../../src/cluster/join.js";
import { MOST_BLOCKED } from "../../src/cluster/orders.js";
import { keptReport } from "../../src/cluster/reports.js";
import { runJoined } from "../../src/cluster/run-joined.js";
import { page } from "../fetch/simulated-web.js";
import { SimulatedCluster } from "./simulated-cluster.js";

const PAGES = 40;
const urlOf = (id: number) => `http://one.example/${id}`;

/** Each page links to the next. */
const answer = (url: string) => {
  const id = Number(new URL(url).pathname.slice(1));
  if (!Number.isInteger(id)) return { status: 404 };
  return { body: page(`page ${id}`, id + 1 < PAGES ? [urlOf(id + 1)] : []) };
};

it.each([750, 850, 1_300, 1_400])(
  "a process that waits %i ms between requests keeps as its last report that it is done, though one before is still on its way",
  async (delay) => {
    const cluster = new SimulatedCluster(answer, () => 3_000); // a report takes 12 s, and one is kept every 10 s
    const { clock, web: transport } = cluster;
    const engine = cluster.server.open("crawl");
    const options = {
      seeds: [urlOf(0)],
      out: pathOf(cluster.folder, "a"),
      contact: "crawl@web.example",
      clock,
      transport,
      politeness: { delay, factor: 0 },
    };
    const joined = await clock.run(joinCrawl(engine, options, { name: "a" }));
    const troubles: unknown[] = [];
    const run = async () => {
      const { state } = await runJoined(engine, joined, clock, (error) => troubles.push(error));
      await engine.close();
      return state;
    };
    expect(await clock.run(run())).toBe("done");
    await clock.run(cluster.after(60_000));
    expect(troubles).toEqual([]);
    const kept = await clock.run(keptReport(cluster.server.open("crawl"), "a"));
    expect(kept?.status).toMatchObject({ state: "done", pages: PAGES });
  },
);

it("tells of a report that could not be kept, while it runs", async () => {
  const cluster = new SimulatedCluster(answer, () => 10);
  const { clock, web: transport } = cluster;
  const engine = cluster.server.open("crawl");
  const options = {
    seeds: [urlOf(0)],
    out: pathOf(cluster.folder, "a"),
    contact: "crawl@web.example",
    clock,
    transport,
    politeness: { delay: 750, factor: 0 },
  };
  const joined = await clock.run(joinCrawl(engine, options, { name: "a" }));
  const write = engine.write.bind(engine);
  Object.assign(engine, {
    write: async (key: string, ...rest: unknown[]) => {
      if (key === "report.a") throw new Error("no room");
      return write(key, ...(rest as [Uint8Array, number]));
    },
  });
  const troubles: unknown[] = [];
  const { state } = await clock.run(runJoined(engine, joined, clock, (error) => troubles.push(error)));
  expect(state).toBe("done");
  // 40 pages at 0.75 s each are 30 s; one is kept every 10 s, and one at the end
  expect(troubles.length).toBeGreaterThanOrEqual(3);
  expect(new Set(troubles.map(String))).toEqual(new Set(["Error: no room"]));
});

describe("hosts that one process is started without", () => {
  const HOSTS = 12;
  const homeOf = (host: number) => `http://h${host}.example/0`;

  /** Page i of each host links to page i + 1, and to host i + 1: they turn up one after the other. */
  const linked = (url: string) => {
    const { origin, pathname } = new URL(url);
    const id = Number(pathname.slice(1));
    return id + 1 < HOSTS ? { body: page(url, [`${origin}/${id + 1}`, homeOf(id + 1)]) } : { status: 404 };
  };

  /** Hosts asked by processes of which each comes two seconds after the last, and what each has blocked at its end. */
  async function crawlWithout(block: readonly string[], names: readonly string[]) {
    const cluster = new SimulatedCluster(linked);
    const { clock, web } = cluster;
    const ended: Promise<readonly string[]>[] = [];
    for (const name of names) {
      const engine = cluster.server.open("crawl");
      const options = {
        out: pathOf(cluster.folder, name),
        contact: "crawl@web.example",
        clock,
        transport: web.transport(),
        ...(name === names[0] && { seeds: [homeOf(0)], block, politeness: { delay: 1_000, factor: 0 } }),
        scope: { within: "any" as const },
      };
      const joined = await clock.run(joinCrawl(engine, options, { name }));
      ended.push(
        runJoined(engine, joined, clock, (error) => expect.unreachable(`${error}`)).then(({ blocked }) => blocked),
      );
      await clock.run(cluster.after(2_000));
    }
    const blocked = await clock.run(Promise.all(ended));
    return { asked: new Set(web.log.map(({ host }) => host)), blocked };
  }

  it("are asked by no other process, whoever comes later and owns them", async () => {
    const names = Array.from({ length: 6 }, (_, i) => `h${i + 6}.example`);
    const { asked, blocked } = await crawlWithout(["H6.example.", ...names.slice(1)], ["a", "b", "c"]);
    expect([...asked].sort()).toEqual([
      "h0.example",
      "h1.example",
      "h2.example",
      "h3.example",
      "h4.example",
      "h5.example",
    ]);
    expect(blocked).toEqual([names, names, names]);
  });

  it("stay those of that process where they are more than an order holds", async () => {
    const names = Array.from({ length: MOST_BLOCKED + 1 }, (_, i) => `h${i + 1}.example`);
    const { asked, blocked } = await crawlWithout(names, ["a"]);
    expect([...asked]).toEqual(["h0.example"]);
    expect(blocked).toEqual([names]);
  });
});
