import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { nearPairs, planFor, type SimHashes } from "../../../src/page/text/near-hashes.js";
import { hammingDistance } from "../../../src/page/text/sim-hash.js";
import { coded } from "../../fixture/problems.js";

/** Pairs that comparing all gives, as "later earlier". */
function allPairs({ high, low }: SimHashes, distance: number): Set<string> {
  const found = new Set<string>();
  for (let later = 0; later < high.length; later++)
    for (let earlier = 0; earlier < later; earlier++)
      if (
        hammingDistance({ high: high[later], low: low[later] }, { high: high[earlier], low: low[earlier] }) <= distance
      )
        found.add(`${later} ${earlier}`);
  return found;
}

function pairs(hashes: SimHashes, distance: number): Set<string> {
  const found = new Set<string>();
  nearPairs(hashes, distance, (later, earlier) => found.add(`${later} ${earlier}`));
  return found;
}

/** `size` hashes by chance, each with a copy in which `flips` bits are others. */
function withCopies(size: number, flips: readonly number[], random: Random): SimHashes {
  const high = new Uint32Array(2 * size);
  const low = new Uint32Array(2 * size);
  for (let i = 0; i < size; i++) {
    high[i] = high[i + size] = random.bits();
    low[i] = low[i + size] = random.bits();
    const bits = new Set<number>();
    while (bits.size < flips[i % flips.length]) bits.add(random.below(64));
    for (const bit of bits) {
      if (bit < 32) low[i + size] ^= 1 << bit;
      else high[i + size] ^= 1 << (bit - 32);
    }
  }
  return { high, low };
}

describe("near pairs", () => {
  it("are those that comparing all pairs gives, for hashes that are close together", () => {
    const word = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.nat(0xffffffff), fc.constant(0xffffffff));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, word), { maxLength: 60 }),
        fc.integer({ min: 0, max: 7 }),
        (words, distance) => {
          const hashes = {
            high: Uint32Array.from(words, ([high]) => high),
            low: Uint32Array.from(words, ([, low]) => low),
          };
          expect(pairs(hashes, distance)).toEqual(allPairs(hashes, distance));
        },
      ),
    );
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    "are all found at distance %i, and none beyond it, wherever the bits are that differ",
    (distance) => {
      const size = 2_000; // large enough for more blocks than distance + 1
      const flips = [distance, distance + 1];
      const hashes = withCopies(size, flips, new Random(distance + 1));
      // two hashes by chance within 7 bits of each other: 8 * 10^6 pairs * 7 * 10^8 / 2^64 = 0.0003
      const expected = Array.from({ length: size }, (_, i) => i).filter((i) => flips[i % 2] === distance);
      expect(pairs(hashes, distance)).toEqual(new Set(expected.map((i) => `${i + size} ${i}`)));
    },
  );

  it("are compared where keys are equal and seldom else: visits of all tables are counted", () => {
    // 64 equal hashes: every table visits each of the 64 * 63 / 2 pairs
    const hashes = { high: new Uint32Array(64).fill(7), low: new Uint32Array(64).fill(9) };
    let visits = 0;
    nearPairs(hashes, 3, () => visits++);
    expect(visits).toBe(planFor(64, 3).tables * 2016);
  });
});

describe("the plan", () => {
  it("takes longer keys and more tables for more hashes", () => {
    // closed form: C(b, d) (n + n^2 / 2^(64 (b - d) / b + 1)) is least at b = 4 for 10^4 and at b = 5 for 10^6 hashes
    expect(planFor(1e4, 3)).toEqual({ blocks: 4, equal: 1, tables: 4 });
    expect(planFor(1e6, 3)).toEqual({ blocks: 5, equal: 2, tables: 10 });
    expect(planFor(1e6, 0)).toEqual({ blocks: 1, equal: 1, tables: 1 });
    const { blocks, equal, tables } = planFor(1e6, 7);
    expect([blocks - equal, tables]).toEqual([7, 120]); // C(10, 7)
    expect(() => planFor(1, 8)).toThrow(coded("option"));
  });
});
