import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { random } from "../../../src/cache/policy/random.js";
import { Victims } from "../../../src/cache/victims.js";

/** Slots that requests with one number after the other choose. */
const drawnFrom = (victims: Victims, entries: number, length: number) =>
  Array.from({ length }, (_, request) => Math.floor(entries * victims.share(request)));

const chiSquare = (counts: readonly number[]) => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
};

describe("RANDOM", () => {
  it("evicts each of 10 entries equally often, though some came in long before", () => {
    // 10,000 caches with seeds of their own; chi-square with 9 degrees of freedom stays below 27.88 in 999 of 1,000
    // cases
    const evicted = Array(10).fill(0);
    for (let seed = 0; seed < 10_000; seed++) {
      const cache = random.create({ capacity: 10, urls: 11, random: new Random(seed) });
      for (let url = 0; url <= 10; url++) cache.request(url);
      let url = 0;
      while (cache.request(url)) url++;
      evicted[url]++;
    }
    expect(chiSquare(evicted)).toBeLessThan(27.88);
  });

  it.each([
    // the 0.999 quantiles of chi-square with 9, 15 and 99 degrees of freedom
    [10, 27.88],
    [16, 37.7],
    [100, 148.23],
  ])("draws each of %i slots equally often in one run", (entries, quantile) => {
    const times = Array(entries).fill(0);
    for (const slot of drawnFrom(new Victims(new Random(5)), entries, 1000 * entries)) times[slot]++;
    expect(chiSquare(times)).toBeLessThan(quantile);
  });

  it("follows each slot by each other equally often", () => {
    // pairs of draws: 63 degrees of freedom, 0.999 quantile 103.44
    const slots = drawnFrom(new Victims(new Random(6)), 8, 128_000);
    const pairs = Array(64).fill(0);
    for (let i = 0; i < slots.length; i += 2) pairs[8 * slots[i] + slots[i + 1]]++;
    expect(chiSquare(pairs)).toBeLessThan(103.44);
  });

  it.each([1, 64, 256, 1000, 1024, 2048, 4096])(
    "chooses whatever was chosen %i requests before, and between",
    (lag) => {
      // pairs of draws, 12 generators: 255 degrees of freedom each, 3,060 in all, 0.9999 quantile 3,356 (Wilson and Hilferty)
      let sum = 0;
      for (let seed = 0; seed < 12; seed++) {
        const slots = drawnFrom(new Victims(new Random(seed)), 16, 100_000);
        const pairs = Array(256).fill(0);
        for (let i = lag; i < slots.length; i++) pairs[16 * slots[i] + slots[i - lag]]++;
        sum += chiSquare(pairs);
      }
      expect(sum).toBeLessThan(3356);
    },
  );

  it("chooses a slot for one request as for all others, whatever the seed", () => {
    // one request of 16,000 generators: 15 degrees of freedom, 0.999 quantile 37.7
    const times = Array(16).fill(0);
    for (let seed = 0; seed < 16_000; seed++) times[Math.floor(16 * new Victims(new Random(seed)).share(99))]++;
    expect(chiSquare(times)).toBeLessThan(37.7);
  });

  it("has bits below those of 32, which make slots equal whose number is no power of two", () => {
    // the lowest four of 36 bits: 15 degrees of freedom, 0.999 quantile 37.7
    const times = Array(16).fill(0);
    const victims = new Victims(new Random(8));
    for (let request = 0; request < 160_000; request++) times[Math.floor(victims.share(request) * 2 ** 36) % 16]++;
    expect(chiSquare(times)).toBeLessThan(37.7);
  });

  it("has one victim with one entry", () => {
    expect(new Set(drawnFrom(new Victims(new Random(7)), 1, 300))).toEqual(new Set([0]));
  });
});
