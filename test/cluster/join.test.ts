import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { crawlOf, type JoinOptions, joinCrawl } from "../../src/cluster/join.js";
import { SharedTable } from "../../src/cluster/shared-table.js";
import { leaving, lost, sharesOf } from "../../src/cluster/table.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import { backlink } from "../../src/ordering/backlink.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { page } from "../fetch/simulated-web.js";
import { coded } from "../fixture/problems.js";
import { captured, SimulatedCluster, type SimulatedProcess } from "./simulated-cluster.js";

const [HOSTS, PAGES] = depth({ everyday: [10, 150], prove: [20, 600] });
const SEED = "http://h0.share.example/0";

const urlOf = (id: number) => `http://h${id % HOSTS}.share.example/${id}`;
const ALL = Array.from({ length: PAGES }, (_, id) => urlOf(id)).sort();

/** Page p links to 2p + 1 and 2p + 2, so that all are reached, and to one that is known. */
const answer = (url: string) => {
  const id = Number(new URL(url).pathname.slice(1));
  if (!Number.isInteger(id) || id >= PAGES || url.endsWith("/robots.txt")) return { status: 404 };
  return {
    body: page(`page ${id}`, [2 * id + 1, 2 * id + 2, (id * 7) % PAGES].filter((each) => each < PAGES).map(urlOf)),
  };
};

const options = { seeds: [SEED], politeness: { delay: 1_000, factor: 0 } };

function groupedByHost({ web }: SimulatedCluster) {
  const byHost = new Map<string, typeof web.log>();
  for (const request of web.log) byHost.set(request.host, [...(byHost.get(request.host) ?? []), request]);
  return byHost;
}

describe("processes that share a crawl", () => {
  it("fetch together what one fetches, each page once", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    const others = await Promise.all([cluster.start("b"), cluster.start("c")]);
    const statuses = await cluster.run([first, ...others]);
    expect(statuses.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
    const shards = await Promise.all([first, ...others].map(({ out }) => captured(out)));
    expect(shards.flat().sort()).toEqual(ALL);
    for (const shard of shards) expect(shard.length).toBeGreaterThan(0);
  });

  it("take over hosts from one another while they crawl, and hand them back when one leaves, with no page fetched twice", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    const second = await cluster.start("b");
    await cluster.clock.run(cluster.after(6_000));
    const shares = () => [...sharesOf(first.joined.table.value)];
    expect(shares()).toEqual([
      ["a", 32],
      ["b", 32],
    ]);
    const before = cluster.web.pages.length;
    expect(before).toBeLessThan(PAGES);
    await second.joined.table.change((table) => leaving(table, "b"));
    expect((await cluster.run([second]))[0].state).toBe("done");
    expect(shares()).toEqual([["a", 64]]);
    const third = await cluster.start("b2");
    await cluster.run([first, third]);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
    const shards = await Promise.all([first, second, third].map(({ out }) => captured(out)));
    for (const shard of shards) expect(shard.length).toBeGreaterThan(0);
    expect(shards.flat().sort()).toEqual(ALL);
  });

  it("hand on what is given to them while it is on its way, when another comes at that moment, with no page lost", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    const second = await cluster.start("b");
    await cluster.clock.run(cluster.after(6_000));
    const { table } = first.joined;
    const newcomers: Promise<SimulatedProcess>[] = [];
    let handedOn = 0;
    table.onChange(() => {
      const arriving = table.value.parts.filter(({ owner, phase }) => owner === "a" && phase === "arriving");
      if (arriving.length > 0 && newcomers.length === 0) newcomers.push(cluster.start("c"));
      handedOn = Math.max(handedOn, arriving.filter(({ next }) => next === "c").length);
    });
    await second.joined.table.change((each) => leaving(each, "b"));
    await cluster.run([second]);
    const [third] = await cluster.clock.run(Promise.all(newcomers));
    await cluster.run([first, third]);
    expect(handedOn).toBeGreaterThan(0);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
  });

  it("leave a host alone for its delay across a hand-over, and ask for its robots.txt once", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    const second = await cluster.start("b");
    await cluster.clock.run(cluster.after(6_000));
    const third = await cluster.start("c");
    await cluster.run([first, second, third]);
    const byHost = groupedByHost(cluster);
    expect(byHost.size).toBe(HOSTS);
    for (const [host, requests] of byHost) {
      expect(requests.filter(({ url }) => url.endsWith("/robots.txt")).length, host).toBe(1);
      const gaps = requests.slice(1).map(({ begin }, i) => begin - requests[i].end);
      expect(Math.min(...gaps), host).toBeGreaterThanOrEqual(1_000);
    }
  });

  it("go on where they are when the engine is away, and end when it is back", async () => {
    const cluster = new SimulatedCluster(answer);
    const processes = [await cluster.start("a", options), await cluster.start("b")];
    await cluster.clock.run(cluster.after(6_000));
    for (const { engine } of processes) engine.disconnect();
    await cluster.clock.run(cluster.after(40_000));
    for (const { engine } of processes) engine.reconnect();
    await cluster.run(processes);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
  });

  it("fetch anew what a process had that is lost with its disk", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    const second = await cluster.start("b");
    await cluster.clock.run(cluster.after(12_000));
    await cluster.clock.run(second.joined.crawl.checkpoint());
    const fetched = await captured(second.out);
    second.engine.disconnect();
    await first.joined.table.change((table) => lost(table, "b"));
    await cluster.run([first]);
    const kept = await captured(first.out);
    expect(kept).toEqual(ALL);
    expect(fetched.length).toBeGreaterThan(0);
    second.engine.reconnect();
    await expect(cluster.run([second])).rejects.toThrow("b was given up as lost");
  });

  it("come back to a crawl that is done, and find it done", async () => {
    const cluster = new SimulatedCluster(answer);
    await cluster.run([await cluster.start("a", options), await cluster.start("b")]);
    const [again] = await cluster.run([await cluster.start("a", options)]);
    expect(again.state).toBe("done");
    expect(cluster.web.pages.length).toBe(PAGES);
    await expect(cluster.start("c")).rejects.toThrow("the crawl crawl is done");
  });
});

