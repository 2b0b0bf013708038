import { describe, expect, it } from "vitest";
import { forgetEstate, type Move, movesIn, sendEstate, sendKept, takeEstate } from "../../src/cluster/hand-over.js";
import { ReceivedAccount } from "../../src/cluster/received-account.js";
import type { Estate, HostsEstate, SentUrl, SharedCrawl } from "../../src/fetch/neighbours.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { type FrailEngine, inMemoryEngine } from "./in-memory-engine.js";
import { memoryFiles } from "./memory-files.js";

const urls = (name: string, count: number): SentUrl[] =>
  Array.from({ length: count }, (_, id) => ({ url: `http://${name}.example/${id}`, depth: id % 7, hops: id % 3 }));

const NO_HOSTS: HostsEstate = {
  now: 5_000,
  notBefore: 0,
  scheduler: { hosts: [], robots: [], dead: [] },
  robots: [],
  sitemaps: [],
};

const hostsOf = (count: number, bytes = 10): HostsEstate => {
  const names = Array.from({ length: count }, (_, id) => `h${id}.example`);
  return {
    now: 5_000,
    notBefore: 6_000,
    scheduler: {
      hosts: names.map((host, id) => [host, 6_000 + id, 1, 0, 50, 3, null]),
      robots: names.map((host, id) => [`http://${host}`, 90_000, id % 2 ? null : 2_000]),
      dead: names.filter((_, id) => id % 5 === 0).map((host) => [`dead.${host}`, "down"]),
    },
    robots: names.map((host) => [`http://${host}`, "rules", "x".repeat(bytes), 4_000, 90_000]),
    sitemaps: names.map((host) => `http://${host}/sitemap`),
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
const send = (engine: FrailEngine, estate: Partial<Estate>, move = MOVE, files = memoryFiles()) =>
  sendEstate({ engine, files }, move, { waiting: [], done: [], hosts: NO_HOSTS, ...estate }, []);

interface TakeParts {
  readonly clock?: FakeClock;
  readonly account?: ReceivedAccount;
  readonly ask?: (move: Move) => void;
}

const take = (engine: FrailEngine, crawl: SharedCrawl, parts: TakeParts = {}) =>
  takeEstate(
    {
      engine,
      crawl,
      clock: new FakeClock(),
      account: new ReceivedAccount(memoryFiles()),
      ask: () => undefined,
      isComing: () => true,
      ...parts,
    },
    MOVE,
  );

describe("what is known of a part of the web", () => {
  it("comes to its next owner as it was: URLs that wait in their order, those that are done, and hosts", async () => {
    const server = inMemoryEngine();
    const estate = { waiting: urls("waiting", 2_500), done: urls("done", 1_001), hosts: hostsOf(40) };
    await send(server.open("crawl"), estate);
    const { taken, crawl } = heir();
    await take(server.open("crawl"), crawl);
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
    const work = take(server.open("crawl"), crawl).then(() => {
      isOver = true;
    });
    await send(engine, { waiting: urls("old", 1) }, { part: 3, tenure: 1 });
    await send(engine, { waiting: urls("other", 1) }, { part: 4, tenure: 2 });
    expect([isOver, taken.waiting]).toEqual([false, []]);
    await send(engine, { waiting: urls("own", 2) });
    await work;
    expect(taken.waiting).toEqual(urls("own", 2));
  });

  it("may be sent again by an owner that was killed: all of the second attempt is there, though messages of the first have its numbers", async () => {
    const server = inMemoryEngine();
    const [first, second] = [server.open("crawl"), server.open("crawl")];
    let puts = 0;
    const put: FrailEngine["put"] = (...message) => (puts++ < 2 ? first.put(...message) : new Promise(() => undefined));
    void send(Object.create(first, { put: { value: put } }), { waiting: urls("earlier", 2_500) });
    for (let steps = 0; steps < 100; steps++) await second.pending("moves");
    expect(await second.pending("moves")).toBe(2);
    first.die();
    await send(second, { waiting: urls("waiting", 3_000) });
    const { taken, crawl } = heir();
    await take(server.open("crawl"), crawl);
    const found = taken.waiting.map(({ url }) => url);
    expect(found.filter((url) => url.includes("waiting")).length).toBe(3_000); // the numbers of two attempts are not mixed
  });

  it("is asked for again, and wholly, by a process that was killed in the middle of it: what it took in was in no checkpoint", async () => {
    const clock = new FakeClock();
    const server = inMemoryEngine({ now: () => clock.now() });
    const [giver, files] = [server.open("crawl"), memoryFiles()];
    await send(giver, { waiting: urls("waiting", 2_500), done: urls("done", 1_500) }, MOVE, files);
    const [before, after] = [heir(2), heir()];
    const killed = server.open("crawl");
    const disk = new Map<string, Buffer>();
    void take(killed, before.crawl, { account: new ReceivedAccount(memoryFiles(disk)) });
    await clock.run(new Promise<void>((resolve) => clock.after(1_000, resolve)));
    expect(before.taken.done.length).toBe(1_500); // the engine was told that these are done
    killed.die();
    server.redeliver(0);
    const account = new ReceivedAccount(memoryFiles(disk));
    const ask = (move: Move) => void sendKept(giver, files, move);
    await clock.run(take(server.open("crawl"), after.crawl, { clock, account, ask }));
    const found = (taken: readonly SentUrl[]) => [...new Set(taken.map(({ url }) => url))].sort();
    expect(found(after.taken.done)).toEqual(found(urls("done", 1_500)));
    expect(found(after.taken.waiting)).toEqual(found(urls("waiting", 2_500)));
  });

  it("is kept by its sender, and sent again when it is asked for what the engine lost, however often", async () => {
    const clock = new FakeClock();
    const server = inMemoryEngine({ now: () => clock.now() });
    const [giver, files] = [server.open("crawl"), memoryFiles()];
    const estate = { waiting: urls("waiting", 4_500), done: urls("done", 2_000), hosts: hostsOf(5) };
    await send(giver, estate, MOVE, files);
    const { taken, crawl } = heir();
    let asked = 0;
    const ask = (move: Move) => {
      asked++;
      void sendKept(giver, files, move).then(() => {
        if (asked < 3) server.wipe(); // again
      });
    };
    server.wipe();
    await clock.run(take(server.open("crawl"), crawl, { clock, ask }));
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(taken).toEqual({ ...estate, hosts: [estate.hosts] });
    expect(movesIn(files)).toEqual([MOVE]);
    await forgetEstate(files, MOVE);
    expect([movesIn(files), await sendKept(giver, files, MOVE)]).toEqual([[], false]);
  });

  it("brings the account of messages that were received for the part", async () => {
    const server = inMemoryEngine();
    const files = memoryFiles();
    const [engine, account] = [server.open("crawl"), new ReceivedAccount(memoryFiles())];
    await sendEstate({ engine, files }, MOVE, { waiting: [], done: [], hosts: NO_HOSTS }, [[3, "b.1", 1, 40]]);
    await take(server.open("crawl"), heir().crawl, { account });
    expect(account.of(3)).toEqual([[3, "b.1", 1, 40]]);
  });

  it("goes in messages that the engine takes, however long its URLs and many its hosts", async () => {
    const server = inMemoryEngine({ largest: 3_000 });
    const long = urls("long", 40).map((each) => ({ ...each, url: each.url.padEnd(1_200, "x") }));
    const estate = { waiting: long, done: long.slice(7), hosts: hostsOf(50) };
    await send(server.open("crawl"), estate);
    const { taken, crawl } = heir();
    await take(server.open("crawl"), crawl);
    expect(taken.waiting).toEqual(long);
    expect(taken.done).toEqual(long.slice(7));
    const { scheduler, robots } = estate.hosts;
    expect(all(taken.hosts, (each) => each.scheduler.hosts)).toEqual(scheduler.hosts);
    expect(all(taken.hosts, (each) => each.scheduler.robots)).toEqual(scheduler.robots);
    expect(all(taken.hosts, (each) => each.scheduler.dead)).toEqual(scheduler.dead);
    expect(all(taken.hosts, (each) => each.robots)).toEqual(robots);
    expect(all(taken.hosts, (each) => each.sitemaps)).toEqual(estate.hosts.sitemaps);
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
    await take(server.open("crawl"), crawl);
    const origins = ["http://h0.example", "http://h2.example"];
    expect(all(taken.hosts, (each) => each.robots).map(([origin]) => origin)).toEqual(origins);
    expect(all(taken.hosts, (each) => each.scheduler.robots).map(([origin]) => origin)).toEqual(origins);
    expect(all(taken.hosts, (each) => each.scheduler.hosts)).toEqual(hosts.scheduler.hosts);
  });

  it("of another version of the form is refused", async () => {
    const server = inMemoryEngine();
    const engine = server.open("crawl");
    await engine.put("moves.3.2", Uint8Array.of(9, ...new Uint8Array(10)), "id");
    await expect(take(engine, heir().crawl)).rejects.toThrow(
      "a hand-over holds messages of kind 0 to 4; found 9: run the same version of crawlbench everywhere",
    );
  });
});
