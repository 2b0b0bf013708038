import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CrawlLine } from "../../src/cli/crawl-line.js";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import { crawlSettings } from "../../src/fetch/crawl-settings.js";
import { proxiesOf } from "../../src/fetch/transport/proxies.js";
import { openTransport } from "../../src/fetch/transport.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";
import { openProxy } from "../fixture/proxy.js";
import { page } from "./simulated-web.js";

/** Two hosts of five pages each on this machine; the page that is asked for `last` is followed by `then`. */
async function site() {
  const asked: string[] = [];
  const onAsked: { current?: (url: string) => void } = {};
  const server = createServer(({ headers, url = "" }, response) => {
    const whole = `http://${headers.host}${url}`;
    asked.push(whole);
    onAsked.current?.(whole);
    if (url === "/robots.txt") return response.writeHead(404).end();
    const links = ["a", "b"].flatMap((host) => [1, 2, 3, 4].map((each) => `http://${host}.example/${each}`));
    return response.writeHead(200, { "content-type": "text/html" }).end(page(whole, links));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()));
  return { asked, onAsked, port: (server.address() as AddressInfo).port };
}

const options = (out: string, more: Partial<CrawlOptions> = {}): CrawlOptions => ({
  out,
  seeds: ["http://a.example/", "http://b.example/"],
  contact: "crawl@web.example",
  politeness: { delay: 0, factor: 0 },
  connections: 1,
  ...more,
});

describe("a crawl through a proxy", () => {
  it("that the environment names fetches what it would without, and says so first of all", async () => {
    const { asked, port } = await site();
    const proxy = await openProxy({ kind: "http", lead: () => port });
    vi.stubEnv("HTTP_PROXY", `http://localhost:${proxy.port}`);
    for (const name of ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy"])
      vi.stubEnv(name, "");
    vi.stubEnv("NO_PROXY", "c.example");
    onTestFinished(() => vi.unstubAllEnvs() && undefined);
    const out = join(temporaryFolder(), "crawl");
    const crawl = await Crawl.open(options(out));
    const written: string[] = [];
    const line = new CrawlLine({
      screen: { isTTY: false, columns: 80, write: (text: string) => written.push(text) > 0 },
    });
    line.start(crawl);
    const said = [`http URLs: http://localhost:${proxy.port}, which looks names up`, "https URLs: none"];
    said.push("c.example: none (NO_PROXY)");
    expect(written).toEqual(said.map((each) => `proxy for ${each}\n`));
    const status = await crawl.run();
    line.end(status);
    expect(status).toMatchObject({ state: "done", pages: 10, faults: {}, proxies: said });
    expect(new Set(proxy.asked)).toEqual(new Set(asked.map((url) => `GET ${url}`)));
    const [warc] = filesOf(out).filter((name) => name.endsWith(".warc.gz"));
    const records = gunzipSync(readFileSync(join(out, warc))).toString("latin1");
    expect(records).toContain("GET /1 HTTP/1.1");
    expect(records).not.toContain("WARC-IP-Address"); // that of the proxy would be a lie
  });

  it("that goes away stops, has what came on disk, blames no host, and goes on when it is back", async () => {
    const { asked, onAsked, port } = await site();
    const proxy = await openProxy({ kind: "socks5", lead: () => port });
    const out = join(temporaryFolder(), "crawl");
    const proxies = proxiesOf(`socks5h://localhost:${proxy.port}`, {});
    const transport = openTransport({ userAgent: "test", ...(proxies && { proxies }), proxyWaits: [1] });
    onAsked.current = (url) => {
      if (url === "http://a.example/2") void proxy.close();
    };
    const first = await Crawl.open(options(out, { transport }));
    await expect(first.run()).rejects.toThrow(coded("failed"));
    expect(first.status().state).toBe("stopped");
    expect(first.errors()[0]).toMatchObject({ fault: "proxy" });
    expect(first.status().hosts).toMatchObject({ down: 0 });
    const before = asked.length;
    onAsked.current = undefined;
    const again = await openProxy({ kind: "socks5", lead: () => port });
    const second = await Crawl.open(options(out, { proxy: `socks5h://localhost:${again.port}` }));
    expect(await second.run()).toMatchObject({ state: "done", pages: 10, dropped: {} });
    const pages = (urls: readonly string[]) => urls.filter((url) => !url.endsWith("robots.txt"));
    const twice = pages(asked).filter((url, nth, all) => all.indexOf(url) !== nth);
    expect(twice.filter((url) => url !== "http://a.example/2")).toEqual([]);
    expect(before).toBeLessThan(asked.length);
  });

  it("goes on when a host answers 407, from its robots.txt on, and stops when the proxy does", async () => {
    const { port } = await site();
    const refuser = createServer((_message, response) => response.writeHead(407).end());
    await new Promise<void>((ready) => refuser.listen(0, "127.0.0.1", ready));
    onTestFinished(() => new Promise<void>((closed) => refuser.close(() => closed()).closeAllConnections()));
    const at = { "a.example": port, "b.example": (refuser.address() as AddressInfo).port };
    const lead = (host: string) => at[host as keyof typeof at];
    const proxy = await openProxy({ kind: "http", lead, login: "me:right" });
    const crawled = (login: string) =>
      Crawl.open(options(join(temporaryFolder(), "crawl"), { proxy: `http://${login}@localhost:${proxy.port}` }));
    const status = await (await crawled("me:right")).run();
    expect(status).toMatchObject({ state: "done", faults: {}, hosts: { down: 0 } });
    expect(status.statuses).toMatchObject({ 200: 5, 407: 5 });
    const refused = await crawled("me:wrong");
    await expect(refused.run()).rejects.toThrow("wants another name and password");
  });

  it("that looks names up cannot keep a delay by address, which is refused", () => {
    const politeness = { delay: 0, factor: 0, addressDelay: 10 };
    const settings = (proxy: string) => crawlSettings(options("out", { politeness, proxy }), "1");
    expect(() => settings("http://localhost:1")).toThrow("addressDelay cannot be kept through a proxy");
    expect(() => settings("socks5h://localhost:1")).toThrow(coded("option"));
    expect(settings("socks5://localhost:1").proxies?.looksUp).toBe(false);
    expect(settings("none").proxies).toBeUndefined();
  });
});
