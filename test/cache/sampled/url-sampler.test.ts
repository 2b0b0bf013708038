import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { sampleTrace, UrlSampler } from "../../../src/cache/sampled/url-sampler.js";
import { coded } from "../../fixture/problems.js";
import { crawlTrace, traceOf } from "../../fixture/url-traces.js";

/** Fingerprints of requests for URLs drawn from some. */
function drawn(count: number, urls: number, seed: number): Uint32Array {
  const random = new Random(seed);
  const words = Uint32Array.from({ length: 2 * urls }, () => random.bits());
  const requests = Array.from({ length: count }, () => random.below(urls));
  return Uint32Array.from(requests.flatMap((url) => [words[2 * url], words[2 * url + 1]]));
}

describe("UrlSampler", () => {
  it("takes a URL with all its requests in their order, or not at all", () => {
    const fingerprints = drawn(20_000, 1000, 1);
    const sampler = new UrlSampler({ rate: 0.3 });
    sampler.add(fingerprints);
    const { requests, urls, hashes, rate, seen } = sampler.sample();
    expect(seen).toBe(20_000);
    expect(rate).toBeCloseTo(0.3, 6);
    expect(hashes.length).toBe(urls);
    expect(Math.abs(urls - 300)).toBeLessThan(60); // binomial: 300, standard deviation 14.5
    const keys = Array.from({ length: 20_000 }, (_, i) => `${fingerprints[2 * i]} ${fingerprints[2 * i + 1]}`);
    const alone = [...new Set(keys)].filter((key) => {
      const one = new UrlSampler({ rate: 0.3 });
      one.add(Uint32Array.from(key.split(" "), Number));
      return one.sample().urls === 1;
    });
    expect(alone.length).toBe(urls);
    const taken = keys.filter((key) => alone.includes(key));
    expect([...requests]).toEqual([
      ...traceOf(
        "taken",
        taken.map((key) => alone.indexOf(key)),
      ).requests,
    ]);
  });

  it("has in the end what its last threshold would have taken from the start, however it was bounded", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 100, max: 400 }),
        fc.integer({ min: 0, max: 2000 }),
        (seed, urls, more) => {
          const fingerprints = drawn(4000, 900, seed);
          const bounded = new UrlSampler({ urls, requests: urls + more, seed });
          for (let at = 0; at < fingerprints.length; at += 702) bounded.add(fingerprints.subarray(at, at + 702));
          const sample = bounded.sample();
          expect(sample.urls).toBeLessThanOrEqual(urls);
          expect(sample.requests.length).toBeLessThanOrEqual(urls + more);
          const fixed = new UrlSampler({ rate: sample.rate, seed });
          fixed.add(fingerprints);
          expect(fixed.sample()).toEqual(sample);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("numbers URLs as they turn up, takes others with another seed, and all at rate 1", () => {
    const trace = crawlTrace(10_000, 5, 1);
    const { requests, urls, rate } = sampleTrace(trace);
    expect({ requests, urls, rate }).toEqual({ requests: trace.requests, urls: trace.urls, rate: 1 });
    const [one, two] = [1, 2].map((seed) => sampleTrace(trace, { rate: 0.5, seed }));
    expect(one.requests).not.toEqual(two.requests);
    const first = [...new Set(one.requests)];
    expect(first).toEqual(first.map((_, i) => i));
  });

  it("has the hash of each URL, and each request, however many others there are", () => {
    // the arrays begin with room for 1,024 URLs and 4,096 requests
    const blocks = Array.from({ length: 9 }, (_, b) =>
      Uint32Array.from({ length: 1000 }, (_, i) => 500 * b + (i >> 1)),
    );
    const sampleOf = (words: Uint32Array) => {
      const sampler = new UrlSampler();
      sampler.add(words);
      return sampler.sample();
    };
    const all = sampleOf(Uint32Array.from(blocks.flatMap((block) => [...block])));
    const each = blocks.map(sampleOf);
    expect([...all.hashes]).toEqual(each.flatMap(({ hashes }) => [...hashes]));
    expect([...all.requests]).toEqual(
      each.flatMap(({ requests, urls }, b) => [...requests].map((url) => b * urls + url)),
    );
  });

  it("samples by fingerprints where a trace has them", () => {
    const trace = crawlTrace(5000, 5, 1);
    const random = new Random(3);
    const fingerprints = Uint32Array.from({ length: 2 * trace.urls }, () => random.bits());
    const sampler = new UrlSampler({ rate: 0.4 });
    sampler.add(
      Uint32Array.from([...trace.requests].flatMap((url) => [fingerprints[2 * url], fingerprints[2 * url + 1]])),
    );
    expect(sampleTrace({ ...trace, fingerprints }, { rate: 0.4 })).toEqual(sampler.sample());
  });

  it("refuses what makes no sense", () => {
    expect(() => new UrlSampler({ rate: 0 })).toThrow("rate is a share of the URLs, above 0, at most 1; found 0");
    expect(() => new UrlSampler({ urls: 10 })).toThrow("urls is the size of the sample, 100 or more; found 10");
    expect(() => new UrlSampler({ requests: 99 })).toThrow(coded("option"));
    expect(() => new UrlSampler().add(new Uint32Array(3))).toThrow("odd number of words");
    expect(() => sampleTrace(traceOf("empty", []))).toThrow("the trace empty is empty");
  });
});
