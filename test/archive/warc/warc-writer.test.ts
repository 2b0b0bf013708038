import { createHash } from "node:crypto";
import { cpSync, createReadStream, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WARCParser } from "warcio";
import type { Exchange } from "../../../src/archive/exchange.js";
import { readExchangeAt } from "../../../src/archive/warc/read-exchange.js";
import { WarcWriter, type WarcWriterOptions } from "../../../src/archive/warc/warc-writer.js";
import { Random } from "../../../src/base/random.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { readAll, text } from "./bytes.js";

const exchange = (url: string, body: string | Uint8Array, more: Partial<Exchange> = {}): Exchange => ({
  url,
  time: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  ip: "127.0.0.1",
  request: `GET / HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`,
  status: 200,
  head: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
  body: Buffer.from(body as Uint8Array),
  ...more,
});
const sha1 = (body: Uint8Array) => createHash("sha1").update(body).digest();
const put = (writer: WarcWriter, each: Exchange, origin = {}) => writer.write(each, sha1(each.body), origin);

function open(options: Partial<WarcWriterOptions> = {}, folder = temporaryFolder()) {
  return { folder, writer: WarcWriter.open(folder, { now: 0, ...options }) };
}
const records = async (folder: string, file: string) => (await readAll(createReadStream(join(folder, file)))).records;

