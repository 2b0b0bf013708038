import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressionOf, unpack, unpackWhole } from "../../../src/base/file/unpack.js";

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10) yield bytes.subarray(at, at + 10);
}

describe("a stream that must be whole", () => {
  const [first, second] = [gzipSync("whole".repeat(100)), gzipSync("broken".repeat(100))];
  const text = "whole".repeat(100);
  const cases: [string, Uint8Array, boolean][] = [
    ["cut short", second.subarray(0, 20), true],
    ["no longer what its checksum says", Buffer.from(second).fill(0xff, second.length - 8, second.length - 4), false],
  ];

  it.each(cases)("says when its second member is %s how many bytes came out before", async (_, bytes, cut) => {
    const damaged = (why: string, after: number, isCut: boolean) => Object.assign(new Error(why), { after, isCut });
    const { bytes: whole } = await unpackWhole(
      inPieces(Buffer.concat([first, bytes])),
      (why) => new Error(why),
      damaged,
    );
    const out: Uint8Array[] = [];
    const reading = (async () => {
      for await (const piece of whole) out.push(piece);
    })();
    await expect(reading).rejects.toMatchObject({ isCut: cut });
    expect(Buffer.concat(out).toString()).toBe(text);
    await expect(reading).rejects.toMatchObject({ after: text.length });
  });
});

describe("how a stream is packed", () => {
  it("is told by its first four bytes, each of which counts", () => {
    const signs = { gzip: [0x1f, 0x8b, 8, 0], zstd: [0x28, 0xb5, 0x2f, 0xfd], skippable: [0x5c, 0x2a, 0x4d, 0x18] };
    expect(Object.values(signs).map((bytes) => compressionOf(Uint8Array.from(bytes)))).toEqual([
      "gzip",
      "zstd",
      "zstd",
    ]);
    for (const [kind, bytes] of Object.entries(signs))
      for (let at = 0; at < (kind === "gzip" ? 2 : 4); at++)
        expect(compressionOf(Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 0x81 : byte)))).toBe("none");
    expect(compressionOf(new Uint8Array(0))).toBe("none");
  });

  it("is nothing at all for plain bytes, which come through as they are, and the source is closed", async () => {
    for (const text of ["", "abc", "plain text of more than ten letters"]) {
      let closed = false;
      async function* source() {
        try {
          yield* inPieces(Buffer.from(text));
        } finally {
          closed = true;
        }
      }
      const { compression, pieces } = await unpack(source(), expect.fail, expect.fail);
      const out: string[] = [];
      for await (const piece of pieces) {
        expect(Object.keys(piece)).toEqual(["bytes"]);
        out.push(Buffer.from(piece.bytes).toString());
      }
      expect([compression, out.join(""), closed]).toEqual(["none", text, true]);
    }
  });

  it("is zstd with its place in the file", async () => {
    const run = Buffer.from("KLUv/SAIQwAAeA==", "base64"); // eight x, by the zstd program
    const { compression, pieces } = await unpack(inPieces(run), expect.fail, expect.fail);
    expect(compression).toBe("zstd");
    for await (const piece of pieces)
      expect(piece).toEqual({ bytes: Buffer.from("xxxxxxxx"), begins: 0, ends: run.length });
  });
});
