import { describe, expect, it } from "vitest";
import { defineCache } from "../../../src/cache/method.js";
import { powersOf2 } from "../../../src/cache/miss-curve.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { fifo } from "../../../src/cache/policy/fifo.js";
import { infinite } from "../../../src/cache/policy/infinite.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { min } from "../../../src/cache/policy/min.js";
import { random } from "../../../src/cache/policy/random.js";
import { simulate } from "../../../src/cache/simulate.js";
import { cacheSweep } from "../../../src/cache/sweep/cache-sweep.js";
import { sampledSweep } from "../../../src/cache/sweep/sampled-sweep.js";
import { coded } from "../../fixture/problems.js";
import { crawlTrace, traceOf, zipfTrace } from "../../fixture/url-traces.js";

const trace = crawlTrace(160_000, 10, 1);
const sweep = await cacheSweep(trace, { policies: [lru, clock, random, min, infinite], sizes: powersOf2(0, 16) });
const floor = trace.urls / trace.requests.length;

describe("advise", () => {
  it("names the smallest size asked for that reaches the target, and the smallest of all", async () => {
    const { recommendation: found, about } = await sweep.advise({ targetMiss: 0.4 });
    expect(found).toMatchObject({ policy: "CLOCK", bits: 66, built: "in a scatter table" });
    const { entries, exact, bytes, missRate, min: best } = found as NonNullable<typeof found>;
    expect(bytes).toBe((entries * 66) / 8);
    expect(simulate(trace, clock, entries) / 160_000).toBeLessThanOrEqual(0.4);
    expect(simulate(trace, clock, entries / 2) / 160_000).toBeGreaterThan(0.4);
    expect(exact).toBeGreaterThan(entries / 2);
    expect(simulate(trace, clock, exact) / 160_000).toBeLessThanOrEqual(0.4);
    expect(simulate(trace, clock, Math.round(exact * 0.99)) / 160_000).toBeGreaterThan(0.4);
    expect(missRate.rate).toBe(simulate(trace, clock, entries) / 160_000);
    expect(missRate.low).toBeLessThan(missRate.rate);
    expect(missRate.high).toBeGreaterThan(missRate.rate);
    expect(best).toBe(simulate(trace, min, entries) / 160_000);
    expect(about).toMatchObject({ threads: 10, floor, knee: { kind: "region", policy: "CLOCK" } });
  });

  it("says what half and twice the entries would miss, and what each policy takes", async () => {
    const { recommendation: found } = await sweep.advise({ targetMiss: 0.4 });
    const { entries, around, taking, bytes } = found as NonNullable<typeof found>;
    const sized = [entries / 2, 2 * entries];
    expect(around).toEqual(sized.map((size) => ({ entries: size, missRate: simulate(trace, clock, size) / 160_000 })));
    expect(taking.map(({ policy }) => policy)).toEqual(["CLOCK", "RANDOM", "LRU"]);
    expect(taking[0]).toEqual({ policy: "CLOCK", entries, bytes });
  });

  it("chooses by the bytes that reach the target: FIFO where CLOCK needs room for all URLs", async () => {
    // each of 3,000 URLs comes again once, when the next 100 have come: 128 entries are enough for FIFO; CLOCK keeps
    // those that came again, for nothing
    const back = Array.from({ length: 3000 }, (_, i) => [i, i - 100].filter((n) => n >= 0)).flat();
    const returning = await cacheSweep(traceOf("back", back), {
      policies: [fifo, lru, clock],
      sizes: powersOf2(0, 12),
    });
    const advised = async (margin?: number) =>
      (await returning.advise({ targetMiss: 0.51, ...(margin !== undefined && { margin }) })).recommendation;
    const found = await advised();
    expect(found).toMatchObject({ policy: "FIFO", entries: 128, bytes: (128 * (64 + 2 + 1) + 32 * 7) / 8 });
    expect(found?.taking.find(({ policy }) => policy === "CLOCK")).toMatchObject({ entries: 3000, bytes: 4096 * 8.25 });
    expect(await advised(0.97)).toMatchObject({ policy: "CLOCK", entries: 3000 }); // FIFO takes 3.3 % of its bytes
  });

  it("aims, when it is told no target, where twice the entries gain less than 2 points, past the critical region", async () => {
    const knee = await sweep.knee();
    if (knee.kind === "none") return expect.unreachable();
    const { about, recommendation } = await sweep.advise();
    const entries = recommendation?.entries as number;
    const rate = (size: number) => simulate(trace, clock, size) / 160_000;
    expect(entries).toBeGreaterThanOrEqual(knee.to);
    expect(rate(entries) - rate(2 * entries)).toBeLessThan(0.02);
    for (let size = knee.to; size < entries; size *= 2)
      expect(rate(size) - rate(2 * size)).toBeGreaterThanOrEqual(0.02);
    expect(about.aim).toEqual({ entries, gain: 0.02 });
    expect(about.target).toBeCloseTo(Math.ceil(1000 * rate(entries)) / 1000, 12);
  });

  it("says that no cache can, where first requests alone are more than the target", async () => {
    const advice = await sweep.advise({ targetMiss: 0.01 });
    expect(advice.recommendation).toBeUndefined();
    expect(String(advice)).toMatch(
      /no cache can reach 1\.0 % misses: [\d,]+ of 160,000 requests are the first for their URL/,
    );
  });

  it("goes beyond the sizes asked for, as far as a cache that holds all URLs", async () => {
    const small = await cacheSweep(trace, { policies: [clock], sizes: powersOf2(0, 8) });
    const { recommendation } = await small.advise({ targetMiss: floor });
    expect(recommendation?.entries).toBe(trace.urls);
  });

  it("counts a policy of one's own at every size: one that never lets anything in reaches no target", async () => {
    const never = defineCache({
      name: "never",
      title: "NEVER",
      source: "this test",
      options: {},
      create: () => ({ request: () => false }),
    });
    const none = await cacheSweep(trace, { policies: [never], sizes: powersOf2(0, 17) });
    expect((await none.advise({ targetMiss: 0.5 })).recommendation).toBeUndefined();
  });

  it("takes bytes of an entry, threads, and how much longer the crawl will be", async () => {
    const advice = await sweep.advise({ targetMiss: 0.4, bytesPerEntry: 9, threads: 20, grow: 5 });
    const { bytes, entries, growth } = advice.recommendation as NonNullable<typeof advice.recommendation>;
    expect(bytes).toBe(9 * entries);
    expect(growth.parts.map(({ requests }) => requests)).toEqual([20_000, 40_000, 80_000, 160_000]);
    expect(growth.parts.at(-1)?.floor).toBe(floor);
    const early = new Set(trace.requests.subarray(0, 20_000)).size;
    expect(growth.parts[0].floor).toBe(early / 20_000);
    const text = String(advice);
    expect(text).toContain(
      `choose CLOCK with ${entries.toLocaleString("en")} entries, ${Math.round(entries / 20)} per thread`,
    );
    expect(text).toMatch(/^a crawl 5 times as long( needs |: what it needs cannot be told)/m);
    expect(text).toContain("(a guess from");
  });

  it("needs a target where there is no critical region, a policy that can be built, and options that make sense", async () => {
    const zipf = await cacheSweep(zipfTrace(20_000, 5000, 1, 1), { policies: [clock], sizes: powersOf2(0, 12) });
    await expect(zipf.advise()).rejects.toThrow(coded("no-critical-region"));
    await expect(zipf.advise()).rejects.toThrow(/no critical region .*advise\(\{ targetMiss: 0\.2 \}\)/);
    const bounds = await cacheSweep(trace, { policies: [min, infinite], sizes: [1, 2] });
    await expect(bounds.advise({ targetMiss: 0.5 })).rejects.toThrow("advice needs a policy that can be built");
    for (const options of [
      { targetMiss: 20 },
      { targetMiss: 0 },
      { grow: 0.5 },
      { threads: 0 },
      { bytesPerEntry: 0 },
      { margin: 1 },
    ])
      await expect(sweep.advise(options)).rejects.toThrow(coded("option"));
  });
});

