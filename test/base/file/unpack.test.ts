import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { unpackWhole } from "../../../src/base/file/unpack.js";

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
