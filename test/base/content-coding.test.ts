import { brotliCompressSync, constants, deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeBody, decodeBodySync } from "../../src/base/content-coding.js";
import { depth } from "../depth.js";
import { codedBodies, storedZstd } from "../fixture/coded-bodies.js";
import { watchMemory } from "../fixture/memory.js";
import { brotliBomb, gzipBomb } from "../fixture/torture/cases/bodies.js";

const MEGABYTE = 1 << 20;
/** Varied enough that a compressor cannot make it vanish: 39 kB, about 9 kB as gzip. */
const TEXT = `<html>${Array.from({ length: 4_000 }, (_, i) => `line ${(i * 7919) % 4001}`).join("\n")}`;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
/** What zstd 1.5.4 makes of "<p>page</p>" a thousand times. */
const ZSTD = Buffer.from("KLUv/QRYnQAAWDxwPnBhZ2U8L3A+AQDqynzxAhJ59hU=", "base64");

/** By both forms, which must give the same. */
async function decoded(body: Uint8Array, coding: string, limit = 16 * MEGABYTE) {
  const found = decodeBodySync(body, [coding], limit);
  const { bytes, ...rest } = await decodeBody(body, [coding], limit);
  expect(rest).toEqual({ cut: found.cut, ...(found.fault && { fault: found.fault }) });
  expect(Buffer.compare(bytes, found.bytes), coding).toBe(0);
  return found;
}

describe("content codings", () => {
  for (const { name, coding, body, gives, fault } of codedBodies(TEXT))
    it(`give what can be read, and say what was wrong: ${name}`, async () => {
      const found = await decoded(body, coding);
      expect([found.cut, found.fault?.kind]).toEqual([false, fault]);
      if (gives === "text") expect(text(found.bytes)).toBe(TEXT);
      if (gives === "body") expect(found.bytes).toBe(body);
      if (gives === "nothing") expect(found.bytes).toHaveLength(0);
      if (gives === "start") {
        expect(found.bytes.length).toBeGreaterThan(TEXT.length / 4);
        // where damaged data goes on as if it were data, it is not told from the rest
        expect(text(found.bytes).slice(0, TEXT.length / 4)).toBe(TEXT.slice(0, TEXT.length / 4));
      }
    });

  it("are those of several headers, one list", async () => {
    const twice = gzipSync(brotliCompressSync(TEXT));
    expect(text((await decodeBody(twice, ["br", "gzip"], MEGABYTE)).bytes)).toBe(TEXT);
  });

  it("are taken off what the program zstd packed", async () => {
    expect(text((await decoded(ZSTD, "zstd")).bytes)).toBe("<p>page</p>".repeat(1000));
  });

  it("leave a body without any as it is, without a copy", async () => {
    const body = Buffer.from(TEXT);
    expect((await decodeBody(body, [], MEGABYTE)).bytes).toBe(body);
    expect(decodeBodySync(body, [" identity"], MEGABYTE).bytes).toBe(body);
  });

  it("of zstd are cut where a block ends at the limit and another follows, and whole where none does", async () => {
    const bytes = Buffer.alloc(300, "abc"); // stored in blocks of 50
    for (const limit of [50, 100, 250]) {
      const { bytes: found, cut } = await decoded(storedZstd(bytes), "zstd", limit);
      expect([found.length, cut]).toEqual([limit, true]);
      expect((await decoded(storedZstd(bytes.subarray(0, limit)), "zstd", limit)).cut).toBe(false);
    }
  });

  it("end at the limit, at it and not before it", async () => {
    for (const { name, coding, body, gives } of codedBodies(TEXT).filter(({ gives }) => gives === "text")) {
      for (const limit of [TEXT.length, TEXT.length - 1, 1]) {
        const { bytes, cut } = await decoded(body, coding, limit);
        expect([text(bytes), cut], name).toEqual([TEXT.slice(0, limit), limit < TEXT.length]);
      }
      expect(gives).toBe("text");
    }
  });

  it("take megabytes, too", async () => {
    const [times, limit] = depth({ everyday: [50, 1.5 * MEGABYTE], prove: [100, 3 * MEGABYTE] });
    const long = TEXT.repeat(times); // 1.9 or 3.9 MB: more than is decoded at once
    for (const [coding, body] of [
      ["gzip", gzipSync(long)],
      ["br", brotliCompressSync(long, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
      ["zstd", storedZstd(Buffer.from(long))],
    ] as const) {
      const { bytes, cut } = await decoded(body, coding);
      expect([text(bytes) === long, cut]).toEqual([true, false]);
      const part = await decoded(body, coding, limit);
      expect([text(part.bytes) === long.slice(0, limit), part.cut]).toEqual([true, true]);
      expect(part.fault).toBeUndefined(); // nothing is asked of what stands behind the limit
    }
  });

  it("give of damaged megabytes all but one part in 16,384", async () => {
    const long = Buffer.from(TEXT.repeat(100));
    const at = long.length >> 1;
    // blocks as they are (RFC 1951, section 3.2.4), and one of a kind that there is not
    const { bytes, fault } = await decoded(Buffer.concat([flushed(long.subarray(0, at)), Buffer.from([7])]), "deflate");
    expect(fault?.why).toBe("deflate: invalid block type");
    expect(bytes.length).toBeGreaterThan(at - at / 16_384 - 5);
    expect(Buffer.compare(bytes, long.subarray(0, bytes.length))).toBe(0);
  });

  const made = new Map<() => Uint8Array, Uint8Array>();
  const once = (make: () => Uint8Array) => () => {
    const bytes = made.get(make) ?? make();
    made.set(make, bytes);
    return bytes;
  };
  const [gzips, brotli] = [once(gzipBomb), once(brotliBomb)];
  const bombs: readonly [name: string, coding: string, make: () => Uint8Array, size: number][] = [
    ["300 MB of gzip members", "gzip", gzips, 400_000],
    ["100 MB of Brotli", "br", brotli, 100],
    ["300 MB of gzip within gzip", "gzip, gzip", () => gzipSync(gzips()), 1_000],
    ["100 MB of Brotli within gzip within Brotli", "br, gzip, br", () => brotliCompressSync(gzipSync(brotli())), 200],
  ];
  for (const [name, coding, make, size] of depth({ everyday: bombs.slice(1, 3), prove: bombs })) {
    it(`end ${name} at the limit, and hold less than 64 MB meanwhile`, async () => {
      const bomb = make();
      expect(bomb.length).toBeLessThan(size);
      const endWatch = watchMemory(64 * MEGABYTE, 1);
      const { bytes, cut } = await decodeBody(bomb, [coding], 8 * MEGABYTE);
      const held = endWatch();
      expect([bytes.length, cut, Buffer.compare(bytes, Buffer.alloc(bytes.length)) === 0]).toEqual([
        8 * MEGABYTE,
        true,
        true,
      ]);
      expect(Math.max(...held)).toBeLessThan(64 * MEGABYTE);
      expect(Buffer.compare(bytes, decodeBodySync(bomb, [coding], 8 * MEGABYTE).bytes)).toBe(0);
    });
  }
});

const flushed = (bytes: Uint8Array) =>
  deflateRawSync(bytes, { level: constants.Z_NO_COMPRESSION, finishFlush: constants.Z_FULL_FLUSH });
