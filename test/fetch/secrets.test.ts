import { readFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import { crawlSettings } from "../../src/fetch/crawl-settings.js";
import { type Asked, sentHeaders } from "../../src/fetch/transport/asked.js";
import { secretsFor } from "../../src/fetch/transport/secrets.js";
import { openTransport } from "../../src/fetch/transport.js";
import { openMonitor } from "../../src/monitor/monitor.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";
import { openProxy } from "../fixture/proxy.js";
import { selfSigned } from "../fixture/torture/certificate.js";
import { page } from "./simulated-web.js";

const SECRET = "correct-horse-battery";
const BASIC = Buffer.from(`me:${SECRET}`).toString("base64");

/** A site that shows its pages to whoever knows the password, and one that is nobody's business. */
async function walledSite() {
  const seen: { readonly host: string; readonly authorization?: string; readonly key?: string }[] = [];
  const server = createHttp(({ headers, url = "" }, response) => {
    const { host = "", authorization, "x-key": key } = headers;
    seen.push({ host, ...(authorization && { authorization }), ...(key && { key: String(key) }) });
    if (url === "/robots.txt") return response.writeHead(404).end();
    if (host === "wall.example" && authorization !== `Basic ${BASIC}`) return response.writeHead(401).end();
    if (url === "/moved") return response.writeHead(302, { location: "http://other.example/landed" }).end();
    const links = host === "wall.example" && url === "/" ? ["/in", "/moved", "http://other.example/", "/odd"] : [];
    // read leniently, on a second request
    if (url === "/odd") return response.socket?.end("HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>odd");
    return response.writeHead(200, { "content-type": "text/html" }).end(page(url, links));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()));
  return { seen, port: (server.address() as AddressInfo).port };
}

describe("credentials", () => {
  it.each(["none", "http", "socks5h"])(
    "are sent to their host alone, and stand in no file, status or page of a crawl; proxy: %s",
    async (scheme) => {
      const { seen, port } = await walledSite();
      const folder = temporaryFolder();
      const kind = scheme === "http" ? "http" : "socks5";
      const proxy = await openProxy({ kind, lead: () => port, login: `me:${SECRET}` });
      const crawl = await Crawl.open({
        out: join(folder, "crawl"),
        seeds: ["http://wall.example/"],
        contact: "crawl@web.example",
        ...(scheme === "none" ? { resolve: [`*=127.0.0.1:${port}`] } : { scope: { within: "any" } }),
        proxy: scheme === "none" ? "none" : `${scheme}://me:${SECRET}@localhost:${proxy.port}`,
        politeness: { delay: 0, factor: 0 },
        auth: [`wall.example=me:${SECRET}`],
        header: [`http://wall.example=X-Key: ${SECRET}`],
        requestLog: join(folder, "requests.jsonl"),
      });
      expect(proxy.logins).toEqual([]);
      const monitor = await openMonitor(crawl);
      const status = await crawl.run();
      const shown = await Promise.all(
        ["", "status.json", "metrics"].map(async (path) => {
          const response = await fetch(new URL(path, monitor.url));
          expect(response.status).toBe(200);
          return response.text();
        }),
      );
      await monitor.close();
      expect(status).toMatchObject({ state: "done", pages: 5, statuses: { 200: 5, 302: 1 } });
      expect(new Set(proxy.logins)).toEqual(new Set(scheme === "none" ? [] : [`me:${SECRET}`]));
      const own = seen.filter(({ host }) => host === "wall.example");
      expect(own.length).toBeGreaterThanOrEqual(6); // robots.txt and the lenient request among them
      for (const each of own) expect(each).toMatchObject({ authorization: `Basic ${BASIC}`, key: SECRET });
      for (const each of seen.filter(({ host }) => host !== "wall.example"))
        expect(Object.keys(each)).toEqual(["host"]);
      const files = filesOf(folder);
      expect(files.filter((name) => name.endsWith(".warc.gz"))).toHaveLength(1);
      const texts = files.map((name) => {
        const bytes = readFileSync(join(folder, name));
        return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
      });
      expect(texts.some((text) => text.includes("GET /in HTTP/1.1"))).toBe(true);
      for (const text of [...texts, ...shown, JSON.stringify([status, crawl.errors()])]) {
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain(BASIC);
      }
    },
  );

  it("are refused without being repeated where they cannot be read", () => {
    const wrong = [
      [`=X-Key: ${SECRET}`],
      [`*=X-Key: ${SECRET}`],
      [`a.example/path=X-Key: ${SECRET}`],
      [`a.example=${SECRET}`],
      [`a.example=Host: ${SECRET}`],
      [`a.example=X: a\r\n${SECRET}`],
    ];
    for (const header of wrong) {
      const refusal = () => secretsFor(header, []);
      expect(refusal, header[0]).toThrow("www.example.org=Name: value");
      expect(refusal).not.toThrow(SECRET);
    }
    expect(() => secretsFor([], [`a.example=${SECRET}`])).toThrow("www.example.org=user:password");
    expect(() => secretsFor([], [`a.example=${SECRET}`])).not.toThrow(SECRET);
    for (const name of ["header", "auth"]) {
      const settings = {
        out: "x",
        contact: "a@b.example",
        seeds: ["http://a.example/"],
        [name]: `a.example=${SECRET}`,
      };
      expect(() => crawlSettings(settings as object as CrawlOptions, "1"), name).toThrow(
        `${name} is a list of texts, one for each host`,
      );
    }
  });

  it("have no place in a start page, whose refusal does not repeat them", () => {
    const seeded = () =>
      crawlSettings({ out: "x", contact: "a@b.example", seeds: [`http://me:${SECRET}@a.example/`] }, "1");
    expect(seeded).toThrow('start from http://a.example/, with auth: ["http://a.example=user:password"]');
    expect(seeded).not.toThrow(SECRET);
  });

  it("take the place of a header that is sent to all, and of one for the host where they are for its origin", () => {
    const of = secretsFor(["a.example=X: 1", "http://a.example=x: 2", "a.example=Accept: text/x"], []);
    const secrets = of({ key: "http://a.example", secure: false, hostname: "a.example", port: 80 });
    expect(secrets).toEqual(["x", "2", "Accept", "text/x"]);
    const headers = ["User-Agent", "test", "accept", "*/*"];
    expect(sentHeaders({ headers, secrets } as object as Asked)).toEqual(["User-Agent", "test", ...secrets]);
  });

  it("are one of a name for a host: two would be refused by servers", () => {
    const twice = () => secretsFor(["a.example=Authorization: Bearer b"], ["a.example=u:p"]);
    expect(twice).toThrow(coded("option"));
    expect(twice).toThrow("a.example gets Authorization twice");
    expect(() => secretsFor(["a.example=Keep-Alive: 5"], [])).toThrow("cannot be sent");
  });

  it("of an origin go to that scheme and port alone", () => {
    const of = secretsFor(["https://a.example:444=X: 1", "b.example=X: 2"], []);
    const origin = (key: string) => ({ key, secure: true, hostname: new URL(key).hostname, port: 1 });
    const sent = ["https://a.example:444", "https://a.example", "http://a.example:444", "http://b.example:8080"];
    expect(sent.map((key) => of(origin(key)).length)).toEqual([2, 0, 0, 2]);
  });
});

describe("a host whose certificate is not checked", () => {
  it("is asked all the same, and no other is", async () => {
    const day = 86_400_000;
    const pair = selfSigned(["*.example"], new Date(Date.now() - day), new Date(Date.now() + day));
    const server = createServer(pair, (_request, response) => response.end("hello"));
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()));
    const { port } = server.address() as AddressInfo;
    const options = { userAgent: "test", resolve: [`*=127.0.0.1:${port}`], insecure: ["https://OWN.example"] };
    const transport = openTransport(options);
    onTestFinished(() => transport.close());
    expect(await transport.fetch({ url: "https://own.example/" })).toMatchObject({ status: 200 });
    expect(await transport.fetch({ url: "https://other.example/" })).toMatchObject({ fault: "tls" });
    expect(() => openTransport({ ...options, insecure: ["*.example"] })).toThrow("insecure is for one host");
  });
});
