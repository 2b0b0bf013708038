import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { FingerprintSet } from "../../../src/urldb/seen/fingerprint-set.js";
import { depth } from "../../depth.js";

/** Words that are alike in some of their bits, so that groups and buckets fill unevenly. */
const anyWord = fc.oneof(
  fc.nat(20),
  fc.nat(3).map((n) => n << 28),
  fc.nat(0xffffffff),
  fc.nat(200).map((n) => n << 12),
);

describe("a table of fingerprints", () => {
  it("tells new ones from known ones as a Set does, one by one and many at a time", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.tuple(anyWord, anyWord), { maxLength: 300 }), { maxLength: 12 }), (batches) => {
        const [one, many] = [new FingerprintSet(), new FingerprintSet()];
        const known = new Set<string>();
        for (const batch of batches) {
          const fresh = new Uint8Array(batch.length + 1);
          many.addAll(Uint32Array.from(batch.flat()), batch.length, fresh);
          for (let i = 0; i < batch.length; i++) {
            const [high, low] = batch[i].map((word) => word >>> 0);
            const isNew = !known.has(`${high} ${low}`);
            known.add(`${high} ${low}`);
            if (one.add(high, low) !== isNew || (fresh[i] === 1) !== isNew) expect.fail(`${high} ${low} at ${i}`);
          }
        }
        expect([one.size, many.size]).toEqual([known.size, known.size]);
      }),
    );
  });

  it("adds as many of a list as it is told to, whatever stands behind them", () => {
    const random = new Random(4);
    const all = Uint32Array.from({ length: 200 }, () => random.bits());
    for (const count of [0, 1, 31, 32, 33, 64, 65, 100]) {
      const table = new FingerprintSet();
      table.addAll(all, count, new Uint8Array(count));
      expect(table.size).toBe(count);
    }
  });

  const kept = depth({ everyday: 200_000, prove: 400_000 });
  it(`keeps ${kept.toLocaleString("en")} through every division of its groups, and takes none for another`, () => {
    const table = new FingerprintSet();
    const random = new Random(5);
    const all = Uint32Array.from({ length: 2 * kept }, () => random.bits()); // 2^-28 is the chance that two are equal
    const fresh = new Uint8Array(kept);
    table.addAll(all, kept, fresh);
    expect(fresh.every((bit) => bit === 1)).toBe(true);
    table.addAll(all, kept, fresh);
    expect(fresh.some((bit) => bit === 1)).toBe(false);
    for (let i = 0; i < kept / 4; i++) {
      all[2 * i] ^= 1 << (i % 32); // one bit is all that sets it apart
      if (!table.add(all[2 * i], all[2 * i + 1])) expect.fail(`fingerprint ${i} is taken for another`);
    }
    expect(table.size).toBe(1.25 * kept);
  });

  it("takes less than 8 bytes each for a million, by its own count and by the process's", () => {
    const before = process.memoryUsage();
    const table = new FingerprintSet();
    const random = new Random(6);
    for (let i = 0; i < 1_000_000; i++) table.add(random.bits(), random.bits());
    const { arrayBuffers, external } = process.memoryUsage();
    const measured = external - before.external; // arrays are counted in `external` as well
    expect(arrayBuffers).toBeLessThanOrEqual(external);
    // 5 bytes and 6 bits are stored of each; the rest is counts, pages that are filling up and blocks that have room
    expect(table.memoryBytes / 1_000_000).toBeLessThan(8);
    expect(table.memoryBytes / 1_000_000).toBeGreaterThan(5.75);
    expect(measured).toBeLessThan(9_000_000);
  });

  /** What has this place and this second word: the inverse of the two rounds that make them of a fingerprint. */
  const fingerprintOf = (place: number, word: number): [high: number, low: number] => {
    const mixed = (bits: number) => {
      let x = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
      x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
      return x ^ (x >>> 15);
    };
    const low = place ^ mixed(word);
    return [word ^ mixed(low), low];
  };

  it("holds more than a bucket has room for", () => {
    const table = new FingerprintSet();
    const words = Array.from({ length: 3000 }, (_, word) => fingerprintOf(0, word));
    expect(words.filter(([high, low]) => table.add(high, low))).toHaveLength(3000);
    expect(words.filter(([high, low]) => table.add(high, low))).toEqual([]);
    expect(table.size).toBe(3000);
  });

  it("knows the one that its bucket had no room for when others have left the bucket", () => {
    const table = new FingerprintSet();
    const words = Array.from({ length: 256 }, (_, word) => fingerprintOf(16 * (word % 2), word)); // one bucket holds 255
    for (const [high, low] of words) table.add(high, low);
    // 16 groups of 95 on average: the first is divided by bit 4 of the place, which sets every second one apart
    for (let i = 0; i < 2000; i++) table.add(...fingerprintOf((1 << 28) | i, i)); // of the next bucket, in all groups
    expect(words.filter(([high, low]) => table.add(high, low))).toEqual([]);
    expect(table.size).toBe(2256);
  });
});
