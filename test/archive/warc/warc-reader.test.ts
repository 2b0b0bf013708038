import { createReadStream } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { WARCParser } from "warcio";
import { realData } from "../../web/read/real-data.js";
import { html, inPieces, readAll, record, text } from "./bytes.js";

const two = [record("response", "http://a/1", html("<p>one")), record("response", "http://a/2", html("two\r\n\r\n"))];
const plain = two.join("");
const summary = ({ records, skipped }: Awaited<ReturnType<typeof readAll>>) => ({
  records: records.map(({ url, http, cut }) => [url, text(http?.body ?? new Uint8Array(0)), ...(cut ? [cut] : [])]),
  skipped,
});
const BOTH = {
  records: [
    ["http://a/1", "<p>one"],
    ["http://a/2", "two\r\n\r\n"],
  ],
  skipped: {},
};

describe("readRecords", () => {
  it("reads plain files, a member for each record, one for all, and members that end anywhere", async () => {
    const anywhere = [0, 100, 101, 300].map((from, i, all) => gzipSync(plain.slice(from, all[i + 1])));
    for (const bytes of [
      plain,
      Buffer.concat(two.map((each) => gzipSync(each))),
      gzipSync(plain),
      Buffer.concat(anywhere),
    ]) {
      for (const size of [1, 50, 1 << 16]) expect(summary(await readAll(inPieces(bytes, size)))).toEqual(BOTH);
    }
  });

  it("reads a file behind a byte order mark, and tells where its records stand", async () => {
    const marked = Buffer.from(`\ufeff${plain}`);
    for (const bytes of [marked, gzipSync(marked)]) expect(summary(await readAll(inPieces(bytes, 1)))).toEqual(BOTH);
    const { records } = await readAll(inPieces(marked));
    expect(records[0].extent).toEqual({ offset: 3, length: two[0].length });
  });

  it("tells where records stand that can be read alone, and no place for others", async () => {
    const packed = two.map((each) => gzipSync(each));
    const place = async (bytes: Uint8Array | string) =>
      (await readAll(inPieces(bytes, 64))).records.map(({ extent }) => extent);
    expect(await place(plain)).toEqual([
      { offset: 0, length: two[0].length },
      { offset: two[0].length, length: two[1].length },
    ]);
    expect(await place(Buffer.concat(packed))).toEqual([
      { offset: 0, length: packed[0].length },
      { offset: packed[0].length, length: packed[1].length },
    ]);
    expect(await place(gzipSync(plain))).toEqual([undefined, undefined]);
    const halves = [gzipSync(two[0].slice(0, 99)), gzipSync(two[0].slice(99))];
    expect(await place(Buffer.concat(halves))).toEqual([{ offset: 0, length: halves[0].length + halves[1].length }]);
  });

  it("reads heads of LF, with folded fields, of any case, the first of each name, and URLs in brackets as wget wrote them", async () => {
    const head =
      "WARC/0.17\n Before: any\nwarc-type: Response\nWARC-Target-URI: <http://a/ b>\nX: y\n z\nwarc-date: 20200203040506\nx: other\nContent-length: 3\n\nabc\n\n";
    const { records, skipped } = await readAll(inPieces(head));
    expect(records[0]).toMatchObject({
      version: "WARC/0.17",
      type: "response",
      url: "http://a/ b",
      time: Date.UTC(2020, 1, 3, 4, 5, 6),
      size: 3,
    });
    expect(["x", "before"].map((name) => records[0].headers.get(name))).toEqual(["y z", "any"]);
    expect(skipped).toEqual({});
  });

  it("finds the next record where a length is too small, too large, or none", async () => {
    const wrong = (length: string | undefined) => {
      const first = record("response", "http://a/1", html("<p>one"), { "Content-Length": length ?? "" });
      return (length === undefined ? first.replace(/Content-Length: \r\n/, "") : first) + two[1];
    };
    const block = html("<p>one").length;
    for (const packed of [false, true]) {
      const read = async (length: string | undefined) => {
        const [first, second] = [wrong(length).slice(0, -two[1].length), two[1]];
        const bytes = packed ? Buffer.concat([gzipSync(first), gzipSync(second)]) : first + second;
        return summary(await readAll(inPieces(bytes)));
      };
      expect(await read(String(block - 2))).toEqual({
        records: [["http://a/1", "<p>o"], BOTH.records[1]],
        skipped: { "bad-content-length": 1 },
      });
      expect(await read(String(block + 40))).toEqual({ ...BOTH, skipped: { "bad-content-length": 1 } });
      expect(await read("900000")).toEqual({ ...BOTH, skipped: { "bad-content-length": 1 } });
      for (const none of ["-1", "x", undefined]) {
        const { records, skipped } = await read(none);
        expect([records[1], skipped]).toEqual([BOTH.records[1], { "no-content-length": 1, "bad-content-length": 1 }]);
      }
    }
  });

  it("finds the next record wherever in it a length that is too large ends", async () => {
    const block = html("<p>one");
    const last = two[1].trimEnd().length + 4; // behind it, nothing tells that the record was no part of the block
    for (let more = 1; more < last; more++) {
      const length = String(block.length + more);
      const first = record("response", "http://a/1", block, { "Content-Length": length });
      const { records } = summary(await readAll(inPieces(first + two[1])));
      expect(records.at(-1), `${more} bytes`).toEqual(BOTH.records[1]);
    }
  });

  it("copies the rest of a file once, not for each record that claims it", async () => {
    const claiming = (i: number) =>
      record("response", `http://a/${i}`, html(`<p>${i}`), { "Content-Length": "999999999" });
    const bytes = Array.from({ length: 50 }, (_, i) => claiming(i)).join("");
    const { records, skipped } = await readAll(inPieces(bytes));
    expect(records.map(({ url }) => url)).toEqual(Array.from({ length: 50 }, (_, i) => `http://a/${i}`));
    expect(skipped).toEqual({ "bad-content-length": 49, "truncated-record": 1 });
    expect(new Set(records.slice(1).map(({ block }) => block.buffer)).size).toBe(1); // all lie in one copy
  });

  it("takes no head for the field of another whose empty line was lost, in a member of its own or not", async () => {
    const first = record("response", "http://a/1", "").trimEnd();
    for (const bytes of [`${first}\r\n${two[1]}`, Buffer.concat([gzipSync(first), gzipSync(two[1])])])
      expect(summary(await readAll(inPieces(bytes))).records).toEqual([BOTH.records[1]]);
  });

  it("takes time proportional to the length of a file of heads whose ends were lost", async () => {
    const lost = "WARC/1.0\r\n".repeat(150_000); // many minutes, where the end of each is sought in all that follows
    expect(summary(await readAll(inPieces(two[0] + lost + two[1])))).toEqual({
      ...BOTH,
      skipped: { "bytes-between-records": 150_000 },
    });
  });

  it("takes a head whose last line looks like the first of another, as long as its end follows", async () => {
    const head = two[0].replace("\r\n\r\n", "\r\nWARC/1.0\r\n\r\n");
    const [atEnd, field] = [head.indexOf("\r\n\r\n"), "\r\nX: "];
    for (let end = 1016; end < 1032; end++) {
      const filler = field + "x".repeat(end - atEnd - field.length);
      const filled = head.replace("\r\nWARC-Type", `${filler}\r\nWARC-Type`);
      expect(filled.indexOf("\r\n\r\n")).toBe(end);
      expect(summary(await readAll(inPieces(filled + two[1]))).records, `${end}`).toEqual(BOTH.records);
    }
  });

  it("goes on behind a gzip member whose head or end is damaged", async () => {
    const [before, behind] = [gzipSync(two[0]), gzipSync(two[1])];
    for (const [at, byte] of [
      [3, 0x16], // flags: fields that go on beyond the file
      [before.length - 6, 0xff],
    ]) {
      const broken = Buffer.from(before);
      broken[at] = byte;
      const { records } = summary(await readAll(inPieces(Buffer.concat([before, broken, behind]))));
      expect(records[0]).toEqual(BOTH.records[0]);
      expect(records.at(-1)).toEqual(BOTH.records[1]);
    }
  });

  it("leaves a block whole that quotes a record, when its length is right", async () => {
    const quote = html(`see:\r\n\r\n${two[0]}`);
    const { records, skipped } = await readAll(inPieces(record("response", "http://q/", quote) + two[1]));
    expect([records.length, text(records[0].block), skipped]).toEqual([2, quote, {}]);
  });

  it("keeps a record that is cut by the end of the file, marked, after any byte of its block", async () => {
    const from = plain.length - 4 - html("two\r\n\r\n").length;
    for (let length = from; length < plain.length - 4; length += 5) {
      const { records, skipped } = await readAll(inPieces(plain.slice(0, length)));
      expect([records.length, records[1].cut, skipped]).toEqual([2, "file", { "truncated-record": 1 }]);
    }
    expect((await readAll(inPieces(plain.slice(0, from - 9)))).skipped).toEqual({ "bytes-between-records": 1 });
    expect(summary(await readAll(inPieces(plain.slice(0, -4))))).toEqual(BOTH);
    expect(summary(await readAll(inPieces(`${two[0].slice(0, -4)}${two[1]}`)))).toEqual(BOTH);
  });

  it("keeps no more of a block than the limit, and goes on behind it", async () => {
    const { records, skipped } = await readAll(
      inPieces(record("response", "http://a/", html("x".repeat(500))) + two[1], 100),
      100,
    );
    expect([records[0].block.length, records[0].size, records[0].cut]).toEqual([100, html("").length + 500, "limit"]);
    expect([records[1].url, skipped]).toEqual(["http://a/2", {}]);
  });

  it("says what it found of files that are no archives", async () => {
    for (const [bytes, found] of [
      ["<html>", '"<html>"'],
      ["", "nothing"],
      [gzipSync("text"), '"text"'],
    ] as const) {
      const error = await readAll(inPieces(bytes)).catch((reason) => reason);
      expect(error).toMatchObject({ code: "not-an-archive" });
      expect([error.code, error.message]).toEqual(["not-an-archive", expect.stringContaining(`found ${found}`)]);
    }
  });
});

