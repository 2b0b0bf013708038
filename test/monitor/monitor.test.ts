import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { ClusterControl } from "../../src/cluster/cluster-control.js";
import type { CrawlControl } from "../../src/fetch/status.js";
import { admit, isToken, newToken } from "../../src/monitor/guard.js";
import { History } from "../../src/monitor/history.js";
import { type Monitor, type MonitorOptions, openMonitor } from "../../src/monitor/monitor.js";
import { Crowd } from "../cluster/crowd.js";
import { inMemoryEngine } from "../cluster/in-memory-engine.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { FakeCrawl, NOON } from "./fake-crawl.js";

const opened: Monitor[] = [];
afterEach(async () => {
  for (const monitor of opened.splice(0)) await monitor.close();
});

const open = (crawl = new FakeCrawl(), options?: MonitorOptions) => openOn(crawl, options);

async function openOn<C extends CrawlControl>(crawl: C, options?: MonitorOptions) {
  const monitor = await openMonitor(crawl, options);
  opened.push(monitor);
  const { port, pathname } = new URL(monitor.url);
  const token = pathname.slice(1, -1);
  interface Ask {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  /** node:http and not fetch, which sends what headers it likes. */
  const askPath = (path: string, { method = "GET", headers = {}, body }: Ask = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, async (response) => {
        let text = "";
        for await (const part of response) text += part;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      asked.on("error", reject);
      asked.end(body);
    });
  const ask = (name: string, how?: Ask) => askPath(`/${token}/${name}`, how);
  const json = { "content-type": "application/json" };
  const command = (value: unknown, headers: Readonly<Record<string, string>> = {}) =>
    ask("command", {
      method: "POST",
      headers: { ...json, ...headers },
      body: typeof value === "string" ? value : JSON.stringify(value),
    });
  return { monitor, crawl, port: Number(port), token, ask, askPath, command };
}

describe("the monitor's address", () => {
  it("is on 127.0.0.1, with a token of 128 bits that is new each time", async () => {
    const [first, second] = [await open(), await open()];
    expect(first.monitor.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    expect(first.token).not.toBe(second.token);
    expect(isToken(first.token, first.token)).toBe(true);
    for (const guess of ["", "0", first.token.slice(1), `${first.token}0`, newToken(), first.token.toUpperCase()]) {
      expect(isToken(guess, first.token)).toBe(guess === first.token);
    }
  });

  it("refuses a port that is none or taken, and says which", async () => {
    const { port } = await open();
    for (const none of [-1, 0.5, 65_536])
      await expect(openMonitor(new FakeCrawl(), { port: none })).rejects.toThrow(
        `monitor: port is a whole number from 0 (any free one) to 65535; found ${none}`,
      );
    await expect(openMonitor(new FakeCrawl(), { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("answers nothing without its token, and nothing that it has not", async () => {
    const { askPath, token } = await open();
    const wrong = token.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    const paths = [
      "/",
      "/favicon.ico",
      `/${wrong}/`,
      `/${wrong}/status.json`,
      `/${token}`,
      `/${token}/x`,
      `/${token}/page.js/`,
      `/${token}/constructor`,
      `/${token}/../${token}/`,
      `//${token}/`,
    ];
    for (const path of paths) expect((await askPath(path)).status, path).toBe(404);
    expect((await askPath(`/${token}/`)).status).toBe(200);
    expect((await askPath(`/${wrong}/command`, { method: "POST", body: '{"command":"stop"}' })).status).toBe(404);
  });

  it("answers by its own names alone, so that no other name can be bound to it", async () => {
    const { ask, port, crawl, command } = await open();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await ask("status.json", { headers: { host } })).status, host).toBe(200);
    }
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1",
      `127.0.0.1:${port}.evil.example`,
      `[::1]:${port}`,
    ]) {
      const answer = await ask("status.json", { headers: { host } });
      expect([answer.status, answer.text], host).toEqual([421, "This server has another name.\n"]);
      expect((await command({ command: "pause" }, { host, origin: `http://${host}` })).status).toBe(421);
    }
    expect(crawl.calls).toEqual([]);
  });
});

describe("the monitor's headers", () => {
  it("let the page load its own files, speak to its own origin, and nothing else", async () => {
    const { ask, port, token } = await open();
    const { headers } = await ask("");
    const own = `http://127.0.0.1:${port}/${token}`;
    const policy = Object.fromEntries(
      String(headers["content-security-policy"])
        .split("; ")
        .map((each) => [each.slice(0, each.indexOf(" ")), each.slice(each.indexOf(" ") + 1)]),
    );
    expect(policy).toEqual({
      "default-src": "'none'",
      "script-src": `${own}/page.js`,
      "style-src": `${own}/page.css`,
      "img-src": `${own}/icon.svg`,
      "connect-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
      "require-trusted-types-for": "'script'",
      "trusted-types": "'none'",
    });
  });

  it("stand on every answer: no sniffing, no referrer, no storing, no other origin", async () => {
    const { ask } = await open();
    const types = {
      "": "text/html; charset=utf-8",
      "page.js": "text/javascript; charset=utf-8",
      "page.css": "text/css; charset=utf-8",
      "icon.svg": "image/svg+xml",
      "status.json": "application/json",
      metrics: "text/plain; version=0.0.4; charset=utf-8",
    };
    for (const [name, type] of Object.entries(types)) {
      const { status, headers, text } = await ask(name);
      expect([name, status, headers["content-type"]]).toEqual([name, 200, type]);
      expect(text.length).toBeGreaterThan(100);
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin",
        "content-length": String(Buffer.byteLength(text)),
      });
      expect(Object.keys(headers).filter((header) => header.startsWith("access-control"))).toEqual([]);
      expect((await ask(name, { method: "HEAD" })).text).toBe("");
    }
    for (const refused of [await ask("none"), await ask("", { headers: { host: "evil.example" } })]) {
      expect(refused.headers).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
    }
    const preflight = await ask("command", { method: "OPTIONS", headers: { origin: "http://evil.example" } });
    expect(preflight.status).toBe(405);
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("the monitor of a crawl that processes share", () => {
  /** Two processes on one engine, and whoever watches them on another connection. */
  async function shared() {
    const server = inMemoryEngine();
    const clock = new FakeClock(NOON);
    const crowd = new Crowd(async () => server.open("crawl"), clock);
    const [a, b] = [await crowd.join("a"), await crowd.join("b")];
    const engine = await crowd.open();
    const control = await ClusterControl.open(engine, { clock });
    const pass = (ms: number) => clock.run(new Promise<void>((resolve) => void clock.after(ms, resolve)));
    await pass(1500);
    return { a, b, engine, pass, ...(await openOn(control)) };
  }

  it("shows all of them as one crawl", async () => {
    const { ask } = await shared();
    const { status, hosts } = JSON.parse((await ask("status.json")).text);
    expect([status.pages, hosts]).toEqual([2 * 3800, []]);
    expect(status.processes.map(({ name }: { name: string }) => name)).toEqual(["a", "b"]);
    const { text } = await ask("metrics");
    expect(text).toContain('crawlbench_process_pages_total{process="a"} 3800\n');
    expect(text).toContain("crawlbench_pages_total 7600\n");
  });

  it("says that something is done when all of them can know of it, and not before", async () => {
    const { a, b, engine, pass, command } = await shared();
    expect(await command({ command: "block", host: "ads.example" })).toMatchObject({ status: 200 });
    engine.disconnect();
    let isAnswered = false;
    const answer = command({ command: "pause" }).finally(() => {
      isAnswered = true;
    });
    await pass(30_000);
    expect(isAnswered).toBe(false);
    engine.reconnect();
    expect(await answer).toMatchObject({ status: 200, text: '{"message":"Paused."}' });
    await pass(1000);
    for (const { crawl } of [a, b]) expect(crawl.calls).toEqual([["block", "ads.example"], ["pause"]]);
  });

  it("says what was not done, and why", async () => {
    const { engine, command } = await shared();
    expect((await command({ command: "block", host: "no host!/" })).status).toBe(400);
    await engine.close();
    const { status, text } = await command({ command: "pause" });
    expect([status, JSON.parse(text).message]).toEqual([500, expect.stringContaining("closed")]);
  });
});

describe("the monitor's commands", () => {
  it("reach the crawl, and tell what was done", async () => {
    const { crawl, command } = await open();
    const say = async (value: unknown) => {
      const { status, headers, text } = await command(value);
      expect(headers["content-type"]).toBe("application/json");
      return [status, JSON.parse(text).message];
    };
    expect(await say({ command: "speed", requestsPerSecond: 80 })).toEqual([
      200,
      "Speed set to 80 requests per second.",
    ]);
    expect(await say({ command: "speed", requestsPerSecond: null })).toEqual([200, "No speed limit."]);
    expect(await say({ command: "pause" })).toEqual([200, "Paused."]);
    expect(await say({ command: "proceed" })).toEqual([200, "Going on."]);
    expect(await say({ command: "checkpoint" })).toEqual([200, "Everything fetched is on disk."]);
    expect(await say({ command: "block", host: " ads.example " })).toEqual([200, "Blocked ads.example."]);
    expect((await say({ command: "stop" }))[0]).toBe(200);
    expect(crawl.calls).toEqual([
      ["setSpeed", 80],
      ["setSpeed", undefined],
      ["pause"],
      ["proceed"],
      ["checkpoint"],
      ["block", "ads.example"],
      ["stop"],
    ]);
  });

  it("that are none are refused before they reach the crawl", async () => {
    const { crawl, command } = await open();
    const bad = [
      "",
      "{",
      "null",
      "[]",
      '"pause"',
      {},
      { command: "quit" },
      { command: "__proto__" },
      { command: "speed" },
      { command: "speed", requestsPerSecond: 0 },
      { command: "speed", requestsPerSecond: -1 },
      { command: "speed", requestsPerSecond: "80" },
      { command: "block" },
      { command: "block", host: "  " },
      { command: "block", host: 7 },
    ];
    for (const value of bad) expect((await command(value)).status, JSON.stringify(value)).toBe(400);
    expect(crawl.calls).toEqual([]);
  });

  it("that are none are told what they lack", async () => {
    const { command } = await open();
    const about = async (value: unknown) => JSON.parse((await command(value)).text).message;
    expect(await about("{")).toMatch(/^A command is JSON, /);
    expect(await about({ command: "quit" })).toMatch(/^Commands are speed, pause, /);
    expect(await about({ command: "speed", host: "a.example" })).toMatch(/^Speed is a number of requests per second /);
    expect(await about({ command: "block", requestsPerSecond: 1 })).toMatch(/^Name the host or the domain to block/);
  });

  it("have 4096 bytes at the most", async () => {
    const { crawl, command } = await open();
    const long = (bytes: number) => '{"command":"pause"}'.padEnd(bytes);
    expect((await command(long(4097))).status).toBe(413);
    expect(crawl.calls).toEqual([]);
    expect((await command(long(4096))).status).toBe(200);
    expect(crawl.calls).toEqual([["pause"]]);
  });

  it("that the crawl refuses are told with its reason, as a bad request or as its own failure", async () => {
    const { crawl, command } = await open();
    const answer = await command({ command: "block", host: "no host!" });
    expect([answer.status, answer.text]).toEqual([
      400,
      JSON.stringify({ message: 'block: expected a host name, found "no host!"' }),
    ]);
    crawl.trouble = new Error("ENOSPC: no space left");
    const failed = await command({ command: "checkpoint" });
    expect([failed.status, JSON.parse(failed.text).message]).toEqual([500, "ENOSPC: no space left"]);
  });

  it("are taken from the page and from programs, never from another site", async () => {
    const { crawl, command, ask, port } = await open();
    const pause = { command: "pause" };
    const from = async (headers: Readonly<Record<string, string>>) => (await command(pause, headers)).status;
    const own = `http://127.0.0.1:${port}`;
    expect(await from({ origin: "http://evil.example", "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await from({ origin: "http://evil.example" })).toBe(403);
    expect(await from({ origin: "null" })).toBe(403);
    expect(await from({ origin: `http://127.0.0.1:${port + 1}` })).toBe(403);
    expect(await from({ origin: own, "sec-fetch-site": "same-site" })).toBe(403);
    expect(await from({ "sec-fetch-site": "none" })).toBe(403);
    expect(await from({ "content-type": "text/plain" })).toBe(415);
    expect(await from({ "content-type": "application/x-www-form-urlencoded" })).toBe(415);
    expect((await ask("command")).status).toBe(405);
    expect((await ask("", { method: "POST" })).status).toBe(405);
    expect(crawl.calls).toEqual([]);
    expect(
      await from({ origin: own, "sec-fetch-site": "same-origin", "content-type": "application/json; charset=utf-8" }),
    ).toBe(200);
    expect(await from({})).toBe(200);
    expect(crawl.calls).toHaveLength(2);
  });
});

describe("what another site may read", () => {
  const server = { port: 80, token: newToken() };
  const read = (name: string, headers: Readonly<Record<string, string>>) =>
    admit({ method: "GET", path: `/${server.token}/${name}`, headers: { host: "127.0.0.1:80", ...headers } }, server);

  it("is nothing, though it knew the token; only a link to the page works", () => {
    const crossSite = { "sec-fetch-site": "cross-site" };
    for (const name of ["", "page.js", "events", "status.json", "metrics"]) {
      expect(read(name, crossSite)).toMatchObject({ status: 403 });
      expect(read(name, { ...crossSite, "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" })).toMatchObject({
        status: 403,
      });
      expect(read(name, { "sec-fetch-site": "same-origin" })).toEqual({ name });
      expect(read(name, { "sec-fetch-site": "none" })).toEqual({ name });
    }
    const link = { ...crossSite, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect(read("", link)).toEqual({ name: "" });
    expect(read("status.json", link)).toMatchObject({ status: 403 });
  });
});

it("is let in at port 80 by the Host that browsers send there, which names no port", () => {
  const token = newToken();
  const ask = (host: string, port: number) =>
    admit({ method: "GET", path: `/${token}/`, headers: { host } }, { port, token });
  for (const host of ["127.0.0.1", "localhost", "127.0.0.1:80"]) expect(ask(host, 80)).toEqual({ name: "" });
  expect(ask("127.0.0.1", 8080)).toMatchObject({ status: 421 });
  expect(ask("evil.example", 80)).toMatchObject({ status: 421 });
});

/** Events of a stream, one after the other. */
async function* events(address: string) {
  const { body } = await fetch(address);
  let text = "";
  for await (const part of body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (event) yield { event, data: JSON.parse(data) };
    }
  }
}

describe("the monitor's stream", () => {
  it("begins with the history, follows the crawl, and ends with a goodbye", async () => {
    const crawl = new FakeCrawl();
    crawl.said = [
      { time: NOON, url: "http://a.example/", fault: "dns", message: "line\nbreak\n\nevent: end\ndata: {}" },
    ];
    const { monitor } = await open(crawl, { interval: 20 });
    const seen: string[] = [];
    let newest = 0;
    for await (const { event, data } of events(`${monitor.url}events`)) {
      if (seen[seen.length - 1] !== event) seen.push(event);
      if (event === "history")
        expect(data).toEqual({ recent: { step: 1000, samples: [] }, whole: { step: 1000, samples: [] } });
      if (event !== "observation") continue;
      expect(data.errors[0].message).toBe(crawl.said[0].message);
      if (data.status.now === newest) continue;
      newest = data.status.now;
      if (newest === NOON + 3000) void monitor.close();
      else crawl.pass(1000);
    }
    expect(seen).toEqual(["history", "observation", "end"]);
    expect(monitor.history.recent().samples.map(({ time }) => time - NOON)).toEqual([1000, 2000, 3000]);
  });

  it("tells the history again when a minute is added to it, once it no longer goes back to the start by seconds", async () => {
    const sample = { time: NOON, pagesPerSecond: 1, bytesPerSecond: 1, requestsPerSecond: 1, frontier: 1 };
    const history = new History([
      { step: 1000, samples: Array.from({ length: 600 }, () => sample) },
      { step: 60_000, samples: [sample] },
    ]);
    const { monitor, crawl } = await open(new FakeCrawl(), { history, interval: 1 });
    const told: number[][] = [];
    let looks = 0;
    for await (const { event, data } of events(`${monitor.url}events`)) {
      const seconds = (crawl.current.now - NOON) / 1000;
      if (event === "history" && seconds > 0) told.push([seconds, data.whole.samples.length]);
      if (event !== "observation" || data.status.now !== crawl.current.now || ++looks % 3 !== 0) continue;
      if (seconds === 150) break;
      crawl.pass(30_000);
    }
    // each moment is looked at three times
    expect(told).toEqual([
      [60, 2],
      [120, 3],
    ]);
  });

  it("says so when the crawl cannot tell how it is, and goes on", async () => {
    const { monitor, crawl } = await open(undefined, { interval: 20 });
    const seen: string[] = [];
    for await (const { event, data } of events(`${monitor.url}events`)) {
      if (event === "observation" && !seen.includes("trouble")) crawl.trouble = new Error("the disk is gone");
      if (event === "trouble") expect(data).toEqual({ message: "the disk is gone" });
      if (event !== "history") seen.push(event);
      if (event === "observation" && seen.includes("trouble")) break;
    }
    expect(new Set(seen)).toEqual(new Set(["observation", "trouble"]));
  });

  it("is given to sixteen pages at once, and to another when one has left", async () => {
    const { monitor, ask } = await open(undefined, { interval: 20 });
    const streams = Array.from({ length: 16 }, () => events(`${monitor.url}events`));
    for (const stream of streams) await stream.next();
    expect((await ask("events")).status).toBe(503);
    await streams[0].return(undefined);
    let status = 503;
    while (status === 503) {
      const leave = new AbortController();
      status = (await fetch(`${monitor.url}events`, { signal: leave.signal })).status;
      leave.abort();
    }
    expect(status).toBe(200);
  });
});

describe("status.json", () => {
  it("is the moment as the page shows it", async () => {
    const crawl = new FakeCrawl();
    crawl.listed = [{ host: "a.example", fetched: 3, queued: 100, state: "waiting", nextAllowed: NOON + 30_000 }];
    const { ask } = await open(crawl);
    expect(JSON.parse((await ask("status.json")).text)).toMatchObject({
      status: { pages: 3800, frontier: 45_678 },
      hosts: [{ host: "a.example", delay: 30_000 }],
      tail: { last: { host: "a.example", done: NOON + 3_000_000 } },
      errors: [],
    });
  });
});