describe("WarcWriter", () => {
  it("writes warcinfo, then response, request and metadata of each exchange, that refer to each other", async () => {
    const { folder, writer } = open({ about: { operator: "A. Person", start: "http://a/" } });
    put(writer, exchange("http://a/x", "<p>", { milliseconds: 12.6 }), { depth: 2, via: "http://a/" });
    put(writer, exchange("http://a/y", "<p>", { truncated: "length" }));
    await writer.flush();
    writer.close();
    expect(writer.files).toEqual(["archive/crawl-00000.warc.gz"]);
    const [info, response, request, metadata, second, ...rest] = await records(folder, writer.files[0]);
    expect([info.type, text(info.block)]).toEqual([
      "warcinfo",
      "software: crawlbench\r\nformat: WARC File Format 1.1\r\noperator: A. Person\r\nstart: http://a/\r\n",
    ]);
    expect(info.headers.get("WARC-Filename")).toBe("crawl-00000.warc.gz");
    expect(response).toMatchObject({
      version: "WARC/1.1",
      type: "response",
      url: "http://a/x",
      time: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    });
    expect(response.headers.get("WARC-IP-Address")).toBe("127.0.0.1");
    // python3: base64.b32encode(sha1(b"<p>"))
    expect(response.headers.get("WARC-Payload-Digest")).toBe("sha1:MOW2KXALUIJKLMPY2WTQREDYR4AJOK7U");
    const id = response.headers.get("WARC-Record-ID");
    expect(id).toMatch(/^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$/);
    expect([request.type, request.headers.get("WARC-Concurrent-To")]).toEqual(["request", id]);
    expect([metadata.type, metadata.headers.get("WARC-Concurrent-To")]).toEqual(["metadata", id]);
    expect(text(metadata.block)).toBe("via: http://a/\r\ndepth: 2\r\nfetchTimeMs: 13\r\n");
    expect([second.url, second.headers.get("WARC-Truncated")]).toEqual(["http://a/y", "length"]);
    expect(rest.map(({ type }) => type)).toEqual(["request"]);
    const ids = [info, response, request, metadata, second, ...rest].map(({ headers }) =>
      headers.get("WARC-Record-ID"),
    );
    expect(new Set(ids).size).toBe(6);
  });

  it("writes a revisit as head alone, naming the capture that has the body", async () => {
    const { folder, writer } = open();
    const body = Buffer.from("same");
    writer.write(exchange("http://a/2", body), sha1(body), {}, { url: "http://a/1", time: Date.UTC(2025, 0, 1) });
    await writer.flush();
    writer.close();
    const [, revisit] = await records(folder, writer.files[0]);
    expect(text(revisit.block)).toBe("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    expect(Object.fromEntries(revisit.headers.entries())).toMatchObject({
      "warc-type": "revisit",
      // ISO 28500:2017, section 6.7.2
      "warc-profile": "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
      "warc-refers-to-target-uri": "http://a/1",
      "warc-refers-to-date": "2025-01-01T00:00:00.000Z",
    });
  });

  it("gives a body back to the byte by its place, packed and plain, whatever head and body hold", () => {
    const line = fc.stringMatching(/^[\x20-\xff]{0,40}$/);
    const heads = fc
      .array(line, { maxLength: 5 })
      .map((lines) => `HTTP/1.1 200 OK\r\n${lines.map((each) => `X: ${each}x\r\n`).join("")}\r\n`);
    const given = fc.record({
      head: heads,
      body: fc.uint8Array({ maxLength: 300 }),
      chunked: fc.boolean(),
      url: fc.webUrl({ withQueryParameters: true }),
    });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 4 }), fc.constantFrom(0, 1, 9), (all, gzipLevel) => {
        const { folder, writer } = open({ gzipLevel });
        const places = all.map(({ url, head, body, chunked }) => {
          const coding = (name: string) => head.replace("\r\n", `\r\n${name}: chunked\r\n`);
          const each = exchange(new URL(url).href, body, { head: chunked ? coding("Transfer-Encoding") : head });
          const place = put(writer, each);
          return { each: chunked ? { ...each, head: coding("X-Orig-Transfer-Encoding") } : each, place };
        });
        writer.drain();
        writer.close();
        for (const { each, place } of places) {
          const { request: _, ...found } = readExchangeAt(join(folder, writer.files[place.file]), place);
          const { request: __, ...wanted } = each;
          expect({ ...found, body: [...found.body] }).toEqual({ ...wanted, body: [...each.body] });
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gives back bodies larger than what it gathers before it writes, 1 MiB, in their order between small ones", () => {
    const random = new Random(1);
    // as noise, which does not get smaller; records are larger by their heads
    const noise = (length: number) => Uint8Array.from({ length }, () => random.below(256));
    const bodies = [10, 2 ** 20 - 1000, 2 ** 20, 2 ** 20 + 1, 20, 2 ** 21, 30].map(noise);
    for (const gzipLevel of [0, 1]) {
      const { folder, writer } = open({ gzipLevel });
      const places = bodies.map((body, i) => put(writer, exchange(`http://a/${i}`, body)));
      writer.drain();
      writer.close();
      for (const [i, place] of places.entries()) {
        const { url, body } = readExchangeAt(join(folder, writer.files[place.file]), place);
        expect([url, Buffer.compare(body, bodies[i])]).toEqual([`http://a/${i}`, 0]);
      }
    }
  });

  it("is read by warcio, which finds every body and its digest, chunked ones too", async () => {
    const { folder, writer } = open();
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    const bodies = ["", "short", "ab\r\n1\r\n", "x".repeat(100_000), "\u0000\u00ff"].map((each) =>
      Buffer.from(each, "latin1"),
    );
    for (const [i, body] of bodies.entries()) {
      put(writer, exchange(`http://a/${i}`, body));
      put(writer, exchange(`http://a/${i}c`, body, { head: chunked }));
    }
    await writer.flush();
    writer.close();
    const found: [string, string][] = [];
    for await (const each of new WARCParser(createReadStream(join(folder, writer.files[0])))) {
      if (each.warcType !== "response") continue;
      const payload = Buffer.from(await each.readFully(true));
      expect(each.warcPayloadDigest).toBe(
        `sha1:${(await import("../../../src/archive/warc/base32.js")).base32(sha1(payload))}`,
      );
      found.push([each.warcTargetURI ?? "", payload.toString("latin1")]);
    }
    expect(found).toEqual(
      bodies.flatMap((body, i) => [`http://a/${i}`, `http://a/${i}c`].map((url) => [url, body.toString("latin1")])),
    );
  });

  it("has digests that are right whether a reader takes the payload as it stands or less its transfer coding", async () => {
    const codings = ["chunked", "gzip, chunked", "Chunked, identity", "gzip", "chunked\r\ntransfer-encoding : x"];
    const { folder, writer } = open();
    const body = Buffer.from("5\r\nhello\r\n0\r\n\r\n"); // looks like chunks, and is none
    for (const coding of codings)
      put(
        writer,
        exchange("http://a/", body, { head: `HTTP/1.1 200 OK\r\nTransfer-Encoding: ${coding}\r\nA: b\r\n\r\n` }),
      );
    await writer.flush();
    writer.close();
    const base = (await import("../../../src/archive/warc/base32.js")).base32;
    const heads: string[] = [];
    for (const { type, headers, block } of await records(folder, writer.files[0])) {
      if (type !== "response") continue;
      const at = Buffer.from(block).indexOf("\r\n\r\n") + 4;
      // warcio of Python digests what stands behind the head, as it stands
      expect(headers.get("WARC-Payload-Digest")).toBe(`sha1:${base(sha1(block.subarray(at)))}`);
      expect(Buffer.from(block.subarray(at))).toEqual(body);
      heads.push(text(block.subarray(17, at - 10)));
    }
    expect(heads).toEqual([
      "X-Orig-Transfer-Encoding: chunked",
      "X-Orig-Transfer-Encoding: gzip, chunked",
      "X-Orig-Transfer-Encoding: Chunked, identity",
      "Transfer-Encoding: gzip",
      "X-Orig-Transfer-Encoding: chunked\r\nX-Orig-transfer-encoding : x",
    ]);
  });

  it("keeps texts that would break a header line out of it", async () => {
    const { folder, writer } = open({ about: { "a:b\r\nWARC-Type": "x\r\n\r\nWARC/1.1" } });
    put(
      writer,
      exchange("http://a/", "", { url: "http://a/\r\nX: y z<>", ip: "1.2.3.4\r\nX: y" } as Partial<Exchange>),
    );
    await writer.flush();
    writer.close();
    const [info, response] = await records(folder, writer.files[0]);
    expect(text(info.block)).toContain("ab WARC-Type: x WARC/1.1\r\n");
    expect([response.url, response.headers.get("X"), response.headers.get("WARC-IP-Address")]).toEqual([
      "http://a/%0D%0AX:%20y%20z%3C%3E",
      undefined,
      undefined,
    ]);
  });

  it("begins a file when one is full, each with its warcinfo, the records of an exchange in one", async () => {
    const { folder, writer } = open({ segmentBytes: 3000 });
    const places = Array.from({ length: 20 }, (_, i) =>
      put(writer, exchange(`http://a/${i}`, `page ${i}`), { depth: 1 }),
    );
    await writer.flush();
    writer.close();
    expect(writer.files.length).toBeGreaterThan(3);
    expect(readdirSync(join(folder, "archive")).map((name) => `archive/${name}`)).toEqual(writer.files);
    for (const [file, path] of writer.files.entries()) {
      const types = (await records(folder, path)).map(({ type }) => type);
      const exchanges = places.filter((place) => place.file === file).length;
      expect(types).toEqual([
        "warcinfo",
        ...Array.from({ length: exchanges }, () => ["response", "request", "metadata"]).flat(),
      ]);
    }
  });

  it("goes on after a kill at any position, and what it writes is what an unbroken run writes, byte for byte", async () => {
    const options = { segmentBytes: 2500, about: { by: "test" } };
    const pages = Array.from({ length: 12 }, (_, i) => exchange(`http://a/${i}`, `page ${i} `.repeat(i)));
    const { folder, writer } = open(options);
    const positions = pages.map((page) => {
      put(writer, page);
      return writer.position;
    });
    await writer.flush();
    writer.close();
    const bytes = writer.files.map((file) => readFileSync(join(folder, file)));
    for (const [done, at] of [{ file: 0, bytes: 0 }, ...positions].entries()) {
      const copy = temporaryFolder();
      cpSync(folder, copy, { recursive: true });
      const last = join(copy, writer.files[at.file]);
      if (done % 2)
        writeFileSync(last, Buffer.concat([readFileSync(last).subarray(0, at.bytes), Buffer.from("half a record")]));
      const again = WarcWriter.open(copy, { now: 0, ...options }, at);
      expect(again.position).toEqual(done === 0 ? again.position : at);
      expect(readdirSync(join(copy, "archive")).map((name) => `archive/${name}`)).toEqual(again.files);
      for (const page of pages.slice(done)) put(again, page);
      await again.flush();
      again.close();
      expect(again.files).toEqual(writer.files);
      expect(
        again.files.map((file) => readFileSync(join(copy, file)).equals(bytes[again.files.indexOf(file)])),
      ).toEqual(bytes.map(() => true));
    }
  });

  it("begins another file when it goes on with another compression", async () => {
    const { folder, writer } = open({ gzipLevel: 0 });
    put(writer, exchange("http://a/", "plain"));
    await writer.flush();
    writer.close();
    const again = WarcWriter.open(folder, { now: 0 }, writer.position);
    const place = put(again, exchange("http://a/2", "packed"));
    await again.flush();
    again.close();
    expect(again.files).toEqual(["archive/crawl-00000.warc", "archive/crawl-00001.warc.gz"]);
    expect(text(readExchangeAt(join(folder, again.files[place.file]), place).body)).toBe("packed");
  });

  it("refuses to write over an archive, or to go on with one that lost bytes", async () => {
    const { folder, writer } = open();
    put(writer, exchange("http://a/", "x"));
    await writer.flush();
    writer.close();
    expect(() => WarcWriter.open(folder, { now: 0 })).toThrow(/holds crawl-00000\.warc\.gz: expected no archive/);
    truncateSync(join(folder, writer.files[0]), 50);
    expect(() => WarcWriter.open(folder, { now: 0 }, writer.position)).toThrow(/expected \d+ bytes at least, found 50/);
    expect(() => WarcWriter.open(folder, { now: 0 }, { file: 3, bytes: 9 })).toThrow(
      /expected 4 files at least, found 1/,
    );
  });
});
