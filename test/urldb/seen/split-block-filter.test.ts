import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { falsePositiveRate, SplitBlockFilter } from "../../../src/urldb/seen/split-block-filter.js";

describe("a split-block filter", () => {
  it("has the rates that the Apache Parquet project published for its bits per value", () => {
    // parquet-format, BloomFilter.md, "Sizing an SBBF": bits per distinct value for each false positive probability
    const published = [
      [6.0, 0.1],
      [10.5, 0.01],
      [16.9, 0.001],
      [26.4, 0.0001],
      [41, 0.00001],
    ];
    // bits are given to three digits
    for (const [bits, rate] of published) expect(Math.abs(falsePositiveRate(bits) / rate - 1)).toBeLessThan(0.1);
  });

  it("never says no to what was added, and yes to others as often as theory has it", () => {
    const entries = 50_000;
    const asked = 400_000;
    for (const bits of [6, 12, 20]) {
      const random = new Random(bits);
      const filter = new SplitBlockFilter(entries, bits);
      const added = Uint32Array.from({ length: 2 * entries }, () => random.bits());
      for (let i = 0; i < entries; i++) filter.add(added[2 * i], added[2 * i + 1]);
      for (let i = 0; i < entries; i++)
        if (!filter.has(added[2 * i], added[2 * i + 1])) expect.fail(`no to number ${i}, which was added`);
      let positives = 0;
      for (let i = 0; i < asked; i++) if (filter.has(random.bits(), random.bits())) positives++;
      const expected = asked * falsePositiveRate(filter.bits / entries);
      // five standard deviations of a count, and 3 % for loads that differ from their expectation
      expect(Math.abs(positives - expected)).toBeLessThan(5 * Math.sqrt(expected) + 0.03 * expected);
    }
  });

  it("sets the bits that Parquet's specification sets: equal answers from a block that is written by its words", () => {
    // parquet-format, BloomFilter.md: the eight salts, and bit (x * salt) >> 27 of each word of the block
    const salts = [
      [0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d],
      [0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31],
    ].flat();
    const bitsOf = (low: number) => salts.map((salt) => Math.imul(low, salt) >>> 27);
    const random = new Random(3);
    const filter = new SplitBlockFilter(1, 8); // one block
    const block = salts.map(() => new Set<number>());
    for (let i = 0; i < 40; i++) {
      const low = random.bits();
      filter.add(0, low);
      for (const [word, bit] of bitsOf(low).entries()) block[word].add(bit);
    }
    const asked = Array.from({ length: 4000 }, () => random.bits());
    const expected = asked.map((low) => bitsOf(low).every((bit, word) => block[word].has(bit)));
    expect(asked.map((low) => filter.has(0, low))).toEqual(expected);
    expect(expected.filter(Boolean).length).toBeGreaterThan(100); // 23 of 32 bits are set in the mean: (23/32)^8 = 7 %
  });

  it("says whether an addition was there before, as asking first would", () => {
    const random = new Random(1);
    const filter = new SplitBlockFilter(500, 8);
    let before = 0;
    for (let i = 0; i < 2000; i++) {
      const [high, low] = [random.bits(), random.bits()];
      const had = filter.has(high, low);
      expect(filter.add(high, low)).toBe(had);
      if (had) before++;
    }
    expect(before).toBeGreaterThan(100); // 4,096 bits, eight of each of 2,000: in the end most are set
  });
});
