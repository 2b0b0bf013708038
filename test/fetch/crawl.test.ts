import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { Strings } from "../../src/base/strings.js";
import { replay } from "../../src/crawl/replay.js";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { depthFirst } from "../../src/ordering/depth-first.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { visitOrder } from "../../src/web/snapshot/stored-pages.js";
import type { Web } from "../../src/web/web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { FakeClock } from "./fake-clock.js";
import { loneNeighbours } from "./lone-neighbours.js";
import { simulate } from "./simulate.js";
import { page, type SimulatedPage, SimulatedWeb } from "./simulated-web.js";

/** A web of `size` pages on `hosts` hosts, each page reachable from page 0; links by chance. */
function randomWeb(size: number, hosts: number, seed: number) {
  const random = new Random(seed);
  const urls = Array.from({ length: size }, (_, id) => `http://h${id % hosts}.web.example/p${id}`);
  const links: [number, number][] = [];
  for (let id = 1; id < size; id++) links.push([random.below(id), id]);
  for (let i = 0; i < 3 * size; i++) links.push([random.below(size), random.below(size)]);
  const graph = graphFrom(size, links);
  const web: Web<"links" | "urls"> = {
    name: "random",
    capabilities: ["links", "urls"],
    graph,
    sha256: String(seed),
    start: 0,
    found: { links: links.length, selfLinks: 0, duplicates: 0 },
    urls: Strings.from(urls),
  };
  const idOf = new Map(urls.map((url, id) => [url, id]));
  const answer = (url: string): SimulatedPage => {
    const id = idOf.get(url);
    if (id === undefined) return { status: 404 };
    const targets = graph.targets.subarray(graph.offsets[id], graph.offsets[id + 1]);
    return {
      body: page(
        url,
        Array.from(targets, (target) => urls[target]),
      ),
      latency: 20 + (id % 7) * 30,
    };
  };
  return { web, urls, idOf, answer };
}

const seeds = ["http://h0.web.example/p0"];
/** Pages of some webs. */
const SIZE = depth({ everyday: 120, prove: 300 });

