import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FingerprintIds } from "../../src/base/fingerprint-ids.js";
import { Random } from "../../src/base/random.js";

const few = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 60, size: "max" });

describe("FingerprintIds", () => {
  it("numbers fingerprints as a map from their text does", () => {
    fc.assert(
      fc.property(few, (fingerprints) => {
        const ids = new FingerprintIds();
        const known = new Map<string, number>(); // the oracle
        for (const [high, low] of fingerprints) {
          const key = `${high} ${low}`;
          const before = known.get(key) ?? -1;
          if (!known.has(key)) known.set(key, known.size);
          const found = [ids.idOf(high, low), ids.add(high, low), ids.size];
          expect(found).toEqual([before, known.get(key), known.size]);
        }
      }),
    );
  });

  it("keeps all of them as it grows, and their words by id", () => {
    const random = new Random(4);
    const words = Uint32Array.from({ length: 20_000 }, () => random.bits());
    const ids = new FingerprintIds();
    const numbers = Array.from({ length: 10_000 }, (_, i) => i);
    expect(numbers.map((i) => ids.add(words[2 * i], words[2 * i + 1]))).toEqual(numbers);
    expect(numbers.map((i) => ids.idOf(words[2 * i], words[2 * i + 1]))).toEqual(numbers);
    expect(ids.high.subarray(0, 10_000)).toEqual(words.filter((_, i) => i % 2 === 0));
    expect(ids.low.subarray(0, 10_000)).toEqual(words.filter((_, i) => i % 2 === 1));
    expect(ids.memoryBytes).toBe(16_384 * 16); // the next power of two: two words, and two places of one word
  });

  it("tells fingerprints apart that share one word, and takes words of either sign", () => {
    const ids = new FingerprintIds();
    for (let i = 0; i < 1000; i++) expect([ids.add(7, i), ids.add(i + 8, 3_000_000_000)]).toEqual([2 * i, 2 * i + 1]);
    expect(ids.idOf(7, 999)).toBe(1998);
    expect(ids.idOf(8, 3_000_000_000 - 2 ** 32)).toBe(1); // the same bits
    const next = ids.add(4e9, 4e9);
    expect([4e9, 4e9 - 2 ** 32].flatMap((high) => [ids.add(high, 4e9), ids.add(high, 4e9 - 2 ** 32)])).toEqual(
      Array(4).fill(next),
    );
  });

  it("knows nothing when it was cleared", () => {
    const ids = new FingerprintIds();
    ids.add(1, 2);
    ids.clear();
    expect([ids.size, ids.idOf(1, 2), ids.add(5, 6)]).toEqual([0, -1, 0]);
  });
});
