import { join as pathOf } from "node:path";
import { describe, expect, it } from "vitest";
import { ClusterControl } from "../../src/cluster/cluster-control.js";
import { joinCrawl } from "../../src/cluster/join.js";
import { obey } from "../../src/cluster/obey.js";
import { clearStop } from "../../src/cluster/orders.js";
import { reportOf, tellReports } from "../../src/cluster/reports.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { SimulatedWeb } from "../fetch/simulated-web.js";
import { inMemoryEngine } from "./in-memory-engine.js";

const HOSTS = 12;
const PAGES = depth({ everyday: 18, prove: 25 });

/** Hosts whose pages are a chain each, and link to the host after them. */
const page = (host: number, number: number) => `http://h${host}.share.example/${number}`;
function answer(url: string) {
  const [, host, number] = /h(\d+)\.share\.example\/(\d+)$/.exec(url) ?? [];
  if (number === undefined) return { status: 404 };
  const next = [page(Number(host), Number(number) + 1), page((Number(host) + 1) % HOSTS, Number(number))];
  const within = next.filter((_, at) => at === 1 || Number(number) + 1 < PAGES);
  return { body: within.map((each) => `<a href="${each}">x</a>`).join("") };
}

/** Real crawls that share a simulated web, and one that watches them all. */
async function watchedCluster() {
  const clock = new FakeClock();
  const web = new SimulatedWeb(clock, answer);
  const server = inMemoryEngine({ now: () => clock.now() });
  const folder = temporaryFolder();
  const start = async (name: string) => {
    const engine = server.open("crawl");
    const own = {
      out: pathOf(folder, name),
      contact: "crawl@web.example",
      clock,
      transport: web.transport(),
      checkpointEvery: 3_600_000,
    };
    const begun = name === "a" ? { seeds: [page(0, 0)], politeness: { delay: 1000, factor: 0 } } : {};
    const { crawl, member, table } = await clock.run(joinCrawl(engine, { ...own, ...begun }, { name }));
    const onTrouble = (error: unknown) => expect.unreachable(String(error));
    const obedience = await obey(engine, crawl, { name, clock, onTrouble });
    const ended = crawl.run();
    const standing = () => ({ name, partitions: member.partitions, checkpoint: obedience.checkpoint });
    const endReports = tellReports(engine, clock, () => reportOf(crawl, standing()), onTrouble);
    return {
      crawl,
      ended: ended.finally(async () => {
        endReports();
        await obedience.end();
        await table.close();
      }),
    };
  };
  const engine = server.open("crawl");
  const control = await ClusterControl.open(engine, { clock });
  const pass = (ms: number) => clock.run(new Promise<void>((resolve) => void clock.after(ms, resolve)));
  const asked = () => web.log.filter(({ url }) => !url.endsWith("/robots.txt"));
  return { clock, web, engine, control, start, pass, asked };
}

describe("one who watches crawls that share a web", () => {
  it("sees the sums of them all, to the last page", async () => {
    const { clock, control, start, pass, asked } = await watchedCluster();
    const processes = [await start("a"), await start("b"), await start("c")];
    await pass(10_000);
    const { state, processes: rows = [], frontier } = control.status();
    expect(state).toBe("running");
    expect(frontier).toBeGreaterThan(0);
    expect(rows.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(rows.reduce((sum, { partitions }) => sum + partitions, 0)).toBe(64);
    const ends = await clock.run(Promise.all(processes.map(({ ended }) => ended)));
    const all = control.status();
    expect([all.state, all.pages, all.frontier]).toEqual(["done", HOSTS * PAGES, 0]);
    expect(asked()).toHaveLength(HOSTS * PAGES);
    expect(ends.map(({ pages }) => pages).reduce((a, b) => a + b)).toBe(all.pages);
    expect(all.statuses).toEqual({ "200": HOSTS * PAGES });
    // what was sent was received: every process was there to its end
    expect(all.exchange?.received).toBe(all.exchange?.sent);
    expect(all.exchange?.sent).toBeGreaterThan(0);
  });

  it("pauses them, sets their speed, blocks a host and has them write to disk, all as if they were one", async () => {
    const { clock, control, start, pass, asked } = await watchedCluster();
    const processes = [await start("a"), await start("b"), await start("c")];
    await pass(15_000);

    await control.pause();
    await pass(2000);
    const before = asked().length;
    const late = await start("late"); // does not ask before it knows that all are paused
    await pass(60_000);
    expect(asked()).toHaveLength(before);
    expect(control.status()).toMatchObject({ state: "paused", inFlight: 0 });

    await control.setSpeed(2);
    await control.proceed();
    await pass(3000);
    const begin = asked().length;
    await pass(30_000);
    expect(control.status().speed).toBeCloseTo(2, 9);
    // 2 x 30 s; a scheduler may be 100 ms late or early with each request
    expect(asked().length - begin).toBeGreaterThan(40);
    expect(asked().length - begin).toBeLessThanOrEqual(64);

    await control.block("h3.share.example");
    await pass(2000);
    const blockedAt = clock.now();
    await control.setSpeed(undefined);
    await clock.run(control.checkpoint());
    for (const { crawl } of [...processes, late]) expect(crawl.status().checkpoint).toBeGreaterThanOrEqual(blockedAt);
    await clock.run(Promise.all([...processes, late].map(({ ended }) => ended)));
    expect(asked().filter(({ host, begin }) => host === "h3.share.example" && begin > blockedAt)).toEqual([]);
    expect(control.status().state).toBe("done");
  });

  it("stops them all; started again, they go on where they were", async () => {
    const { clock, engine, control, start, pass, asked } = await watchedCluster();
    const first = [await start("a"), await start("b")];
    await pass(20_000);
    await control.stop();
    const ends = await clock.run(Promise.all(first.map(({ ended }) => ended)));
    expect(ends.map(({ state }) => state)).toEqual(["stopped", "stopped"]);
    expect(control.status().state).toBe("stopped");
    const before = asked().length;
    expect(before).toBeLessThan(HOSTS * PAGES);
    await clearStop(engine);
    const second = [await start("a"), await start("b")];
    await clock.run(Promise.all(second.map(({ ended }) => ended)));
    expect(control.status()).toMatchObject({ state: "done", pages: HOSTS * PAGES });
    expect(asked()).toHaveLength(HOSTS * PAGES);
  });
});
