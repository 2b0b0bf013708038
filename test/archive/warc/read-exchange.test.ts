import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../../../src/archive/warc/exchange-of.js";
import { readExchangeAt } from "../../../src/archive/warc/read-exchange.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { checksumOf, storedZstd } from "../../fixture/coded-bodies.js";
import { realData } from "../../web/read/real-data.js";
import { html, readAll, record, text } from "./bytes.js";

const folder = temporaryFolder();
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe("readExchangeAt", () => {
  it.each([
    "aut/example.warc.gz",
    "aut/example.arc.gz",
    "aut/issue-493.warc",
    "pywb/iana.warc.gz",
    "ia-web-commons/IAH-urls-wget.warc",
  ])("reads every exchange of %s as the stream reads it", async (path) => {
    const real = realData(`warc/${path}`);
    if (!real) return;
    let compared = 0;
    for (const each of (await readAll(createReadStream(real))).records) {
      const wanted = exchangeOf(each);
      if (!wanted || !each.extent) continue;
      const found = readExchangeAt(real, each.extent);
      expect([found.url, found.time, found.status, found.head, found.ip]).toEqual([
        wanted.url,
        wanted.time,
        wanted.status,
        wanted.head,
        wanted.ip,
      ]);
      expect(Buffer.compare(found.body, wanted.body)).toBe(0);
      compared++;
    }
    expect(compared).toBeGreaterThan(14);
  });

  it("reads a zstd frame among others, and a record within another file", () => {
    const frame = Buffer.from("KLUv/SADGQAAcmF3", "base64"); // "raw": no record
    const page = record("response", "http://a/", html("page"));
    // a frame of one raw block (RFC 8878, section 3.1.1.2)
    const raw = Buffer.concat([Buffer.from("28b52ffda0", "hex"), Buffer.alloc(4), Buffer.alloc(3), Buffer.from(page)]);
    raw.writeUInt32LE(page.length, 5);
    raw.writeUIntLE((page.length << 3) | 1, 9, 3);
    const path = file("frames.zst", Buffer.concat([frame, raw, frame]));
    expect(text(readExchangeAt(path, { offset: frame.length, length: raw.length }).body)).toBe("page");
    const inside = file("x.zip", `PK other bytes ${page} PK`);
    expect(text(readExchangeAt(inside, { offset: 15, length: page.length }).body)).toBe("page");
  });

  const packed = Buffer.from(record("response", "http://a/", html("abcdefghij0123456789".repeat(3))));
  it.each([
    ["gzip member", gzipSync(packed)],
    ["zstd frame with a checksum", storedZstd(packed, checksumOf(packed))],
  ])("gives no other body for a bit of a %s that is another", (_, member) => {
    const path = file("bits.warc", member);
    const place = { offset: 0, length: member.length };
    const whole = text(readExchangeAt(path, place).body);
    for (let bit = 80; bit < 8 * member.length; bit++) {
      const damaged = Buffer.from(member);
      damaged[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(path, damaged);
      let found = whole;
      try {
        found = text(readExchangeAt(path, place).body);
      } catch (error) {
        expect(error).toMatchObject({ code: "damaged" });
      }
      expect(found).toBe(whole);
    }
  });

  it("says so when no record is there, when it holds no exchange, and when it unpacks to too much", () => {
    const page = record("response", "http://a/", html("page"));
    const path = file("a.warc", page + record("warcinfo", "", "x: y"));
    const at = (offset: number, length: number) => () => readExchangeAt(path, { offset, length });
    expect(at(3, page.length)).toThrow(/expected a WARC or ARC record$/);
    expect(at(page.length, 500)).toThrow(/the file ends \d+ bytes before/);
    expect(at(page.length, readFileSync(path).length - page.length)).toThrow(
      /expected a response, found a record of type warcinfo/,
    );
    const bomb = gzipSync(Buffer.alloc(130 << 20));
    const bombs = file("b.warc.gz", bomb);
    expect(() => readExchangeAt(bombs, { offset: 0, length: bomb.length })).toThrow(/bytes 0 to/);
  });
});