describe("knee", () => {
  it("has an interval around it, found in all resampled traces of a crawl", async () => {
    const knee = await sweep.knee("lru");
    if (knee.kind === "none" || knee.low === undefined || knee.high === undefined) return expect.unreachable();
    expect(knee.found).toBe(1);
    expect(knee.low).toBeLessThanOrEqual(knee.knee);
    expect(knee.high).toBeGreaterThanOrEqual(knee.knee);
    expect(knee.high / knee.low).toBeLessThan(1.3);
    expect(knee).toMatchObject(sweep.region("lru"));
  });

  it("is none, with its reason, for tiny traces", async () => {
    const tiny = await cacheSweep(traceOf("tiny", [1, 2, 1]), { policies: [clock], sizes: [1, 2, 4] });
    expect(await tiny.knee()).toMatchObject({ kind: "none", found: 0 });
  });
});

describe("sampledSweep", () => {
  it("has no rows where the sample cannot stand for the cache, and says so", () => {
    const sampled = sampledSweep(trace, { policies: [lru, clock], sizes: powersOf2(0, 14), rate: 0.1 });
    expect(Math.min(...sampled.rows().map(({ size }) => size))).toBe(1024); // 64 / 0.1 is 640
    for (const { low, high, missRate } of sampled.rows()) expect(low! <= missRate && missRate <= high!).toBe(true);
    const text = sampled.table();
    expect(text).toContain("sizes below 640 entries are not estimated (10 of those asked for)");
    expect(text).toContain("+-");
    expect(text).not.toContain("2^9 ");
  });

  it("cannot advise without the trace", async () => {
    const sampled = sampledSweep(trace, { policies: [clock], sizes: [4096], rate: 0.1 });
    await expect(sampled.advise({ targetMiss: 0.4 })).rejects.toThrow("needs the whole trace");
  });
});
