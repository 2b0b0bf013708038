import { describe, expect, it } from "vitest";
import { powersOf2 } from "../../../src/cache/miss-curve.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { min } from "../../../src/cache/policy/min.js";
import { random } from "../../../src/cache/policy/random.js";
import { sieve } from "../../../src/cache/policy/sieve.js";
import { wTinyLfu } from "../../../src/cache/policy/w-tiny-lfu.js";
import { cacheSweep } from "../../../src/cache/sweep/cache-sweep.js";
import { LiveSweep } from "../../../src/cache/sweep/live-sweep.js";
import { sampledSweep } from "../../../src/cache/sweep/sampled-sweep.js";
import type { UrlTrace } from "../../../src/trace/url-trace.js";
import { depth } from "../../depth.js";
import { crawlTrace } from "../../fixture/url-traces.js";

const policies = [clock, lru, sieve, random, wTinyLfu];

/** The requests from one to another as fingerprints: URL u has the words u, 0, which a sample tells apart as well. */
const words = ({ requests }: UrlTrace, from: number, to: number) =>
  Uint32Array.from({ length: 2 * (to - from) }, (_, i) => (i % 2 === 0 ? requests[from + i / 2] : 0));

/** Gives a trace to a sweep, in parts of so many requests. */
function give(sweep: LiveSweep, trace: UrlTrace, part: number): LiveSweep {
  for (let from = 0; from < trace.requests.length; from += part)
    sweep.add(words(trace, from, Math.min(from + part, trace.requests.length)));
  return sweep;
}

describe("LiveSweep", () => {
  const requests = depth({ everyday: 12_000, prove: 30_000 });
  const trace = crawlTrace(requests, 10, 3);
  // one beyond all URLs is among them; W-TinyLFU makes its sketch as large as it would be
  const sizes = depth({ everyday: [1, 16, 256, 4096, 100_000], prove: [...powersOf2(0, 14), 100_000, 2 ** 25] });
  const exact = { policies, sizes, seed: 5, urls: 20_000, requests };

  it("has the misses of a sweep of the whole trace, sizes beyond all URLs included, and adds MIN", async () => {
    const whole = await cacheSweep(trace, { policies: [...policies, min], sizes, seed: 5 });
    const sweep = give(await LiveSweep.open(exact), trace, 777);
    const { seen, distinct, curves, sample } = sweep.finish();
    expect({ seen, distinct, rate: sample.rate }).toEqual({ seen: requests, distinct: trace.urls, rate: 1 });
    expect(curves.map(({ misses }) => Array.from(misses))).toEqual(
      whole.curves.map(({ misses }) => [...Array.from(misses)]),
    );
  });

  it("is exact up to its bound, and estimates one URL beyond", async () => {
    const rateWith = async (urls: number) =>
      give(await LiveSweep.open({ ...exact, urls }), trace, 1000).counts().sample.rate;
    expect(await rateWith(trace.urls)).toBe(1);
    expect(await rateWith(trace.urls - 1)).toBeLessThan(1);
  });

  it.each([
    ["URLs", { urls: 2000, requests: 1_000_000 }],
    ["requests", { urls: 1_000_000, requests: 5000 }],
  ])("beyond a bound of %s has the estimates of a sample of the whole trace, and keeps no more", async (_, bounds) => {
    const sweep = give(await LiveSweep.open({ ...exact, ...bounds }), trace, 1234);
    const whole = sampledSweep(trace, { policies: [...policies, min], sizes, seed: 5, ...bounds });
    const { curves, sample, seen, distinct } = sweep.finish();
    expect(curves).toEqual(whole.curves.map(({ misses, low, high }) => ({ misses, low, high })));
    expect(sample.urls).toBeLessThanOrEqual(bounds.urls);
    expect(sample.requests).toBeLessThanOrEqual(bounds.requests);
    expect(seen).toBe(requests);
    expect(Math.abs(distinct / trace.urls - 1)).toBeLessThan(4 / Math.sqrt(sample.urls)); // four standard errors
    // before the end: the same without MIN and intervals
    sweep.counts().curves.forEach(({ misses, low }, policy) => {
      expect(low).toBeUndefined();
      const inMillionths = (all: ArrayLike<number>) => Array.from(all, (each) => Math.round(1e6 * each));
      expect(inMillionths(misses)).toEqual(inMillionths(curves[policy].misses));
    });
    expect(Number.isNaN(Number(curves[0].misses[0]))).toBe(true); // a sample tells nothing of one entry
  });
});
