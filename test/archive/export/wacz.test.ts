import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { writeWacz } from "../../../src/archive/export/wacz.js";
import { warcParts } from "../../../src/archive/export/warc-parts.js";
import { openArchive } from "../../../src/archive/import/import-cache.js";
import { openSnapshot, type Snapshot } from "../../../src/archive/open-snapshot.js";
import { base32 } from "../../../src/archive/warc/base32.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { filesOf, folderWith, temporaryFolder } from "../../crawl/pool/temporary.js";
import { digestFaults, hasPythonWarcio } from "../../fixture/python-warcio.js";
import { realData } from "../../web/read/real-data.js";
import { NEW_YEAR, page } from "../small-web.js";
import { html, record } from "../warc/bytes.js";
import { unzip, waczFaults } from "./wacz-faults.js";

const A = html('<title>A</title><a href="b">to b</a><img src="i.png">');
const B = html('<title>B</title><a href="/a">to a</a>');
const MOVED = "HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n";
const CHUNKED = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n0\r\n\r\n";
const digest = (value: string) => ({ "WARC-Payload-Digest": `sha1:${value}` });
const fields = { "Content-Type": "application/warc-fields" };
const RECORDS = [
  record("warcinfo", "", "software: x"),
  record("revisit", "http://a.example/early", "", digest("A")),
  record("response", "http://a.example/", A, digest("A")),
  record("request", "http://a.example/", "GET / HTTP/1.1\r\n\r\n"),
  record("metadata", "http://a.example/", "via: http://from.example/\r\nhopsFromSeed: LL\r\n", fields),
  record("response", "http://a.example/moved", MOVED),
  record("response", "http://a.example/b", B),
  record("response", "http://a.example/chunked", CHUNKED),
  record("resource", "http://a.example/r", "<title>R</title>", { "Content-Type": "text/html" }),
  record("revisit", "http://b.example/", "", digest("A")),
  record("revisit", "http://b.example/own", html("").replace("200", "203"), digest("A")),
  record("response", "http://b.example/", html("<title>later"), { "WARC-Date": "2021-02-03T04:05:06.789Z" }),
];
const members = (records: readonly string[]) => Buffer.concat(records.map((each) => gzipSync(each)));
/** A frame of one raw block (RFC 8878, section 3.1.1.2). */
function zstd(content: string): Buffer {
  const size = Buffer.byteLength(content);
  const head = Buffer.concat([Buffer.from("28b52ffda0", "hex"), Buffer.alloc(7)]);
  head.writeUInt32LE(size, 5);
  head.writeUIntLE((size << 3) | 1, 9, 3);
  return Buffer.concat([head, Buffer.from(content)]);
}
const VERSION = "1 1 x\nURL IP-address Archive-date Content-type Archive-length\n";
const arcLine = (url: string, block: string) => `${url} 1.2.3.4 20080430204826 text/html ${block.length}\n${block}\n`;
const ARC = [
  `filedesc://x.arc 0.0.0.0 20080430204825 text/plain ${VERSION.length}\n${VERSION}\n`,
  arcLine("http://a.example/", A),
  arcLine("http://a.example/b", B),
];

