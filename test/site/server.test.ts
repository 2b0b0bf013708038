import { connect } from "node:net";
import { inspect } from "node:util";
import { gunzipSync, inflateSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { pageAt, urlOf } from "../../src/site/address.js";
import type { SiteOptions } from "../../src/site/options.js";
import { type Site, serve } from "../../src/site/server.js";
import { campus } from "../../src/web/campus/campus.js";
import { linksOf } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { depth } from "../depth.js";
import { attachmentWeb, reachable, webOf } from "../fixture/webs.js";
import { reachablePages } from "./reachable-pages.js";
import { Asker, linksIn } from "./small-crawl.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function started(web: Web, options?: SiteOptions): Promise<{ site: Site; asker: Asker }> {
  const site = await serve(web, options);
  open.push(site);
  const asker = new Asker(site);
  open.push(asker);
  return { site, asker };
}

/** Links of every page as page numbers, read from the pages themselves. */
async function readBack(site: Site, asker: Asker): Promise<{ rows: number[][]; bytes: number }> {
  const { addresses } = site.content;
  const rows: number[][] = [];
  let bytes = 0;
  for (let page = 0; page < addresses.pages; page++) {
    const url = urlOf(addresses, page);
    const { status, body } = await asker.get(url);
    expect(status, url).toBe(200);
    bytes += body.length;
    rows.push(linksIn(body, url).map((link) => pageAt(addresses, link)));
  }
  return { rows, bytes };
}

