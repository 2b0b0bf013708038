import { describe, expect, it } from "vitest";
import { missCurve, powersOf2 } from "../../../src/cache/miss-curve.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { min } from "../../../src/cache/policy/min.js";
import { sieve } from "../../../src/cache/policy/sieve.js";
import { sampledCurve, smallestSizeOf } from "../../../src/cache/sampled/sampled-curve.js";
import { sampleTrace } from "../../../src/cache/sampled/url-sampler.js";
import { depth } from "../../depth.js";
import { crawlTrace, zipfTrace } from "../../fixture/url-traces.js";

const crawl = crawlTrace(200_000, 20, 1);
const SEEDS = depth({ everyday: 10, prove: 25 });
const exact = (trace: typeof crawl, method: typeof lru, sizes: number[]) =>
  [...missCurve(trace, method, sizes)].map((misses) => misses / trace.requests.length);

describe("sampledCurve", () => {
  it("is exact, with no interval, when the sample is the trace", () => {
    const sizes = powersOf2(0, 12);
    const points = sampledCurve(sampleTrace(crawl), lru, sizes);
    const rates = exact(crawl, lru, sizes);
    expect(points.map(({ missRate }) => missRate)).toEqual(rates);
    expect(points.map(({ low, high }) => [low, high])).toEqual(rates.map((rate) => [rate, rate]));
  });

  it("holds the true miss rate in about 95 % of the intervals, of seeded samples of a crawl and of independent requests", () => {
    const sizes = [2048, 4096, 8192, 16_384];
    for (const trace of [crawl, zipfTrace(200_000, 60_000, 0.8, 1)]) {
      const rates = exact(trace, lru, sizes);
      let held = 0;
      for (let seed = 1; seed <= SEEDS; seed++) {
        const points = sampledCurve(sampleTrace(trace, { rate: 0.1, seed }), lru, sizes);
        held += points.filter(({ low, high }, i) => low <= rates[i] && rates[i] <= high).length;
      }
      // four intervals a seed, those of one sample not independent: within 0.87 .. 1 for a coverage of 0.95
      expect(held / (4 * SEEDS), trace.name).toBeGreaterThanOrEqual(0.87);
    }
  });

  it("estimates other policies as well as LRU: CLOCK, SIEVE and MIN within two points on the mean of five samples", () => {
    const sizes = [2048, 8192];
    for (const method of [lru, clock, sieve, min]) {
      const rates = exact(crawl, method, sizes);
      const means = sizes.map((_, i) => {
        const own = [1, 2, 3, 4, 5].map(
          (seed) => sampledCurve(sampleTrace(crawl, { rate: 0.1, seed }), method, sizes)[i],
        );
        return own.reduce((sum, { missRate }) => sum + missRate, 0) / own.length;
      });
      for (const [i, mean] of means.entries()) expect(Math.abs(mean - rates[i]), method.label).toBeLessThan(0.02);
    }
  });

  it("does not estimate caches that the sample cannot stand for", () => {
    const sample = sampleTrace(crawl, { rate: 0.1 });
    expect(smallestSizeOf(sample)).toBe(640); // 64 / 0.1
    const [small, large] = sampledCurve(sample, lru, [512, 1024]);
    expect(small).toEqual({ size: 512, missRate: Number.NaN, low: Number.NaN, high: Number.NaN });
    expect(large.missRate).toBeGreaterThan(0.3);
    expect(large.low).toBeLessThan(large.missRate);
    expect(large.missRate).toBeLessThan(large.high);
  });
});
