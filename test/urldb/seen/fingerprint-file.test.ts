import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { BlockReader, BlockWriter } from "../../../src/urldb/seen/block-file.js";
import { BLOCK_ENTRIES, FingerprintCodec } from "../../../src/urldb/seen/fingerprint-codec.js";
import { sortFingerprints } from "../../../src/urldb/seen/sort-fingerprints.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const wordsOf = (values: readonly bigint[]) => ({
  high: Uint32Array.from(values, (value) => Number(value >> 32n)),
  low: Uint32Array.from(values, (value) => Number(value & 0xffffffffn)),
});
const valuesOf = ({ high, low }: { high: Uint32Array; low: Uint32Array }, count: number): bigint[] =>
  Array.from({ length: count }, (_, i) => (BigInt(high[i]) << 32n) | BigInt(low[i]));

/** Ascending, near each other and far apart. */
const anySet = fc
  .array(fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 99n), fc.bigInt(2n ** 64n - 99n, 2n ** 64n - 1n)), {
    minLength: 1,
    maxLength: 200,
  })
  .map((values) => [...new Set(values)].sort((a, b) => (a < b ? -1 : 1)));

describe("a block of fingerprints", () => {
  it("is read as it was written, wherever it lies in memory", () => {
    fc.assert(
      fc.property(anySet, fc.nat(5), (values, offset) => {
        const codec = new FingerprintCodec();
        const block = codec.encode(wordsOf(values), values.length);
        const moved = new Uint8Array(offset + block.length);
        moved.set(block, offset);
        const out = wordsOf(new Array<bigint>(BLOCK_ENTRIES).fill(0n));
        expect(codec.decode(moved.subarray(offset), out)).toBe(values.length);
        expect(valuesOf(out, values.length)).toEqual(values);
      }),
      { numRuns: 300 },
    );
  });

  it("has the words of its form: files of another version of this code are read", () => {
    // by hand: 3 entries, parameter 0, the first, 2 words of code; low words of the differences 2 and 2^32 - 7; their
    // high words 0 and 1 in unary, the lowest bit first: 0 and 10; a word to spare
    const values = [5n, 7n, 2n ** 33n];
    const block = new FingerprintCodec().encode(wordsOf(values), 3);
    expect([...new Uint32Array(Uint8Array.from(block).buffer)]).toEqual([3, 0, 0, 5, 2, 2, 2 ** 32 - 7, 2, 0]);
  });

  it("holds 4,096 of one million uniform fingerprints in 5.8 bytes each", () => {
    // Rice code with the best parameter: between log2(gap) + 1.44, the entropy, and 0.03 bits more than 1.6; the mean
    // gap is 2^44.07
    const random = new Random(3);
    const values = Array.from({ length: BLOCK_ENTRIES }, () => BigInt(Math.floor(random.next() * 2 ** 53)))
      .map((value) => value << 3n) // 2^56 / 4,096 is a gap of 2^44
      .sort((a, b) => (a < b ? -1 : 1));
    const bits = (new FingerprintCodec().encode(wordsOf(values), BLOCK_ENTRIES).length * 8) / BLOCK_ENTRIES;
    expect(bits).toBeGreaterThan(44 + 1.44);
    expect(bits).toBeLessThan(44 + 1.8);
  });
});

describe("sorting fingerprints", () => {
  it("orders them as numbers of 64 bits, and leaves equal ones in their order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 40n)), { maxLength: 300 }),
        (values) => {
          const sorted = sortFingerprints(wordsOf(values), values.length);
          const expected = values
            .map((value, i) => ({ value, i }))
            .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.i - b.i));
          expect(valuesOf(sorted, values.length)).toEqual(expected.map(({ value }) => value));
          expect([...sorted.order]).toEqual(expected.map(({ i }) => i));
        },
      ),
    );
  });
});

describe("a file of blocks", () => {
  const tag = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const readAll = async (path: string): Promise<string[]> => {
    const reader = await BlockReader.open(path, "kind 001");
    const blocks: string[] = [];
    if (!reader) return ["no file"];
    try {
      if (Buffer.compare(reader.tag, tag) !== 0) return ["another tag"];
      for (let block = await reader.next(); block; block = await reader.next()) blocks.push(block.toString("latin1"));
      return [...blocks, `${reader.entries}`];
    } finally {
      await reader.close();
    }
  };

  it("is read as it was written, when it is many times longer than a buffer", async () => {
    const path = join(temporaryFolder(), "blocks");
    const writer = await BlockWriter.create(path, "kind 001", tag);
    const random = new Random(4);
    const written = Array.from({ length: 200 }, () => Buffer.alloc(1 + random.below(60_000), random.below(256)));
    for (const block of written) await writer.write(block);
    const length = await writer.finish(17);
    expect(readFileSync(path).length).toBe(length);
    expect(length).toBeGreaterThan(4 * 2 ** 20);
    expect(await readAll(path)).toEqual([...written.map((block) => block.toString("latin1")), "17"]);
  });

  it("is refused with any byte changed, any bytes cut off, any added, and any two blocks exchanged", async () => {
    const path = join(temporaryFolder(), "blocks");
    const writer = await BlockWriter.create(path, "kind 001", tag);
    for (const block of ["first!", "second", "third!"]) await writer.write(Buffer.from(block));
    await writer.finish(3);
    const whole = readFileSync(path);
    const refused = async (bytes: Uint8Array) => {
      writeFileSync(path, bytes);
      return readAll(path).then(
        ([first]) => first === "another tag",
        (error) => error.code === "damaged" && error.message.startsWith(path),
      );
    };
    for (let at = 0; at < whole.length; at++) {
      for (const change of [1, 0x80, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] ^= change;
        expect(await refused(changed), `byte ${at} ^ ${change}`).toBe(true);
      }
      expect(await refused(whole.subarray(0, at)), `cut to ${at}`).toBe(true);
    }
    expect(await refused(Buffer.concat([whole, Buffer.of(0)]))).toBe(true);
    const exchanged = Buffer.from(whole);
    exchanged.set(whole.subarray(30, 44), 16);
    exchanged.set(whole.subarray(16, 30), 30);
    expect(await refused(exchanged)).toBe(true);
  });
});
