import { readFileSync, writeFileSync } from "node:fs";
import { join as pathOf } from "node:path";
import { describe, expect, it } from "vitest";
import { joinCrawl } from "../../src/cluster/join.js";
import { leaving } from "../../src/cluster/table.js";
import { depth } from "../depth.js";
import { leavesFilesOpen } from "../endings.js";
import { page } from "../fetch/simulated-web.js";
import { SimulatedCluster, type SimulatedProcess } from "./simulated-cluster.js";

leavesFilesOpen("processes are cut off, as if they were killed");

const PAGES = 80;
const urlOf = (id: number) => `http://h${id % 5}.stop.example/${id}`;

const answer = (url: string) => {
  const id = Number(new URL(url).pathname.slice(1));
  if (!Number.isInteger(id) || id >= PAGES || url.endsWith("/robots.txt")) return { status: 404 };
  return { body: page(`page ${id}`, [2 * id + 1, 2 * id + 2].filter((each) => each < PAGES).map(urlOf)), latency: 300 };
};

const options = { seeds: [urlOf(0)], politeness: { delay: 500, factor: 0 } };

const tableIn = ({ out }: SimulatedProcess): string => pathOf(out, "state", "shared", "table.json");

/** Milliseconds after which a process that has not ended never will. */
const NEVER = depth({ everyday: 600_000, prove: 3_600_000 });

/** How a process ends, if it does. */
function endOf(cluster: SimulatedCluster, { ended }: SimulatedProcess): Promise<string> {
  const late = cluster.after(NEVER).then(() => "never");
  return cluster.clock.run(Promise.race([ended.then(({ state }) => state, String), late]));
}

describe("a process that is stopped", () => {
  it("ends, whenever that is while it is asked to hand its hosts over, and goes on with that when it comes back", async () => {
    for (const wait of depth({ everyday: [20, 320], prove: [0, 20, 150, 320, 600] })) {
      const cluster = new SimulatedCluster(answer);
      const first = await cluster.start("a", options);
      await cluster.clock.run(cluster.after(2_500));
      const second = await cluster.start("b");
      await first.joined.table.change((table) => leaving(table, "a"));
      await cluster.clock.run(cluster.after(wait));
      await first.joined.crawl.stop();
      expect(await endOf(cluster, first), `after ${wait} ms`).toMatch(/^(stopped|done)$/);
      const again = await cluster.start("a");
      await cluster.run([again, second]);
      expect(cluster.repeated, `after ${wait} ms`).toEqual([]);
      expect(cluster.web.pages.length, `after ${wait} ms`).toBe(PAGES);
    }
  });

  it("waits for an engine that is away, so that what it found is not lost", async () => {
    const cluster = new SimulatedCluster(answer);
    const [first, second] = [await cluster.start("a", options), await cluster.start("b")];
    await cluster.clock.run(cluster.after(2_500));
    first.engine.disconnect();
    await cluster.clock.run(cluster.after(2_500));
    await first.joined.crawl.stop();
    expect(await endOf(cluster, first)).toBe("never");
    first.engine.reconnect();
    expect(await endOf(cluster, first)).toBe("stopped");
    await cluster.run([await cluster.start("a"), second]);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.length).toBe(PAGES);
  });

  it("does not wait for a part that is on its way from a process that is cut off, and has it later", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(2_500));
    const second = await cluster.start("b");
    const isComing = () => second.joined.table.value.parts.some(({ phase }) => phase === "arriving");
    const given = new Promise<void>((resolve) => second.joined.table.onChange(() => isComing() && resolve()));
    await cluster.clock.run(given);
    first.engine.disconnect();
    cluster.server.wipe();
    await cluster.clock.run(cluster.after(60_000));
    expect(isComing()).toBe(true);
    await second.joined.crawl.stop();
    expect(await endOf(cluster, second)).toBe("stopped");
    first.engine.reconnect();
    await cluster.run([first, await cluster.start("b")]);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.length).toBe(PAGES);
  });

  it("does not wait for it when it is broken off, also in the middle of a hand-over, and says so", async () => {
    for (const isAsked of [false, true]) {
      const cluster = new SimulatedCluster(answer);
      const [first, second] = [await cluster.start("a", options), await cluster.start("b")];
      await cluster.clock.run(cluster.after(2_500));
      if (isAsked) {
        first.joined.table.onChange(() => first.engine.disconnect()); // it has heard of it, and done nothing yet
        await second.joined.table.change((table) => leaving(table, "a"));
      } else first.engine.disconnect();
      await cluster.clock.run(cluster.after(4_000));
      expect(first.engine.connected).toBe(false);
      await first.joined.crawl.abort();
      expect(await endOf(cluster, first), `${isAsked}`).toContain("stopped without waiting for the engine");
    }
  });
});

it("a process that left, and comes again by a table that does not say so, has left once the others tell it", async () => {
  const cluster = new SimulatedCluster(answer);
  const first = await cluster.start("a", options);
  await cluster.clock.run(cluster.after(2_500));
  const second = await cluster.start("b");
  await cluster.clock.run(cluster.after(2_500));
  const before = readFileSync(tableIn(second), "utf8");
  await first.joined.table.change((table) => leaving(table, "b"));
  expect(await endOf(cluster, second)).toBe("done");
  writeFileSync(tableIn(second), before);
  first.engine.disconnect();
  cluster.server.wipe();
  const again = await cluster.start("b");
  await cluster.clock.run(cluster.after(1_000));
  first.engine.reconnect();
  expect(await endOf(cluster, again)).toBe("done");
  await cluster.run([first]);
  expect(cluster.repeated).toEqual([]);
  expect(cluster.web.pages.length).toBe(PAGES);
});

it("a process whose account of what it received is damaged is told the command to type, with the name of its crawl", async () => {
  const cluster = new SimulatedCluster(answer);
  const named = { crawl: "named" };
  await cluster.run([await cluster.start("a", options, named)]);
  writeFileSync(pathOf(cluster.folder, "a", "state", "shared", "received.log"), "no line of it\n");
  await expect(cluster.start("a", {}, named)).rejects.toThrow(
    /^state\/shared\/received\.log, .* again what it may lack: crawlbench processes memory: --crawl named --send-again$/,
  );
});

it("two folders that come by one name at the same time are told apart: the one that came first ends, and says why", async () => {
  const cluster = new SimulatedCluster(answer);
  const both = ["first", "second"].map((folder) => ({
    out: pathOf(cluster.folder, folder),
    contact: "crawl@web.example",
    clock: cluster.clock,
    transport: cluster.web.transport(),
    ...options,
  }));
  const [first, second] = [
    await cluster.clock.run(joinCrawl(cluster.server.open("crawl"), both[0], { name: "a" })),
    await joinCrawl(cluster.server.open("crawl"), both[1], { name: "a" }), // the first has not begun
  ];
  const ended = first.crawl.run();
  await expect(cluster.clock.run(ended)).rejects.toThrow(
    "by the name of a at the same time, and has it now: say --name",
  );
  expect((await cluster.clock.run(second.crawl.run())).state).toBe("done");
  expect(new Set(cluster.web.pages).size).toBe(PAGES);
});
