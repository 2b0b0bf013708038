import { join as pathOf } from "node:path";
import { expect, it } from "vitest";
import { joinCrawl } from "../../src/cluster/join.js";
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
