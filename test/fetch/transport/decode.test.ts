import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeBody } from "../../../src/fetch/decode.js";
import { watchMemory } from "../../fixture/memory.js";
import { brotliBomb, gzipBomb } from "../../fixture/torture/cases/bodies.js";

const MEGABYTE = 1 << 20;
/** Varied enough that a compressor cannot make it vanish: 39 kB, about 9 kB as gzip. */
const TEXT = Array.from({ length: 4_000 }, (_, i) => `line ${(i * 7919) % 4001}`).join("\n");
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe("decodeBody", () => {
  const codings: readonly [header: string, coded: Uint8Array][] = [
    ["gzip", gzipSync(TEXT)],
    ["X-GZip", gzipSync(TEXT)],
    ["deflate", deflateSync(TEXT)],
    ["deflate", deflateRawSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["deflate, gzip", gzipSync(deflateSync(TEXT))],
    [" br ,identity,, gzip ", gzipSync(brotliCompressSync(TEXT))],
    ["identity", Buffer.from(TEXT)],
    ["", Buffer.from(TEXT)],
  ];
  for (const [header, coded] of codings) {
    it(`gives back what zlib made a ${JSON.stringify(header)} of, first bytes ${Buffer.from(coded.subarray(0, 2)).toString("hex")}`, async () => {
      const { bytes, ...rest } = await decodeBody(coded, header);
      expect(text(bytes)).toBe(TEXT);
      expect(rest).toEqual({ cut: false, failed: undefined });
    });
  }

  it("leaves bodies without a coding as they are, without a copy", async () => {
    const body = Buffer.from(TEXT);
    expect((await decodeBody(body, undefined)).bytes).toBe(body);
    expect(await decodeBody(new Uint8Array(0), "gzip")).toMatchObject({ bytes: { length: 0 }, cut: false });
  });

  it("cuts at the limit, at it and not before it, whatever the coding", async () => {
    for (const [header, coded] of codings) {
      for (const limit of [TEXT.length, TEXT.length - 1, 1]) {
        const { bytes, cut, failed } = await decodeBody(coded, header, limit);
        expect([text(bytes), cut, failed]).toEqual([TEXT.slice(0, limit), limit < TEXT.length, undefined]);
      }
    }
  });

  it("decodes megabytes too, in pieces", async () => {
    const long = TEXT.repeat(100); // 3.9 MB: more than is decoded at once
    for (const [header, coded] of [
      ["gzip", gzipSync(long)],
      ["br", brotliCompressSync(long)],
    ] as const) {
      const { bytes, cut } = await decodeBody(coded, header);
      expect([text(bytes) === long, cut]).toEqual([true, false]);
      const part = await decodeBody(coded, header, 3 * MEGABYTE);
      expect([text(part.bytes) === long.slice(0, 3 * MEGABYTE), part.cut]).toEqual([true, true]);
    }
  });

  const bombs: readonly [name: string, header: string, make: () => Uint8Array, size: number][] = [
    ["300 MB of gzip members", "gzip", gzipBomb, 400_000],
    ["100 MB of Brotli", "br", brotliBomb, 100],
    ["300 MB of gzip within gzip", "gzip, gzip", () => gzipSync(gzipBomb()), 1_000],
    [
      "100 MB of Brotli within gzip within Brotli",
      "br, gzip, br",
      () => brotliCompressSync(gzipSync(brotliBomb())),
      200,
    ],
  ];
  for (const [name, header, make, size] of bombs) {
    it(`stops ${name} at the limit, and holds less than 64 MB meanwhile`, async () => {
      const bomb = make();
      expect(bomb.length).toBeLessThan(size);
      const endWatch = watchMemory(64 * MEGABYTE, 1);
      const { bytes, cut } = await decodeBody(bomb, header, 8 * MEGABYTE);
      const held = endWatch();
      expect([bytes.length, cut, bytes.every((byte) => byte === 0)]).toEqual([8 * MEGABYTE, true, true]);
      expect(held.length).toBeGreaterThan(0);
      expect(Math.max(...held)).toBeLessThan(64 * MEGABYTE);
    });
  }

  it("keeps what stands before the place where data is cut short, and says so", async () => {
    for (const [header, coded] of codings.slice(0, 5)) {
      let least = 0;
      for (let length = 1; length < coded.length; length += 997) {
        const { bytes, cut, failed } = await decodeBody(coded.subarray(0, length), header);
        if (length < 20) continue; // less than a header: given back as it is, or nothing
        expect(TEXT.startsWith(text(bytes))).toBe(true);
        expect([cut, failed === undefined]).toEqual([false, false]);
        expect(bytes.length).toBeGreaterThanOrEqual(least); // more data, no less text
        least = bytes.length;
      }
      expect(least).toBeGreaterThan(TEXT.length / 2);
    }
  });

  it("keeps all but the last 4 kB before damage within", async () => {
    // blocks of up to 65,535 bytes as they are (RFC 1951, 3.2.4)
    const stored = deflateRawSync(TEXT, { level: constants.Z_NO_COMPRESSION });
    // the header of the block promises more than 30,000 - 5 bytes
    const block = Buffer.concat([stored.subarray(0, 30_000)]);
    const good = deflateRawSync(TEXT.slice(0, 20_000), { finishFlush: constants.Z_FULL_FLUSH });
    const damaged = Buffer.concat([good, Buffer.from([0x07]), block]); // block type 3, which there is not
    for (const body of [damaged, Buffer.concat([gzipSync("").subarray(0, 10), damaged, Buffer.alloc(8)])]) {
      const { bytes, failed } = await decodeBody(body, body === damaged ? "deflate" : "gzip");
      expect(failed).toMatch(/invalid block type/);
      expect(TEXT.startsWith(text(bytes))).toBe(true);
      expect(bytes.length).toBeGreaterThanOrEqual(20_000 - 4_096);
    }
  });

  it("takes wrong checksums and lengths for no loss", async () => {
    const wrong = gzipSync(TEXT);
    wrong.fill(0, wrong.length - 8);
    const named = Buffer.concat([
      Buffer.from("1f8b081800000000000061620063640a00".slice(0, 34), "hex"),
      gzipSync(TEXT).subarray(10),
    ]);
    named.fill(0, named.length - 8);
    const zlib = deflateSync(TEXT);
    zlib.fill(0, zlib.length - 4);
    for (const [header, coded] of [
      ["gzip", wrong],
      ["gzip", named],
      ["deflate", zlib],
    ] as const) {
      const { bytes, failed } = await decodeBody(coded, header);
      expect([text(bytes) === TEXT || header, /incorrect data check/.test(failed ?? "")]).toEqual([true, true]);
    }
  });

  it("reads gzip members one after the other, and gives what stands before garbage", async () => {
    const two = Buffer.concat([gzipSync("one "), gzipSync("two")]);
    expect(text((await decodeBody(two, "gzip")).bytes)).toBe("one two");
    const { bytes, failed } = await decodeBody(Buffer.concat([gzipSync(TEXT), Buffer.from("garbage")]), "gzip");
    expect([text(bytes) === TEXT, failed]).toEqual([true, "incorrect header check"]);
  });

  it("gives back as it is what is not coded as its header says, or by a coding not known, and says so", async () => {
    const plain = Buffer.from("<html>plain</html>");
    for (const header of ["gzip", "br", "deflate", "zstd", "utf-8", "gzip,".repeat(100)]) {
      const { bytes, failed } = await decodeBody(plain, header);
      expect([text(bytes), failed !== undefined]).toEqual(["<html>plain</html>", true]);
    }
  });
});
