import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { open } from "../../../src/web/dataset/open.js";
import type { ArchiveWeb } from "../../../src/web/dataset/open-archive.js";
import { nameOf, type Web } from "../../../src/web/web.js";
import { page } from "../../archive/small-web.js";
import { html, record } from "../../archive/warc/bytes.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { realData } from "../read/real-data.js";

const folder = temporaryFolder();
let cache = "";
beforeEach(() => {
  cache = temporaryFolder();
  vi.stubEnv("CRAWLBENCH_CACHE", cache);
});
afterEach(() => vi.unstubAllEnvs());

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
const members = (...records: string[]) => Buffer.concat(records.map((each) => gzipSync(each)));
/** Three pages: 1 links to 2 and, through a redirect, to 3; 3 links to 1. */
const RECORDS = [
  record(
    "response",
    "http://a/1",
    html('<title>One</title><a href="2">to two</a><a href="moved">to three</a><a href="out">'),
  ),
  record("response", "http://a/2", html("<title>Two</title><p>some words")),
  record("response", "http://a/moved", "HTTP/1.1 301 Moved\r\nLocation: /3\r\n\r\n"),
  record("response", "http://a/3", html('<title>Three</title><a href="1">')),
];
const links = ({ graph }: Web) =>
  Array.from({ length: graph.size }, (_, page) => [
    ...graph.targets.subarray(graph.offsets[page], graph.offsets[page + 1]),
  ]);
const THREE = [[1, 2], [], [0]];
const indexes = () => (existsSync(join(cache, "imports")) ? readdirSync(join(cache, "imports")) : []);

