import { describe, expect, it } from "vitest";
import { sendEstate, takeEstate } from "../../src/cluster/hand-over.js";
import type { Estate, HostsEstate, SentUrl, SharedCrawl } from "../../src/fetch/neighbours.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { type FrailEngine, inMemoryEngine } from "./in-memory-engine.js";

const urls = (name: string, count: number): SentUrl[] =>
  Array.from({ length: count }, (_, id) => ({ url: `http://${name}.example/${id}`, depth: id % 7, hops: id % 3 }));

const NO_HOSTS: HostsEstate = { now: 5_000, scheduler: { hosts: [], robots: [], dead: [] }, robots: [] };

const hostsOf = (count: number, bytes = 10): HostsEstate => {
  const names = Array.from({ length: count }, (_, id) => `h${id}.example`);
  return {
    now: 5_000,
    scheduler: {
      hosts: names.map((host, id) => [host, 6_000 + id, 1, 0, 50, 3, null]),
      robots: names.map((host, id) => [`http://${host}`, 90_000, id % 2 ? null : 2_000]),
      dead: names.filter((_, id) => id % 5 === 0).map((host) => [`dead.${host}`, "down"]),
    },
    robots: names.map((host) => [`http://${host}`, "rules", "x".repeat(bytes), 4_000, 90_000]),
  };
};

/** Writes down what a crawl is told to take over. @param broken how many calls go well before the process is killed */
function heir(broken = Number.POSITIVE_INFINITY) {
  const taken = { waiting: [] as SentUrl[], done: [] as SentUrl[], hosts: [] as HostsEstate[] };
  let calls = 0;
  const adopt: SharedCrawl["adopt"] = async (each, isDone) => {
    if (calls++ >= broken) return new Promise(() => undefined);
    (isDone ? taken.done : taken.waiting).push(...each);
  };
  const crawl = { adopt, adoptHosts: (estate: HostsEstate) => taken.hosts.push(estate) } as unknown as SharedCrawl;
  return { taken, crawl };
}

const all = <T>(estates: readonly HostsEstate[], rows: (estate: HostsEstate) => readonly T[]) => estates.flatMap(rows);

const MOVE = { part: 3, tenure: 2 };
const send = (engine: FrailEngine, estate: Partial<Estate>, run = "run") =>
  sendEstate(engine, { ...MOVE, run }, { waiting: [], done: [], hosts: NO_HOSTS, ...estate });

