import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { NewCapture } from "../../src/archive/capture.js";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { addressesOf } from "../../src/site/addresses-of.js";
import { orderOfLog } from "../../src/site/order-of-log.js";
import { serveSnapshot } from "../../src/site/server.js";
import { storedResponse } from "../../src/site/stored-response.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { answer, page } from "../archive/small-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { Asker, linksIn } from "./small-crawl.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function stored(captures: readonly NewCapture[], about: Readonly<Record<string, string>> = {}) {
  const folder = join(temporaryFolder(), "old-web");
  const writer = await openSnapshotWriter(folder, { now: 0, about });
  for (const capture of captures) writer.add(capture);
  await writer.finish();
  await writer.close();
  return openSnapshot(folder);
}

async function served(captures: readonly NewCapture[], about?: Readonly<Record<string, string>>) {
  const snapshot = await stored(captures, about);
  const site = await serveSnapshot(snapshot);
  const asker = new Asker(site);
  open.push(site, asker);
  return { snapshot, site, asker };
}

describe("a snapshot served", () => {
  it("answers each URL as it did last: status, headers, body; and 404 to others", async () => {
    const html = '<title>Home</title><a href="/b">b</a> <a href="http://c.example/">c</a>';
    const { site, asker } = await served([
      page("http://a.example/", "<title>Old</title>"),
      page("http://a.example/b", "<p>b</p>", 1),
      page("http://a.example/", html, 2),
      answer("http://a.example/moved?x", 301, 3, { redirect: "http://a.example/b" }),
      answer("http://c.example/", 410, 4),
      page("http://a.example/~u", "<p>u</p>", 5),
    ]);
    expect([site.start, site.pages, site.hosts]).toEqual(["http://a.example/", 5, 2]);
    const home = await asker.get(site.start);
    expect([home.status, home.body.toString()]).toEqual([200, html]);
    expect(home.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-length": String(html.length),
    });
    expect(await asker.get("http://a.example/moved?x")).toMatchObject({
      status: 301,
      headers: { location: "http://a.example/b" },
    });
    expect((await asker.get("http://c.example/")).status).toBe(410);
    expect((await asker.get("http://a.example/%7Eu")).status).toBe(200); // RFC 3986, section 6.2.2.2: it is /~u
    for (const url of ["http://a.example/c", "http://d.example/", "http://a.example/robots.txt"])
      expect((await asker.get(url)).status, url).toBe(404);
    const kinds = ["page", "alias", "dead", "page", "unknown", "unknown", "robots"];
    expect(site.log.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("answers for a host whose name ends in a dot, past the redirect to the host without it", async () => {
    const { site, asker } = await served([
      page("http://a.example./", '<a href="http://a.example./dot">dot</a>'),
      page("http://a.example./dot", "<p>dot</p>", 1),
      answer("http://b.example./", 301, 2, { redirect: "http://b.example/" }),
      page("http://b.example/", "<p>b</p>", 3),
      answer("http://b.example./", 301, 4, { redirect: "http://b.example/" }),
    ]);
    expect([site.start, site.pages, site.hosts]).toEqual(["http://a.example./", 3, 2]);
    for (const [url, body] of [
      ["http://a.example./dot", "<p>dot</p>"],
      ["http://a.example/dot", "<p>dot</p>"],
      ["http://b.example./", "<p>b</p>"],
    ])
      expect(await asker.get(url).then((got) => [got.status, got.body.toString()]), url).toEqual([200, body]);
  });

  it("keeps its links to https where all of it was http", async () => {
    const html = '<a href="https://b.example/">b</a>';
    const { site, asker } = await served([page("http://a.example/", html)]);
    expect((await asker.get(site.start)).body.toString()).toBe(html);
  });

  it("is walked over http where it was https, past the redirects from the one to the other", async () => {
    const { snapshot, site, asker } = await served(
      [
        answer("http://a.example/", 301, 0, { redirect: "https://a.example/" }),
        page("https://a.example/", '<a href="https://a.example/b">b</a><a href="https://b.example/">x</a>', 1),
        answer("http://a.example/", 301, 2, { redirect: "https://a.example/" }),
        page("https://a.example/b", '<a href="/">home</a>', 3),
        answer("https://b.example/", 302, 4, { redirect: "https://b.example/home" }),
        page("https://b.example/home", "<p>the end</p>", 5),
      ],
      { start: "https://a.example/" },
    );
    expect(site.start).toBe("http://a.example/");
    const seen = new Set([site.start]);
    for (const url of seen) {
      const { status, body, headers } = await asker.get(url);
      if (status === 200) for (const link of linksIn(body, url)) seen.add(link);
      else if (status === 302) seen.add(String(headers.location));
      else expect.unreachable(`${status} for ${url}`);
    }
    expect([...seen]).toEqual([
      "http://a.example/",
      "http://a.example/b",
      "http://b.example/",
      "http://b.example/home",
    ]);
    const web = webOf(snapshot);
    const { order } = orderOfLog(site.log, web.graph.size, addressesOf(web));
    expect([...order].map((each) => web.urls?.at(each))).toEqual([
      "https://a.example/",
      "https://a.example/b",
      "https://b.example/home",
    ]);
  });

  it("takes no faults that would change what was stored", async () => {
    const snapshot = await stored([page("http://a.example/", "a")]);
    const shares = { transient: 0.5, traps: 0.5, copies: 0.5, chunked: 0.5, change: 0.5 };
    const each = Object.entries({ statuses: true, robots: true, encodings: true, validators: true, ...shares });
    for (const faults of [true, ...each.map(([name, value]) => ({ [name]: value }))])
      await expect(serveSnapshot(snapshot, { faults })).rejects.toThrow("a snapshot answers as it was crawled");
    const site = await serveSnapshot(snapshot, { faults: { deadHosts: 0.5, slowHosts: 1 }, latency: 1 });
    open.push(site);
    expect(site.pages).toBe(1);
    await expect(serveSnapshot(await stored([]))).rejects.toThrow("holds no capture");
  });
});

describe("a stored response", () => {
  const exchange = (head: string, body: Uint8Array) => ({ url: "", time: 0, request: "", status: 200, head, body });

  it("loses what belongs to the connection, and lines that cannot be sent", () => {
    const head =
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\nX-A:  b \r\nno colon\r\nBad Name: x\r\nX-C: \u0001\r\nLocation: https://x/\r\n\r\n";
    const body = Buffer.from('<a href="https://x/">');
    expect(storedResponse(exchange(head, body), false)).toEqual({
      reason: "OK",
      headers: ["X-A: b", "Location: https://x/"],
      body,
    });
  });

  it("has its links written as http in HTML, packed or not, byte for byte otherwise", () => {
    const html = Buffer.concat([Buffer.from('<a href="HTTPS://x/?https://y">'), Buffer.from([0xe9, 0xff, 0x00])]);
    const expected = Buffer.concat([Buffer.from('<a href="http://x/?http://y">'), Buffer.from([0xe9, 0xff, 0x00])]);
    const packed = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n";
    const found = storedResponse(exchange(packed, gzipSync(html)), true);
    expect([found.headers, Buffer.from(found.body)]).toEqual([["Content-Type: text/html"], expected]);
    const damaged = storedResponse(exchange(packed, html), true);
    expect([damaged.headers.length, damaged.body]).toEqual([2, html]);
    const image = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n";
    expect(storedResponse(exchange(image, html), true).body).toBe(html);
  });
});