describe("open of an archive", () => {
  it("starts at the page that no link led to, where one that a link led to was captured before it", async () => {
    const path = join(folder, "fetched-again");
    const writer = await openSnapshotWriter(path, { now: 0 });
    writer.add(page("http://a/deep", '<a href="/more">', 0));
    writer.add(page("http://a/more", '<a href="/deep">', 1));
    writer.add(page("http://a/", '<a href="/deep">', 2, { depth: 0 }));
    await writer.finish();
    await writer.close();
    const web = await open(path);
    expect([links(web), nameOf(web, web.start)]).toEqual([[[1], [0], [0]], "http://a/"]);
  });

  it("makes a web of it, whatever its name, packed in any way, with titles, anchors and text", async () => {
    const ways: [string, Uint8Array][] = [
      ["thesis.warc.gz", members(...RECORDS)],
      ["thesis.txt", Buffer.from(RECORDS.join(""))],
      ["thesis", gzipSync(RECORDS.join(""))],
    ];
    for (const [name, bytes] of ways) {
      const web = await open(file(name, bytes));
      expect([web.name, web.capabilities]).toEqual(["thesis", ["links", "urls", "titles", "anchors", "text"]]);
      expect([links(web), web.titles?.at(2), web.anchor?.(1), nameOf(web, web.start)]).toEqual([
        THREE,
        "Three",
        "to three",
        "http://a/1",
      ]);
      expect(web.text?.(1).body.trim()).toBe("some words");
      expect((web as ArchiveWeb).archive).toMatchObject({ records: 4, captures: 4, pages: 3, hosts: 1, skipped: {} });
    }
  });

  it("opens the text of a page whose content is coded, and of a revisit", async () => {
    const coded = Buffer.from(brotliCompressSync(Buffer.from("<p>coded words"))).toString("latin1");
    const block = Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: br\r\n\r\n${coded}`,
      "latin1",
    );
    const response = Buffer.concat([
      Buffer.from(
        record("response", "http://a/", "", {
          "Content-Length": String(block.length),
          "WARC-Payload-Digest": "sha1:A",
        }).slice(0, -4),
      ),
      block,
      Buffer.from("\r\n\r\n"),
    ]);
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: br\r\n\r\n";
    const revisit = record("revisit", "http://b/", head, { "WARC-Payload-Digest": "sha1:A" });
    const web = await open(file("coded.warc.gz", Buffer.concat([gzipSync(response), gzipSync(revisit)])));
    expect([0, 1].map((page) => web.text?.(page).body.trim())).toEqual(["coded words", "coded words"]);
  });

  it("keeps the index, opens it the next time, and makes another when the archive changed", async () => {
    const path = file("kept.warc.gz", members(...RECORDS));
    const first = await open(path);
    const [made] = indexes();
    const manifest = readFileSync(join(cache, "imports", made, "snapshot.json"));
    const events: unknown[] = [];
    const again = await open(path, { onProgress: (event) => events.push(event) });
    expect([again.sha256, links(again), indexes(), events]).toEqual([first.sha256, THREE, [made], []]);
    expect(readFileSync(join(cache, "imports", made, "snapshot.json"))).toEqual(manifest);
    writeFileSync(path, members(...RECORDS.slice(0, 2)));
    expect((await open(path)).graph.size).toBe(2);
    utimesSync(path, 1, 1);
    await open(path);
    expect(indexes().length).toBe(3);
  });

  it("may be asked for by several at once, and leaves one whole index", async () => {
    const path = file("twice.warc.gz", members(...RECORDS));
    const webs = await Promise.all([open(path), open(path), open(path)]);
    expect(webs.map(links)).toEqual([THREE, THREE, THREE]);
    expect(indexes().length).toBe(1);
  });

  it("removes what a killed process left beside indexes, and leaves what belongs to living ones", async () => {
    // pid_max of Linux is 4194304
    const [dead, alive] = [`${"0".repeat(32)}.4194304.abcdef`, `${"1".repeat(32)}.${process.pid}.abcdef`];
    for (const name of [dead, alive]) mkdirSync(join(cache, "imports", name), { recursive: true });
    await open(file("clean.warc.gz", members(...RECORDS)));
    expect([indexes().includes(dead), indexes().includes(alive)]).toEqual([false, true]);
  });

  it("leaves nothing behind when the archive has no captures, and says what it has", async () => {
    const path = file("none.warc", record("request", "http://a/", "GET /"));
    await expect(open(path)).rejects.toMatchObject({ code: "no-links" });
    expect(indexes()).toEqual([]);
    const gone = file("gone.warc", record("response", "http://a/", html("<p>", "404 Gone")));
    await expect(open(gone)).rejects.toThrow(/gone\.warc holds no HTML page of status 200: 1 capture, 1 of them HTML/);
  });

  it("applies the link policy, the name and the start", async () => {
    const path = file(
      "policy.warc",
      record("response", "http://a/", html('<a href="#"><a href="/b"><a href="/b">')) +
        record("response", "http://a/b", html("")),
    );
    expect((await open(path)).graph.links).toBe(1);
    const kept = await open(path, { duplicates: "keep", selfLinks: "keep", name: "mine", start: "http://a/b" });
    expect([kept.graph.links, kept.name, kept.start]).toEqual([3, "mine", 1]);
  });

  it("opens WAT as links without text", async () => {
    const json = (url: string, ...to: string[]) =>
      JSON.stringify({
        Envelope: {
          "WARC-Header-Metadata": { "WARC-Type": "response", "WARC-Target-URI": url },
          "Payload-Metadata": {
            "HTTP-Response-Metadata": {
              "Response-Message": { Status: "200" },
              Headers: { "Content-Type": "text/html" },
              "HTML-Metadata": {
                Head: { Title: url },
                Links: to.map((each) => ({ path: "A@/href", url: each, text: "x" })),
              },
            },
          },
        },
      });
    const wat = [json("http://a/1", "2"), json("http://a/2", "/1", "/3")].map((each) =>
      record("metadata", "http://a/", each, { "Content-Type": "application/json" }),
    );
    const web = await open(file("cc.warc.wat.gz", members(...wat)));
    expect([web.name, web.capabilities, links(web), [...(web.references ?? [])]]).toEqual([
      "cc",
      ["links", "urls", "titles", "anchors"],
      [[1], [0]],
      [1, 2],
    ]);
  });

  it("opens folders of archives, folders of HTML, and snapshots of our own", async () => {
    for (const [i, each] of RECORDS.entries()) file(`many/part-${i}.warc`, each);
    expect(links(await open(join(folder, "many")))).toEqual(THREE);
    file("pages/a.html", '<a href="b.html">');
    file("pages/b.html", "<p>words");
    const pages = await open(join(folder, "pages"));
    expect([links(pages), pages.urls?.at(1), pages.text?.(1).body.trim()]).toEqual([
      [[1], []],
      "https://pages.example/b.html",
      "words",
    ]);
    const path = join(folder, "own");
    const writer = await openSnapshotWriter(path, { now: 0, about: { name: "a crawl", start: "http://a/" } });
    const exchange = {
      url: "http://a/",
      time: 0,
      request: "",
      status: 200,
      head: "HTTP/1.1 200 OK\r\n\r\n",
      body: Buffer.from("<p>"),
    };
    const page = { title: "A", base: "http://a/", links: [], robots: { noindex: false, nofollow: false }, skipped: 0 };
    writer.add({ exchange, type: "text/html", depth: 0, page });
    await writer.finish();
    await writer.close();
    const own = await open(path);
    expect([own.name, own.titles?.at(0), (own as ArchiveWeb).archive]).toMatchObject([
      "a crawl",
      "A",
      { captures: 1, hosts: 1, bytes: 3 },
    ]);
  });

  it("still opens a folder of links that has an archive beside them as what it was", async () => {
    file("uni/urls.txt", "http://a/\nhttp://b/\n");
    file("uni/links.adj.txt", "1\n0\n");
    cpSync(file("x.warc", RECORDS.join("")), join(folder, "uni/x.warc"));
    expect((await open(join(folder, "uni"))).graph.size).toBe(2);
    expect((await open(join(folder, "uni/x.warc"))).graph.size).toBe(3);
  });

  it("names archives among the formats that are known, and says how zstd with a dictionary that it lacks is packed anew", async () => {
    await expect(open(file("prose.txt", "No links here.\n"))).rejects.toThrow(
      /WARC, ARC or WAT \(plain, gzip, zstd\)\n {4}WACZ/,
    );
    await expect(open(dirname(file("empty folder/x", "y")))).rejects.toThrow(/HTML files[\s\S]*a snapshot/);
    // a frame of no bytes that names dictionary 7: RFC 8878, section 3.1.1.1
    await expect(open(file("d.warc.zst", Buffer.from("28b52ffd010007010000", "hex")))).rejects.toThrow(
      /d\.warc\.zst: .*dictionary 7[\s\S]*zstd -dc/,
    );
  });

  const web = realData("warc/aut/example.warc.gz");
  it.skipIf(!web)("reads pages of a crawl of 2008, title and text from where they lie", async () => {
    const opened = await open(web as string);
    const page = opened.urls?.indexOf("http://www.archive.org/index.php") ?? -1;
    expect(opened.titles?.at(page)).toBe("Internet Archive");
    expect(opened.text?.(page).body).toContain("building a digital library of Internet sites");
    expect((opened as ArchiveWeb).archive).toMatchObject({ captures: 261, hosts: 38 }); // README.md: 38 hosts
  });
});