describe("what is known of a part of the web", () => {
  it("comes to its next owner as it was: URLs that wait in their order, those that are done, and hosts", async () => {
    const server = inMemoryEngine();
    const estate = { waiting: urls("waiting", 2_500), done: urls("done", 1_001), hosts: hostsOf(40) };
    await send(server.open("crawl"), estate);
    const { taken, crawl } = heir();
    await (await takeEstate(server.open("crawl"), MOVE, crawl))();
    expect(taken.waiting).toEqual(estate.waiting);
    expect(taken.done).toEqual(estate.done);
    expect(taken.hosts).toEqual([estate.hosts]);
    expect(await server.open("crawl").pending("moves")).toBe(0);
  });

  it("is waited for to its end, and goes by its part and tenure alone", async () => {
    const server = inMemoryEngine();
    const engine = server.open("crawl");
    const { taken, crawl } = heir();
    let isOver = false;
    const work = takeEstate(server.open("crawl"), MOVE, crawl).then(() => {
      isOver = true;
    });
    await sendEstate(
      engine,
      { part: 3, tenure: 1, run: "run" },
      { waiting: urls("old", 1), done: [], hosts: NO_HOSTS },
    );
    await sendEstate(
      engine,
      { part: 4, tenure: 2, run: "run" },
      { waiting: urls("other", 1), done: [], hosts: NO_HOSTS },
    );
    expect([isOver, taken.waiting]).toEqual([false, []]);
    await send(engine, { waiting: urls("own", 2) });
    await work;
    expect(taken.waiting).toEqual(urls("own", 2));
  });

  it("may be sent again by an owner that was killed: all of it is there, in the order of both", async () => {
    const server = inMemoryEngine();
    const [first, second] = [server.open("crawl"), server.open("crawl")];
    void send(first, { waiting: urls("waiting", 3_000) }, "first");
    first.die();
    await send(second, { waiting: urls("waiting", 3_000) }, "second");
    const { taken, crawl } = heir();
    await takeEstate(server.open("crawl"), MOVE, crawl);
    expect(new Set(taken.waiting.map(({ url }) => url)).size).toBe(3_000);
  });

  it("is taken in by a process that was killed in the middle of it, once it is started again", async () => {
    const clock = new FakeClock();
    const server = inMemoryEngine({ now: () => clock.now() });
    await send(server.open("crawl"), { waiting: urls("waiting", 2_500), done: urls("done", 1_500) });
    const [before, after] = [heir(2), heir()];
    const killed = server.open("crawl");
    void takeEstate(killed, MOVE, before.crawl);
    await clock.run(new Promise<void>((resolve) => clock.after(1_000, resolve)));
    killed.die();
    const work = takeEstate(server.open("crawl"), MOVE, after.crawl);
    server.redeliver(0);
    await work;
    expect([...before.taken.done, ...after.taken.done].map(({ url }) => url).sort()).toEqual(
      urls("done", 1_500)
        .map(({ url }) => url)
        .sort(),
    );
    expect(before.taken.waiting.length + after.taken.waiting.length).toBe(2_500);
  });

  it("is known to be all there by a process that was killed after it took it in and before the table said so", async () => {
    const server = inMemoryEngine();
    await send(server.open("crawl"), { waiting: urls("waiting", 10) });
    const killed = server.open("crawl");
    await takeEstate(killed, MOVE, heir().crawl); // the table was not changed: what this returns was not called
    killed.die();
    const { taken, crawl } = heir();
    const work = takeEstate(server.open("crawl"), MOVE, crawl);
    server.redeliver(0);
    await (await work)();
    expect(taken.waiting).toEqual([]);
    expect(await server.open("crawl").pending("moves")).toBe(0);
  });

  it("goes in messages that the engine takes, however long its URLs and many its hosts", async () => {
    const server = inMemoryEngine({ largest: 3_000 });
    const long = urls("long", 40).map((each) => ({ ...each, url: each.url.padEnd(1_200, "x") }));
    const estate = { waiting: long, done: long.slice(7), hosts: hostsOf(50) };
    await send(server.open("crawl"), estate);
    const { taken, crawl } = heir();
    await takeEstate(server.open("crawl"), MOVE, crawl);
    expect(taken.waiting).toEqual(long);
    expect(taken.done).toEqual(long.slice(7));
    const { scheduler, robots } = estate.hosts;
    expect(all(taken.hosts, (each) => each.scheduler.hosts)).toEqual(scheduler.hosts);
    expect(all(taken.hosts, (each) => each.scheduler.robots)).toEqual(scheduler.robots);
    expect(all(taken.hosts, (each) => each.scheduler.dead)).toEqual(scheduler.dead);
    expect(all(taken.hosts, (each) => each.robots)).toEqual(robots);
    expect(taken.hosts.every(({ now }) => now === 5_000)).toBe(true);
  });

  it("leaves a robots.txt out that alone is too large for a message, with what the scheduler knows of it: it is asked for again", async () => {
    const server = inMemoryEngine({ largest: 3_000 });
    const hosts = hostsOf(3);
    const robots = hosts.robots.map((row, id) =>
      id === 1 ? ([...row.slice(0, 2), "x".repeat(4_000), 4_000, 90_000] as unknown as typeof row) : row,
    );
    await send(server.open("crawl"), { hosts: { ...hosts, robots } });
    const { taken, crawl } = heir();
    await takeEstate(server.open("crawl"), MOVE, crawl);
    const origins = ["http://h0.example", "http://h2.example"];
    expect(all(taken.hosts, (each) => each.robots).map(([origin]) => origin)).toEqual(origins);
    expect(all(taken.hosts, (each) => each.scheduler.robots).map(([origin]) => origin)).toEqual(origins);
    expect(all(taken.hosts, (each) => each.scheduler.hosts)).toEqual(hosts.scheduler.hosts);
  });

  it("of another version of the form is refused", async () => {
    const server = inMemoryEngine();
    const engine = server.open("crawl");
    await engine.put("moves.3.2", Uint8Array.of(9), "id");
    await expect(takeEstate(engine, MOVE, heir().crawl)).rejects.toThrow(
      "a hand-over holds messages of kind 0 to 3; found 9: run the same version of crawlbench everywhere",
    );
  });
});
