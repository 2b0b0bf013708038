import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeContent } from "../../../src/archive/warc/content-coding.js";
import { text } from "./bytes.js";

const head = (coding: string) => `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\n\r\n`;
const page = Buffer.from("<p>page</p>".repeat(1000));
/** What zstd 1.5.4 makes of the page. */
const ZSTD = Buffer.from("KLUv/QRYnQAAWDxwPnBhZ2U8L3A+AQDqynzxAhJ59hU=", "base64");
/** Zeros as runs (RFC 8878, section 3.1.1.2): few bytes of zstd that are many. */
function zeroFrame(size: number): Buffer {
  const blocks: Buffer[] = [];
  for (let left = size; left > 0; left -= 1 << 17) {
    const block = Buffer.alloc(4);
    block.writeUIntLE((Math.min(left, 1 << 17) << 3) | 2 | (left <= 1 << 17 ? 1 : 0), 0, 3);
    blocks.push(block);
  }
  return Buffer.concat([Buffer.from("28b52ffd0038", "hex"), ...blocks]); // window: 2^17 bytes
}
const decode = (body: Uint8Array, coding: string, limit?: number) => {
  const decoded = decodeContent(body, head(coding), limit);
  return { ...decoded, body: text(decoded.body) };
};

describe("decodeContent", () => {
  it("undoes gzip, deflate in both of its forms, br and zstd, also one upon the other", () => {
    const cases: [Uint8Array, string][] = [
      [gzipSync(page), "gzip"],
      [gzipSync(page), "X-GZIP"],
      [deflateSync(page), "deflate"],
      [deflateRawSync(page), "deflate"],
      [brotliCompressSync(page), "br"],
      [brotliCompressSync(gzipSync(page)), "gzip, br"],
      [ZSTD, "zstd"],
      [gzipSync(ZSTD), "zstd, gzip"],
      [page, "identity"],
      [page, ""],
    ];
    for (const [body, coding] of cases) expect(decode(body, coding), coding).toEqual({ body: text(page) });
  });

  it("undoes gzip and deflate as transfer codings too, the outermost first, and minds no other", () => {
    const within = (transfer: string, name = "Transfer-Encoding") =>
      `HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n${name}: ${transfer}\r\n\r\n`;
    const packed = brotliCompressSync(page);
    expect(text(decodeContent(gzipSync(packed), within("gzip, chunked")).body)).toBe(text(page));
    expect(text(decodeContent(deflateSync(packed), within("deflate", "X-Orig-Transfer-Encoding")).body)).toBe(
      text(page),
    );
    expect(decodeContent(packed, within("utf-8, chunked"))).toEqual({ body: page });
  });

  it("gives what is there of a stream that is cut short", () => {
    const { body } = decode(gzipSync(page).subarray(0, 60), "gzip");
    expect(text(page).startsWith(body)).toBe(true);
    expect(body.length).toBeGreaterThan(20);
  });

  it("gives the data of gzip and deflate whose checksum or length behind it is wrong, as browsers do", () => {
    for (const [packed, coding, from] of [
      [gzipSync(page), "gzip", -8],
      [gzipSync(page), "gzip", -1],
      [deflateSync(page), "deflate", -1],
    ] as const) {
      packed[packed.length + from] ^= 1;
      expect(decode(packed, coding), `${coding} ${from}`).toEqual({ body: text(page) });
    }
  });

  it("takes a page for decoded that bears no sign of its coding", () => {
    for (const coding of ["gzip", "br", "deflate", "zstd"]) expect(decode(page, coding)).toEqual({ body: text(page) });
  });

  it("leaves a body alone whose coding is unknown or damaged, and says which", () => {
    const damaged = gzipSync(page).fill(0xff, 20, 40);
    expect(decode(page, "zpaq")).toEqual({ body: text(page), fault: "unknown-coding" });
    expect(decode(damaged, "gzip")).toEqual({ body: text(damaged), fault: "bad-coding" });
  });

  it("stops at the limit: few bytes of br or gzip can be many", () => {
    const zeros = Buffer.alloc(10_000_000);
    for (const [body, coding] of [
      [brotliCompressSync(zeros), "br"],
      [gzipSync(zeros), "gzip"],
      [zeroFrame(10_000_000), "zstd"],
    ] as const) {
      expect(decodeContent(body, head(coding), 9_999_999).fault, coding).toBe("over-limit");
      expect(decodeContent(body, head(coding), 10_000_000).body.length, coding).toBe(10_000_000);
    }
  });
});