describe("a process that would share a crawl", () => {
  it("is told what it may not say otherwise than the crawl was begun with", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await expect(cluster.start("b", { politeness: { delay: 5, factor: 0 } })).rejects.toThrow(
      "the crawl crawl was begun with delay 1000, and all of its processes go by it; found 5. Leave it out",
    );
    await expect(cluster.start("c", { contact: "other@web.example" })).rejects.toThrow("Leave it out");
    await cluster.run([first]);
  });

  it("waits until somebody begins the crawl", async () => {
    const cluster = new SimulatedCluster(answer);
    let waited = 0;
    const second = cluster.start("b", {}, { onWaiting: () => waited++ });
    await cluster.clock.run(cluster.after(5_000));
    expect(waited).toBe(1);
    const first = await cluster.start("a", options);
    await cluster.run([first, await cluster.clock.run(second)]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
  });

  it("joins those who work, and begins no other crawl, when it comes with a start page to an engine that lost its disk", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    cluster.server.wipe();
    const second = await cluster.start("b", options);
    expect(second.joined.table.value.id).toBe(first.joined.table.value.id);
    expect((await cluster.run([first, second])).map(({ state }) => state)).toEqual(["done", "done"]);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
  });

  it("begins another crawl where nobody who knows of the lost one is connected; those are told how to resume it, and can", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    first.engine.disconnect();
    cluster.server.wipe();
    const other = await cluster.start("b", options);
    first.engine.reconnect();
    const forget =
      "crawlbench processes memory: --crawl NAME --forget, and then the command of each process of this one";
    await expect(cluster.run([first])).rejects.toThrow(forget);
    await expect(cluster.start("a")).rejects.toThrow(forget);
    await cluster.clock.run(other.joined.crawl.stop());
    await cluster.run([other]);
    const engine = cluster.server.open("crawl");
    await engine.drop();
    const again = await cluster.start("a");
    expect((await cluster.run([again]))[0].state).toBe("done");
    expect(await captured(again.out)).toEqual(ALL);
  });

  it("takes no name that another folder has, no folder of another crawl, and no crawl of one process", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(500));
    await expect(cluster.start("b", {}, { name: "a" })).rejects.toThrow(
      "there is a process a of the crawl crawl already",
    );
    await cluster.run([first]);
    await expect(cluster.start("a", options, { crawl: "other" })).rejects.toThrow("belongs to the crawl crawl");
    await expect(cluster.start("a", options, { name: "z" })).rejects.toThrow("belongs to the process a");
    // the same before an engine is opened
    expect(crawlOf(first.out, {})).toBe("crawl");
    expect(() => crawlOf(first.out, { crawl: "other" })).toThrow("belongs to the crawl crawl");
    expect(() => crawlOf(first.out, { name: "z" })).toThrow("belongs to the process a");
  });

  it("has its folder for itself from the first moment: of two that come with one, the first crawls, and the other is refused", async () => {
    for (const others of [[], ["b"]]) {
      const cluster = new SimulatedCluster(answer);
      const working = await Promise.all(others.map((name) => cluster.start(name, options)));
      const first = cluster.start("a", options);
      const inUse = /^\S+a is being written by process \d+, this one: close it there first$/;
      await expect(cluster.start("a", options)).rejects.toThrow(inUse);
      const joined = await first;
      await expect(cluster.start("a", options)).rejects.toThrow(inUse); // it has not begun
      await cluster.run([joined, ...working]);
      expect(cluster.repeated).toEqual([]);
      expect(cluster.web.pages.sort()).toEqual(ALL);
      expect(readdirSync(joined.out).filter((name) => name.startsWith("lock"))).toEqual([]);
    }
  });

  it("leaves no folder behind where it may not take part", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(500));
    const folder = temporaryFolder();
    await expect(cluster.start("a", { out: join(folder, "x", "y") })).rejects.toThrow("there is a process a");
    expect(readdirSync(folder)).toEqual([]);
    await expect(cluster.start("a", { out: folder })).rejects.toThrow("there is a process a");
    expect(readdirSync(folder)).toEqual([]);
    await cluster.run([first]);
  });

  it("leaves no trace in the crawl when its folder cannot be used", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(1_000));
    const folder = temporaryFolder();
    writeFileSync(join(folder, "notes"), "no snapshot");
    await expect(cluster.start("ghost", { out: folder })).rejects.toThrow("holds notes and no snapshot.json");
    expect(Object.keys(first.joined.table.value.members)).toEqual(["a"]);
    await cluster.run([first]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
  });

  it("leaves no crawl that nobody works on when it would begin one, and its folder cannot be used", async () => {
    const cluster = new SimulatedCluster(answer);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "notes"), "no snapshot");
    await expect(cluster.start("ghost", { ...options, out: folder })).rejects.toThrow(
      "holds notes and no snapshot.json",
    );
    expect(await SharedTable.open(cluster.server.open("crawl"))).toBeUndefined();
    await cluster.run([await cluster.start("a", options)]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
  });

  it("leaves nothing at the engine where it may not begin the crawl, or is stopped before it takes part", async () => {
    const cluster = new SimulatedCluster(answer);
    const engine = cluster.server.open("crawl");
    const drop = vi.spyOn(engine, "drop");
    const own = { ...options, out: temporaryFolder(), contact: "crawl@web.example", clock: cluster.clock };
    const begin = (more: Partial<CrawlOptions>, join: JoinOptions) =>
      cluster.clock.run(joinCrawl(engine, { ...own, ...more }, join));
    await expect(begin({}, { partitions: 0 })).rejects.toThrow("1 to 1024");
    expect(drop).toHaveBeenCalledTimes(1);
    await expect(begin({ signal: AbortSignal.abort() }, {})).rejects.toThrow(
      "stopped before it took part in the crawl crawl: nothing was fetched",
    );
    expect(drop).toHaveBeenCalledTimes(2);
    const first = await cluster.start("a", options);
    await expect(begin({}, { partitions: 0 })).rejects.toThrow("was begun with --partitions 64");
    expect(drop).toHaveBeenCalledTimes(2);
    await cluster.run([first]);
  });

  it("leaves a crawl that another begins at the same moment to that one, when it is stopped then", async () => {
    const cluster = new SimulatedCluster(answer);
    const [engine, other] = [cluster.server.open("crawl"), cluster.server.open("crawl")];
    const [drop, write, stop] = [vi.spyOn(engine, "drop"), engine.write.bind(engine), new AbortController()];
    vi.spyOn(engine, "write").mockImplementation(async (key, value, revision) => {
      stop.abort(); // while it begins the crawl, and another writes the same under its own name
      const byAnother = Buffer.from(value).toString("latin1").replaceAll('"b"', '"a"');
      await other.write(key, Buffer.from(byAnother, "latin1"), revision);
      return write(key, value, revision);
    });
    const own = { ...options, out: temporaryFolder(), contact: "crawl@web.example", clock: cluster.clock };
    const joining = joinCrawl(engine, { ...own, signal: stop.signal }, { name: "b" });
    await expect(cluster.clock.run(joining)).rejects.toThrow(coded("stopped"));
    expect(drop).not.toHaveBeenCalled();
    const table = await SharedTable.open(other);
    expect(Object.keys(table?.value.members ?? {})).toEqual(["a"]);
    await table?.close();
  });

  it("names the delay per address that it cannot keep as it is typed", async () => {
    const cluster = new SimulatedCluster(answer);
    const politeness = { ...options.politeness, addressDelay: 1_000 };
    const error = await cluster.start("a", { ...options, politeness }).catch((error) => error);
    expect(error.told((name: string) => `[${name}]`)).toMatch(/a delay per address: leave \[addressDelay\] out$/);
  });

  it("hands its hosts over when it is started after it was told to leave", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    const second = await cluster.start("b");
    await cluster.clock.run(cluster.after(6_000));
    await cluster.clock.run(second.joined.crawl.stop());
    await cluster.run([second]);
    await first.joined.table.change((table) => leaving(table, "b"));
    const again = await cluster.start("b");
    await cluster.run([again, first]);
    expect(again.joined.member.hasLeft).toBe(true);
    expect(first.joined.table.value).toMatchObject({ state: "done", left: ["b"] });
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
  });

  it("is told how the crawl was begun when it says otherwise how the web is shared out", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    await expect(cluster.start("b", {}, { by: "domain" })).rejects.toThrow("was begun with --assign host");
    await expect(cluster.start("b", {}, { partitions: 10 })).rejects.toThrow("was begun with --partitions 64");
    await cluster.run([first]);
  });

  it("is refused where its hosts' delays could not be kept", async () => {
    const cluster = new SimulatedCluster(answer);
    await expect(cluster.start("a", options, { by: "url" })).rejects.toThrow("--assign host");
    const domains = { ...options, politeness: { delay: 1_000, domainDelay: 5 } };
    await expect(cluster.start("a", domains)).rejects.toThrow("--assign domain");
    const addresses = { ...options, politeness: { delay: 1_000, addressDelay: 5 } };
    await expect(cluster.start("a", addresses)).rejects.toThrow("addressDelay");
    await expect(cluster.start("a", options, { partitions: 0 })).rejects.toThrow("1 to 1024");
  });

  it("begins no crawl where it asks for what a shared one cannot do", async () => {
    const cluster = new SimulatedCluster(answer);
    await expect(cluster.start("a", { ...options, ordering: backlink })).rejects.toThrow("go breadth-first");
    await expect(cluster.start("a", { ...options, previous: "former" })).rejects.toThrow("fetch all pages anew");
    expect(await SharedTable.open(cluster.server.open("crawl"))).toBeUndefined();
  });

  it("may share hosts with others where no delay is to be kept: a crawl by URL fetches each page once", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", { ...options, politeness: { delay: 0, factor: 0 } }, { by: "url" });
    await cluster.run([first, await cluster.start("b")]);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
  });
});
