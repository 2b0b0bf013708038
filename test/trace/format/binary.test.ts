import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTrace } from "../../../src/trace/open-trace.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { renumber, wordsOf } from "../any-trace.js";

const folder = temporaryFolder();
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const values = fc.array(fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), {
  minLength: 1,
  maxLength: 200,
  size: "max",
});
const bytesOf = (fingerprints: readonly bigint[]) => new Uint8Array(wordsOf(fingerprints).buffer);

describe("raw fingerprints", () => {
  it("are read as little-endian integers, from a file and from pieces of any size", async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 1, max: 50 }), async (all, size) => {
        const bytes = Buffer.alloc(8 * all.length);
        all.forEach((value, i) => void bytes.writeBigUInt64LE(value, 8 * i));
        const expected = {
          requests: Uint32Array.from(renumber(all)),
          urls: new Set(all).size,
          fingerprints: wordsOf([...new Set(all)]),
        };
        expect(await openTrace(pieces(bytes, size), { format: "u64", name: "x" })).toEqual({ name: "x", ...expected });
        const path = join(folder, "some.u64");
        writeFileSync(path, bytes);
        expect(await openTrace(path)).toEqual({ name: "some.u64", ...expected });
      }),
      { numRuns: 40 },
    );
  });

  it("cut in the middle of one are refused, with how many are whole", async () => {
    const bytes = bytesOf([1n, 2n, 3n]);
    for (let cut = 1; cut < 24; cut++) {
      if (cut % 8 === 0) continue;
      const opening = openTrace(pieces(bytes.subarray(0, cut), 5), { format: "u64" });
      await expect(opening).rejects.toThrow(
        `found ${Math.floor(cut / 8)} whole fingerprints and ${cut % 8} bytes more`,
      );
    }
    await expect(openTrace(pieces(bytes, 0x100), { format: "u64", mostUrls: 2 })).rejects.toMatchObject({
      code: "too-many-urls",
    });
  });

  it("come whole out of a pipe that has a name, which can be read only once", async () => {
    const pipe = join(folder, "pipe.u64");
    execFileSync("mkfifo", [pipe]);
    const all = Array.from({ length: 40_000 }, (_, i) => BigInt(i % 30_000));
    const [trace] = await Promise.all([openTrace(pipe), writeFile(pipe, bytesOf(all))]);
    expect([trace.requests.length, trace.urls]).toEqual([40_000, 30_000]);
  });

  it("of no known suffix are not guessed at: any bytes could be some", async () => {
    const path = join(folder, "some.bin");
    writeFileSync(path, bytesOf([2n ** 63n + 5n, 7n, 2n ** 62n]));
    await expect(openTrace(path)).rejects.toThrow(
      /no format that is known by its bytes. Say which it is, format: .*u64 \(/,
    );
  });
});

/** @param base of the places of next requests: libCacheSim counts from 1 */
function oracle(ids: readonly bigint[], base = 1): Buffer {
  const bytes = Buffer.alloc(24 * ids.length);
  ids.forEach((id, i) => {
    const next = ids.indexOf(id, i + 1);
    bytes.writeUInt32LE(i, 24 * i);
    bytes.writeBigUInt64LE(id, 24 * i + 4);
    bytes.writeUInt32LE(100, 24 * i + 12);
    bytes.writeBigInt64LE(next < 0 ? -1n : BigInt(next + base), 24 * i + 16);
  });
  return bytes;
}

describe("oracleGeneral", () => {
  it("is read by its ids; the places it states, counted from 1 or 0, hold", async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom(0, 1), fc.integer({ min: 1, max: 90 }), async (all, base, size) => {
        const trace = await openTrace(pieces(oracle(all, base), size), { format: "oracle-general", name: "x" });
        expect(trace).toEqual({
          name: "x",
          requests: Uint32Array.from(renumber(all)),
          urls: new Set(all).size,
          fingerprints: wordsOf([...new Set(all)]),
        });
      }),
      { numRuns: 40 },
    );
  });

  it("is known by its content", async () => {
    const path = join(folder, "some.bin");
    writeFileSync(path, oracle([5n, 2n ** 60n, 5n, 5n]));
    expect([...(await openTrace(path)).requests]).toEqual([0, 1, 0, 0]);
  });

  it("is unpacked from zstd", async () => {
    const records = oracle([5n, 6n, 5n]);
    const size = records.length;
    const block = ((size << 3) | 1) >>> 0; // RFC 8878: the last block, stored as it is
    const head = [0x28, 0xb5, 0x2f, 0xfd, 0x20, size, block & 255, (block >> 8) & 255, block >> 16];
    const path = join(folder, "x.oracleGeneral.zst");
    writeFileSync(path, Buffer.concat([Buffer.from(head), records]));
    expect([...(await openTrace(path)).requests]).toEqual([0, 1, 0]);
  });

  it("that states places which do not hold says so; one that is part of a longer trace too", async () => {
    const changed = oracle([1n, 2n, 1n, 2n, 1n, 2n]);
    changed.writeBigInt64LE(6n, 16); // the first request comes again third
    const { notes } = await openTrace(pieces(changed, 99), { format: "oracle-general" });
    expect(notes?.[0]).toMatch(/^1 request of .* is not followed by one for the same id where it states/);
    const cut = oracle([1n, 2n, 1n]).subarray(0, 48); // the next request for 1 is behind the end: nothing to object to
    expect((await openTrace(pieces(cut, 99), { format: "oracle-general" })).notes).toBeUndefined();
  });

  it("is refused where a next request comes before, or the end is within a request", async () => {
    const backward = oracle([1n, 2n, 1n]);
    backward.writeBigInt64LE(1n, 24 + 16);
    await expect(openTrace(pieces(backward, 99), { format: "oracle-general" })).rejects.toThrow(
      "request 2 states that its id comes next at 1",
    );
    await expect(openTrace(pieces(oracle([1n, 2n]).subarray(0, 47), 9), { format: "oracle-general" })).rejects.toThrow(
      "found 1 whole requests and 23 bytes more",
    );
  });
});