describe("readRecords of ARC", () => {
  const version = "1 1 x\nURL IP-address Archive-date Content-type Archive-length\n";
  const block = html("page");
  const arc = `filedesc://x.arc 0.0.0.0 20080430204825 text/plain ${version.length}\n${version}\nhttp://a/ b 1.2.3.4 20080430204826 text/html ${block.length}\n${block}\ndns:a 1.2.3.4 20080430204827 text/dns 3\nabc\n`;

  it("gives the description of the file, http responses and others, URLs with blanks too", async () => {
    for (const bytes of [arc, gzipSync(arc)]) {
      const { records, skipped } = await readAll(inPieces(bytes, 40));
      expect(records.map(({ type, url }) => [type, url])).toEqual([
        ["warcinfo", "filedesc://x.arc"],
        ["response", "http://a/ b"],
        ["resource", "dns:a"],
      ]);
      expect(records[1]).toMatchObject({ time: Date.UTC(2008, 3, 30, 20, 48, 26), http: { status: 200 } });
      expect([records[1].headers.get("WARC-IP-Address"), text(records[2].block), skipped]).toEqual([
        "1.2.3.4",
        "abc",
        {},
      ]);
    }
  });

  it("reads types with parameters, with blanks beside the semicolon or without", async () => {
    for (const type of ["text/html;charset=x", "text/html; charset=x", "text/html ;charset=x; a=b"]) {
      const { records, skipped } = await readAll(inPieces(arc.replace("text/html", type)));
      expect([records.length, records[1].headers.get("ARC-Content-Type"), skipped]).toEqual([3, type, {}]);
    }
  });

  it("reads lines of version 2, with five fields more", async () => {
    const line = `http://a/ 1.2.3.4 20080430204826 text/html 200 - - 0 x.arc ${block.length}\n${block}\n`;
    const { records } = await readAll(inPieces(arc + line));
    expect(records[3]).toMatchObject({ type: "response", url: "http://a/", size: block.length });
  });

  it("finds the next record where a length is too small", async () => {
    const { records, skipped } = await readAll(inPieces(arc.replace(`text/html ${block.length}`, "text/html 9")));
    expect([records.length, records[2].url, skipped]).toEqual([3, "dns:a", { "bad-content-length": 1 }]);
  });
});