describe("a web served", () => {
  it("holds the graph that it was made from, link by link, where it has URLs, text and anchors", async () => {
    const web = campus({ pages: depth({ everyday: 200, prove: 600 }) });
    const { site, asker } = await started(web, { bytes: 3000 });
    const { rows } = await readBack(site, asker);
    expect(rows).toEqual(rows.map((_, page) => [...linksOf(web.graph, page)]));
    const { body } = await asker.get(site.start);
    expect(body.toString()).toContain(`<title>${web.titles?.at(web.start)}</title>`);
  });

  it("holds the graph where it has none of these, on generated hosts, with repeats and self-links", async () => {
    const random = new Random(1);
    const links = Array.from({ length: 1500 }, () => [random.below(300), random.below(300)] as const);
    const web = webOf(300, links, { duplicates: "keep", selfLinks: "keep", name: "Plain Links" });
    const { site, asker } = await started(web, { hosts: 9, bytes: 0 });
    const { rows } = await readBack(site, asker);
    expect(rows).toEqual(rows.map((_, page) => [...linksOf(web.graph, page)]));
    expect([site.hosts, site.pages]).toEqual([9, 300]);
  });

  it("tells in a line where it listens, and when it has ended", async () => {
    const { site } = await started(campus({ pages: 200 }));
    expect(inspect(site)).toMatch(
      new RegExp(
        `^200 pages of \\d+ hosts are served until close\\(\\), at 127.0.0.1:${site.port}. Crawls start at http://`,
      ),
    );
    await site.close();
    expect(inspect(site)).toContain("were served");
  });

  it("is walked to what the graph reaches from the start, by links alone", async () => {
    const web = campus({ pages: depth({ everyday: 150, prove: 300 }) });
    const { site, asker } = await started(web, { bytes: 0 });
    const seen = new Set([site.start]);
    for (const url of seen) {
      const { status, body } = await asker.get(url);
      expect(status, url).toBe(200);
      for (const link of linksIn(body, url)) seen.add(link);
    }
    const expected = [...reachable(web.graph, [web.start])].map((page) => web.urls?.at(page) ?? "");
    expect([...seen].sort()).toEqual(expected.sort());
    expect([...reachablePages(site)].sort()).toEqual(expected);
  });

  it("has pages of the mean size asked for, of many sizes, the same on every run", async () => {
    const pages = depth({ everyday: 500, prove: 1500 });
    const web = attachmentWeb(pages, 3, new Random(3));
    const sizes: number[] = [];
    const { site, asker } = await started(web, { seed: 5 });
    const again = await started(web, { seed: 5 });
    const other = await started(web, { seed: 6 });
    for (let page = 0; page < pages; page++) {
      const url = urlOf(site.content.addresses, page);
      const { body } = await asker.get(url);
      sizes.push(body.length);
      if (page % 100 > 0) continue;
      expect((await again.asker.get(url)).body.equals(body)).toBe(true);
      const elsewhere = urlOf(other.site.content.addresses, page);
      expect((await other.asker.get(elsewhere)).body.equals(body)).toBe(false);
    }
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    // log-normal, deviation 0.8: standard deviation of a size is 0.947 of the mean 13,354 (Table 4.1)
    expect(Math.abs(mean - 13_354)).toBeLessThan((4 * 0.947 * 13_354) / Math.sqrt(pages));
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeGreaterThan(20);
  });

  it("answers robots.txt and sitemaps on every host, and 404 elsewhere", async () => {
    const web = webOf(30, [[0, 1]], { name: "w" });
    const { site, asker } = await started(web, { hosts: 3 });
    const robots = (await asker.get("http://h1.w.example/robots.txt")).body.toString();
    expect(robots).toBe("User-agent: *\nDisallow:\n\nSitemap: http://h1.w.example/sitemap.xml\n");
    const index = (await asker.get("http://h1.w.example/sitemap.xml")).body.toString();
    expect(index).toContain("<loc>http://h1.w.example/sitemap-0.xml.gz</loc>");
    const part = gunzipSync((await asker.get("http://h1.w.example/sitemap-0.xml.gz")).body).toString();
    const { addresses } = site.content;
    const named = [...part.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => pageAt(addresses, url));
    expect(named).toEqual([...addresses.pagesOf(1)]);
    for (const url of ["http://h1.w.example/x", "http://h3.w.example/", "http://h1.w.example/sitemap-1.xml.gz"])
      expect((await asker.get(url)).status).toBe(404);
    const bare = await started(web, { hosts: 3, sitemaps: false });
    expect((await bare.asker.get("http://h1.w.example/robots.txt")).body.toString()).toBe("User-agent: *\nDisallow:\n");
    expect((await bare.asker.get("http://h1.w.example/sitemap.xml")).status).toBe(404);
    expect(site.stats.kinds).toEqual({ robots: 1, sitemap: 2, unknown: 3 });
    expect(site.stats.statuses).toEqual({ 200: 3, 404: 3 });
    const bytes = site.log.reduce((sum, entry) => sum + entry.bytes, 0);
    expect([site.stats.requests, site.stats.bytes, site.log.length]).toEqual([6, bytes, 6]);
  });

  it("answers for a page whose URL is escaped where it need not be", async () => {
    const { site, asker } = await started(webOf(2, [[0, 1]], { name: "w" }), { hosts: 1 });
    const url = urlOf(site.content.addresses, 1);
    const escaped = url.replace(/\w+$/, (word) => `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`);
    expect(escaped).toContain("%");
    expect((await asker.get(escaped)).status).toBe(200); // RFC 3986, section 6.2.2.2
    expect(site.log.map(({ kind, page }) => [kind, page])).toEqual([["page", 1]]);
  });

  it("links to other webs as often as its authors did, when asked to", async () => {
    const web = webOf(2, [[0, 1]], { references: [4, 0] });
    const { asker, site } = await started(web, { outside: true });
    const url = urlOf(site.content.addresses, 0);
    const links = linksIn((await asker.get(url)).body, url);
    expect(links).toHaveLength(4);
    const away = links.filter((link) => new URL(link).hostname.endsWith(".outside.example"));
    expect(away).toHaveLength(3);
    expect((await asker.get(away[0])).status).toBe(404);
    expect(site.log.at(-1)).toMatchObject({ kind: "outside", status: 404, page: -1 });
    const { body } = await (await started(web)).asker.get(url);
    expect(linksIn(body, url)).toHaveLength(1);
  });

  it("may be used as a proxy, by HTTP/1.0 clients, with any case of host, and with its own port after it", async () => {
    const { site } = await started(webOf(1, [], { urls: ["http://a.example/x?y"] }), { bytes: 0 });
    const raw = (text: string) =>
      new Promise<string>((resolve) => {
        let got = "";
        connect(site.port, "127.0.0.1", function (this: import("node:net").Socket) {
          this.setEncoding("utf8").on("data", (data: string) => {
            got += data;
          });
          this.on("close", () => resolve(got)).write(text);
        });
      });
    for (const text of [
      "GET http://a.example/x?y HTTP/1.1\r\nHost: ignored.example\r\nConnection: close\r\n\r\n",
      "GET /x?y HTTP/1.0\r\nHost: A.Example.\r\nUser-Agent: old/1\r\n\r\n",
      `GET /x?y HTTP/1.1\r\nHost: a.example:${site.port}\r\nConnection: close\r\n\r\n`,
      "GET /x?y HTTP/1.1\r\nHost: a.example:80\r\nConnection: close\r\n\r\n",
    ])
      expect(await raw(text), text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*<h1>/);
    expect(await raw("HEAD /x?y HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")).toMatch(
      /Content-Length: [1-9]\d*\r\n[\s\S]*\r\n\r\n$/,
    );
    expect(await raw("GET /x?y HTTP/1.1\r\nHost: a.example:81\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 404/,
    );
    expect(
      await raw("POST /x?y HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\nContent-Length: 1\r\n\r\na"),
    ).toMatch(/^HTTP\/1\.1 405 [\s\S]*Allow: GET, HEAD/);
    expect(site.log.slice(0, 3).map(({ agent }) => agent)).toEqual(["", "old/1", ""]);
    const seen = site.log.map(({ host, status, bytes }) => [host, status, bytes > 0]);
    expect(seen).toEqual([
      ["a.example", 200, true],
      ["a.example", 200, true],
      ["a.example", 200, true],
      ["a.example", 200, true],
      ["a.example", 200, false],
      ["a.example:81", 404, true],
      ["a.example", 405, false],
    ]);
  });

  it("tells what it does not understand before it listens", async () => {
    const web = webOf(1, []);
    await expect(serve(web, { latencies: 3 } as SiteOptions)).rejects.toThrow('serve has no option "latencies"');
    await expect(serve(web, { faults: { trap: 1 } as object })).rejects.toThrow('faults has no option "trap"');
    await expect(serve(web, { faults: { traps: 2 } })).rejects.toThrow("traps is a share from 0 to 1; found 2");
    await expect(serve(web, { log: "/nowhere/at/all" })).rejects.toThrow("ENOENT");
    const { site } = await started(web);
    await expect(serve(web, { port: site.port })).rejects.toThrow(/cannot serve on 127\.0\.0\.1:\d+: it is taken/);
  });
});

describe("encodings, validators and changes", () => {
  it("packs what the client takes, and tells so", async () => {
    const web = webOf(1, []);
    const { site, asker } = await started(web, { faults: { encodings: true } });
    const plain = await asker.get(site.start);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const gzip = await asker.get(site.start, { "accept-encoding": "br, GZIP;q=0.5, deflate" });
    expect(gzip.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(gzip.body.length).toBeLessThan(plain.body.length);
    const deflate = await asker.get(site.start, { "accept-encoding": "gzip;q=0, deflate" });
    expect(deflate.headers["content-encoding"]).toBe("deflate");
    expect(inflateSync(deflate.body).equals(plain.body)).toBe(true);
    expect(site.log.map(({ bytes }) => bytes)).toEqual([plain, gzip, deflate].map(({ body }) => body.length));
  });

  it("sends in chunks the bytes that it sends whole", async () => {
    const web = webOf(1, []);
    const whole = await started(web);
    const chunked = await started(web, { faults: { chunked: 1 } });
    const expected = await whole.asker.get(whole.site.start);
    const found = await chunked.asker.get(chunked.site.start);
    expect(found.headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(found.headers["content-length"]).toBeUndefined();
    expect(found.body.equals(expected.body)).toBe(true);
  });

  it("answers 304 to those who have the page, until it changes", async () => {
    const pages = depth({ everyday: 150, prove: 400 });
    const web = attachmentWeb(pages, 1, new Random(1));
    const { site, asker } = await started(web, { bytes: 500, faults: { validators: true, change: 0.3 } });
    const { addresses } = site.content;
    const first = new Map<string, { tag: string; modified: string; body: Buffer }>();
    for (let page = 0; page < pages; page++) {
      const { headers, body } = await asker.get(urlOf(addresses, page));
      first.set(urlOf(addresses, page), {
        tag: String(headers.etag),
        modified: String(headers["last-modified"]),
        body,
      });
    }
    expect((await asker.get(site.start, { "if-none-match": 'W/"x", ' + first.get(site.start)?.tag })).status).toBe(304);
    expect(
      (await asker.get(site.start, { "if-none-match": '"x"', "if-modified-since": new Date().toUTCString() })).status,
    ).toBe(200);
    site.epoch = 1;
    let changed = 0;
    for (const [url, { tag, modified, body }] of first) {
      const byTag = await asker.get(url, { "if-none-match": tag });
      expect((await asker.get(url, { "if-modified-since": modified })).status).toBe(byTag.status);
      const now = await asker.get(url);
      expect(now.body.equals(body)).toBe(byTag.status === 304);
      expect(now.headers.etag === tag).toBe(byTag.status === 304);
      if (byTag.status === 304) expect(byTag.body).toHaveLength(0);
      else changed++;
    }
    // binomial, at 0.3
    expect(Math.abs(changed - 0.3 * pages)).toBeLessThan(4 * Math.sqrt(0.3 * 0.7 * pages));
    site.epoch = 0;
    expect((await asker.get(site.start)).body.equals(first.get(site.start)?.body ?? Buffer.alloc(0))).toBe(true);
  });
});
