import { describe, expect, it } from "vitest";
import { powersOf2 } from "../../src/cache/miss-curve.js";
import { clock } from "../../src/cache/policy/clock.js";
import { infinite } from "../../src/cache/policy/infinite.js";
import { lru } from "../../src/cache/policy/lru.js";
import { min } from "../../src/cache/policy/min.js";
import { random } from "../../src/cache/policy/random.js";
import { simulate } from "../../src/cache/simulate.js";
import { cacheSweep } from "../../src/run/cache-sweep.js";
import { sampledSweep } from "../../src/run/sampled-sweep.js";
import { crawlTrace, traceOf, zipfTrace } from "../fixture/url-traces.js";

const trace = crawlTrace(160_000, 10, 1);
const sweep = await cacheSweep(trace, { policies: [lru, clock, random, min, infinite], sizes: powersOf2(0, 16) });
const floor = trace.urls / trace.requests.length;

describe("advise", () => {
  it("names the smallest size asked for that reaches the target, and the smallest of all", async () => {
    const { recommendation: found, about } = await sweep.advise({ targetMiss: 0.4 });
    expect(found).toMatchObject({ policy: "CLOCK", bits: 66, compact: true });
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

  it("aims at the end of the critical region when it is told no target", async () => {
    const knee = await sweep.knee();
    const { about, recommendation } = await sweep.advise();
    expect(knee.kind === "region" && about.target === knee.floor).toBe(true);
    expect(knee.kind === "region" && recommendation?.entries).toBe(knee.kind === "region" && knee.to);
  });

  it("says that no cache can, where first requests alone are more than the target", async () => {
    const advice = await sweep.advise({ targetMiss: 0.01 });
    expect(advice.recommendation).toBeUndefined();
    expect(String(advice)).toMatch(
      /no cache misses 1\.0 % or less: [\d,]+ of 160,000 requests are the first for their URL/,
    );
  });

  it("goes beyond the sizes asked for, as far as a cache that holds all URLs", async () => {
    const small = await cacheSweep(trace, { policies: [clock], sizes: powersOf2(0, 8) });
    const { recommendation } = await small.advise({ targetMiss: floor });
    expect(recommendation?.entries).toBe(trace.urls);
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
    expect(text).toContain("a crawl 5 times as long, if it goes on as this one did");
    expect(text).toContain("(a guess");
  });

  it("needs a target where there is no critical region, a policy that can be built, and options that make sense", async () => {
    const zipf = await cacheSweep(zipfTrace(20_000, 5000, 1, 1), { policies: [clock], sizes: powersOf2(0, 12) });
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
      await expect(sweep.advise(options)).rejects.toThrow(RangeError);
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
