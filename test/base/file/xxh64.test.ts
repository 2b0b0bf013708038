import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Xxh64 } from "../../../src/base/file/zstd/xxh64.js";

const [P1, P2, P3, P4, P5] = [
  11400714785074694791n,
  14029467366897019727n,
  1609587929392839161n,
  9650029242287828579n,
  2870177450012600261n,
];
const word = (x: bigint) => BigInt.asUintN(64, x);
const left = (x: bigint, by: bigint) => word((x << by) | (x >> (64n - by)));
const round = (lane: bigint, input: bigint) => word(left(word(lane + input * P2), 31n) * P1);

/** XXH64 with seed 0 as its specification writes it: https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md */
function literally(bytes: Buffer): bigint {
  const lanes = [word(P1 + P2), P2, 0n, word(-P1)];
  let at = 0;
  for (; at + 32 <= bytes.length; at += 32)
    lanes.forEach((lane, i) => {
      lanes[i] = round(lane, bytes.readBigUInt64LE(at + 8 * i));
    });
  let hash = P5;
  if (bytes.length >= 32) {
    hash = word([1n, 7n, 12n, 18n].reduce((sum, by, i) => sum + left(lanes[i], by), 0n));
    for (const lane of lanes) hash = word((hash ^ round(0n, lane)) * P1 + P4);
  }
  hash = word(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8) hash = word(left(hash ^ round(0n, bytes.readBigUInt64LE(at)), 27n) * P1 + P4);
  for (; at + 4 <= bytes.length; at += 4)
    hash = word(left(hash ^ word(BigInt(bytes.readUInt32LE(at)) * P1), 23n) * P2 + P3);
  for (; at < bytes.length; at++) hash = word(left(hash ^ word(BigInt(bytes[at]) * P5), 11n) * P1);
  hash = word((hash ^ (hash >> 33n)) * P2);
  hash = word((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}

function lowOf(...parts: Uint8Array[]): number {
  const hash = new Xxh64();
  for (const part of parts) hash.add(part);
  return hash.low;
}

describe("XXH64", () => {
  it("has the published values of short texts", () => {
    // xxhash_spec.md gives the first for no byte; the others are those of xxhsum 0.8
    const values = ["", "a", "abc"].map((text) => literally(Buffer.from(text)).toString(16));
    expect(values).toEqual(["ef46db3751d8e999", "d24ec4f1a98c6e5b", "44bc2cf5ad770999"]);
  });

  it("is what the specification writes, whatever the parts in which the bytes come", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: "max" }), fc.nat(200), fc.nat(200), (bytes, a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        const expected = Number(literally(Buffer.from(bytes)) & 0xffffffffn);
        expect(lowOf(bytes)).toBe(expected);
        expect(lowOf(bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second))).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});