async function zip(entries: Readonly<Record<string, readonly [Buffer, compress: boolean]>>): Promise<Buffer> {
  const made = new ZipFile();
  for (const [name, [bytes, compress]] of Object.entries(entries)) made.addBuffer(bytes, name, { compress });
  made.end();
  const parts: Uint8Array[] = [];
  for await (const part of made.outputStream) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

const openAt = async (path: string) => (await openArchive(path, { name: "x", cache: temporaryFolder() })).snapshot;

/** All that a snapshot says of its captures, their order included. */
const told = (snapshot: Snapshot) => ({
  sha256: snapshot.sha256,
  captures: Array.from({ length: snapshot.captures }, (_, row) => {
    const { head, body } = snapshot.exchange(row);
    const stored = head.replace(/\nX-Orig-(?=transfer-encoding)/gi, "\n");
    const { revisit: _revisit, ...capture } = snapshot.capture(row);
    return { ...capture, head: stored, body: Buffer.from(body).toString("base64") };
  }),
  links: Array.from({ length: snapshot.pages }, (_, number) => snapshot.linksOf(number)),
});

async function reopened(path: string) {
  const before = await openAt(path);
  const out = join(temporaryFolder(), "out.wacz");
  await writeWacz(before, out);
  expect(filesOf(dirname(out))).toEqual(["out.wacz"]);
  expect(await waczFaults(out)).toEqual([]);
  const after = await openAt(out);
  expect(told(after)).toEqual(told(before));
  return { before, out, after, names: [...(await unzip(out)).keys()].filter((name) => name.startsWith("archive/")) };
}

describe("any archive written as WACZ is valid, and the same web when it is opened again", () => {
  const half = RECORDS.slice(6);
  const cases: Readonly<Record<string, () => Promise<readonly [path: string, names: readonly string[]]>>> = {
    "WARC in members of gzip, whatever it is called": async () => [
      join(folderWith({ "x.open": members(RECORDS) }), "x.open"),
      ["archive/x.open.warc.gz"],
    ],
    "plain WARC": async () => [join(folderWith({ "x.warc": RECORDS.join("") }), "x.warc"), ["archive/x.warc"]],
    "WARC in one stream of gzip": async () => [
      join(folderWith({ "x.warc.gz": gzipSync(RECORDS.join("")) }), "x.warc.gz"),
      ["archive/crawl-00000.warc.gz"],
    ],
    "WARC in frames of zstd": async () => [
      join(folderWith({ "x.warc.zst": Buffer.concat(RECORDS.map(zstd)) }), "x.warc.zst"),
      ["archive/crawl-00000.warc.gz"],
    ],
    "WARC in frames of zstd behind a dictionary": async () => [
      join(
        folderWith({
          "x.warc.zst": Buffer.concat([Buffer.from("5d2a4d1803000000616263", "hex"), ...RECORDS.map(zstd)]),
        }),
        "x.warc.zst",
      ),
      ["archive/crawl-00000.warc.gz"],
    ],
    "WARC with members whose checksum or length is wrong, one in the midst of a record": async () => {
      const packed = RECORDS.map((each) => gzipSync(each));
      packed[2].writeUInt32LE(1, packed[2].length - 8);
      packed[6].writeUInt32LE(1, packed[6].length - 4);
      const half = gzipSync(RECORDS[7].slice(0, 100));
      half.writeUInt32LE(1, half.length - 8);
      packed[7] = Buffer.concat([half, gzipSync(RECORDS[7].slice(100))]);
      return [join(folderWith({ "x.warc.gz": Buffer.concat(packed) }), "x.warc.gz"), ["archive/crawl-00000.warc.gz"]];
    },
    ARC: async () => [join(folderWith({ "x.arc.gz": members(ARC) }), "x.arc.gz"), ["archive/crawl-00000.warc.gz"]],
    "a WACZ that stores its archives": async () => [
      join(
        folderWith({
          "x.wacz": await zip({
            "archive/b.warc.gz": [members(half), false],
            "archive/a.warc.gz": [members(RECORDS.slice(0, 6)), false],
            "datapackage.json": [Buffer.from("{}"), true],
          }),
        }),
        "x.wacz",
      ),
      ["archive/a.warc.gz", "archive/b.warc.gz"],
    ],
    "a WACZ that deflates one of them": async () => [
      join(
        folderWith({
          "x.wacz": await zip({
            "archive/a.warc.gz": [members(RECORDS.slice(0, 6)), true],
            "archive/b.warc.gz": [members(half), false],
          }),
        }),
        "x.wacz",
      ),
      ["archive/crawl-00000.warc.gz"],
    ],
    "files of every kind in one folder": async () => [
      folderWith({ "1.warc": RECORDS.join(""), "2.arc.gz": members(ARC), "3.warc.gz": gzipSync(half.join("")) }),
      ["archive/crawl-00000.warc.gz"],
    ],
    "WACZ files with archives of one name, in one folder": async () => [
      folderWith({
        "1.wacz": await zip({ "archive/data.warc.gz": [members(half), false] }),
        "2.wacz": await zip({ "archive/data.warc.gz": [members(RECORDS.slice(0, 6)), false] }),
      }),
      ["archive/0-data.warc.gz", "archive/1-data.warc.gz"],
    ],
    "a folder of HTML": async () => [
      folderWith({ "index.html": "<title>I</title><a href=b/c.html>", "b/c.html": "<title>C" }),
      ["archive/crawl-00000.warc.gz"],
    ],
  };
  it.each(Object.keys(cases))("%s", async (name) => {
    const [path, names] = await cases[name]();
    expect((await reopened(path)).names).toEqual(names);
  });

  it("a crawl of our own, in several files", async () => {
    const folder = temporaryFolder();
    const writer = await openSnapshotWriter(folder, { now: NEW_YEAR, segmentBytes: 1000 });
    writer.add(page("http://a.example/", "<title>A</title><a href=b>", 1, { depth: 0 }));
    writer.add(page("http://a.example/b", "<title>B</title>", 2, { via: "http://a.example/" }));
    writer.add(page("http://b.example/", "<title>B</title>", 3));
    await writer.finish();
    await writer.close();
    const snapshot = await openSnapshot(folder);
    expect(await warcParts(snapshot)).toMatchObject([
      { name: "crawl-00000.warc.gz", file: 0, from: 0 },
      { name: "crawl-00001.warc.gz", file: 1, from: 0 },
    ]);
    const out = join(temporaryFolder(), "out.wacz");
    await writeWacz(snapshot, out);
    expect(await waczFaults(out)).toEqual([]);
    expect(told(await openAt(out))).toEqual(told(snapshot));
  });

  it("a crawl of our own that was given HTML for a robots.txt", async () => {
    const folder = temporaryFolder();
    const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
    const { page: _, ...robots } = page("http://a.example/robots.txt", "<title>No such page</title>", 1);
    writer.add(robots);
    writer.add(page("http://a.example/", "<title>A</title><a href=b>", 2));
    await writer.finish();
    await writer.close();
    const snapshot = await openSnapshot(folder);
    const out = join(temporaryFolder(), "out.wacz");
    await writeWacz(snapshot, out);
    const opened = await openAt(out);
    expect([opened.pages, opened.captures]).toEqual([1, 2]);
    expect(told(opened)).toEqual(told(snapshot));
  });

  const real = [
    "aut/example.arc.gz",
    "aut/example.pdf.warc.gz",
    "aut/example.warc.gz",
    "aut/issue-493.warc",
    "commoncrawl-whirlwind/whirlwind.warc.gz",
    "ia-web-commons/IAH-urls-wget.warc",
    "ia-web-commons/link-extraction-test.warc",
    "jwarc/cc.warc.gz",
    "pywb/dupes.warc.gz",
    "pywb/example.arc.gz",
    "pywb/iana.warc.gz",
    "pywb/missing-status-text.warc",
    "pywb/post-test.warc.gz",
    "pywb/valid_example_1.wacz",
    "warcio/example-bad-non-chunked.warc.gz",
    "warcio/example-trunc.warc",
    "warcio/example-wrong-chunks.warc.gz",
  ].map((path) => [basename(path), realData(`warc/${path}`)] as const);
  it.skipIf(!real[0][1]).each(real)("%s", { timeout: 120_000 }, async (_name, path) => {
    const { before } = await reopened(path as string);
    expect(before.captures).toBeGreaterThan(0);
  });
});

describe("a WACZ", () => {
  it("keeps the requests and other records of WARC files, which it takes as they are", async () => {
    const bytes = members(RECORDS);
    const { out } = await reopened(join(folderWith({ "x.warc.gz": bytes }), "x.warc.gz"));
    expect((await unzip(out)).get("archive/x.warc.gz")?.bytes.equals(bytes)).toBe(true);
  });

  it("is not made of what keeps no bodies, such as WAT", async () => {
    const wat = {
      Envelope: {
        "WARC-Header-Metadata": { "WARC-Type": "response", "WARC-Target-URI": "http://a.example/" },
        "Payload-Metadata": { "HTTP-Response-Metadata": { "Response-Message": { Status: "200" } } },
      },
    };
    const json = { "Content-Type": "application/json" };
    const line = record("metadata", "http://a.example/", JSON.stringify(wat), json);
    const out = join(temporaryFolder(), "out.wacz");
    const folder = folderWith({ "x.wat": line, "y.warc": RECORDS.join("") });
    for (const path of [join(folder, "x.wat"), folder]) {
      await expect(writeWacz(await openAt(path), out)).rejects.toMatchObject({ code: "not-a-snapshot" });
    }
    expect(readdirSync(dirname(out))).toEqual([]);
  });

  it("with a fault is found out by the validator of these tests", async () => {
    const { out } = await reopened(join(folderWith({ "x.warc.gz": members(RECORDS) }), "x.warc.gz"));
    const entries = await unzip(out);
    const faulty = async (changes: Readonly<Record<string, string>>, name = "x.wacz") => {
      const all = new Map([...entries].map(([path, { bytes, stored }]) => [path, [bytes, !stored] as const]));
      for (const [path, content] of Object.entries(changes)) all.set(path, [Buffer.from(content), true]);
      return waczFaults(join(folderWith({ [name]: await zip(Object.fromEntries(all)) }), name));
    };
    const pages = String(entries.get("pages/pages.jsonl")?.bytes);
    const index = String(entries.get("indexes/index.cdx")?.bytes);
    expect(await faulty({})).toEqual([]);
    expect(await faulty({}, "x.zip")).toEqual(["the extension MUST be .wacz"]);
    expect(await faulty({ "other.txt": "x" })).toEqual([expect.stringMatching(/resources MUST list all files/)]);
    expect((await faulty({ "pages/pages.jsonl": pages.replace("json-pages", "x") })).join()).toMatch(/hash of pages/);
    expect((await faulty({ "pages/pages.jsonl": pages.replace(/"ts":"[^"]*"/, '"ts":"1"') })).join()).toMatch(/a page/);
    expect((await faulty({ "indexes/index.cdx": index.replace(/"offset":"\d+"/, '"offset":"1"') })).join("\n")).toMatch(
      /leads to/,
    );
    expect((await faulty({ "indexes/index.cdx": index.split("\n").reverse().join("\n").trim() })).join()).toMatch(
      /not sorted/,
    );
  });

  it.skipIf(!hasPythonWarcio())("has the digests of its records right, as Python's warcio has it", async () => {
    const folder = folderWith({ "x.warc.zst": Buffer.concat(RECORDS.map(zstd)) });
    const { out } = await reopened(join(folder, "x.warc.zst"));
    const archive = (await unzip(out)).get("archive/crawl-00000.warc.gz")?.bytes as Buffer;
    const warc = join(folderWith({ "x.warc.gz": archive }), "x.warc.gz");
    expect(digestFaults(warc)).toBe("");
    const wrong = RECORDS.map((each) => each.replace("<title>B", "<title>C"));
    const told = join(folderWith({ "y.warc": wrong.join("").replace("sha1:A", "sha1:WRONG") }), "y.warc");
    expect(digestFaults(told)).toMatch(/digest failed|failed/);
  });
});

it("keeps near-duplicates what they are where records are written anew", async () => {
  const [folder, elsewhere] = [
    temporaryFolder(),
    folderWith({ "x.warc.gz": members([record("response", "http://b.example/", B)]) }),
  ];
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
  writer.add(page("http://a.example/1", "<p>a text"));
  writer.add(page("http://a.example/2", "<p>a texts", 1, { near: 0 }));
  const other = await openAt(join(elsewhere, "x.warc.gz"));
  const file = writer.addFile(join(elsewhere, "x.warc.gz"));
  const [offset, length] = [other.columns.f64("capture.offset")[0], other.columns.u32("capture.length")[0]];
  writer.add({ exchange: other.exchange(0), type: "text/html", depth: 0, place: { file, offset, length } });
  await writer.commit();
  await writer.close();
  const out = join(temporaryFolder(), "out.wacz");
  await writeWacz(await openSnapshot(folder), out);
  expect(await waczFaults(out)).toEqual([]);
  const text = gunzipSync((await unzip(out)).get("archive/crawl-00000.warc.gz")?.bytes as Buffer).toString("latin1");
  const came = base32(createHash("sha1").update("<p>a texts").digest());
  expect(text.match(/^WARC-Profile: .*/gm)).toEqual(["WARC-Profile: urn:x-crawlbench:revisit:near-duplicate"]);
  expect(text).toContain(`WARC-Payload-Digest: sha1:${came}`);
});
