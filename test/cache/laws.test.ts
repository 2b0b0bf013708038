import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CountedCurve, checkLaws } from "../../src/cache/laws.js";
import type { CacheMethod } from "../../src/cache/method.js";
import { missCurve } from "../../src/cache/miss-curve.js";
import { clock } from "../../src/cache/policy/clock.js";
import { infinite } from "../../src/cache/policy/infinite.js";
import { lru } from "../../src/cache/policy/lru.js";
import { min } from "../../src/cache/policy/min.js";
import { staticCache } from "../../src/cache/policy/static-cache.js";
import type { DenseTrace } from "../../src/trace/url-trace.js";
import { methodsOf } from "../discover.js";

const families = (await methodsOf<CacheMethod>("cache/policy")).map(({ value }) => value);
const methods = [
  ...families,
  min({ bypass: "never" }),
  staticCache({ preload: "charged" }),
  clock({ newcomer: "marked" }),
];

const anyTrace = fc.array(fc.nat(9), { minLength: 1, maxLength: 80 }).map((urls): DenseTrace => {
  const ids = [...new Set(urls)];
  return { requests: Uint32Array.from(urls, (url) => ids.indexOf(url)), urls: ids.length };
});
const sizes = [1, 2, 3, 4, 6, 8, 11];
const curvesOf = (trace: DenseTrace): CountedCurve[] =>
  methods.map((method) => ({ method, sizes, misses: missCurve(trace, method, sizes) }));

const curve = (method: CacheMethod, misses: readonly number[]): CountedCurve => ({
  method,
  sizes: misses.map((_, i) => i + 1),
  misses: Float64Array.from(misses),
});
const forced = min({ bypass: "never" });
const charged = staticCache({ preload: "charged" });

describe("the laws of caches", () => {
  it("are kept by the curves of every policy on any trace", () => {
    fc.assert(
      fc.property(anyTrace, (trace) => checkLaws(curvesOf(trace), trace.urls)),
      { numRuns: 300 },
    );
  });

  // each row breaks one law by one miss, on a made-up trace of 3 URLs
  it.each<[string, readonly CountedCurve[], RegExp]>([
    [
      "more seldom than INFINITE",
      [curve(lru, [9, 2])],
      /LRU misses 2 times with 2 entries, though the trace has 3 URLs/,
    ],
    ["INFINITE misses again", [curve(infinite, [4])], /INFINITE misses 4 times with 1 entry, where only the first/],
    [
      "all fits",
      [curve(clock, [9, 5, 4])],
      /CLOCK misses 4 times with 3 entries, where only the first requests for 3 URLs/,
    ],
    ["LRU rises", [curve(lru, [5, 6, 3])], /LRU misses 6 times with 2 entries, and 5 times with 1: .* never rise/],
    ["MIN rises", [curve(min, [5, 6, 3])], /MIN misses 6 times with 2 entries, and 5 times with 1/],
    [
      "better than MIN",
      [curve(min, [7, 5]), curve(clock, [7, 4])],
      /CLOCK misses 4 times with 2 entries, MIN 5 times: no method/,
    ],
    [
      "charged STATIC",
      [curve(min, [7, 5]), curve(charged, [6, 5])],
      /STATIC, preload charged misses 6 times with 1 entry, MIN 7/,
    ],
    [
      "MIN that must admit",
      [curve(min, [6, 5]), curve(forced, [8, 7])],
      /misses 7 times with 2 entries, MIN that need not admit .* 6 times with 1/,
    ],
    ["one entry", [curve(lru, [9]), curve(clock, [8])], /with 1 entry CLOCK misses 8 times and LRU 9 times/],
  ])("name what breaks them: %s", (_, curves, message) => {
    expect(() => checkLaws(curves, 3)).toThrow(message);
    expect(() => checkLaws(curves, 3)).toThrow(/^the curves break a law.*simulate\(trace, method, size\)/s);
  });

  it("let STATIC miss more seldom than MIN where loading is not charged", () => {
    // "an artifact of our accounting scheme", Broder et al. 2003, section 5.2
    expect(() => checkLaws([curve(min, [7, 5, 3]), curve(staticCache, [4, 1, 0])], 3)).not.toThrow();
  });

  it("hold for sizes that one curve has and another has not", () => {
    const some = { method: lru, sizes: [2, 5], misses: Float64Array.of(6, 3) };
    expect(() => checkLaws([curve(min, [7, 5, 3]), some], 3)).not.toThrow();
  });
});
