import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { importArchive } from "../../../src/archive/import/import-archive.js";
import { digestKey } from "../../../src/archive/import/originals.js";
import { base32, fromBase32 } from "../../../src/archive/warc/base32.js";
import { readExchangeAt } from "../../../src/archive/warc/read-exchange.js";
import type { ProgressEvent } from "../../../src/base/progress-event.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { realData } from "../../web/read/real-data.js";
import { html, record, text } from "../warc/bytes.js";
import { MemoryWriter } from "./memory-writer.js";

const folder = temporaryFolder();
let files = 0;
function file(content: string | Uint8Array, name = `${files++}.bin`): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
async function take(path: string, options = {}) {
  const writer = new MemoryWriter();
  const summary = await importArchive(path, writer, options);
  return {
    writer,
    summary,
    pages: writer.added.map(({ exchange, page }) => [exchange.url, page?.title, page?.links.map(({ url }) => url)]),
  };
}
const failure = (path: string, options = {}) =>
  take(path, options).then(
    () => expect.fail("imported"),
    (error: Error & { code: string }) => error,
  );
const members = (...records: string[]) => Buffer.concat(records.map((each) => gzipSync(each)));

describe("importArchive", () => {
  it("takes status, type, redirect and the parsed page of each response, and where it stands", async () => {
    const page = html('<title>One</title><a href="/2">two</a><a href="mailto:x">');
    const moved = "HTTP/1.1 302 Found\r\nLocation: ../3#x\r\nContent-Type: Text/Plain; charset=x\r\n\r\ngone";
    const { writer, summary, pages } = await take(
      file(
        members(
          record("warcinfo", "", "a: b"),
          record("response", "http://a/1#top", page),
          record("response", "http://a/d/2", moved),
        ),
      ),
    );
    expect(pages).toEqual([
      ["http://a/1", "One", ["http://a/2"]],
      ["http://a/d/2", undefined, undefined],
    ]);
    expect(writer.added[1]).toMatchObject({ type: "text/plain", redirect: "http://a/3", exchange: { status: 302 } });
    expect(summary).toEqual({
      records: 3,
      byType: { warcinfo: 1, response: 2 },
      captures: 2,
      pages: 1,
      hosts: 1,
      bytes: 61,
      skipped: { "warcinfo-record": 1 },
    }); // 57 + 4: lengths of the bodies
    for (const { exchange, place } of writer.added) {
      const again = readExchangeAt(writer.files[place?.file ?? -1], place ?? { offset: -1, length: 0 });
      expect([again.head, text(again.body)]).toEqual([exchange.head, text(exchange.body)]);
    }
  });

  it("decodes contents before they are parsed, by coding and by charset, and keeps bodies as they came", async () => {
    const body = Buffer.from("<title>caf\u00e9</title>", "latin1");
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Encoding: br\r\n\r\n";
    const block = Buffer.concat([Buffer.from(head), brotliCompressSync(body)]);
    const start = record("response", "http://a/", "", { "Content-Length": String(block.length) }).slice(0, -4);
    const { writer } = await take(file(gzipSync(Buffer.concat([Buffer.from(start), block, Buffer.from("\r\n\r\n")]))));
    expect(writer.added[0].page?.title).toBe("caf\u00e9");
    expect(Buffer.from(writer.added[0].exchange.body).equals(brotliCompressSync(body))).toBe(true);
  });

  it("takes a revisit for the page that its original was, by digest or by URL and date, with links of its own address", async () => {
    const page = html('<a href="x">');
    const refers = { "WARC-Refers-To-Target-URI": "http://a/2", "WARC-Refers-To-Date": "2020-02-03T04:05:06Z" };
    const { writer, summary, pages } = await take(
      file(
        members(
          record("response", "http://a/1", page, { "WARC-Payload-Digest": "sha1:AAAA" }),
          record("response", "http://a/2", html('<a href="y">')),
          record("revisit", "http://b/d/", "HTTP/1.1 203 X\r\nContent-Type: text/html\r\n\r\n", {
            "WARC-Payload-Digest": "SHA1:AAAA",
          }),
          record("revisit", "http://b/e/", "", refers),
          record("revisit", "http://b/f/", "", { "WARC-Payload-Digest": "sha1:BBBB" }),
        ),
      ),
    );
    expect(pages.slice(2)).toEqual([
      ["http://b/d/", "", ["http://b/d/x"]],
      ["http://b/e/", "", ["http://b/e/y"]],
    ]);
    expect(writer.added.map(({ exchange }) => exchange.status)).toEqual([200, 200, 203, 200]);
    expect(writer.added.map(({ revisit = false }) => revisit)).toEqual([false, false, true, true]);
    expect(summary.skipped).toEqual({ "revisit-without-original": 1 });
  });

  it("finds the original of a revisit however the digest is written, or by URL and date where digests say nothing", async () => {
    const at = { "WARC-Refers-To-Target-URI": "HTTP://A:80/2", "WARC-Refers-To-Date": "2020-02-03T04:05:06.789Z" };
    for (const [algorithm, name] of Object.entries({ sha256: "SHA-256", sha1: "sha-1", md5: "MD5" })) {
      const bytes = createHash(algorithm).update(algorithm).digest();
      const forms = [
        bytes.toString("hex"),
        bytes.toString("hex").toUpperCase(),
        base32(bytes),
        base32(bytes).toLowerCase(),
      ];
      forms.push(bytes.toString("base64"), bytes.toString("base64url"), `${base32(bytes)}====`);
      const records = forms.flatMap((original) => [
        record("response", "http://a/1", html("<title>1"), { "WARC-Payload-Digest": `${algorithm}:${original}` }),
        record("response", "http://a/2", html("<title>2"), { "WARC-Payload-Digest": "sha512:other" }),
        ...forms.map((form) => record("revisit", "http://b/", "", { "WARC-Payload-Digest": `${name}: ${form}` })),
        record("revisit", "http://c/", "", { "WARC-Payload-Digest": "sha1:unknown", ...at }),
        record("revisit", "http://d/", "", { "WARC-Payload-Digest": `${algorithm}:${"0".repeat(2 * bytes.length)}` }),
      ]);
      for (const bytes of [members(...records), Buffer.from(records.join(""))]) {
        const { summary, pages } = await take(file(bytes));
        const titles = (url: string) => new Set(pages.filter(([each]) => each === url).map(([, title]) => title));
        expect([titles("http://b/"), titles("http://c/"), titles("http://d/")]).toEqual([
          new Set(["1"]),
          new Set(["2"]),
          new Set(),
        ]);
        expect(summary.skipped).toEqual({ "revisit-without-original": forms.length });
      }
    }
    const sha1 = createHash("sha1").update("x").digest();
    expect(digestKey(base32(sha1))).toBe(digestKey(`sha1:${sha1.toString("hex")}`));
    expect(fromBase32(base32(sha1))).toEqual(sha1);
  });

  it("finds the original of a revisit by the id of its record, or by the digest of a body whose record names none", async () => {
    const id = { "WARC-Record-ID": "<urn:uuid:1>" };
    const body = "<title>1</title>";
    const digest = base32(createHash("sha1").update(body).digest());
    const records = [
      record("response", "http://a/1", html(body), id),
      record("revisit", "http://b/", "", { "WARC-Refers-To": "<urn:uuid:1>" }), // as in WARC 1.0
      record("revisit", "http://c/", "", { "WARC-Payload-Digest": `sha1:${digest}` }),
      record("revisit", "http://d/", "", { "WARC-Refers-To": "<urn:uuid:2>" }),
    ];
    for (const bytes of [members(...records), gzipSync(records.join(""))]) {
      const { summary, pages } = await take(file(bytes));
      expect(pages.map(([url, title]) => [url, title])).toEqual([
        ["http://a/1", "1"],
        ["http://b/", "1"],
        ["http://c/", "1"],
      ]);
      expect(summary.skipped).toEqual({ "revisit-without-original": 1 });
    }
  });

  it("takes a revisit by 304 Not Modified for what was not modified, head and status too", async () => {
    const at = { "WARC-Refers-To-Target-URI": "<http://a/1>", "WARC-Refers-To-Date": "2020-02-03T04:05:06Z" };
    const records = [
      record("response", "http://a/1", html('<a href="x">')),
      record("revisit", "http://a/1", "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n", at),
    ];
    const { writer } = await take(file(members(...records)));
    expect(writer.added.map(({ exchange, page }) => [exchange.head, page?.links.length])).toEqual([
      [html(""), 1],
      [html(""), 1],
    ]);
  });

  it("takes a revisit of a revisit for the page that the first was, before or behind it", async () => {
    const [first, second] = ["2020-02-03T04:05:06Z", "2020-02-04T04:05:06Z"];
    const of = (date: string) => ({ "WARC-Refers-To-Target-URI": "http://a/", "WARC-Refers-To-Date": date });
    const records = [
      record("response", "http://a/", html("<title>A"), { "WARC-Date": first }),
      record("revisit", "http://a/", "", { "WARC-Date": second, "WARC-Record-ID": "<urn:uuid:2>", ...of(first) }),
      record("revisit", "http://b/", "", of(second)),
      record("revisit", "http://c/", "", { "WARC-Refers-To": "<urn:uuid:2>" }),
    ];
    for (const each of [records, records.toReversed()]) {
      const { pages, summary } = await take(file(members(...each)));
      expect(pages.map(([, title]) => title)).toEqual(["A", "A", "A", "A"]);
      expect(summary.skipped).toEqual({});
    }
  });

  it("takes a revisit without digest and date for what its URL, or that of its target, was last", async () => {
    const records = [
      record("response", "http://a/", html("<title>1")),
      record("response", "http://a/", html("<title>2")),
      record("response", "http://a/", html("<title>lost", "404 Not Found")),
      record("revisit", "http://a/", "HTTP/1.1 304 Not Modified\r\n\r\n"), // as Heritrix writes it
      record("revisit", "http://b/", "", { "WARC-Refers-To-Target-URI": "http://a/" }),
      record("revisit", "http://a/", "", { "WARC-Payload-Digest": "sha1:of-another-file" }),
    ];
    for (const packed of [members(...records), gzipSync(records.join(""))]) {
      const { pages, summary } = await take(file(packed));
      expect(pages.map(([, title]) => title)).toEqual(["1", "2", "lost", "2", "2"]);
      expect(summary.skipped).toEqual({ "revisit-without-original": 1 });
    }
  });

  it("finds the original of a revisit by SHA-1 where that of the original is SHA-256", async () => {
    const body = "<title>A";
    const [sha1, sha256] = ["sha1", "sha256"].map((each) => `${each}:${createHash(each).update(body).digest("hex")}`);
    const records = [
      record("response", "http://a/", html(body), { "WARC-Payload-Digest": sha256 }),
      record("revisit", "http://b/", "", { "WARC-Payload-Digest": sha1 }),
    ];
    const { pages } = await take(file(members(...records)));
    expect(pages.map(([, title]) => title)).toEqual(["A", "A"]);
  });

  it("reads the body of a revisit by the content coding of its original where its own head names none", async () => {
    const digest = { "WARC-Payload-Digest": "sha1:A" };
    const coded = html(gzipSync("<title>A").toString("latin1")).replace(
      "\r\n\r\n",
      "\r\nContent-Encoding: gzip\r\n\r\n",
    );
    const records = [
      record("response", "http://a/", coded, { ...digest, "Content-Length": `${coded.length}` }),
      record("revisit", "http://b/", html(""), digest),
    ];
    const { pages, writer } = await take(
      file(Buffer.concat(records.map((each) => gzipSync(Buffer.from(each, "latin1"))))),
    );
    expect(pages.map(([, title]) => title)).toEqual(["A", "A"]);
    expect(writer.added[1].exchange.head).toContain("\r\nContent-Encoding: gzip\r\n\r\n");
  });

  it("finds the original of a revisit that stands before it, in this file or an earlier one; such revisits come last", async () => {
    const page = html('<title>O</title><a href="x">');
    const id = { "WARC-Record-ID": "<urn:1>", "WARC-Payload-Digest": "sha1:A" };
    const at = { "WARC-Refers-To-Target-URI": "http://o/2", "WARC-Refers-To-Date": "2020-02-03T04:05:06Z" };
    const first = [
      record("revisit", "http://a/", html("").replace("200", "203"), id),
      record("request", "http://a/", "GET /", { "WARC-Concurrent-To": "<urn:1>" }),
      record("metadata", "http://a/", "via: http://v/\r\ndepth: 4\r\n", { "Content-Type": "application/warc-fields" }),
      record("revisit", "http://b/", "", at),
      record("revisit", "http://c/", "", { "WARC-Payload-Digest": "sha1:B" }),
      record("response", "http://d/", html("<title>D")),
    ];
    const second = [
      record("response", "http://o/1", page, { "WARC-Payload-Digest": "sha1:A" }),
      record("response", "http://o/2", html("<title>P")),
    ];
    const packings: ((records: string[]) => Buffer)[] = [
      (records) => members(...records),
      (records) => Buffer.from(records.join("")),
      (records) => gzipSync(records.join("")), // copied, for none can be read alone
    ];
    for (const [i, pack] of packings.entries()) {
      file(pack(first), `before${i}/1`);
      file(pack(second), `before${i}/2`);
      for (const path of [join(folder, `before${i}`), file(pack([...first, ...second]))]) {
        const { writer, summary, pages } = await take(path);
        expect(pages.map(([url, title]) => [url, title])).toEqual([
          ["http://d/", "D"],
          ["http://o/1", "O"],
          ["http://o/2", "P"],
          ["http://a/", "O"],
          ["http://b/", "P"],
        ]);
        expect(pages[3][2]).toEqual(["http://a/x"]);
        expect(writer.added[3]).toMatchObject({ depth: 4, via: "http://v/", exchange: { status: 203 } });
        expect(writer.added[4]).toMatchObject({ depth: 0, type: "text/html", exchange: { status: 200 } });
        expect([summary.captures, summary.skipped["revisit-without-original"]]).toEqual([5, 1]);
      }
    }
  });

  it("waits for the original that a revisit names by date, before it takes what the URL was last", async () => {
    const asking = (url: string, date: string) =>
      record("revisit", url, "", { "WARC-Refers-To-Target-URI": "http://o/", "WARC-Refers-To-Date": date });
    const records = [
      record("response", "http://o/", html("<title>before")),
      asking("http://a/", "2021-01-01T00:00:00Z"),
      asking("http://b/", "1999-01-01T00:00:00Z"), // of another archive
      record("response", "http://o/", html("<title>named"), { "WARC-Date": "2021-01-01T00:00:00Z" }),
      record("response", "http://o/", html("<title>last"), { "WARC-Date": "2022-01-01T00:00:00Z" }),
    ];
    for (const bytes of [members(...records), gzipSync(records.join(""))]) {
      const { pages } = await take(file(bytes));
      expect(pages.slice(3).map(([url, title]) => [url, title])).toEqual([
        ["http://a/", "named"],
        ["http://b/", "last"],
      ]);
    }
  });

  it("tells originals of one URL apart by the date in full, else takes one of status 200 of that second", async () => {
    const dated = (date: string, block: string) => record("response", "http://o/", block, { "WARC-Date": date });
    const asking = (url: string, date: string) =>
      record("revisit", url, "", { "WARC-Refers-To-Target-URI": "http://o/", "WARC-Refers-To-Date": date });
    const records = [
      dated("2020-02-03T04:05:06.100Z", html("<title>moved", "301 Moved")),
      dated("2020-02-03T04:05:06.200Z", html("<title>one")),
      dated("2020-02-03T04:05:06.300Z", html("<title>two")),
      dated("2020-02-03T04:05:06.400Z", html("<title>gone", "404 Not Found")),
      asking("http://a/", "2020-02-03T04:05:06.300Z"),
      asking("http://b/", "2020-02-03T04:05:06Z"),
      asking("http://c/", "2020-02-03T04:05:06.400Z"),
    ];
    for (const bytes of [members(...records), gzipSync(records.join(""))]) {
      const { pages, writer } = await take(file(bytes));
      expect(pages.slice(4).map(([url, title]) => [url, title])).toEqual([
        ["http://a/", "two"],
        ["http://b/", "one"],
        ["http://c/", "gone"],
      ]);
      expect(writer.added.slice(4).map(({ exchange }) => exchange.status)).toEqual([200, 200, 404]);
    }
  });

  it("finds the original of a revisit in another file of the folder", async () => {
    const [orig, revisit] = ["orig", "revisit"].map((name) =>
      realData(`warc/pywb/example-url-agnostic-${name}.warc.gz`),
    );
    if (!orig || !revisit) return;
    const { readFileSync } = await import("node:fs");
    file(readFileSync(orig), "agnostic/1.warc.gz");
    file(readFileSync(revisit), "agnostic/2.warc.gz");
    file("not an archive", "agnostic/readme");
    const { writer, summary } = await take(join(folder, "agnostic"));
    expect(writer.files.length).toBe(2);
    expect([summary.captures, summary.pages, summary.skipped["revisit-without-original"]]).toEqual([2, 2, undefined]);
    expect(writer.added[1].exchange.body).toEqual(writer.added[0].exchange.body);
  });

  it("counts resources that are HTML as pages, and says of all else what it was", async () => {
    const { summary, pages } = await take(
      file(
        members(
          record("resource", "http://a/r", "<title>R</title>", { "Content-Type": "text/html" }),
          record("resource", "http://a/x", "<title>X</title>", { "Content-Type": "application/xhtml+xml" }),
          record("resource", "http://a/p", "png", { "Content-Type": "image/png" }),
          record("resource", "file:///x", "<p>", { "Content-Type": "text/html" }),
          record("conversion", "http://a/", "text"),
          record("response", "dns:a", "x"),
          record("response", "http://a/n", "no head"),
          record("continuation", "http://a/", "more"),
        ),
      ),
    );
    expect(pages).toEqual([
      ["http://a/r", "R", []],
      ["http://a/x", "X", []],
    ]);
    expect(summary.skipped).toEqual({
      "resource-not-html": 2,
      "conversion-record": 1,
      "not-an-http-url": 1,
      "response-without-http-head": 1,
      "continuation-record": 1,
    });
  });

  it("learns request, depth and finder from the records beside a response", async () => {
    const id = { "WARC-Record-ID": "<urn:1>" };
    const to = { "WARC-Concurrent-To": "<urn:1>" };
    const fields = { "Content-Type": "application/warc-fields" };
    const { writer } = await take(
      file(
        members(
          record("response", "http://a/1", html("1"), id),
          record("request", "http://a/1", "GET /1", to),
          record("metadata", "http://a/1", "via: http://a/\r\nhopsFromSeed: LLE\r\n", fields),
          record("request", "http://a/2", "GET /2"),
          record("response", "http://a/2", html("2")),
          record("metadata", "http://a/2", "depth: 7\r\n", fields),
          record("metadata", "http://a/other", "depth: 9\r\n", fields),
        ),
      ),
    );
    expect(writer.added.map(({ exchange, depth, via }) => [exchange.request, depth, via])).toEqual([
      ["GET /1", 3, "http://a/"],
      ["GET /2", 7, undefined],
    ]);
  });

  it("takes no page from what came for a HEAD or a POST, wherever its request stands", async () => {
    const head = record("response", "http://a/", html(""));
    const { summary, pages } = await take(
      file(
        members(
          record("request", "http://a/", "GET / HTTP/1.1\r\n\r\n"),
          record("response", "http://a/", html("<title>A")),
          record("request", "http://a/", "HEAD / HTTP/1.1\r\n\r\n"),
          head, // as by wget --spider
          record("request", "http://a/", "GET / HTTP/1.1\r\n\r\n", { "WARC-Concurrent-To": "<urn:4>" }),
          record("response", "http://a/", html("<title>Form"), { "WARC-Record-ID": "<urn:2>" }),
          record("request", "http://a/", "POST / HTTP/1.1\r\n\r\n", { "WARC-Concurrent-To": "<urn:2>" }),
          record("revisit", "http://a/", "HTTP/1.1 304 Not Modified\r\n\r\n"),
          record("request", "http://a/data", "POST /data HTTP/1.1\r\n\r\n"),
          record("response", "http://a/data", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{}"),
        ),
      ),
    );
    expect(pages).toEqual([
      ["http://a/", "A", []],
      ["http://a/", "A", []],
      ["http://a/data", undefined, undefined],
    ]);
    expect(summary.skipped).toEqual({ "not-an-answer-to-get": 2, "request-record": 5 });
  });

  it("takes no page from what was asked for the sake of other URLs, which Heritrix marks by the hop P", async () => {
    const fields = { "Content-Type": "application/warc-fields" };
    const hops = (url: string, path: string) => record("metadata", url, `hopsFromSeed: ${path}\r\n`, fields);
    const { writer } = await take(
      file(
        members(
          record("response", "http://a/robots.txt", html("<title>No such page</title>")),
          hops("http://a/robots.txt", "LP"),
          record("response", "http://a/1", html("<title>1</title>")),
          hops("http://a/1", "PL"),
        ),
      ),
    );
    expect(writer.added.map(({ page, depth }) => [page?.title, depth])).toEqual([
      [undefined, 1],
      ["1", 1],
    ]);
  });

  it("copies what cannot be read alone, or refuses it when that is not wanted, and knows originals among it", async () => {
    const all = [
      record("response", "http://a/", html("<p>x"), { "WARC-Payload-Digest": "sha1:A" }),
      record("revisit", "http://b/", "", { "WARC-Payload-Digest": "sha1:A" }),
    ];
    const stream = file(gzipSync(all.join("")));
    const { writer } = await take(stream);
    expect(writer.added.map(({ place, exchange }) => [place, text(exchange.body)])).toEqual([
      [undefined, "<p>x"],
      [undefined, "<p>x"],
    ]);
    expect((await failure(stream, { copy: false })).code).toBe("copy-needed");
    expect((await take(file(members(...all)), { copy: false })).summary.captures).toBe(2);
  });

  it("says of WET that it has no links, and of archives without responses what they hold", async () => {
    const wet = await failure(file(record("conversion", "http://a/", "text")));
    expect([wet.code, wet.message]).toEqual([
      "no-links",
      expect.stringMatching(/is WET[\s\S]*Open the WARC .* or WAT/),
    ]);
    expect((await failure(file(record("request", "http://a/", "GET /")))).message).toMatch(
      /found 1 request \(left out: 1 request-record\)/,
    );
    expect((await failure(file("no archive"))).code).toBe("not-an-archive");
  });

  it("tells progress in bytes of the archive, four times a second", async () => {
    const events: ProgressEvent[] = [];
    let now = 0;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 100));
    const content = Buffer.concat(
      Array.from({ length: 10 }, (_, i) => Buffer.from(record("response", `http://a/${i}`, html("x".repeat(1 << 20))))),
    );
    await take(file(content), { onProgress: (event: ProgressEvent) => events.push(event) });
    clock.mockRestore();
    // 41 pieces of 256 kB, each asked the time once, and told once more: told at every third look at the clock
    expect(events.length).toBeGreaterThan(41 / 4);
    expect(events.length).toBeLessThan(41 / 2);
    expect(events.every(({ done, total }) => done > 0 && done <= total && total === content.length)).toBe(true);
  });

  it("makes of a crawl stored as WARC and as ARC the same web", async () => {
    const both = ["warc/aut/example.warc.gz", "warc/aut/example.arc.gz"].map(realData);
    if (!both[0] || !both[1]) return;
    const [warc, arc] = await Promise.all(both.map((path) => take(path as string)));
    expect(arc.pages).toEqual(warc.pages);
    expect([warc.summary.captures, warc.summary.hosts]).toEqual([261, 38]); // README.md: 261 ARC records, 38 hosts
    expect(warc.summary.pages).toBe(140); // README.md: 140 HTML
  });

  it("finds 171 captures of 43 URLs in the archive of iana.org", async () => {
    const iana = realData("warc/pywb/iana.warc.gz");
    if (!iana) return;
    const { summary, writer } = await take(iana); // README.md: 48 responses, 123 revisits, 43 URIs
    expect([summary.captures, new Set(writer.added.map(({ exchange }) => exchange.url)).size]).toEqual([171, 43]);
    expect(summary.skipped["revisit-without-original"]).toBeUndefined();
  });
});