describe("readRecords of real archives", () => {
  /** Counts of README.md beside the files; others are warcio's own, in the next test. */
  it.each([
    ["warc/aut/example.warc.gz", { response: 299, request: 261, metadata: 261, warcinfo: 1 }],
    ["warc/aut/example.arc.gz", { response: 261, resource: 38, warcinfo: 1 }],
    ["warc/pywb/iana.warc.gz", { response: 48, revisit: 123, request: 171, warcinfo: 1 }],
    ["warc/jwarc/gzip_extra_sl.warc.gz", { warcinfo: 1 }],
    ["warc/pywb/missing-status-text.warc", { response: 1 }],
    ["warc/warcio/example-space-in-target-uri.warc.gz", { warcinfo: 1, resource: 1 }],
  ])("counts the records of %s by type", async (path, types) => {
    const file = realData(path);
    if (!file) return;
    const { records, skipped } = await readAll(createReadStream(file));
    const found: Record<string, number> = {};
    for (const { type } of records) found[type] = (found[type] ?? 0) + 1;
    expect([found, skipped]).toEqual([types, {}]);
  });

  it.each([
    "aut/example.warc.gz",
    "aut/example.pdf.warc.gz",
    "aut/issue-493.warc",
    "commoncrawl-whirlwind/whirlwind.warc.gz",
    "commoncrawl-whirlwind/whirlwind.warc.wat.gz",
    "ia-web-commons/IAH-urls-wget.warc",
    "ia-web-commons/link-extraction-test.warc",
    "jwarc/cc.warc.gz",
    "pywb/dupes.warc.gz",
    "pywb/example.warc.gz",
    "pywb/example2.warc.gz",
    "pywb/iana.warc.gz",
    "pywb/post-test.warc.gz",
    "warcio/example-digest.warc",
    "warcio/example-trunc.warc",
  ])("finds the records of %s where warcio finds them, with the same types, ids and blocks", async (path) => {
    const file = realData(`warc/${path}`);
    if (!file) return;
    const { records } = await readAll(createReadStream(file));
    const theirs: unknown[] = [];
    const parser = new WARCParser(createReadStream(file), { parseHttp: false });
    for await (const each of parser) {
      const block = await each.readFully(false);
      theirs.push([each.warcType, each.warcHeader("WARC-Record-ID"), parser.offset, block.length]);
    }
    const ours = records.map(({ type, headers, extent, block }) => [
      type,
      headers.get("WARC-Record-ID") ?? null,
      extent?.offset,
      block.length,
    ]);
    expect(theirs.length).toBeGreaterThan(0);
    expect(ours).toEqual(theirs);
  });
});
