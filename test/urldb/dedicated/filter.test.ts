import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { BlockedFilter, FILTER_BITS } from "../../../src/urldb/dedicated/filter.js";

const BLOCK_BITS = 512;
const PROBES = 8;

/**
 * Share of absent keys that pass, were the 8 probes independent: a block holds j keys, Poisson with mean 512 / bits per
 * key, each of its bits is set with probability 1 - (1 - 1/512)^(8j), and 8 bits must be set (Putze, Sanders and
 * Singler 2007, section 3).
 */
function expectedShare(keysPerBlock: number): number {
  let share = 0;
  let chance = Math.exp(-keysPerBlock);
  for (let j = 0; j < 600; j++) {
    share += chance * (1 - (1 - 1 / BLOCK_BITS) ** (PROBES * j)) ** PROBES;
    chance *= keysPerBlock / (j + 1);
  }
  return share;
}

/** Keys 0 .. size - 1 of a seed; of another seed, others but for one in 2^64. */
function forEachKey(seed: number, size: number, each: (high: number, low: number) => void): void {
  const random = new Random(seed);
  for (let i = 0; i < size; i++) each(random.bits(), random.bits());
}

function filled(seed: number, keys: number, room = keys): BlockedFilter {
  const filter = new BlockedFilter(room);
  forEachKey(seed, keys, (high, low) => filter.add(high, low));
  return filter;
}

function passes(filter: BlockedFilter, seed: number, size: number): number {
  let passed = 0;
  forEachKey(seed, size, (high, low) => (passed += Number(filter.mayHold(high, low))));
  return passed;
}

const word = fc.oneof(fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff), fc.nat(0xffffffff));

describe("the blocked Bloom filter", () => {
  it("lets every key pass that was added, extreme ones among them, in a filter of any size, also too small", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 100 }), fc.nat(3000), (keys, room) => {
        const filter = new BlockedFilter(room);
        for (const each of keys) filter.add(...each);
        for (const each of keys) expect(filter.mayHold(...each)).toBe(true);
        const again = new BlockedFilter(room, filter.words);
        for (const each of keys) expect(again.mayHold(...each)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("lets all of 100,000 keys pass", () => {
    expect(passes(filled(1, 100_000), 1, 100_000)).toBe(100_000);
  });

  it("lets nothing pass while it is empty, and every filter has at least one block", () => {
    const filter = new BlockedFilter(0);
    expect(filter.words.length).toBe(BLOCK_BITS / 32);
    for (const high of [0, 1, 0xffffffff])
      for (const low of [0, 1, 0xffffffff]) expect(filter.mayHold(high, low)).toBe(false);
  });

  it("takes the bits per key that it says, rounded up to blocks of 64 bytes", () => {
    for (const keys of [1, 31, 32, 33, 5120, 12_345, 10 ** 8]) {
      const bits = 8 * BlockedFilter.byteLength(keys);
      expect(bits % BLOCK_BITS).toBe(0);
      expect(bits).toBeGreaterThanOrEqual(keys * FILTER_BITS);
      expect(bits).toBeLessThan(keys * FILTER_BITS + BLOCK_BITS);
    }
    expect(new BlockedFilter(777).words.byteLength).toBe(BlockedFilter.byteLength(777));
  });

  it("lets about as many absent keys pass as the closed form for independent probes says, at its size and at half of it", () => {
    expect(expectedShare(BLOCK_BITS / FILTER_BITS)).toBeCloseTo(0.00025, 5); // "about 0.03 %"
    // 400,000 tries at 0.00025: 100 +- 10.
    for (const [seed, keys] of [
      [2, 50_000],
      [4, 51_200],
      [6, 3200],
    ] as const) {
      const share = passes(filled(seed, keys), seed + 1, 400_000) / 400_000;
      expect(share).toBeGreaterThan(0.6 * expectedShare(BLOCK_BITS / FILTER_BITS));
      expect(share).toBeLessThan(1.5 * expectedShare(BLOCK_BITS / FILTER_BITS));
    }
    const half = passes(filled(8, 50_000, 100_000), 9, 1_000_000) / 1_000_000;
    expect(half).toBeLessThan(0.2 * expectedShare(BLOCK_BITS / FILTER_BITS));
  });

  it("spreads keys over all blocks by the high word, in its order", () => {
    const keys = 3200;
    const size = new BlockedFilter(keys).words.length / 16;
    let last = -1;
    for (let i = 0; i < 4 * size; i++) {
      const filter = new BlockedFilter(keys);
      filter.add(Math.floor((i / (4 * size)) * 2 ** 32), 12_345);
      const block = Math.floor(filter.words.findIndex((bits) => bits !== 0) / 16);
      expect([last, last + 1]).toContain(block);
      last = block;
    }
    expect(last).toBe(size - 1);
  });
});