describe("a crawl", () => {
  it("fetches every page once, and reads back the graph that was served", async () => {
    const { web, urls, idOf, answer } = randomWeb(SIZE, 7, 1);
    const { status, server, snapshot } = await simulate({ answer, options: { seeds } });
    expect([...server.pages].sort()).toEqual([...urls].sort());
    expect(status).toMatchObject({
      state: "done",
      pages: SIZE,
      frontier: 0,
      statuses: { 200: SIZE },
      robotsRequests: 7,
    });
    const stored = webOf(snapshot);
    const pairs = (each: Web, id: (page: number) => number) =>
      Array.from({ length: each.graph.size }, (_, from) => {
        const { offsets, targets } = each.graph;
        return Array.from(targets.subarray(offsets[from], offsets[from + 1]), (to) => `${id(from)}-${id(to)}`);
      }).flat();
    expect(pairs(stored, (id) => idOf.get(stored.urls?.at(id) ?? "") ?? -1).sort()).toEqual(
      pairs(web, (id) => id).sort(),
    );
  });

  it("leaves 30 s between two requests to a host, and never asks it twice at a time", async () => {
    const { answer } = randomWeb(SIZE / 2, 5, 2);
    const { server, status } = await simulate({ answer, options: { seeds } });
    const last = new Map<string, number>();
    for (const { host, begin, end } of server.log) {
      const before = last.get(host);
      // Shkapenyuk and Suel 2001, section 1.3
      if (before !== undefined) expect(begin - before).toBeGreaterThanOrEqual(30_000);
      last.set(host, end);
    }
    expect(status.elapsed).toBeGreaterThan((SIZE / 2 / 5) * 30_000);
  });

  it.each<[string, OrderingMethod]>([
    ["breadth-first", breadthFirst],
    ["depth-first", depthFirst],
    ["backlink", backlink],
    ["PageRank", pageRank({ reorderEvery: 1 })],
  ])("of one connection visits pages in the order of the virtual crawler: %s", async (_, ordering) => {
    const { web, urls, answer } = randomWeb(SIZE / 2, 6, 3);
    const { server } = await simulate({
      answer,
      options: { seeds, ordering, connections: 1 },
    });
    expect(server.pages).toEqual(Array.from(replay(web, ordering), (id) => urls[id]));
  });

  it.each<[string, OrderingMethod | undefined]>([
    ["breadth-first", undefined],
    ["backlink", backlink],
  ])("that was stopped goes on, and asks for no page twice: %s", async (_, ordering) => {
    const { urls, answer } = randomWeb(SIZE, 8, 4);
    const options = { seeds, ...(ordering && { ordering }) };
    const first = await simulate({ answer, options: { ...options, pages: 60 } });
    expect(first.status).toMatchObject({ state: "stopped", pages: 60 });
    const second = await simulate({ answer, options: { ...options, seeds: [] }, out: first.out });
    expect(second.status).toMatchObject({ state: "done", pages: SIZE });
    expect([...first.server.pages, ...second.server.pages].sort()).toEqual([...urls].sort());
    const order = visitOrder(second.snapshot, webOf(second.snapshot));
    expect(order.length).toBe(SIZE);
  });

  it("obeys robots.txt, its Crawl-delay, and asks for it anew after a day", async () => {
    const links = ["/private/a", "/open", "/b", "/c"].map((path) => `http://h0.web.example${path}`);
    const answer = (url: string): SimulatedPage => {
      if (url.endsWith("/robots.txt"))
        return {
          body: "User-agent: *\nDisallow: /private\nCrawl-delay: 40000",
          headers: { "content-type": "text/plain" },
        };
      return { body: page(url, links) };
    };
    const { server, status } = await simulate({
      answer,
      options: { seeds, politeness: { maxCrawlDelay: 86_400_000 } },
    });
    expect(server.log.map(({ url }) => new URL(url).pathname)).toEqual([
      "/robots.txt",
      "/p0",
      "/open",
      "/robots.txt",
      "/b",
      "/c",
    ]); // each 40,000 s apart: the third gap passes a day
    expect(status.disallowed).toBe(1);
  });

  it("asks for robots.txt anew when it is no longer fresh", async () => {
    const answer = (url: string) => ({ body: url.endsWith("/robots.txt") ? "" : page(url, ["/a", "/b", "/c"]) });
    const times = async (robotsFreshFor: number) => {
      const { server } = await simulate({ answer, options: { seeds: [seeds[0]], robotsFreshFor } });
      return server.log.filter(({ url }) => url.endsWith("/robots.txt")).length;
    };
    expect(await times(86_400_000)).toBe(1);
    expect(await times(45_000)).toBe(4); // robots.txt, page after 30 s, robots.txt after 60 s, ...: the last two stand alone
  });

  it("asks three times for a robots.txt that cannot be had, and then for nothing else of its host", async () => {
    const answer = (url: string, visit: number): SimulatedPage => {
      if (url === "http://h1.web.example/robots.txt") return visit < 3 ? { fault: "reset" } : { body: "" };
      if (url === "http://h2.web.example/robots.txt") return { status: 503 };
      return { body: page(url, ["http://h1.web.example/a", "http://h2.web.example/b"]) };
    };
    const { server, status } = await simulate({ answer, options: { seeds } });
    expect(server.pages).toEqual([...seeds, "http://h1.web.example/a"]);
    expect(server.log.filter(({ url }) => url === "http://h2.web.example/robots.txt")).toHaveLength(3);
    expect(status).toMatchObject({ state: "done", disallowed: 0, postponed: 1, frontier: 1 }); // RFC 9309, 2.3.1.4
  });

  it("asks again within ten seconds where robots.txt failed, then after twice that, and for no page meanwhile", async () => {
    const failures: readonly SimulatedPage[] = [
      { fault: "header-timeout", latency: 30_000 },
      { truncated: "time", latency: 120_000, body: "User-agent: *\n" },
      { truncated: "disconnect", body: "User-agent: *\n" },
      { headers: { "content-encoding": "gzip" }, body: "no gzip" },
      { status: 500 },
      { fault: "dns" },
    ];
    const hosts = failures.map((_, i) => `http://f${i}.web.example`);
    const answer = (url: string, visit: number): SimulatedPage => {
      if (!url.endsWith("/robots.txt")) return { body: page(url, []) };
      return visit <= 2 ? failures[hosts.indexOf(new URL(url).origin)] : { status: 404 };
    };
    const options = { seeds: hosts.map((host) => `${host}/`), politeness: { delay: 1_000 } };
    const { server, status } = await simulate({ answer, options });
    for (const host of hosts) {
      const log = server.log.filter(({ url }) => url.startsWith(host));
      expect(log.map(({ url }) => url.slice(host.length))).toEqual(["/robots.txt", "/robots.txt", "/robots.txt", "/"]);
      const waits = [1, 2].map((i) => log[i].begin - log[i - 1].end);
      expect([host, ...waits]).toEqual([host, 10_000, 20_000]); // ten times the delay, and twice that
    }
    expect(status).toMatchObject({ pages: hosts.length, disallowed: 0 });
  });

  it("asks for a robots.txt that is cut off again after an hour, and then obeys it", async () => {
    const file = "http://h1.web.example/robots.txt";
    const answer = (url: string, visit: number): SimulatedPage => {
      if (url === file && visit <= 3) return { body: "User-agent: *\n", truncated: "disconnect" };
      if (url === file) return { body: "User-agent: *\nDisallow: /private" };
      const [now, later] = ["/early", "/late"].map((path) => `http://h1.web.example${path}`);
      if (url === seeds[0]) return { body: page(url, [now, "/slow"]) };
      if (url.endsWith("/slow"))
        return { body: page(url, [later, "http://h1.web.example/private"]), latency: 4_000_000 };
      return { body: page(url, []) };
    };
    const { server, status } = await simulate({ answer, options: { seeds } });
    const there = ["h0.web.example/slow", "h1.web.example/early", "h1.web.example/late"].map((at) => `http://${at}`);
    expect(server.pages).toEqual([...seeds, ...there]);
    const asked = server.log.filter(({ url }) => url === file).map(({ begin }) => begin);
    expect(asked).toHaveLength(4);
    expect(asked[3] - asked[2]).toBeGreaterThanOrEqual(3_600_000); // as for a 5xx: an hour
    expect(status).toMatchObject({ state: "done", disallowed: 1, oddities: { "truncated-disconnect": 3 } }); // /private
  });

  it("asks for all of a page again that an earlier crawl got in part, and for the others if they changed", async () => {
    const conditions: Record<string, string | undefined> = {};
    const answer =
      (truncated?: "disconnect") => (url: string, _visit: number, asked: Readonly<Record<string, string>>) => {
        conditions[new URL(url).pathname] = asked["if-none-match"];
        const cut = truncated && url.endsWith("/cut") ? { truncated } : {};
        if (asked["if-none-match"]) return { status: 304 };
        return { headers: { etag: '"1"' }, body: page(url, ["/cut"]), ...cut };
      };
    const { out } = await simulate({ answer: answer("disconnect"), options: { seeds: [seeds[0]] } });
    const { snapshot } = await simulate({ answer: answer(), options: { previous: out } });
    expect(conditions).toMatchObject({ "/p0": '"1"', "/cut": undefined });
    const captures = Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row));
    expect(captures.filter(({ truncated }) => truncated)).toEqual([]);
  });

  it("asks for all of a page again that an earlier crawl did not store", async () => {
    const conditions: (string | undefined)[] = [];
    const answer = (url: string, _visit: number, asked: Readonly<Record<string, string>>) => {
      conditions.push(asked["if-none-match"]);
      return { headers: { etag: '"1"' }, body: page(url, []) };
    };
    const options = { seeds: [seeds[0]], robots: "ignore" } as const;
    const { out } = await simulate({ answer, options: { ...options, store: "none" } });
    const again = await simulate({ answer, options: { ...options, previous: out } });
    expect([again.status.pages, conditions]).toEqual([1, [undefined, undefined]]);
    await simulate({ answer, options: { ...options, previous: again.out } });
    expect(conditions[2]).toBe('"1"');
  });

  it("asks for a page again by its tag, by its date, and by both where it has both", async () => {
    const date = "Sun, 06 Nov 1994 08:49:37 GMT";
    const validators: Record<string, Readonly<Record<string, string>>> = {
      "/p0": { etag: '"1"', "last-modified": date },
      "/tag": { etag: '"2"' },
      "/date": { "last-modified": date },
    };
    const conditions: Record<string, readonly (string | undefined)[]> = {};
    const answer = (url: string, _visit: number, asked: Readonly<Record<string, string>>): SimulatedPage => {
      const { pathname } = new URL(url);
      conditions[pathname] = [asked["if-none-match"], asked["if-modified-since"]];
      return { headers: validators[pathname] ?? {}, body: page(url, Object.keys(validators)) };
    };
    const { out } = await simulate({ answer, options: { seeds: [seeds[0]] } });
    await simulate({ answer, options: { previous: out } });
    expect(conditions).toMatchObject({ "/p0": ['"1"', date], "/tag": ['"2"', undefined], "/date": [undefined, date] });
  });

  it("asks by a validator of any length, but by none that cannot be sent", async () => {
    const long = `"a${" ".repeat(200_000)}b"`; // a search from each blank would take longer than a test may
    const tags: Record<string, string> = { "/p0": long, "/odd": '"\x01"', "/none": "" };
    const conditions: Record<string, string | undefined> = {};
    const answer = (url: string, _visit: number, asked: Readonly<Record<string, string>>): SimulatedPage => {
      const { pathname } = new URL(url);
      conditions[pathname] = asked["if-none-match"];
      return { headers: { etag: tags[pathname] ?? "" }, body: page(url, Object.keys(tags)) };
    };
    const { out } = await simulate({ answer, options: { seeds: [seeds[0]] } });
    await simulate({ answer, options: { previous: out } });
    expect(conditions).toMatchObject({ "/p0": long, "/odd": undefined, "/none": undefined });
  });

  it("is gone on with by its own ordering only, and says which", async () => {
    const { answer } = randomWeb(40, 4, 6);
    const { out } = await simulate({ answer, options: { seeds, ordering: backlink, pages: 10 } });
    await expect(simulate({ answer, options: { seeds }, out })).rejects.toThrow(
      `${out} was crawled by backlink, ties fifo, and can be resumed only by it; found breadth-first. Give the ordering backlink, or name another folder`,
    );
  });

  it("that was one process's share goes on with neighbours only", async () => {
    const { answer } = randomWeb(10, 2, 6);
    const clock = new FakeClock();
    const isOwn = () => true;
    const neighbours = loneNeighbours(clock, isOwn, () => {});
    const { out } = await simulate({ answer, clock, options: { seeds, neighbours } });
    await expect(simulate({ answer, options: { seeds }, out })).rejects.toMatchObject({ code: "option" });
    const again = loneNeighbours(clock, isOwn, () => {});
    const { status } = await simulate({ answer, clock, options: { seeds, neighbours: again }, out });
    expect(status.pages).toBe(10);
  });

  it("fetches a page that is too deep on one way and near enough on another", async () => {
    const to: Record<string, string[]> = {
      "/p0": ["/a", "/b"],
      "/a": ["/c"],
      "/b": ["/d"],
      "/c": ["/x"],
      "/d": ["/y"],
      "/y": ["/x"],
    };
    const answer = (url: string): SimulatedPage => {
      const path = new URL(url).pathname;
      return { body: page(url, path === "/b" ? ["/x", "/d"] : (to[path] ?? [])) };
    };
    const options = { seeds, scope: { depth: 2 }, ordering: depthFirst, connections: 1, robots: "ignore" } as const;
    const { server } = await simulate({ answer, options });
    // /x by /p0, /b
    expect(server.pages.map((url) => new URL(url).pathname).sort()).toEqual(["/a", "/b", "/c", "/d", "/p0", "/x"]);
  });

  it("follows redirects as links, and cuts chains of them", async () => {
    const answer = (url: string): SimulatedPage => {
      const step = Number(/\/r(\d+)$/.exec(url)?.[1] ?? -1);
      if (step >= 0) return { status: 302, headers: { location: `/r${step + 1}` } };
      return url.endsWith("/p0")
        ? { body: page(url, ["/r0", "/loop"]) }
        : { status: 301, headers: { location: "/loop" } };
    };
    const { server, status } = await simulate({ answer, options: { seeds, robots: "ignore", mostHops: 5 } });
    expect(server.pages.filter((url) => url.includes("/r")).length).toBe(6); // r0 and five redirects after it
    expect(server.pages.filter((url) => url.endsWith("/loop")).length).toBe(1);
    expect(status.dropped).toEqual({ "too-many-redirects": 1 });
  });

  it("tries again what failed for a while, and gives up what fails for good", async () => {
    const answer = (url: string, visit: number): SimulatedPage => {
      if (url.endsWith("/p0"))
        return {
          body: page(url, ["http://a.web.example/busy", "http://b.web.example/gone", "http://c.web.example/reset"]),
        };
      if (url.endsWith("/busy"))
        return visit === 1 ? { status: 503, headers: { "retry-after": "120" } } : { body: page("well", []) };
      if (url.endsWith("/reset")) return visit < 3 ? { fault: "reset" } : { body: page("well", []) };
      return { status: 410 };
    };
    const { server, status } = await simulate({ answer, options: { seeds, robots: "ignore" } });
    expect(status.statuses).toEqual({ 200: 3, 410: 1, 503: 1 });
    expect(status.faults).toEqual({ reset: 2 });
    const busy = server.log.filter(({ url }) => url.endsWith("/busy"));
    expect(busy[1].begin - busy[0].end).toBeGreaterThanOrEqual(120_000);
  });

  it("asks three times more for what fails each time, after a minute, two and four, less up to half, and in no later run", async () => {
    const answer = (url: string): SimulatedPage => {
      if (url.endsWith("/p0")) return { body: page(url, ["http://a.web.example/reset", "http://b.web.example/busy"]) };
      return url.endsWith("/reset") ? { fault: "reset" } : { status: 503 };
    };
    const options = { seeds, robots: "ignore" } as const;
    const { server, status, out } = await simulate({ answer, options });
    expect([status.faults, status.statuses]).toEqual([{ reset: 4 }, { 200: 1, 503: 4 }]);
    expect((await simulate({ answer, options, out })).server.log).toEqual([]); // what is given up stays so
    const asked = server.log.filter(({ url }) => url.endsWith("/busy"));
    const minutes = asked.slice(1).map(({ begin }, i) => (begin - asked[i].end) / 60_000);
    expect(minutes.map((each) => 2 ** Math.ceil(Math.log2(each)))).toEqual([1, 2, 4]);
  });

  it("stops at the boundary: hosts of other domains, schemes and ports are left out, by name", async () => {
    const answer = (url: string): SimulatedPage =>
      url.endsWith("/p0")
        ? {
            body: page(url, [
              "http://other.example/",
              "http://h1.web.example/in",
              "http://h1.web.example:22/",
              "mailto:a@b.example",
            ]),
          }
        : { body: page(url, []) };
    const { server, status } = await simulate({ answer, options: { seeds, robots: "ignore" } });
    expect(server.pages).toEqual([...seeds, "http://h1.web.example/in"]);
    expect(status.links.outOfScope).toEqual({ host: 1, port: 1 });
  });

  it("takes in the hosts that resolve maps besides, and all hosts where it maps all", async () => {
    const links = ["http://b.example/", "http://x.b.example/", "http://x.c.example/", "http://d.example/"];
    const answer = (url: string): SimulatedPage => ({ body: page(url, url.endsWith("/p0") ? links : []) });
    const found = async (...resolve: string[]) => {
      const { server } = await simulate({ answer, options: { seeds, robots: "ignore", resolve } });
      return links.filter((link) => server.pages.includes(link));
    };
    expect(await found("b.example=127.0.0.1:1", "*.c.example=127.0.0.1:1")).toEqual([links[0], links[2]]);
    expect(await found("*=127.0.0.1:1")).toEqual(links);
  });

  it("can be paused, blocked and stopped by whoever watches it", async () => {
    const { answer } = randomWeb(200, 4, 5);
    const clock = new FakeClock();
    const server = new SimulatedWeb(clock, answer);
    const out = join(temporaryFolder(), "crawl");
    const crawl = await Crawl.open({ out, contact: "crawl@web.example", clock, transport: server, seeds });
    const begun = clock.now();
    clock.after(300_000, () => crawl.block("h1.web.example"));
    clock.after(600_000, () => crawl.pause());
    clock.after(6_600_000, () => crawl.proceed());
    clock.after(7_200_000, () => void crawl.stop());
    const status = await clock.run(crawl.run());
    expect(status).toMatchObject({ state: "stopped", blocked: ["h1.web.example"] });
    const times = server.log.map(({ begin }) => begin - begun);
    expect(times.filter((time) => time > 601_000 && time < 6_600_000)).toEqual([]);
    const blocked = server.log.filter(({ host }) => host === "h1.web.example");
    expect(blocked.every(({ begin }) => begin - begun <= 300_000)).toBe(true);
  });

  it("asks a host that was unblocked for what is found from then on, and not for what was dropped", async () => {
    const { answer } = randomWeb(200, 4, 5);
    const clock = new FakeClock();
    const server = new SimulatedWeb(clock, answer);
    const out = join(temporaryFolder(), "crawl");
    const crawl = await Crawl.open({ out, contact: "crawl@web.example", clock, transport: server, seeds });
    const begun = clock.now();
    let dropped = 0;
    clock.after(300_000, () => crawl.block("h1.web.example"));
    clock.after(900_000, () => {
      dropped = crawl.status().dropped.blocked;
      crawl.unblock("h1.web.example");
    });
    const status = await clock.run(crawl.run());
    expect(status).toMatchObject({ state: "done", blocked: [], dropped: { blocked: dropped } });
    const times = server.log.filter(({ host }) => host === "h1.web.example").map(({ begin }) => begin - begun);
    expect(times.filter((time) => time > 301_000 && time < 900_000)).toEqual([]);
    expect(times.filter((time) => time >= 900_000).length).toBeGreaterThan(0);
    expect(dropped).toBeGreaterThan(0);
  });

  /** A crawl of a web, that was opened, and has not run. */
  async function opened(options: Partial<CrawlOptions> = {}) {
    const { answer } = randomWeb(60, 4, 5);
    const clock = new FakeClock();
    const transport = new SimulatedWeb(clock, answer);
    const given = { out: join(temporaryFolder(), "crawl"), contact: "crawl@web.example", clock, transport, seeds };
    return { clock, transport, given, crawl: await Crawl.open({ ...given, ...options }) };
  }

  it("runs once, whoever asks for it again, also when it has ended", async () => {
    const { clock, transport, crawl } = await opened();
    const status = await clock.run(Promise.all([crawl.run(), crawl.run()]).then(([first]) => first));
    const asked = transport.log.length;
    expect(status.state).toBe("done");
    expect(await crawl.run()).toEqual(status);
    expect(transport.log.length).toBe(asked);
  });

  for (const end of ["stop", "abort"] as const)
    it(`gives its folder free by ${end}() where it never ran, and then does not run`, async () => {
      const { clock, transport, given, crawl } = await opened();
      await crawl[end]();
      expect((await crawl.run()).state).toBe("stopped");
      expect(transport.log).toEqual([]);
      const again = await Crawl.open(given);
      expect(await clock.run(again.run())).toMatchObject({ state: "done" });
    });

  it("is stopped as one that runs by a signal that came before it began", async () => {
    const { clock, transport, given, crawl } = await opened({ signal: AbortSignal.abort() });
    expect((await clock.run(crawl.run())).state).toBe("stopped");
    expect(transport.log).toEqual([]);
    expect(existsSync(join(given.out, "snapshot.json"))).toBe(true);
  });

  it("that is broken off counts what was under way as waiting, and has it fetched when it goes on", async () => {
    const urls = ["a", "b", "c"].map((host) => `http://${host}.example/`);
    const answer = (url: string): SimulatedPage => ({ body: page(url, []), latency: 10_000 });
    const clock = new FakeClock();
    const onOpen = (crawl: Crawl) => void clock.after(1_000, () => void crawl.abort());
    const options = { seeds: urls, robots: "ignore" } as const;
    const { out, server, status } = await simulate({ answer, options, onOpen, clock });
    expect(server.pages).toEqual(urls);
    expect(status).toMatchObject({ state: "stopped", pages: 0, frontier: 3 });
    const again = await simulate({ answer, options, out });
    expect([again.server.pages.sort(), again.status.frontier]).toEqual([urls, 0]);
  });

  for (const [how, onStatus] of [
    ["throws", () => expect.unreachable("for a reason")],
    ["rejects", () => Promise.reject(new Error("for a reason"))],
  ] as const)
    it(`stops, keeps what it has, and fails with what onStatus ${how}`, async () => {
      const { clock, given, crawl } = await opened({ onStatus: onStatus as () => void });
      await expect(clock.run(crawl.run())).rejects.toThrow("for a reason");
      const { pages, state } = crawl.status();
      expect(state).toBe("stopped");
      const again = await Crawl.open(given);
      const status = await clock.run(again.run());
      expect(status.state).toBe("done");
      expect(status.pages).toBeGreaterThan(pages);
    });

  it("spreads the URLs of a host over the queue when asked to: all pages are fetched, hosts by turns", async () => {
    const links = Array.from({ length: 60 }, (_, i) => `http://h${Math.floor(i / 20)}.web.example/${i}`);
    const answer = (url: string): SimulatedPage => ({ body: page(url, url === seeds[0] ? links : []) });
    const run = async (order: "found" | "unshuffled") => {
      const options = { seeds, order, connections: 1, robots: "ignore", politeness: { delay: 0, factor: 0 } } as const;
      const { server } = await simulate({ answer, options });
      return server.pages.slice(1).map((url) => new URL(url).host);
    };
    const turns = (hosts: string[]) => hosts.filter((host, at) => at > 0 && host !== hosts[at - 1]).length;
    expect(turns(await run("found"))).toBe(2); // h0, h1, h2: 20 each
    expect(turns(await run("unshuffled"))).toBeGreaterThan(20); // 8 files (the root of 60) of 2 or 3 URLs of each host
  });

  it("keeps the heads alone of what is no HTML, when asked to", async () => {
    const answer = (url: string): SimulatedPage =>
      url === seeds[0]
        ? { body: page(url, ["/notes.txt"]) }
        : { body: "not a page", headers: { "content-type": "text/plain" } };
    const { snapshot } = await simulate({ answer, options: { seeds, robots: "ignore", content: "html" } });
    const rows = [0, 1].map((row) => snapshot.capture(row));
    expect(rows.map(({ bytes, truncated }) => [bytes > 0, truncated])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(snapshot.exchange(1).head).toContain("text/plain");
  });

  it.each([
    [
      { contact: "" },
      'a crawl needs a contact, which servers read in the User-Agent: contact: "https://you.example/crawl", or a mail address',
    ],
    [{ contact: "me" }, 'the contact is a http(s) URL or a mail address; found "me"'],
    [{ seeds: ["ftp://a.example/"] }, 'a seed is an http or https URL; found "ftp://a.example/"'],
    [{ conections: 3 }, 'a crawl has no option "conections"'],
    [{ connections: 0 }, "connections is an integer from 1; found 0"],
  ])("refuses what makes no sense: %o", async (options, message) => {
    const out = join(temporaryFolder(), "crawl");
    await expect(Crawl.open({ out, contact: "crawl@web.example", seeds, ...options } as CrawlOptions)).rejects.toThrow(
      message,
    );
  });
});
