import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Crawl } from "../../src/fetch/crawl.js";
import { openMonitor } from "../../src/monitor/monitor.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { page } from "./simulated-web.js";

const servers: Server[] = [];
afterAll(() =>
  Promise.all(servers.map((server) => new Promise((closed) => server.close(closed).closeAllConnections()))),
);

async function listen(
  answer: (request: IncomingMessage) => { status?: number; headers?: OutgoingHttpHeaders; body: string },
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    const { status = 200, headers = {}, body } = answer(request);
    response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  servers.push(server);
  return { asked, port: (server.address() as AddressInfo).port };
}

describe("a port", () => {
  it("that the scope names is asked, as that of a start page is, and no other", async () => {
    const [named, other] = [await listen(() => ({ body: "<p>named" })), await listen(() => ({ body: "<p>other" }))];
    const links = [named, other].map(({ port }) => `http://127.0.0.1:${port}/`);
    const site = await listen(() => ({ body: page("ports", links) }));
    const crawl = await Crawl.open({
      out: join(temporaryFolder(), "crawl"),
      seeds: [`http://127.0.0.1:${site.port}/`],
      contact: "crawl@web.example",
      robots: "ignore",
      allowPrivate: true,
      scope: { within: "any", ports: [site.port, named.port] },
      politeness: { delay: 0, factor: 0 },
    });
    const { faults, links: found, pages } = await crawl.run();
    expect({ pages, faults, outOfScope: found.outOfScope }).toEqual({ pages: 2, faults: {}, outOfScope: { port: 1 } });
    expect([named.asked.length, other.asked.length]).toEqual([1, 0]);
  });
});

describe("a hostile page", () => {
  it("reaches no address on this machine, nor the dashboard, and writes no file of its own naming", async () => {
    const secret = await listen(() => ({ body: "secret" }));
    const links: string[] = [];
    const site = await listen(({ url = "/" }) => {
      if (url === "/") return { body: page("hostile", links) };
      if (url.startsWith("/redirect")) return { status: 302, headers: { location: links[0] }, body: "" };
      return { body: "<p>nothing", headers: { "content-disposition": 'attachment; filename="../../evil"' } };
    });
    const folder = temporaryFolder();
    const out = join(folder, "crawl");
    const crawl = await Crawl.open({
      out,
      seeds: ["http://evil.example/"],
      contact: "crawl@web.example",
      robots: "ignore",
      resolve: [`*=127.0.0.1:${site.port}`],
      scope: { within: "any", ports: "any" },
      retry: { retries: 0 },
      politeness: { delay: 0, factor: 0, downDelay: 10, maxDownDelay: 10 },
    });
    const monitor = await openMonitor(crawl);
    const dashboard = new URL(monitor.url);
    links.push(
      ...[`http://127.0.0.1:${secret.port}/a`, `http://[::1]:${secret.port}/b`, `http://0x7f000001:${secret.port}/c`],
      ...[
        `http://2130706433:${secret.port}/d`,
        `http://[::ffff:127.0.0.1]:${secret.port}/e`,
        "http://169.254.169.254/latest",
      ],
      ...[`http://0.0.0.0:${secret.port}/f`, "http://10.0.0.1/", "file:///etc/passwd", monitor.url, "/redirect"],
      ...[
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/evil",
        "/a\\..\\..\\evil",
        "/nul%00byte",
        `/${"x".repeat(1_500)}`,
        "/CON",
      ],
    );
    const status = await crawl.run();
    await monitor.close();
    expect(secret.asked).toEqual([]);
    expect(status.faults["forbidden-address"]).toBe(9); // eight addresses in links, and the dashboard's
    expect(site.asked.every((asked) => asked.startsWith("evil.example"))).toBe(true);
    expect(crawl.errors().some(({ url }) => url === `http://127.0.0.1:${dashboard.port}${dashboard.pathname}`)).toBe(
      true,
    );
    expect(
      filesOf(folder).filter(
        (name) => !/^crawl\/((archive|index|trace|frontier|state)\/[\w.-]+|index\.cdxj|snapshot\.json)$/.test(name),
      ),
    ).toEqual([]);
  });

  it("may name loopback where the user asked for it", async () => {
    const other = await listen(() => ({ body: "here" }));
    const out = join(temporaryFolder(), "crawl");
    const crawl = await Crawl.open({
      out,
      seeds: [`http://127.0.0.1:${other.port}/`],
      contact: "crawl@web.example",
      allowPrivate: true,
      politeness: { delay: 0, factor: 0 },
    });
    expect(await crawl.run()).toMatchObject({ state: "done", pages: 1, faults: {} });
    expect(other.asked.map((asked) => asked.replace(/^.*?\//, "/"))).toEqual(["/robots.txt", "/"]);
  });
});
