import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { missCurve } from "../../src/cache/miss-curve.js";
import { staticCache } from "../../src/cache/policy/static-cache.js";
import { simulate } from "../../src/cache/simulate.js";
import { staticFrom } from "../../src/cache/static-from.js";
import type { UrlTrace } from "../../src/trace/url-trace.js";
import { coded } from "../fixture/problems.js";
import { traceOf } from "../fixture/url-traces.js";

/** A trace of URLs by numbers, which are their fingerprints. */
function marked(name: string, urls: readonly number[]): UrlTrace {
  const fingerprints = Uint32Array.from([...new Set(urls)].flatMap((url) => [url, url * 7]));
  return { ...traceOf(name, urls), fingerprints };
}

const anyUrls = fc.array(fc.nat(9), { minLength: 1, maxLength: 40 });

describe("STATIC of an earlier crawl", () => {
  // earlier: 5 three times, 2 twice, 9 and 1 once, 9 first; now: 1, 2, 3, 2, 5
  const [earlier, now] = [marked("old", [9, 5, 2, 5, 1, 2, 5]), marked("new", [1, 2, 3, 2, 5])];

  it("holds what was asked for most often then, whatever comes now: by hand", () => {
    const method = staticFrom(earlier, now);
    // 5 hits once; and 2 twice; and 9, which is not asked for; and 1 once
    expect([1, 2, 3, 4, 9].map((size) => simulate(now, method, size))).toEqual([4, 2, 2, 1, 1]);
    expect([...missCurve(now, method, [1, 2, 3, 4, 9])]).toEqual([4, 2, 2, 1, 1]);
    expect([method.label, method.known, method.shared]).toEqual(["STATIC of old", 4, 3]);
    expect(method.offline).toBe(false);
  });

  it("is STATIC where the earlier crawl is this one, and never misses less than STATIC otherwise", () => {
    fc.assert(
      fc.property(anyUrls, anyUrls, fc.integer({ min: 1, max: 12 }), (some, others, size) => {
        const trace = marked("now", some);
        const foreseen = simulate(trace, staticCache, size);
        expect(simulate(trace, staticFrom(trace, trace), size)).toBe(foreseen);
        const before = staticFrom(marked("before", others), trace);
        const misses = simulate(trace, before, size);
        expect(misses).toBeGreaterThanOrEqual(foreseen);
        expect(missCurve(trace, before, [size])[0]).toBe(misses);
      }),
    );
  });

  it("refuses traces without fingerprints, and another trace than its own", () => {
    expect(() => staticFrom(traceOf("bare", [1]), now)).toThrow(
      coded("lacks", "bare has no fingerprints, so its URLs cannot be found in another trace"),
    );
    expect(() => simulate(marked("other", [1, 2]), staticFrom(earlier, now), 1)).toThrow(
      coded("option", "STATIC of old was made for new, which has 4 URLs, not 2: make another for this trace"),
    );
  });
});
