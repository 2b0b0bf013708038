import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NewCapture } from "../../src/archive/capture.js";
import { NONE } from "../../src/archive/capture-columns.js";
import { openSnapshot, type Snapshot } from "../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { LINK_SOURCES } from "../../src/page/html/page.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";
import { answer, contentsOf, NEW_YEAR, page } from "./small-web.js";

const now = NEW_YEAR;
const A = "http://a.example/";
const B = "http://b.example/b";
const first = page(
  A,
  `<title>Ä &amp; a</title><a href="${B}" rel=nofollow>to b</a><img src="/i.png" alt=pic><a href="/gone">Ümläut</a>`,
  1,
  { depth: 0 },
);
const second = page(B, "<title>B</title>nothing", 2, { via: A });
const moved = answer("http://a.example/gone", 301, 3, { redirect: B, via: A });

async function written(captures: readonly NewCapture[], options: object = {}): Promise<string> {
  const folder = temporaryFolder();
  const writer = await openSnapshotWriter(folder, { now, ...options });
  for (const capture of captures) writer.add(capture);
  await writer.finish();
  await writer.close();
  return folder;
}

describe("a snapshot writer", () => {
  it("keeps exchanges, pages and links as they were given", async () => {
    const folder = await written([first, second, moved], { about: { name: "small" } });
    const snapshot = await openSnapshot(folder);
    expect([snapshot.captures, snapshot.pages, snapshot.links, snapshot.hosts]).toEqual([3, 2, 3, 2]);
    // in the order in which they were met
    expect([...snapshot.urls]).toEqual([A, B, "http://a.example/i.png", "http://a.example/gone"]);
    expect([...snapshot.hostNames, ...snapshot.hostOfUrl]).toEqual(["a.example", "b.example", 0, 1, 0, 0]);
    expect(snapshot.bytes).toBe(first.exchange.body.length + second.exchange.body.length);
    expect(snapshot.about).toEqual({ name: "small" });
    expect(snapshot.linksOf(0)).toEqual([
      { url: B, urlId: 1, source: "a[href]", nofollow: true, anchor: "to b" },
      { url: "http://a.example/i.png", urlId: 2, source: "img[src]", nofollow: false, anchor: "pic" },
      { url: "http://a.example/gone", urlId: 3, source: "a[href]", nofollow: false, anchor: "Ümläut" },
    ]);
    expect(snapshot.linksOf(1)).toEqual([]);
    const digest = createHash("sha1").update(first.exchange.body).digest("hex");
    const { digest: text, ...capture } = snapshot.capture(0);
    expect(capture).toEqual({
      row: 0,
      url: A,
      urlId: 0,
      time: NEW_YEAR + 60_000,
      status: 200,
      type: "text/html",
      depth: 0,
      bytes: first.exchange.body.length,
      truncated: false,
      revisit: false,
      near: false,
      title: "Ä & a",
    });
    expect(fromBase32(text.slice(5))).toBe(digest);
    expect(snapshot.capture(2)).toMatchObject({ status: 301, redirect: B, bytes: 0, type: "" });
    const { request: _, ...asked } = first.exchange; // requests stand in records of their own
    expect(snapshot.exchange(0)).toMatchObject({ ...asked, body: Buffer.from(first.exchange.body) });
    expect(() => snapshot.capture(3)).toThrow("has no capture 3: it has 3, 0 .. 2");
  });

  it("names its columns so that each can be read as an array of one kind of number", async () => {
    const folder = await written([first, second, moved]);
    const words = (file: string) => {
      const bytes = readFileSync(join(folder, "index", file));
      return [...new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))];
    };
    expect(words("link.target.u32")).toEqual([1, 2, 3]);
    expect(words("page.links.u32")).toEqual([3, 0]);
    expect(words("capture.via.u32")).toEqual([0xffffffff, 0, 0]);
    expect([...readFileSync(join(folder, "index", "link.source.u8"))]).toEqual(
      ["a[href]", "img[src]", "a[href]"].map((source) => (LINK_SOURCES as readonly string[]).indexOf(source)),
    );
  });

  it("stores a body that it has stored as a revisit, and reads it back from the first", async () => {
    const copy = page("http://c.example/copy", Buffer.from(second.exchange.body).toString(), 9);
    const empty = answer("http://d.example/", 404, 10);
    const snapshot = await openSnapshot(await written([second, copy, empty, answer("http://e.example/", 404, 11)]));
    // empty bodies are none
    expect([0, 1, 2, 3].map((row) => snapshot.capture(row).revisit)).toEqual([false, true, false, false]);
    expect(Buffer.from(snapshot.exchange(1).body)).toEqual(Buffer.from(second.exchange.body));
    expect(snapshot.exchange(1)).toMatchObject({ url: "http://c.example/copy", status: 200, head: copy.exchange.head });
    const [one, two] = ["capture.length", "capture.original"].map((name) => [...snapshot.columns.u32(name)]);
    expect(one[1]).toBeGreaterThan(0);
    expect(two).toEqual([0xffffffff, 0, 0xffffffff, 0xffffffff]);
  });

  it("stores one that is nearly another as a revisit without body, where it is coded alike and bodies are stored", async () => {
    const like = (url: string, text: string, more = {}) => page(url, text, 3, { near: 0, unfollowed: true, ...more });
    const other = like("http://a.example/3", "<p>nearly, coded");
    const head = other.exchange.head.replace("\r\n\r\n", "\r\nContent-Encoding: br\r\n\r\n");
    const captures = [
      page(A, "<p>a text"),
      like("http://a.example/1", "<p>a texts<a href=x>"),
      like("http://a.example/2", "<p>a text"), // the same
      { ...other, exchange: { ...other.exchange, head } },
      like("http://a.example/4", "<p>texts", { near: 2 }), // which has its body in the first
    ];
    const told = (snapshot: Snapshot) =>
      captures.map((_, row) => {
        const { near, revisit, bytes } = snapshot.capture(row);
        return [near, revisit, bytes];
      });
    const stored = await openSnapshot(await written(captures));
    const length = "<p>a text".length;
    expect(told(stored)).toEqual([
      [false, false, length],
      [true, true, length],
      [false, true, length],
      [false, false, "<p>nearly, coded".length],
      [true, true, length],
    ]);
    expect([...stored.columns.u32("capture.original")]).toEqual([NONE, 0, 0, NONE, 0]);
    expect(stored.exchange(4).body.toString()).toBe("<p>a text");
    expect(stored.linksOf(1).map(({ url }) => url)).toEqual(["http://a.example/x"]);
    const index = await openSnapshot(await written(captures, { store: "none" }));
    expect(told(index)[1]).toEqual([false, false, "<p>a texts<a href=x>".length]);
  });

  it("keeps the index alone when asked to, and says so when a body is wanted", async () => {
    const folder = await written([first, first], { store: "none" });
    expect(filesOf(folder).filter((path) => path.startsWith("archive"))).toEqual([]);
    const snapshot = await openSnapshot(folder);
    expect([snapshot.links, snapshot.hasBodies, snapshot.capture(1).revisit]).toEqual([6, false, false]);
    expect(() => snapshot.exchange(0)).toThrow(
      /keeps no bodies: it was crawled with store "none"\. Crawl into another folder/,
    );
  });

  it("gives URLs ids in the order in which they come, and knows them again after it was closed", async () => {
    const folder = temporaryFolder();
    const common = Array.from(
      { length: 9000 },
      (_, i) => `http://h${i % 11}.example:${i % 3}/${"p/".repeat(i % 5)}?q=${i}`,
    ); // more than any buffer holds
    const distinct = [
      ...common,
      "",
      "http://ü.example/ü",
      `http://long.example/${"x".repeat(200_000)}`,
      "http://last.example/",
    ];
    let writer = await openSnapshotWriter(folder, { now, store: "none" });
    expect(distinct.map((url) => writer.urls.intern(url))).toEqual(distinct.map((_, id) => id));
    expect(writer.urls.at(3)).toBe(distinct[3]); // not written yet
    await writer.commit();
    await writer.close();
    writer = await openSnapshotWriter(folder, { now, store: "none" });
    expect(distinct.map((url) => writer.urls.idOf(url))).toEqual(distinct.map((_, id) => id));
    expect(distinct.map((_, id) => writer.urls.at(id))).toEqual(distinct);
    expect([writer.urls.idOf("http://new.example/"), writer.urls.intern("http://new.example/")]).toEqual([
      -1,
      distinct.length,
    ]);
    expect(() => writer.urls.at(distinct.length + 1)).toThrow(coded("option"));
    await writer.close();
  });

  it("goes on after a commit as if it had never stopped, whatever was added and not committed", async () => {
    const captures = Array.from({ length: 60 }, (_, i) =>
      page(
        `http://h${i % 7}.example/${i}`,
        `<title>${i % 20}</title><a href="/${(i * 31) % 60}">${i}</a>${"x".repeat(i % 20)}`,
        i,
      ),
    );
    const whole = contentsOf(await written(captures, { segmentBytes: 4000 }));
    expect(Object.keys(whole).filter((path) => path.startsWith("archive")).length).toBeGreaterThan(2);
    const folder = temporaryFolder();
    for (let committed = 0; committed < 60; committed += 20) {
      const writer = await openSnapshotWriter(folder, { now, segmentBytes: 4000 });
      expect(writer.captures).toBe(committed);
      for (const capture of captures.slice(committed, committed + 20)) writer.add(capture);
      await writer.commit();
      for (const capture of captures.slice(5, 45)) writer.add({ ...capture, type: `lost/${committed}` });
      writer.urls.intern(`http://lost.example/${committed}`);
      await writer.close();
    }
    const writer = await openSnapshotWriter(folder, { now, segmentBytes: 4000 });
    await writer.finish();
    await writer.close();
    expect(contentsOf(folder)).toEqual(whole);
  });

  it("takes what is added while a commit is under way into the next one", async () => {
    const folder = temporaryFolder();
    const writer = await openSnapshotWriter(folder, { now });
    writer.add(first);
    const commit = writer.commit({ visited: 1 });
    writer.add(second);
    await commit;
    const snapshot = await openSnapshot(folder);
    expect([snapshot.captures, snapshot.manifest.state, snapshot.urls.indexOf(B)]).toEqual([1, { visited: 1 }, 1]);
    await Promise.all([writer.commit({ visited: 2 }), writer.commit({ visited: 3 })]);
    const later = await openSnapshot(folder);
    expect([later.captures, later.manifest.state, later.capture(1).url]).toEqual([2, { visited: 3 }, B]);
    await writer.close();
    const again = await openSnapshotWriter(folder, { now });
    expect(again.state).toEqual({ visited: 3 });
    await again.close();
  });

  it("commits columns of others with its own, and cuts them back with its own", async () => {
    const folder = temporaryFolder();
    for (const value of [7, 8]) {
      const writer = await openSnapshotWriter(folder, { now, store: "none" });
      const column = writer.columns("extra").numbers("value.u16");
      expect(column.length).toBe(value - 7);
      column.push(value);
      await writer.commit();
      column.push(99);
      await writer.close();
      appendFileSync(join(folder, "extra", "value.u16"), Uint8Array.of(99, 0, 99, 0)); // a kill came before the next
    }
    const again = await openSnapshotWriter(folder, { now, store: "none" });
    again.columns("extra").numbers("value.u16");
    await again.close();
    const unaware = await openSnapshotWriter(folder, { now, store: "none" }); // opens no column of the set
    await unaware.commit();
    expect(() => unaware.columns("../index")).toThrow(coded("option"));
    expect(() => unaware.columns("index")).toThrow(coded("option"));
    await unaware.close();
    expect((await openSnapshot(folder)).manifest.columns.extra).toEqual({ "value.u16": 4 });
    // nothing else: others than we read the file whole
    expect([...readFileSync(join(folder, "extra", "value.u16"))]).toEqual([7, 0, 8, 0]);
  });

  it("lets nothing from the web become the name of a file", async () => {
    const hostile = ["../../../evil", "/etc/evil", "evil\0", "con", "a".repeat(5000)];
    const captures = hostile.map((text) => {
      const capture = page(
        "http://evil.example/",
        `<title>${text}</title><a href="http://evil.example/${text}">${text}</a>`,
      );
      const exchange = {
        ...capture.exchange,
        url: `http://${text}/${text}`,
        ip: text,
        head: `HTTP/1.1 200 ${text}\r\n\r\n`,
      };
      return { ...capture, exchange, type: text, via: text, redirect: text };
    });
    const folder = await written(captures, { about: { name: "../evil" } });
    const folders = filesOf(folder).map((path) => path.replace(/[^/]*$/, ""));
    expect([...new Set(folders)].sort()).toEqual(["", "archive/", "index/"]);
    expect(filesOf(folder).filter((path) => /evil|etc|aaa/.test(path))).toEqual([]);
    expect((await openSnapshot(folder)).capture(0).url).toBe("http://../../../evil/../../../evil");
  });

  it("tells 4,096 media types apart and calls the rest other", async () => {
    const folder = temporaryFolder();
    const writer = await openSnapshotWriter(folder, { now, store: "none" });
    for (let i = 0; i < 4200; i++) writer.add(answer("http://a.example/", 200, i, { type: `x/${i}` }));
    await writer.commit();
    await writer.close();
    const snapshot = await openSnapshot(folder);
    expect([0, 4095, 4096, 4199].map((row) => snapshot.capture(row).type)).toEqual(["x/0", "x/4095", "other", "other"]);
  });

  it("holds its folder against a second writer, and takes over from one that is gone", async () => {
    const folder = temporaryFolder();
    const writer = await openSnapshotWriter(folder, { now });
    await expect(openSnapshotWriter(folder, { now })).rejects.toMatchObject({ code: "locked" });
    await writer.close();
    writeFileSync(join(folder, "lock"), "999999999 1");
    await (await openSnapshotWriter(folder, { now })).close();
    expect(existsSync(join(folder, "lock"))).toBe(false);
  });

  it("writes into no folder that holds something else", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "archive"));
    writeFileSync(join(folder, "archive", "mine.warc"), "mine");
    await expect(openSnapshotWriter(folder, { now })).rejects.toMatchObject({ code: "not-a-snapshot" });
    expect(filesOf(folder)).toEqual(["archive/mine.warc"]);
    await expect(openSnapshot(folder)).rejects.toMatchObject({ code: "not-a-snapshot" });
    writeFileSync(join(folder, "snapshot.json"), '{"format":"other"}');
    await expect(openSnapshot(folder)).rejects.toThrow('expected format "crawlbench-snapshot", found "other"');
  });

  it("says which file is damaged", async () => {
    for (const damaged of ["index/link.target.u32", "index/url.bytes", "archive/crawl-00000.warc.gz"]) {
      const folder = await written([first, second]);
      truncateSync(join(folder, damaged), 3);
      await expect(openSnapshotWriter(folder, { now })).rejects.toMatchObject({ code: "damaged" });
      await expect(openSnapshotWriter(folder, { now })).rejects.toThrow(damaged.slice(damaged.indexOf("/")));
    }
    const folder = await written([first]);
    writeFileSync(join(folder, "snapshot.json"), "{");
    await expect(openSnapshot(folder)).rejects.toMatchObject({ code: "damaged" });
  });

  it("refuses options that there are not, and to go on when it is closed", async () => {
    const folder = temporaryFolder();
    await expect(openSnapshotWriter(folder, { now, gzip: 1 } as never)).rejects.toThrow('has no option "gzip"');
    await expect(openSnapshotWriter(folder, { now, gzipLevel: 10 })).rejects.toThrow("from 0 to 9; found 10");
    const writer = await openSnapshotWriter(folder, { now });
    await writer.close();
    expect(() => writer.add(first)).toThrow("is closed");
    await expect(writer.commit()).rejects.toThrow("is closed");
  });

  it("indexes its archive at the end, and takes the index away when more is committed", async () => {
    const folder = await written([second, first]);
    const lines = readFileSync(join(folder, "index.cdxj"), "utf8").trim().split("\n");
    expect(lines.map((line) => line.split(" ", 2).join(" "))).toEqual([
      "example,a)/ 20210101000100",
      "example,b)/b 20210101000200",
    ]);
    const { offset, length, filename } = JSON.parse(lines[0].slice(lines[0].indexOf("{")));
    expect([filename, Number(offset) > 0, Number(length) > 0]).toEqual(["crawl-00000.warc.gz", true, true]);
    const { sha256 } = (await openSnapshot(folder)).manifest;
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const writer = await openSnapshotWriter(folder, { now });
    writer.add(moved);
    await writer.commit();
    await writer.close();
    expect(existsSync(join(folder, "index.cdxj"))).toBe(false);
    const more = await openSnapshot(folder);
    expect(more.manifest.sha256).toBeUndefined();
    expect(more.sha256).not.toBe(sha256);
  });
});

/** RFC 4648, section 6. */
function fromBase32(text: string): string {
  const bits = [...text].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return BigInt(`0b${bits.join("")}`)
    .toString(16)
    .padStart(40, "0");
}
